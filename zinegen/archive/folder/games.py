"""A game's folder as read: its settings, its seasons, and findings on everything that is wrong.

Nothing is judged here and nothing is written. A folder that is broken makes findings, never an error, and
never stops another game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from zinegen.archive.files import list_folder
from zinegen.archive.folder.chance_settings import keep_recorded_spelling
from zinegen.archive.folder.game_file import Settings, read_settings
from zinegen.archive.folder.hidden_file import check_hidden_file
from zinegen.archive.folder.season_folder import (
    RESULT,
    SeasonFolder,
    make_misplacement_finding,
    read_season,
)
from zinegen.archive.folder.stray_files import BAD_PLACE
from zinegen.archive.folder.toml_files import read_toml
from zinegen.errors import GameFolderError
from zinegen.game.state import GameState
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Finding, has_errors, sort_findings
from zinegen.play.names import SeasonName, is_slug
from zinegen.play.setups import SecretSetup, start_state
from zinegen.play.texts.tables import Table
from zinegen.play.texts.toml_text import SETTINGS
from zinegen.redrawing import draw_board
from zinegen.rules.secrets import public_state

__all__ = [
    "RESULT",
    "SEASONS",
    "BrokenGame",
    "BrokenGameError",
    "Game",
    "SeasonFolder",
    "UnreadableSeason",
    "first_state",
    "game_folder",
    "open_game",
    "open_games",
    "open_sound_game",
    "reread_season",
]

SEASONS = "seasons"
BAD_FOLDER, TWINS = "G15", "G16"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadableSeason:
    """A season whose own file cannot be read, so that nobody knows which phases it plays."""

    slug: str
    findings: tuple[Finding, ...]
    """Why it cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game that can be played on."""

    slug: str
    folder: Path
    shown: str
    """The folder as people see it: ``games/ode-21``."""
    settings: Settings
    seasons: tuple[SeasonFolder, ...]
    """Oldest first."""
    findings: tuple[Finding, ...]
    """Everything that is wrong with any of its files, by file and line."""
    unreadable: UnreadableSeason | None = None
    """The season behind these whose own file cannot be read; the game stands still before it."""

    @property
    def recorded(self) -> tuple[SeasonFolder, ...]:
        """The seasons that have a record, up to the first that has none."""
        found = []
        for season in self.seasons:
            if not season.is_recorded:
                break
            found.append(season)
        return tuple(found)

    @property
    def current(self) -> SeasonFolder | None:
        """The first season without a record; None when there is none."""
        return next((season for season in self.seasons if not season.is_recorded), None)

    @property
    def is_sound(self) -> bool:
        """Tell whether there is no error in any file."""
        return not has_errors(self.findings)

    def with_season(self, season: SeasonFolder) -> Game:
        """Return the game with another reading of one of its seasons, and of what is wrong there."""
        (before,) = (one for one in self.seasons if one.slug == season.slug)
        elsewhere = (one for one in self.findings if one not in before.findings)
        return replace(
            self,
            seasons=tuple(season if one is before else one for one in self.seasons),
            findings=sort_findings((*elsewhere, *season.findings)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenGame:
    """A game of which game.toml, or the file of a played season, cannot be read."""

    slug: str
    folder: Path
    findings: tuple[Finding, ...]


class BrokenGameError(GameFolderError):
    """A broken game, with the place and text of its first finding."""


def open_sound_game(folder: Path, *, past_orders: bool = True) -> Game:
    """Read a game's folder as `open_game` does. Raises BrokenGameError when it is broken."""
    game = open_game(folder, past_orders=past_orders)
    if isinstance(game, BrokenGame):
        first = game.findings[0]
        raise BrokenGameError(f"{first.where}: {first.title}")
    return game


