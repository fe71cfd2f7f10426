"""The part of the results that remembers the longest, the largest, the farthest."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from zinegen.board.board import Power
from zinegen.languages.names import name_power, name_province
from zinegen.languages.texts import gettext
from zinegen.pages.builders.results.counted import (
    count_borders,
    count_centres,
    count_moves,
    count_provinces,
    count_seasons,
    count_units,
)
from zinegen.pages.results.feats import SeasonFeat
from zinegen.pages.results.outcomes import GameOutcome
from zinegen.pages.results.views import Cell, Column, Exhibit, Note, ResultSection, ResultTable
from zinegen.pages.views import PageLink, PowerView

Row = tuple[Cell, ...]


def best_section(
    games: Sequence[GameOutcome],
    call: Callable[[str], Cell],
    powers: Mapping[Power, PowerView],
    seasons: Mapping[tuple[str, str], PageLink],
) -> ResultSection:
    """Return the records of all games: of several equal ones the first by the game's title."""
    ordered = sorted(games, key=lambda one: (one.title, one.game))
    rows = [
        *_longest(ordered),
        *_earthquakes(ordered),
        *_season_feat(
            gettext("Largest flood"), count_provinces, ordered, lambda one: one.feats.flood, seasons
        ),
        *_journey(ordered, call, powers),
        *_empire(ordered, call, powers),
        *_season_feat(
            gettext("Most retreats in a season"),
            count_units,
            ordered,
            lambda one: one.feats.battle,
            seasons,
        ),
    ]
    table = ResultTable(
        caption=gettext("Records of all games, those in play included"),
        columns=tuple(Column(title=title) for title in _list_heads()),
        rows=tuple(rows),
    )
    return ResultSection(
        anchor="records",
        title=gettext("Records"),
        lead="" if rows else gettext("Nothing has been played yet that could be remembered."),
        exhibits=(Exhibit(table=table),) if rows else (),
        notes=(
            Note(
                about=gettext("How it is counted"),
                text=gettext(
                    "An earthquake is a border that was cut or a link that was laid; a flood counts the"
                    " provinces that went under water in one season; an army travels by its moves and"
                    " retreats, a convoy being one."
                ),
            ),
        )
        if rows
        else (),
    )


def _list_heads() -> tuple[str, ...]:
    return gettext("Record"), gettext("What"), gettext("Whose"), gettext("Where")


def _first(
    games: Iterable[GameOutcome], measure: Callable[[GameOutcome], int]
) -> GameOutcome | None:
    """Return the game of the highest measure; None where all are 0."""
    found = max(games, key=measure, default=None)
    return found if found is not None and measure(found) else None


def _game_cell(game: GameOutcome) -> Cell:
    return Cell(text=game.title, to=f"games/{game.game}/index.md")


def _longest(games: Iterable[GameOutcome]) -> Iterable[Row]:
    game = _first(games, lambda one: one.seasons)
    if game is not None and game.years is not None:
        first, last = game.years
        count = count_seasons(game.seasons)
        what = gettext("{count}, {first} to {last}", count=count, first=first, last=last)
        yield Cell(text=gettext("Longest game")), Cell(text=what), Cell(text="–"), _game_cell(game)


def _earthquakes(games: Iterable[GameOutcome]) -> Iterable[Row]:
    game = _first(games, lambda one: one.feats.earthquakes)
    if game is not None:
        what = count_borders(game.feats.earthquakes)
        yield (
            Cell(text=gettext("Most earthquakes")),
            Cell(text=what),
            Cell(text="–"),
            _game_cell(game),
        )


def _season_feat(
    title: str,
    count: Callable[[int], str],
    games: Iterable[GameOutcome],
    find: Callable[[GameOutcome], SeasonFeat | None],
    seasons: Mapping[tuple[str, str], PageLink],
) -> Iterable[Row]:
    def measure(game: GameOutcome) -> int:
        feat = find(game)
        return feat.count if feat is not None else 0

    game = _first(games, measure)
    feat = find(game) if game is not None else None
    if game is None or feat is None:
        return
    report = seasons.get((game.game, feat.season))
    where = Cell(text=report.text, to=report.to) if report is not None else _game_cell(game)
    yield Cell(text=title), Cell(text=count(feat.count)), Cell(text="–"), where


def _journey(
    games: Iterable[GameOutcome],
    call: Callable[[str], Cell],
    powers: Mapping[Power, PowerView],
) -> Iterable[Row]:
    game = _first(games, lambda one: one.feats.journey.moves if one.feats.journey else 0)
    if game is None or game.feats.journey is None:
        return
    way = game.feats.journey
    what = gettext(
        "{count}, from {first} to {last}",
        count=count_moves(way.moves),
        first=name_province(way.began),
        last=name_province(way.ended),
    )
    yield (
        Cell(text=gettext("Most travelled army")),
        Cell(text=what),
        _owner(game, way.power, call, powers),
        _game_cell(game),
    )


def _empire(
    games: Iterable[GameOutcome],
    call: Callable[[str], Cell],
    powers: Mapping[Power, PowerView],
) -> Iterable[Row]:
    game = _first(games, lambda one: one.feats.empire.count if one.feats.empire else 0)
    if game is None or game.feats.empire is None:
        return
    empire = game.feats.empire
    yield (
        Cell(text=gettext("Largest empire")),
        Cell(text=f"{count_centres(empire.count)}, {empire.year}"),
        _owner(game, empire.power, call, powers),
        _game_cell(game),
    )


def _owner(
    game: GameOutcome,
    power: Power,
    call: Callable[[str], Cell],
    powers: Mapping[Power, PowerView],
) -> Cell:
    """Return a power and who held it last."""
    player = next((one.last_player for one in game.powers if one.power == power), "")
    cell = call(player)
    text = f"{name_power(power)} ({player})" if player else name_power(power)
    return Cell(text=text, to=cell.to, power=powers[power])
