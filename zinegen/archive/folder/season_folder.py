"""A season's folder: orders, rulings, the lock, throws and press, and what is wrong with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from zinegen.archive.files import read_plain
from zinegen.archive.folder.game_file import Settings
from zinegen.archive.folder.press_files import (
    Press,
    PressItem,
    PressRule,
    PressSlot,
    read_season_press,
)
from zinegen.archive.folder.stray_files import StrayFile, find_stray_files
from zinegen.archive.folder.toml_files import read_toml
from zinegen.archive.seals import SEALED_LIMIT
from zinegen.board.board import Power
from zinegen.errors import NotationError, Where
from zinegen.game.state import GameState, Phase
from zinegen.game.variant import Variant
from zinegen.languages.texts import N_, gettext
from zinegen.notation.findings import Finding, error_finding, has_errors
from zinegen.play.deadlines import Turn
from zinegen.play.names import SeasonName
from zinegen.play.texts.chance_file import Draw, Throws, read_chance_file
from zinegen.play.texts.close_file import Closing, read_close_file
from zinegen.play.texts.order_file import OrderFile, OrderSlot, parse_order_file
from zinegen.play.texts.rulings_file import LONGEST_REASON, GmRuling, read_rulings
from zinegen.play.texts.tables import Table
from zinegen.play.texts.toml_text import (
    ORDERS,
    RULINGS,
    SETTINGS,
    WRONG_KIND,
    Document,
    FileKind,
)

Read = TypeVar("Read")

RESULT = "result.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonFolder:
    """One season's folder, read."""

    game: str
    """The folder's name of the game."""
    name: SeasonName
    slug: str
    """The folder's name."""
    folder: Path
    shown: str
    """The folder as people see it: ``games/ode-21/seasons/1901-1-spring``."""
    deadline: Deadline
    variant: Variant
    """The rule set with the options and languages that hold in this season."""
    files: Mapping[Power, OrderFile] = field(default_factory=dict)
    """Order files that lie there in plain."""
    opened: Mapping[Power, OrderFile] = field(default_factory=dict)
    """What was inside sealed files."""
    in_time: Mapping[Power, OrderFile] = field(default_factory=dict)
    """What came in time, of powers whose files were changed later."""
    sealed: frozenset[Power] = frozenset()
    """Powers that have a sealed file there."""
    decisions: tuple[GmRuling, ...] = ()
    digests: Mapping[str, str] = field(default_factory=dict)
    """SHA-256 of rulings.toml, close.toml and chance.toml, where they are there."""
    closing: Closing | None = None
    draws: tuple[Draw, ...] = ()
    link: bytes | None = None
    """The season's secret, published with it, where the game has a chain of them."""
    no_press: str = ""
    """Why powers write no press for it, in a lower-case sentence; empty where they may."""
    refused_press: tuple[str, ...] = ()
    """The keys of the items that they wrote all the same."""
    press: tuple[PressItem, ...] = ()
    """What everybody may read."""
    sealed_press: tuple[PressSlot, ...] = ()
    strays: tuple[StrayFile, ...] = ()
    """Files that seem to be orders and that nobody reads."""
    findings: tuple[Finding, ...] = ()
    is_recorded: bool = False
    """It has been judged, and its record lay there when the folder was read."""
    is_sound: bool = True
    """False when rulings.toml, close.toml or chance.toml cannot be read: then nothing is judged."""

    @property
    def result(self) -> Path:
        """The path of the record, whether it is there or not."""
        return self.folder / RESULT

    def slot(self, power: Power) -> OrderSlot:
        """Return the place of a power's orders."""
        closed = self.closing is not None or self.is_recorded
        return OrderSlot(
            game=self.game, season=self.slug, power=power, shown=self.shown, any_game=closed
        )

    def strays_of(self, power: Power | None) -> tuple[StrayFile, ...]:
        """Return the stray files that seem to be a power's orders; of None those of which nobody can tell."""
        return tuple(stray for stray in self.strays if stray.power == power)

    def turn(self, variant: Variant, state: GameState) -> Turn:
        """Return what its orders are written for; ``state`` is the position in which it begins."""
        return Turn(variant=variant, phases=self.deadline.phases, state=state)

    def read_sealed(self, slot: OrderSlot | PressSlot) -> bytes:
        """Return the bytes of a sealed file; raises FileError when it cannot be read."""
        return self.read_sealed_file(f"{slot.name}.age")

    def read_sealed_file(self, name: str) -> bytes:
        """Return the bytes of a sealed file by its path in the folder; raises FileError as above."""
        return read_plain(self.folder / name, SEALED_LIMIT)

    def is_due(self, now: datetime) -> bool:
        """Tell whether it is to be judged: `zinegen close` has locked it, or the GM said that it is ready.

        What is ready is judged when its deadline, if it has one, lies before ``now``, but in no pause.
        """
        until, is_paused = self.deadline.deadline, self.deadline.paused is not None
        is_ready = self.deadline.ready and not is_paused and (until is None or until <= now)
        return is_ready or self.closing is not None


