"""The GM's inbox: which orders and press are there and whether they open, never their contents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from zinegen.archive.closing.progress import GameProgress, play
from zinegen.archive.files import FileError
from zinegen.archive.folder.games import Game, SeasonFolder
from zinegen.archive.folder.press_files import GM, PressSlot
from zinegen.archive.sealing.sealed_files import open_orders, open_press
from zinegen.archive.seals import Identity, SealError
from zinegen.board.board import Power
from zinegen.errors import Where
from zinegen.game.orders import Unreadable
from zinegen.languages.names import name_power
from zinegen.languages.texts import N_, gettext
from zinegen.notation.findings import count_faults
from zinegen.notation.reading.context import ORDERS
from zinegen.play.deadlines import powers_to_order
from zinegen.play.order_findings import read_sections
from zinegen.play.read_orders import is_blank
from zinegen.play.records.records import Waiting
from zinegen.play.texts.order_file import OrderFile
from zinegen.play.unwritten_orders import note_unwritten_orders

NO_KEY = N_("sealed; there is no key here to try it")


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxLine:
    """A sentence about one file that is there, or is missing."""

    text: str
    is_good: bool = True
    """False: the GM has something to do."""


def list_inbox(game: Game, identity: Identity | None) -> tuple[InboxLine, ...]:
    """Return a sentence on each power's orders and on each item of press for the open season.

    Raises GameFolderError when a record cannot be read.
    """
    current = play(game)
    if current.waiting is not None:
        return tuple(_list_reasons(current.waiting))
    season = current.open_season
    if season is None:
        return (InboxLine(text=gettext("no orders are wanted")),)
    reader = InboxReader(current=current, season=season, identity=identity)
    until = season.deadline.deadline
    if until is not None and until <= datetime.now(UTC):
        passed = game.settings.deadlines.say(until)
        opening = InboxLine(
            text=gettext(
                "{season} is open; its deadline has passed, {passed}",
                season=season.slug,
                passed=passed,
            )
        )
    else:
        ends = (
            gettext(" until {moment}", moment=game.settings.deadlines.say(until)) if until else ""
        )
        opening = InboxLine(text=gettext("{season} is open{ends}", season=season.slug, ends=ends))
    orders = (reader.orders(power) for power in current.state.powers)
    return (opening, *orders, *reader.strays(), *reader.press())


def _list_reasons(waiting: Waiting) -> Iterator[InboxLine]:
    """Yield why a season waits for the GM, and what there is to know besides."""
    for reason in waiting.reasons:
        yield InboxLine(
            text=gettext(
                "{season} waits for the GM: {title}", season=waiting.season, title=reason.title
            ),
            is_good=False,
        )
    for remark in waiting.remarks:
        left = f"; {remark.if_left}" if remark.if_left else ""
        yield InboxLine(text=f"{waiting.season}: {remark.title}{left}")


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxReader:
    """Looks at the files in the open season's folder."""

    current: GameProgress
    season: SeasonFolder
    identity: Identity | None

    def orders(self, power: Power) -> InboxLine:
        """Return whether a power's orders are there and can be read."""
        season, current = self.season, self.current
        if power in season.sealed:
            return self._open_orders(power)
        file = season.files.get(power)
        if file is None or is_blank(file, current.turn(season)):
            strays = season.strays_of(power)
            if strays:
                what = gettext(
                    "{name} lies there, which no order file is called; {hint}",
                    name=strays[0].name,
                    hint=strays[0].hint,
                )
                return InboxLine(text=f"{name_power(power)}: {what}", is_good=False)
            wanted = power in powers_to_order(season.variant, current.state, season.deadline.phases)
            what = gettext("nothing yet") if wanted else gettext("nothing is wanted")
            return InboxLine(text=f"{name_power(power)}: {what}")
        if not file.is_readable:
            faults = count_faults(file.findings)
            return InboxLine(
                text=gettext(
                    "{power}: cannot be read, {faults}; see `check`",
                    power=name_power(power),
                    faults=faults,
                ),
                is_good=False,
            )
        if current.game.settings.secrecy.orders == "sealed":
            what = gettext("lies there in plain, and everybody has seen it; ask for sealed orders")
            return InboxLine(text=f"{name_power(power)}: {what}", is_good=False)
        return self._count_orders(power, gettext("is there"), file)

    def _open_orders(self, power: Power) -> InboxLine:
        season = self.season
        slot = season.slot(power)
        if self.identity is None:
            return InboxLine(text=f"{name_power(power)}: {gettext(NO_KEY)}", is_good=False)
        try:
            content = season.read_sealed(slot)
            found = open_orders(content, slot, self.identity)
        except (SealError, FileError) as problem:
            return InboxLine(text=f"{name_power(power)}: {problem}", is_good=False)
        return self._count_orders(power, gettext("opens"), found.inside)

    def _count_orders(self, power: Power, what: str, file: OrderFile) -> InboxLine:
        """Return how many of a file's orders can be read."""
        turn = self.current.turn(self.season)
        sections = {
            name: reading.orders
            for name, reading, _ in read_sections(file, turn)
            if reading is not None
        }
        orders = [order for given in sections.values() for order in given]
        readable = sum(not isinstance(order, Unreadable) for order in orders)
        note = gettext(", a note for the GM") if file.note else ""
        if power in self.season.sealed:
            # What is likely must not tell where sealed orders go.
            sections.pop(ORDERS, None)
        notes = note_unwritten_orders(sections, power, turn, Where(file=file.file))
        more = "".join(f"; {one.title}" for one in notes)
        text = gettext(
            "{power}: {what}, {readable} of {number} orders readable{note}{more}",
            power=name_power(power),
            what=what,
            readable=readable,
            number=len(orders),
            note=note,
            more=more,
        )
        return InboxLine(text=text, is_good=readable == len(orders))

    def strays(self) -> Iterator[InboxLine]:
        """Yield sentences on files of which nobody can tell whose orders they are."""
        for stray in self.season.strays_of(None):
            what = gettext("no order file is called so, and nobody reads it")
            yield InboxLine(text=f"{stray.name}: {what}; {stray.hint}", is_good=False)

    def press(self) -> Iterator[InboxLine]:
        """Yield sentences on press: how many items are open, and whether each sealed one opens."""
        count = len(self.season.press)
        if count:
            yield InboxLine(text=gettext("press: {count} in plain", count=count))
        for slot in self.season.sealed_press:
            yield self._open_press(slot)

    def _open_press(self, slot: PressSlot) -> InboxLine:
        who = name_power(slot.author) if slot.author else GM
        what = gettext("{who}: press {number}", who=who, number=slot.number)
        if self.identity is None:
            return InboxLine(
                text=gettext("{what} is {no_key}", what=what, no_key=gettext(NO_KEY)), is_good=False
            )
        try:
            content = self.season.read_sealed(slot)
            found = open_press(content, slot, self.identity, self.current.game.settings.powers)
        except (SealError, FileError) as problem:
            return InboxLine(text=f"{what}: {problem}", is_good=False)
        if found.inside.to:
            return InboxLine(text=gettext("{what} opens, for some only", what=what))
        return InboxLine(text=gettext("{what} opens", what=what))
