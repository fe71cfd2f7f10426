"""The part of the results that scores finished games by the systems of tournaments."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from zinegen.board.board import Power
from zinegen.languages.names import name_power
from zinegen.languages.texts import gettext
from zinegen.pages.builders.results.counted import write_number
from zinegen.pages.results.outcomes import GameOutcome
from zinegen.pages.results.ratings import sort_by_end
from zinegen.pages.results.scores import SYSTEMS, Scores, ScoringSystem
from zinegen.pages.results.views import Cell, Column, Exhibit, Note, ResultSection, ResultTable
from zinegen.pages.views import PowerView

Scored = tuple[GameOutcome, tuple[Scores | None, ...]]
"""A game with its scores by each system; None where that cannot score it."""


def score_section(
    games: Sequence[GameOutcome], call: Callable[[str], Cell], powers: Mapping[Power, PowerView]
) -> ResultSection:
    """Return the scores of players, and those of each game that has ended."""
    scored = [(game, tuple(one.score(game) for one in SYSTEMS)) for game in sort_by_end(games)]
    by_game = tuple(
        Exhibit(
            title=gettext("{title}: the scores of this game", title=game.title),
            table=_game_table((game, scores), call, powers),
            is_folded=True,
        )
        for game, scores in reversed(scored)
    )
    return ResultSection(
        anchor="scores",
        title=gettext("Scores"),
        lead="" if scored else gettext("No game has ended yet, so nobody has scored."),
        exhibits=(Exhibit(table=_player_table(scored, call)), *by_game) if scored else (),
        notes=tuple(_describe(one) for one in SYSTEMS) if scored else (),
    )


def _describe(system: ScoringSystem) -> Note:
    return Note(
        about=gettext(system.name), text=f"{gettext(system.meaning)} ({gettext(system.source)}.)"
    )


def _player_table(scored: Sequence[Scored], call: Callable[[str], Cell]) -> ResultTable:
    """Return what each player scored on average, the highest by the first system on top."""
    points: dict[str, list[list[Fraction]]] = {}
    games: dict[str, int] = {}
    for game, scores in scored:
        for one in game.powers:
            player = one.last_player
            if not player:
                continue
            games[player] = games.get(player, 0) + 1
            mine = points.setdefault(player, [[] for _ in SYSTEMS])
            for kept, score in zip(mine, scores, strict=True):
                if score is not None:
                    kept.append(score[one.power])
    averages = {
        player: [sum(kept, Fraction(0)) / len(kept) if kept else None for kept in mine]
        for player, mine in points.items()
    }
    ranked = sorted(averages, key=lambda one: (*(-(each or 0) for each in averages[one]), one))
    return ResultTable(
        caption=gettext("Points for each game that has ended, on average"),
        columns=(
            Column(title=gettext("Player")),
            Column(title=gettext("Games"), is_number=True),
            *(Column(title=gettext(one.name), is_number=True) for one in SYSTEMS),
        ),
        rows=tuple(
            (
                call(player),
                Cell(text=str(games[player])),
                *(_points(average) for average in averages[player]),
            )
            for player in ranked
        ),
    )


def _game_table(
    scored: Scored, call: Callable[[str], Cell], powers: Mapping[Power, PowerView]
) -> ResultTable:
    game, scores = scored
    return ResultTable(
        caption=gettext("What {title} is worth by each system", title=game.title),
        columns=(
            Column(title=gettext("Power")),
            Column(title=gettext("Player")),
            Column(title=gettext("Centres"), is_number=True),
            *(Column(title=gettext(one.name), is_number=True) for one in SYSTEMS),
        ),
        rows=tuple(
            (
                Cell(text=name_power(one.power), power=powers[one.power]),
                call(one.last_player),
                Cell(
                    text=str(one.centres) if one.centres is not None else gettext("secret"),
                    sort=str(one.centres if one.centres is not None else -1),
                ),
                *(_points(score[one.power] if score is not None else None) for score in scores),
            )
            for one in game.powers
        ),
    )


def _points(points: Fraction | None) -> Cell:
    """Return points with at most one decimal; a dash where a game could not be scored."""
    if points is None:
        return Cell(text="–", sort="-1")
    value = round(float(points), 1)
    return Cell(
        text=write_number(value, 0 if value.is_integer() else 1), sort=f"{float(points):.4f}"
    )