def open_game(folder: Path, *, past_orders: bool = True) -> Game | BrokenGame:
    """Read a game's folder and every file in it, with all that is wrong as findings.

    Without ``past_orders`` the order files of recorded seasons are left unread: their records say all.
    """
    shown = f"{folder.parent.name}/{folder.name}"
    try:
        return _read_game(folder, shown, past_orders=past_orders)
    except OSError as error:
        # Whether a file is there cannot even be asked in a folder that belongs to somebody else.
        place = str(error.filename or shown).replace(str(folder), shown, 1)
        title = gettext("this cannot be read: {why}", why=error.strerror)
        wrong = make_misplacement_finding(
            BAD_PLACE, place, title, gettext("see to whom the file and its folder belong")
        )
        return BrokenGame(slug=folder.name, folder=folder, findings=(wrong,))


def _read_game(folder: Path, shown: str, *, past_orders: bool) -> Game | BrokenGame:
    slug = folder.name
    if not is_slug(slug) or folder.is_symlink() or not folder.is_dir():
        wrong = make_misplacement_finding(
            BAD_PLACE,
            shown,
            gettext("this is no game's folder"),
            gettext("a plain folder named with small letters, digits and dashes"),
        )
        return BrokenGame(slug=slug, folder=folder, findings=(wrong,))
    reading = read_toml(folder / "game.toml", f"{shown}/game.toml", SETTINGS)
    if reading.document is None:
        return BrokenGame(slug=slug, folder=folder, findings=reading.findings)
    settings, findings = read_settings(reading.document, slug, folder.parent.parent)
    if settings is None or has_errors(findings):
        return BrokenGame(slug=slug, folder=folder, findings=sort_findings(findings))
    found = _read_seasons(folder, shown, settings, past_orders=past_orders)
    results = (season.result for season in sorted(found.seasons, key=lambda one: one.name))
    settings = replace(settings, chance=keep_recorded_spelling(settings.chance, results))
    found.findings += check_hidden_file(folder, shown, settings)
    seasons, gap = found.up_to_the_gap()
    everything = [*findings, *found.findings, *(f for one in found.seasons for f in one.findings)]
    if gap is not None and found.are_played_behind():
        others = (one for one in sort_findings(everything) if one not in gap.findings)
        return BrokenGame(slug=slug, folder=folder, findings=(*gap.findings, *others))
    return Game(
        slug=slug,
        folder=folder,
        shown=shown,
        settings=settings,
        seasons=seasons,
        findings=sort_findings(everything),
        unreadable=gap,
    )


def reread_season(game: Game, season: SeasonFolder) -> Game:
    """Return a game with the folder of one of its seasons read again, where something was written since.

    Raises BrokenGameError when nobody can tell any more which phases the season plays.
    """
    found, wrong = read_season(
        season.folder, season.name, season.shown, game.settings, unread=False
    )
    if found is None:
        raise BrokenGameError(f"{wrong[0].where}: {wrong[0].title}")
    return game.with_season(found)


def first_state(game: Game) -> GameState:
    """Return the position in which a game begins, as everybody may see it.

    A game begins in the phase that its ``[start]`` names. Where it names none but says anything else, that
    is the first phase of its first season.
    """
    return public_state(full_first_state(game, None))


def full_first_state(game: Game, secret: SecretSetup | None) -> GameState:
    """Return the position in which a game begins, with what only the GM knows of it."""
    setup = replace(game.settings.setup, secret=secret)
    state = start_state(game.settings.variant, setup)
    state = replace(state, board=draw_board(state.board))
    if setup.phase is None and not setup.is_own and game.seasons:
        state = replace(state, phase=game.seasons[0].deadline.phases[0])
    return state


def open_games(folder: Path) -> tuple[Game | BrokenGame, ...]:
    """Read all games in a folder, by name. A broken one does not stop the others."""
    return tuple(open_game(path) for path in game_folders(folder))


def game_folders(folder: Path) -> tuple[Path, ...]:
    """Return the folders of all games in a folder, by name."""
    return tuple(path for path in list_folder(folder) if path.is_dir() or path.is_symlink())


def make_game_name(text: str) -> str:
    """Return the name of a game's folder that is nearest to a text; empty where there is none."""
    name = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:40].strip("-")
    return name if is_slug(name) else ""