def read_season(
    folder: Path, name: SeasonName, shown: str, settings: Settings, *, unread: bool
) -> tuple[SeasonFolder | None, tuple[Finding, ...]]:
    """Read a season's folder; without phases there is no season, only what is wrong.

    With ``unread`` the order files are passed over.
    """
    reading = read_toml(folder / "season.toml", f"{shown}/season.toml", SETTINGS)
    if reading.document is None:
        return None, reading.findings
    deadline, findings = read_deadline(reading.document, folder.name)
    if deadline is None:
        return None, findings
    reader = _FolderReader(folder=folder, shown=shown, findings=list(findings))
    powers = settings.powers
    decisions = reader.read("rulings.toml", RULINGS, lambda doc: read_rulings(doc, powers)) or ()
    closing = reader.read("close.toml", SETTINGS, lambda doc: read_close_file(doc, powers))
    throws = reader.read("chance.toml", SETTINGS, read_chance_file) or Throws()
    press = _read_press(folder, shown, settings, deadline, closing)
    bare = SeasonFolder(
        game=settings.game,
        name=name,
        slug=folder.name,
        folder=folder,
        shown=shown,
        deadline=deadline,
        variant=settings.variant_in(name),
        closing=closing,
        is_recorded=(folder / RESULT).is_file(),
        strays=find_stray_files(folder, shown, powers),
    )
    slots = () if unread else tuple(map(bare.slot, powers))
    files = {slot.power: file for slot in slots if (file := _read_orders(folder, slot)) is not None}
    season = replace(
        bare,
        files=files,
        opened=_read_opened_orders(folder, {slot: slot.opened_name for slot in slots}),
        in_time=_read_opened_orders(folder, {slot: slot.in_time_name for slot in slots}),
        sealed=frozenset(slot.power for slot in slots if (folder / f"{slot.name}.age").is_file()),
        decisions=decisions,
        digests=reader.digests,
        draws=throws.draws,
        link=throws.secret,
        no_press=press.none_because,
        refused_press=press.refused,
        press=press.items,
        sealed_press=press.sealed,
        findings=(*press.findings, *_find_faults(bare, reader.findings, files.values())),
        is_sound=not has_errors(reader.findings),
    )
    return season, ()


def _read_press(
    folder: Path, shown: str, settings: Settings, deadline: Deadline, closing: Closing | None
) -> Press:
    house_rule = gettext("this game has no press") if settings.press is PressRule.NONE else ""
    reasons = (settings.variant.no_press.get(phase.kind, house_rule) for phase in deadline.phases)
    return read_season_press(
        folder,
        settings.game,
        shown,
        settings.powers,
        none_because=next(filter(None, reasons), ""),
        kept_out=None if closing is None else closing.refused_press,
    )


def _read_orders(folder: Path, slot: OrderSlot) -> OrderFile | None:
    path = folder / slot.name
    if not path.exists() and not path.is_symlink():
        return None
    return parse_order_file(read_toml(path, slot.path, ORDERS), slot)


def _read_opened_orders(folder: Path, names: Mapping[OrderSlot, str]) -> Mapping[Power, OrderFile]:
    found = {}
    for slot, name in names.items():
        if (folder / name).is_file():
            reading = read_toml(folder / name, f"{slot.shown}/{name}", ORDERS)
            found[slot.power] = parse_order_file(reading, slot, name)
    return found


