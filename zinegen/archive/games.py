"""A game's folder, opened: what it says, which seasons it holds, and everything that is wrong with it.

Nothing is judged here and nothing is written. A folder that is broken makes findings, never an error, and
never stops another game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from zinegen.archive.chance import Draw, draws_of
from zinegen.archive.closings import Closing, closing_of
from zinegen.archive.decisions import Decision, decisions_of
from zinegen.archive.files import listing
from zinegen.archive.handed import OrderFile, Slot, order_file_of, read_order_file
from zinegen.archive.pressfiles import PressItem, press_of
from zinegen.archive.seasons import Deadline, deadline_of
from zinegen.archive.settings import Settings, settings_of
from zinegen.archive.slugs import SeasonName, is_slug, power_of, power_slug
from zinegen.archive.starts import start_state
from zinegen.archive.toml_files import ORDERS, RULINGS, SETTINGS, Document, Kind, read_toml
from zinegen.board.board import Power
from zinegen.errors import GameFolderError, Where
from zinegen.game.state import GameState
from zinegen.notation.findings import Finding, Level, has_errors, in_order

Read = TypeVar("Read")

SEASONS = "seasons"
RESULT = "result.json"
BAD_PLACE, BAD_FOLDER, TWINS = "G14", "G15", "G16"


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """One season's folder, read."""

    name: SeasonName
    slug: str
    """The folder's name."""
    folder: Path
    shown: str
    """The folder as people see it: ``games/ode-21/seasons/1901-1-spring``."""
    deadline: Deadline
    files: Mapping[Power, OrderFile] = field(default_factory=dict)
    """Order files that lie there in plain."""
    opened: Mapping[Power, OrderFile] = field(default_factory=dict)
    """What was inside sealed files."""
    sealed: frozenset[Power] = frozenset()
    """Powers that have a sealed file there."""
    decisions: tuple[Decision, ...] = ()
    digests: Mapping[str, str] = field(default_factory=dict)
    """SHA-256 of rulings.toml, close.toml and chance.toml, where they are there."""
    closing: Closing | None = None
    draws: tuple[Draw, ...] = ()
    press: tuple[PressItem, ...] = ()
    findings: tuple[Finding, ...] = ()
    is_sound: bool = True
    """False when rulings.toml, close.toml or chance.toml cannot be read: then nothing is judged."""

    @property
    def result(self) -> Path:
        """Where the record lies, or will lie."""
        return self.folder / RESULT

    @property
    def is_due(self) -> bool:
        """Tell whether it is to be judged: the GM said so, or `zinegen close` has locked it."""
        return self.deadline.ready or self.closing is not None

    @property
    def is_recorded(self) -> bool:
        """Tell whether the season has been judged and recorded."""
        return self.result.is_file()


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game that can be played on."""

    slug: str
    folder: Path
    shown: str
    """The folder as people see it: ``games/ode-21``."""
    settings: Settings
    seasons: tuple[Season, ...]
    """Oldest first."""
    findings: tuple[Finding, ...]
    """Everything that is wrong with any of its files, by file and line."""

    @property
    def recorded(self) -> tuple[Season, ...]:
        """The seasons that have a record, up to the first that has none."""
        found = []
        for season in self.seasons:
            if not season.is_recorded:
                break
            found.append(season)
        return tuple(found)

    @property
    def current(self) -> Season | None:
        """The first season without a record; None when there is none."""
        return next((season for season in self.seasons if not season.is_recorded), None)

    @property
    def is_sound(self) -> bool:
        """Tell whether there is no error in any file."""
        return not has_errors(self.findings)


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenGame:
    """A game whose own file cannot be read: nothing can be said of it but why."""

    slug: str
    folder: Path
    findings: tuple[Finding, ...]


def open_game(folder: Path, *, past_orders: bool = True) -> Game | BrokenGame:
    """Read a game's folder, every file in it, and say everything that is wrong in one go.

    Without ``past_orders`` the order files of recorded seasons are left unread: their records say all.
    """
    slug, shown = folder.name, f"{folder.parent.name}/{folder.name}"
    if not is_slug(slug) or folder.is_symlink() or not folder.is_dir():
        wrong = _finding(
            BAD_PLACE,
            shown,
            "this is no game's folder",
            "a plain folder named with small letters, digits and dashes",
        )
        return BrokenGame(slug=slug, folder=folder, findings=(wrong,))
    reading = read_toml(folder / "game.toml", f"{shown}/game.toml", SETTINGS)
    if reading.document is None:
        return BrokenGame(slug=slug, folder=folder, findings=reading.findings)
    settings, findings = settings_of(reading.document, slug)
    if settings is None or has_errors(findings):
        return BrokenGame(slug=slug, folder=folder, findings=in_order(findings))
    seasons, wrong_seasons = _seasons(folder, shown, settings, past_orders=past_orders)
    everything = [*findings, *wrong_seasons, *(f for season in seasons for f in season.findings)]
    return Game(
        slug=slug,
        folder=folder,
        shown=shown,
        settings=settings,
        seasons=seasons,
        findings=in_order(everything),
    )


def first_state(game: Game) -> GameState:
    """Return the position in which a game begins.

    A game with a ``[start]`` of its own begins in the first phase of its first season.
    """
    setup = game.settings.setup
    state = start_state(game.settings.variant, setup)
    if (setup.units, setup.centres) != (None, None) and game.seasons:
        state = replace(state, phase=game.seasons[0].deadline.phases[0])
    return state


def open_games(folder: Path, *, past_orders: bool = True) -> tuple[Game | BrokenGame, ...]:
    """Read all games in a folder, by name. A broken one does not stop the others."""
    found = (path for path in listing(folder) if path.is_dir() or path.is_symlink())
    return tuple(open_game(path, past_orders=past_orders) for path in found)


def game_folder(games: Path, name: str) -> Path:
    """Return the folder that a game of this name has, or would have.

    Raises GameFolderError for a name that is none, such as ``../x``.
    """
    if not is_slug(name):
        raise GameFolderError(
            f"{name!r} is no name of a game: small letters, digits and dashes, at most 40"
        )
    return games / name


def _seasons(
    folder: Path, shown: str, settings: Settings, *, past_orders: bool
) -> tuple[tuple[Season, ...], list[Finding]]:
    found: list[Season] = []
    findings: list[Finding] = []
    taken: dict[tuple[int, int, str], str] = {}
    for path in listing(folder / SEASONS):
        name, place = SeasonName.parse(path.name), f"{shown}/{SEASONS}/{path.name}"
        if name is None or path.is_symlink() or not path.is_dir():
            title = "this is no season's folder"
            findings.append(_finding(BAD_FOLDER, place, title, "name it like 1901-1-spring"))
            continue
        twin = taken.setdefault((name.year, name.number, name.words), path.name)
        if twin != path.name:
            findings.append(_finding(TWINS, place, f"this is the same season as {twin}"))
            continue
        unread = not past_orders and (path / RESULT).is_file()
        season, wrong = _season(path, name, place, settings, unread=unread)
        findings += wrong
        found += [season] if season is not None else []
    return tuple(sorted(found, key=lambda season: season.name)), findings


def _season(
    folder: Path, name: SeasonName, shown: str, settings: Settings, *, unread: bool
) -> tuple[Season | None, tuple[Finding, ...]]:
    reading = read_toml(folder / "season.toml", f"{shown}/season.toml", SETTINGS)
    if reading.document is None:
        return None, reading.findings
    deadline, findings = deadline_of(reading.document, folder.name)
    if deadline is None:
        return None, findings
    desk = _Desk(folder=folder, shown=shown, findings=list(findings))
    powers = settings.powers
    decisions = desk.read("rulings.toml", RULINGS, lambda doc: decisions_of(doc, powers)) or ()
    closing = desk.read("close.toml", SETTINGS, lambda doc: closing_of(doc, powers))
    draws = desk.read("chance.toml", SETTINGS, draws_of) or ()
    is_sound = not has_errors(desk.findings)
    press, wrong_press = press_of(folder / "press", f"{shown}/press", powers)
    slots = tuple(
        Slot(game=settings.game, season=folder.name, power=power, shown=shown)
        for power in (() if unread else powers)
    )
    files = {slot.power: file for slot in slots if (file := _file(folder, slot)) is not None}
    wrong_files = [finding for file in files.values() for finding in file.findings]
    season = Season(
        name=name,
        slug=folder.name,
        folder=folder,
        shown=shown,
        deadline=deadline,
        files=files,
        opened=_opened(folder, slots),
        sealed=frozenset(slot.power for slot in slots if (folder / f"{slot.name}.age").is_file()),
        decisions=decisions,
        digests=desk.digests,
        closing=closing,
        draws=draws,
        press=press,
        findings=(*desk.findings, *wrong_press, *wrong_files, *_strangers(folder, shown, powers)),
        is_sound=is_sound,
    )
    return season, ()


def _file(folder: Path, slot: Slot) -> OrderFile | None:
    path = folder / slot.name
    return read_order_file(path, slot) if path.exists() or path.is_symlink() else None


def _opened(folder: Path, slots: Iterable[Slot]) -> Mapping[Power, OrderFile]:
    found = {}
    for slot in slots:
        name = f"opened/{power_slug(slot.power)}.toml"
        if (folder / name).is_file():
            reading = read_toml(folder / name, f"{slot.shown}/{name}", ORDERS)
            found[slot.power] = order_file_of(reading, slot, name)
    return found


@dataclass(slots=True)
class _Desk:
    """A season's folder whose small files are read one after the other."""

    folder: Path
    shown: str
    findings: list[Finding]
    digests: dict[str, str] = field(default_factory=dict)

    def read(
        self,
        name: str,
        kind: Kind,
        reader: Callable[[Document], tuple[Read, tuple[Finding, ...]]],
    ) -> Read | None:
        """Return what a file says; None when it is not there or cannot be read."""
        path = self.folder / name
        if not path.exists() and not path.is_symlink():
            return None
        reading = read_toml(path, f"{self.shown}/{name}", kind)
        self.findings += reading.findings
        if reading.document is None:
            return None
        self.digests[name] = reading.sha256
        found, wrong = reader(reading.document)
        self.findings += wrong
        return found


def _strangers(folder: Path, shown: str, powers: tuple[Power, ...]) -> list[Finding]:
    """Return findings for files among the orders that belong to no power."""
    found = []
    for path in listing(folder / "orders"):
        slug = path.name.removesuffix(".age").removesuffix(".toml")
        if slug == path.name or power_of(slug, powers) is None:
            known = ", ".join(power_slug(power) for power in powers)
            found.append(
                _finding(
                    BAD_PLACE,
                    f"{shown}/orders/{path.name}",
                    "no power's orders have this name",
                    f"the names are {known}, in small letters, and .toml",
                )
            )
    return found


def _finding(code: str, shown: str, title: str, hint: str = "") -> Finding:
    return Finding(
        code=code,
        level=Level.ERROR,
        where=Where(file=shown),
        title=title,
        hint=hint,
        if_left="it is not looked at",
    )