def game_folder(games: Path, name: str) -> Path:
    """Return the folder that a game of this name has, or would have.

    Raises GameFolderError for a name that is none, such as ``../x``.
    """
    if not is_slug(name):
        near = make_game_name(name)
        hint = gettext("; {near} would be one", near=near) if near and "/" not in name else ""
        raise GameFolderError(
            gettext(
                "{name!r} is no name of a game: small letters, digits and dashes, at most 40{hint}",
                name=name[:60],
                hint=hint,
            )
        )
    return games / name


@dataclass(slots=True)
class _SeasonList:
    """The seasons of a game, those that cannot be read, and findings."""

    seasons: list[SeasonFolder] = field(default_factory=list)
    gaps: dict[SeasonName, tuple[Path, UnreadableSeason]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def up_to_the_gap(self) -> tuple[tuple[SeasonFolder, ...], UnreadableSeason | None]:
        """Return the seasons before the first that cannot be read, oldest first, and that one."""
        ordered = sorted(self.seasons, key=lambda season: season.name)
        if not self.gaps:
            return tuple(ordered), None
        first = min(self.gaps)
        return tuple(one for one in ordered if one.name < first), self.gaps[first][1]

    def are_played_behind(self) -> bool:
        """Tell whether the first season that cannot be read, or a later one, has a record."""
        if not self.gaps:
            return False
        later = (one.folder for one in self.seasons if min(self.gaps) < one.name)
        unread = (folder for folder, _ in self.gaps.values())
        return any((folder / RESULT).is_file() for folder in (*unread, *later))


def _read_seasons(
    folder: Path, shown: str, settings: Settings, *, past_orders: bool
) -> _SeasonList:
    found = _SeasonList()
    taken: dict[tuple[int, int, str], str] = {}
    for path in list_folder(folder / SEASONS):
        name, place = SeasonName.parse(path.name), f"{shown}/{SEASONS}/{path.name}"
        if name is None or path.is_symlink() or not path.is_dir():
            title = gettext("this is no season's folder")
            found.findings.append(
                make_misplacement_finding(
                    BAD_FOLDER, place, title, gettext("name it like 1901-1-spring")
                )
            )
            continue
        twin = taken.setdefault((name.year, name.number, name.words), path.name)
        if twin != path.name:
            title = gettext("this is the same season as {twin}", twin=twin)
            found.findings.append(make_misplacement_finding(TWINS, place, title))
            continue
        unread = not past_orders and (path / RESULT).is_file()
        season, wrong = read_season(path, name, place, settings, unread=unread)
        found.findings += wrong
        if season is None and any((path / one).exists() for one in ("season.toml", RESULT)):
            found.gaps[name] = (path, UnreadableSeason(slug=path.name, findings=wrong))
        found.seasons += [season] if season is not None else []
    return found


BEFORE_ALL = datetime(1980, 1, 1, tzinfo=UTC)
"""The date of a zine without any record: the oldest that every archive of files can bear."""


def newest_closing(games: Path) -> datetime:
    """Return when the last deadline of all games was closed: the date that everything in a site bears.

    A season that was recorded without a closing counts from its deadline. What cannot be read is passed
    over: it has no part in the date.
    """
    moments = (when for game in list_folder(games) for when in _closings(game / "seasons"))
    return max(moments, default=BEFORE_ALL)


def first_deadline(folder: Path) -> datetime | None:
    """Return the deadline of a game's first season; None where there is none, or nobody can read it."""
    named = ((SeasonName.parse(one.name), one) for one in list_folder(folder / SEASONS))
    seasons = sorted(one for name, one in named if name is not None)
    return _moment(seasons[0] / "season.toml", "deadline") if seasons else None


def _closings(seasons: Path) -> Iterator[datetime]:
    for season in list_folder(seasons):
        found = _moment(season / "close.toml", "closed")
        if found is None and (season / RESULT).is_file():
            found = _moment(season / "season.toml", "deadline")
        if found is not None:
            yield found


def _moment(path: Path, key: str) -> datetime | None:
    if not path.is_file():
        return None
    document = read_toml(path, path.name, SETTINGS).document
    return Table.of(document).moment(key) if document is not None else None