@dataclass(slots=True)
class _FolderReader:
    """Reads the small files of a season's folder, and collects digests and findings."""

    folder: Path
    shown: str
    findings: list[Finding]
    digests: dict[str, str] = field(default_factory=dict)

    def read(
        self,
        name: str,
        kind: FileKind,
        parse: Callable[[Document], tuple[Read, tuple[Finding, ...]]],
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
        found, wrong = parse(reading.document)
        self.findings += wrong
        return found


def _find_faults(
    season: SeasonFolder, of_gm: Iterable[Finding], files: Iterable[OrderFile]
) -> tuple[Finding, ...]:
    """Return what is wrong with a season's files; of a folder that was renamed, one finding that mends it."""
    shown, game = season.shown, season.game
    of_players = [one for file in files for one in file.findings]
    found = [*of_gm, *of_players]
    told = Counter(one.other_place for one in of_players if one.other_place is not None)
    seasons = {one.other_place for one in of_gm if one.other_place in told}
    games = {place for place, count in told.items() if place.key == "game" and count > 1}
    if sum(told[place] for place in games) < len([*files]):
        games = set()  # some players have taken another game's file
    for place in sorted({*filter(None, seasons), *games}):
        first = next(one for one in found if one.other_place == place)
        found = [one for one in found if one.other_place != place]
        commands = {
            "game": f"zinegen rename {place.slug} {game}",
            "season": f"mv {shown} {shown.removesuffix(season.slug)}{place.slug}",
        }
        titles = {
            "game": N_("this folder was renamed: the files in it are for the game {slug}"),
            "season": N_("this folder was renamed: the files in it are for the season {slug}"),
        }
        found.append(
            replace(
                first,
                title=gettext(titles[place.key], slug=place.slug),
                hint=gettext("run `{command}`", command=commands[place.key]),
                if_left=gettext("none of the orders in it count, and the game waits for the GM"),
            )
        )
    return (*found, *(stray.finding for stray in season.strays))


def make_misplacement_finding(code: str, shown: str, title: str, hint: str = "") -> Finding:
    """Return the error of a file or folder in a wrong place."""
    return error_finding(code, shown, title, hint, if_left=gettext("it is not looked at"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """A game that stands still until the GM lets it go on: no deadline passes."""

    since: datetime
    why: str
    """For everybody to read."""


RESTED = "paused: "
"""What the reason begins with for which a deadline came later when a game went on."""
BAD_PHASES = "11"
LONGEST_NOTES = 20_000
MOST_PHASES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadline:
    """What ``season.toml`` says."""

    season: str
    """The folder's name."""
    phases: tuple[Phase, ...]
    """In the order of play, one at least; retreats that nobody needs are passed over."""
    ready_at: Where
    """Where it says that it can be judged; where it does not, the file."""
    deadline: datetime | None = None
    """With its offset; None while the GM has not said."""
    moved_from: tuple[datetime, ...] = ()
    """The deadlines that it had before."""
    moved_why: tuple[str, ...] = ()
    """Why it left each of these, for everybody to read; empty where nobody says."""
    extended: bool = False
    """It was put off because orders were missing, as the house rule has it once a season."""
    paused: Pause | None = None
    ready: bool = False
    """The GM says that it can be judged: builds show what comes of it, and `close` records it."""
    headline: str = ""
    notes: str = ""
    """The GM's, in Markdown."""
    sha256: str = ""

    @property
    def resumed_after(self) -> str | None:
        """Why the game had rested whose deadline came later for that; None after any other move."""
        last = self.moved_why[-1] if len(self.moved_why) == len(self.moved_from) > 0 else ""
        is_pause = last.startswith(RESTED) and self.paused is None
        return last.removeprefix(RESTED) if is_pause else None


def read_deadline(document: Document, slug: str) -> tuple[Deadline | None, tuple[Finding, ...]]:
    """Read a ``season.toml``; without phases there is no deadline."""
    top = Table.of(document)
    top.require("season", slug)
    phases, moved_from = _read_phases(top), top.moments("moved_from")
    found = Deadline(
        season=slug,
        phases=phases,
        deadline=top.moment("deadline"),
        moved_from=moved_from,
        moved_why=_read_reasons(top, len(moved_from)),
        extended=top.flag("extended"),
        paused=_read_pause(top),
        ready=top.flag("ready"),
        ready_at=top.where("ready"),
        headline=top.text("headline", most=120) or "",
        notes=top.text("notes", most=LONGEST_NOTES) or "",
        sha256=document.sha256,
    )
    top.report_unknown_keys()
    return found if phases else None, tuple(top.findings)


def _read_reasons(top: Table, moves: int) -> tuple[str, ...]:
    reasons = top.texts("moved_why")
    if len(reasons) > moves or any(len(one) > LONGEST_REASON for one in reasons):
        hint = gettext(
            "one for each deadline in moved_from, of at most {number} characters",
            number=LONGEST_REASON,
        )
        top.add_error(
            WRONG_KIND, "moved_why", gettext("these are not the reasons of as many moves"), hint
        )
        return ()
    return reasons


def _read_pause(top: Table) -> Pause | None:
    table = top.table("paused")
    if table is None:
        return None
    since = table.moment("since", needed=True)
    why = table.text("why", needed=True, most=LONGEST_REASON)
    return Pause(since=since, why=why or "") if since is not None else None


def _read_phases(top: Table) -> tuple[Phase, ...]:
    names = top.texts("phases", needed=True)
    try:
        phases = tuple(Phase.parse(name) for name in names)
    except NotationError as error:
        top.add_error(BAD_PHASES, "phases", str(error))
        return ()
    if not phases and top.value("phases") == []:
        top.add_error(
            BAD_PHASES,
            "phases",
            gettext("a season needs a phase"),
            gettext('such as phases = ["S1901M"]'),
        )
    if len(set(phases)) < len(phases) or len(phases) > MOST_PHASES:
        top.add_error(BAD_PHASES, "phases", gettext("a phase stands there twice"))
        return ()
    if any(later.year < earlier.year for earlier, later in pairwise(phases)):
        top.add_error(BAD_PHASES, "phases", gettext("the phases are not in the order of play"))
        return ()
    return phases
