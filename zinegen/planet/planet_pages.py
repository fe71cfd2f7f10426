"""The pages of a front over several zines: plain data for its templates, and the files that they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from zinegen.archive.files import make_folder, write_atomically
from zinegen.pages.builders.results.page import ResultsBuilder
from zinegen.pages.results.outcomes import Fate, GameOutcome
from zinegen.pages.results.settings import PARTS, ResultPart
from zinegen.pages.results.views import Cell, Column, ResultsView, ResultTable
from zinegen.pages.site.render import open_templates
from zinegen.pages.site.standard_files import ZINE_FILES
from zinegen.pages.views import PageLink
from zinegen.planet.planet_search import put_search
from zinegen.planet.zine_entries import PlanetGame, PlanetZine

PAGES = ("index", "games", "players", "results", "search")
MOST_DEADLINES = 30
STATUS = {"open": "in play", "waiting": "waits", "finished": "over"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanetFront:
    """All zines of a front."""

    title: str
    zines: tuple[PlanetZine, ...]

    @property
    def size(self) -> str:
        """How much it holds, in words."""
        zines, games = len(self.zines), len(self.games)
        return f"{zines} {'zine' if zines == 1 else 'zines'}, {games} {'game' if games == 1 else 'games'}"

    @property
    def games(self) -> tuple[PlanetGame, ...]:
        """The games of all zines."""
        return tuple(game for zine in self.zines for game in zine.games)


def write_planet(front: PlanetFront, folder: Path, kept: Path) -> tuple[Path, ...]:
    """Write the pages of a front, with an index for its search, and return their paths.

    The index is kept in the folder ``kept``. Raises IndexingError when there can be none.
    """
    make_folder(folder)
    environment = open_templates(ZINE_FILES / "templates" / "planet")
    values: Mapping[str, object] = {
        "title": front.title,
        "front": front,
        "zines": _zine_table(front.zines),
        "deadlines": _deadline_table(front.games),
        "open": _open_table(front.zines),
        "games": _game_table(front.games),
        "players": _player_table(front.games),
        "results": _find_results(front.games),
        "narrowings": put_search(front.zines, folder, kept),
    }
    paths = []
    for name in PAGES:
        text = environment.get_template(f"{name}.html").render(here=name, **values)
        write_atomically(folder / f"{name}.html", text.encode())
        paths.append(folder / f"{name}.html")
    return tuple(paths)


def _table(
    caption: str, columns: Sequence[str], numbers: Sequence[str], rows: Sequence[Sequence[Cell]]
) -> ResultTable:
    return ResultTable(
        caption=caption,
        columns=tuple(Column(title=one, is_number=one in numbers) for one in columns),
        rows=tuple(map(tuple, rows)),
    )


def _zine_table(zines: Sequence[PlanetZine]) -> ResultTable:
    rows = [
        (
            Cell(text=zine.name, to=zine.address),
            Cell(text=zine.editor),
            Cell(text=str(len(zine.games))),
            Cell(text=str(sum(not game.outcome.is_over for game in zine.games))),
            Cell(text=zine.language),
            Cell(text=zine.licence),
        )
        for zine in sorted(zines, key=lambda one: one.name.casefold())
    ]
    columns = ("Zine", "Editor", "Games", "In play", "Language", "Licence")
    return _table("All zines", columns, ("Games", "In play"), rows)


def _deadline_table(games: Sequence[PlanetGame]) -> ResultTable:
    due = sorted(filter(_is_due, games), key=lambda one: (one.deadline, one.outcome.title))
    rows = [
        (
            Cell(text=f"{game.deadline[:10]} {game.deadline[11:16]} UTC"),
            Cell(text=game.outcome.title, to=game.address),
            Cell(text=game.zine),
            Cell(text=game.outcome.variant_title),
        )
        for game in due[:MOST_DEADLINES]
    ]
    return _table("Next deadlines", ("When", "Game", "Zine", "Rule set"), (), rows)


def _is_due(game: PlanetGame) -> bool:
    return bool(game.deadline) and not game.outcome.is_over


def _open_table(zines: Sequence[PlanetZine]) -> ResultTable:
    rows = [
        (
            Cell(text=one.title, to=one.address),
            Cell(text=one.zine),
            Cell(text=", ".join(one.seats) or one.variant),
            Cell(text=str(one.missing)),
        )
        for zine in zines
        for one in zine.open
    ]
    return _table(
        "Seats and games that want players", ("Game", "Zine", "What", "Wanted"), ("Wanted",), rows
    )


def _game_table(games: Sequence[PlanetGame]) -> ResultTable:
    ranked = sorted(games, key=lambda one: (one.outcome.is_over, one.outcome.title.casefold()))
    rows = [
        (
            Cell(text=game.outcome.title, to=game.address),
            Cell(text=game.zine),
            Cell(text=game.outcome.variant_title),
            Cell(text=game.gm),
            Cell(text=_say_years(game.outcome)),
            Cell(text=str(game.outcome.seasons)),
            Cell(text=_say_result(game)),
        )
        for game in ranked
    ]
    columns = ("Game", "Zine", "Rule set", "GM", "Years", "Seasons", "Result")
    return _table("All games", columns, ("Seasons",), rows)


def _say_years(outcome: GameOutcome) -> str:
    return "–" if outcome.years is None else f"{outcome.years[0]}–{outcome.years[1]}"


def _say_result(game: PlanetGame) -> str:
    if not game.outcome.is_over:
        return STATUS[game.status]
    names = [f"{one.power} ({one.last_player or '–'})" for one in game.outcome.sharers]
    return (
        f"{'won by' if game.outcome.is_solo else 'shared by'} {', '.join(names)}"
        if names
        else "over"
    )


def _player_table(games: Sequence[PlanetGame]) -> ResultTable:
    """Return who plays where now, by name: the same name in two zines is taken for one person."""
    seats: dict[str, list[tuple[PlanetGame, str]]] = {}
    for game in games:
        for power in game.outcome.powers:
            if power.last_player:
                seats.setdefault(power.last_player, []).append((game, power.power))
    rows = []
    for name, own in sorted(seats.items(), key=lambda one: one[0].casefold()):
        playing = [
            f"{game.outcome.title} ({power})" for game, power in own if not game.outcome.is_over
        ]
        won = sum(
            one.fate is Fate.WON
            for game, power in own
            for one in game.outcome.powers
            if one.power == power
        )
        rows.append(
            (
                Cell(text=name),
                Cell(text=", ".join(dict.fromkeys(game.zine for game, _ in own))),
                Cell(text=str(len(own))),
                Cell(text=str(won)),
                Cell(text=", ".join(playing) or "–"),
            )
        )
    columns = ("Player", "Zines", "Games", "Won", "Plays now")
    return _table("Who plays where", columns, ("Games", "Won"), rows)


def _find_results(games: Sequence[PlanetGame]) -> ResultsView | None:
    outcomes = tuple(game.outcome for game in games)
    names = sorted({p.last_player for one in outcomes for p in one.powers if p.last_player})
    builder = ResultsBuilder(
        games=outcomes,
        people={name: PageLink(text=name, to="") for name in names},
        seasons={},
        parts=[part for part in PARTS if part is not ResultPart.RECORDS],
    )
    return builder.build()
