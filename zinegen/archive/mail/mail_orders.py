"""The orders of a mail or chat message as a power's order file, with the reading of every line.

Lines stand under the heading above them, if there is one; else under the one for which they can be read.
Prose is left out and said to be; what looks like an order and cannot be read goes into the file as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from zinegen.archive.closing.check import check_order_file
from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.folder.games import SeasonFolder
from zinegen.archive.folder.press_files import PRESS
from zinegen.archive.folder.toml_files import encode_toml
from zinegen.archive.mail.headings import (
    MailHeading,
    find_powers,
    find_seasons,
    is_season,
    read_heading,
)
from zinegen.archive.mail.messages import MessageLine, MessageText, ReceivedMessage
from zinegen.archive.mail.order_lines import OrderLines
from zinegen.archive.seals import ARMOUR
from zinegen.board.board import Power
from zinegen.errors import Where, ZinegenError
from zinegen.game.wording import join_words
from zinegen.notation.findings import Finding, Level, error_finding, sort_findings
from zinegen.notation.reading.context import BUILDS, SECTIONS
from zinegen.play.names import power_slug
from zinegen.play.texts.order_file import NOTE, parse_order_file
from zinegen.play.texts.toml_text import LONGEST_LINE, MOST_LINES, ORDERS, parse_toml

ANYWAY = "`--anyway` takes it all the same"
_LONGEST_SHOWN = 80
_MOST = MOST_LINES[ORDERS.letter]


class RefusalError(ZinegenError):
    """A message of which no order file can be made, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineReading:
    """How one line of a message was read."""

    number: int
    text: str
    section: str = ""
    """The heading of the order file under which it stands; empty for what is left out."""
    read_as: tuple[str, ...] = ()
    """The orders that it gives, in canonical writing."""
    remark: str = ""
    """What it is, if it is no order."""
    matters: bool = True
    """False: nobody will miss it, and it need not be shown by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MailOrders:
    """An order file made from a message."""

    power: Power
    how: str
    """By what the power is known."""
    lines: tuple[LineReading, ...]
    content: bytes
    """The order file."""
    findings: tuple[Finding, ...]
    """At the lines of the message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOptions:
    """What the GM says about a message."""

    name: str
    """What the message is called in findings."""
    power: Power | None = None
    anyway: bool = False
    """Take it although its season, its sender or its units do not fit."""


def read_mail_orders(
    current: GameProgress, season: SeasonFolder, message: ReceivedMessage, options: TakeOptions
) -> MailOrders:
    """Return the order file that a message makes for the open season.

    Raises RefusalError when there are no orders in it, or it is not plain whose they are or for when.
    """
    words = OrderLines(current, season)
    text, level = _choose_text(message, words)
    name = f"{options.name}, {text.name}" if text.name else options.name
    reader = _MailReader(words=words, text=text, level=level, options=replace(options, name=name))
    reader.find_headings()
    power, how = reader.find_power(message.subject)
    reader.check_occasion(message.subject)
    return reader.read(power, how)


def _choose_text(message: ReceivedMessage, words: OrderLines) -> tuple[MessageText, int]:
    """Return the text of a message that holds orders, and how deep they are quoted in it.

    The sender's own words go before what they quote.
    """
    for is_order in (
        lambda text: words.looks_like_order(text) and not words.is_mere_unit(text),
        words.looks_like_order,
    ):
        found = []
        for text in message.texts:
            levels = [
                line.level
                for line in text.lines
                if not line.aside and is_order(_strip_heading(line.text, words))
            ]
            found += [(text, min(levels))] if levels else []
        if len(found) > 1:
            names = join_words([text.name or "the message itself" for text, _ in found])
            raise RefusalError(
                f"there are orders in {names}: save the one that counts, and take that"
            )
        if found:
            return found[0]
    if _holds_sealed_file(message):
        place = f"{words.season.shown}/orders/POWER.toml.age"
        raise RefusalError(f"this message holds a sealed file: save that, as it is, as {place}")
    return message.texts[0], 0


def _holds_sealed_file(message: ReceivedMessage) -> bool:
    lines = (line.text for text in message.texts for line in text.lines)
    return any(ARMOUR in line for line in lines) or any(
        name.endswith(".age") for name in message.passed_over
    )


def _strip_heading(text: str, words: OrderLines) -> str:
    """Return a line without a heading at its beginning: ``France: A Par - Bur``."""
    heading = read_heading(text, words.names, words.current.game.settings.title)
    return text if heading is None else heading.rest


@dataclass(slots=True)
class _MailReader:
    """Reads one text of a message."""

    words: OrderLines
    text: MessageText
    level: int
    options: TakeOptions
    headings: dict[int, MailHeading] = field(default_factory=dict)
    """By the number of the line."""
    readings: list[LineReading] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    file: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """The lines of the order file by heading, each with its number in ``readings``."""
    note: list[str] = field(default_factory=list)
    section: str = ""
    verb: str = ""
    owner: Power | None = None
    """Whose the lines are by the heading above them."""

    @property
    def lines(self) -> Iterator[MessageLine]:
        """The lines that may hold orders."""
        return (one for one in self.text.lines if one.level == self.level and not one.aside)

    # ------------------------------------------------------------------ whose, and for when

    def find_headings(self) -> None:
        """Find the headings. Raises RefusalError when there are too many lines."""
        lines = list(self.lines)
        if sum(bool(line.text.strip()) for line in lines) > _MOST:
            raise RefusalError(f"more than {_MOST} lines: cut out what is not about orders")
        title = self.words.current.game.settings.title
        for line in lines:
            heading = read_heading(line.text, self.words.names, title)
            if heading is not None:
                self.headings[line.number] = heading

    def find_power(self, subject: str) -> tuple[Power, str]:
        """Return whose orders these are, and by what that is known.

        Raises RefusalError when nothing says so, or when what does not agree.
        """
        named: dict[Power, int] = {}
        for number, heading in self.headings.items():
            if heading.power is not None:
                named.setdefault(heading.power, number)
        said = self.options.power
        if len(named) > 1 and said not in named:
            listed = join_words([f"{power} (line {number})" for power, number in named.items()])
            raise RefusalError(
                f"this message holds orders of {listed}; `--power` takes those of one"
            )
        sender, units = self._find_senders(), self._find_owners()
        in_subject = find_powers(subject, self.words.names)
        if said is not None:
            power, how = said, "by --power"
        elif named:
            power, number = next(iter(named.items()))
            how = f"by the heading in line {number}"
        elif len(in_subject) == 1:
            power, how = in_subject[0], "by the subject"
        elif len(sender) == 1:
            power, how = sender[0], "by the sender's address"
        elif len(units) == 1:
            power, how = units[0], "by the units that are ordered"
        else:
            of = f"; units of {join_words(units)} are ordered" if units else ""
            raise RefusalError(
                f"nothing says whose orders these are{of}: name the power by --power"
            )
        if not self.options.anyway:
            self._check_power(power, tuple(named), () if said else sender, units)
        return power, how

    def _check_power(
        self,
        power: Power,
        named: tuple[Power, ...],
        sender: tuple[Power, ...],
        units: tuple[Power, ...],
    ) -> None:
        """Raise RefusalError when something says that the orders are another power's."""
        if named and power not in named:
            raise RefusalError(
                f"the message says that its orders are of {named[0]}, not {power}; {ANYWAY}"
            )
        if sender and power not in sender:
            other = join_words(sender)
            raise RefusalError(
                f"orders of {power} from the address of the player of {other}; {ANYWAY}"
            )
        if units and power not in units:
            raise RefusalError(
                f"no unit of {power} is ordered, but units of {join_words(units)}; {ANYWAY}"
            )

    def _find_senders(self) -> tuple[Power, ...]:
        """Return the powers whose player has the address from which the words come."""
        senders = self.text.senders
        address = senders.get(self.level, senders.get(0, ""))
        players = self.words.current.game.settings.players.items()
        return tuple(power for power, one in players if address and one.mail.lower() == address)

    def _find_owners(self) -> tuple[Power, ...]:
        """Return whose units are ordered."""
        found: set[Power] = set()
        for line in self.lines:
            heading = self.headings.get(line.number)
            text = heading.rest if heading is not None else line.text.strip()
            if text and self.words.looks_like_order(text):
                found |= self.words.units_ordered(text)
        return tuple(sorted(found))

    def check_occasion(self, subject: str) -> None:
        """Raise RefusalError when a message says that it is for another game or season."""
        if self.options.anyway:
            return
        slug, season = self.words.current.game.slug, self.words.season
        games = [one.game for one in self.headings.values() if one.game]
        if games and slug not in games:
            raise RefusalError(f"this is for the game {games[0][:40]}, not {slug}; {ANYWAY}")
        said = [one for heading in self.headings.values() for one in heading.seasons]
        for one in said or find_seasons(subject):
            if not is_season(one, season.slug, season.deadline.phases):
                raise RefusalError(f"this is for {one[:40]}, and {season.slug} is open; {ANYWAY}")

    # -------------------------------------------------------------------------- line by line

    def read(self, power: Power, how: str) -> MailOrders:
        """Return the order file of a power. Raises RefusalError when there are no orders."""
        several = len({one.power for one in self.headings.values() if one.power is not None}) > 1
        waiting = list(self.text.lines)
        while waiting:
            line = waiting[0]
            if line.level != self.level or line.aside:
                why = line.aside or ("quoted" if line.level > self.level else "above the quotation")
                self._leave_out(line, why)
            else:
                used = self._read_own_line(waiting, power, several=several)
                waiting = waiting[used - 1 :]
            waiting = waiting[1:]
        if not self.file and not self.note:
            raise RefusalError("there is no order in this message")
        content, places = self._write_file(power)
        findings = tuple(self._check(power, content, places))
        return MailOrders(
            power=power,
            how=how,
            lines=tuple(self.readings),
            content=content,
            findings=sort_findings((*self.findings, *findings)),
        )

    def _read_own_line(self, lines: list[MessageLine], power: Power, *, several: bool) -> int:
        """Read the first of these lines, and return how many it takes with it."""
        line, heading = lines[0], self.headings.get(lines[0].number)
        text = line.text.strip()
        if heading is not None:
            self._begin_section(heading, text, line)
            text = heading.rest
        if not any(sign.isalnum() for sign in text):
            self.section = "" if self.section == NOTE and heading is None else self.section
        elif several and self.owner != power:
            self._leave_out(line, f"of {self.owner}" if self.owner else "above all headings")
        elif self.section == PRESS:
            self._leave_out(line, "press has a file of its own")
        elif self.section == NOTE:
            self.note.append(text)
            self._add(line, remark="a note for the GM, published with the orders")
        elif len(text) > LONGEST_LINE:
            self._refuse_line(line, "this line is too long", f"at most {LONGEST_LINE} characters")
        else:
            return self._read_order(lines, text, power)
        return 1

    def _begin_section(self, heading: MailHeading, text: str, line: MessageLine) -> None:
        self.section, self.verb = heading.section, heading.verb
        self.owner = heading.power or self.owner
        if not heading.rest:
            self._add(line, remark="a heading" if any(map(str.isalnum, text)) else "")

    def _read_order(self, lines: list[MessageLine], text: str, power: Power) -> int:
        """Read what may be an order, alone or with the lines behind it."""
        words, line = self.words, lines[0]
        sections = (self.section,) if self.section else words.sections
        for section in sections:
            own = [text, *(one.text.strip() for one in lines[1:])]
            count = words.count_block(own, section, power)
            if count:
                for one, part in zip(lines[:count], own, strict=False):
                    self._put(one, section, part)
                return count
        if words.is_mere_unit(text) and self.section != BUILDS:
            if BUILDS not in sections or len(sections) > 1:
                self._add(line, remark="a unit, and no order for it")
                return 1
        elif words.is_mere_unit(text) and self.verb:
            self._put(line, BUILDS, f"{self.verb} {text}")
            return 1
        found = self._find_places(text, power)
        if len(found) == 1:
            for part in found[0][1]:
                self._put(line, found[0][0], part)
        elif found:
            where = " or ".join(f'"{section}"' for section, _ in found)
            self._refuse_line(
                line, f"this may stand under {where}", f"write one of these words above it: {where}"
            )
        elif words.looks_like_order(text):
            self._put(line, (*sections, *SECTIONS)[0], text)
        else:
            self._leave_out(line, "")
        return 1

    def _find_places(self, text: str, power: Power) -> list[tuple[str, tuple[str, ...]]]:
        """Return the headings under which a line can stand, each with the lines that it makes there."""
        words = self.words
        if not words.is_worth_a_try(text):
            return []
        whole = words.find_sections(text, power)
        if self.section:
            whole = (self.section,) * words.can_be_read(text, self.section, power)
        if whole:
            return [(section, (text,)) for section in whole]
        for section in (self.section,) if self.section else words.sections:
            parts = words.split_list(text, section, power)
            if parts:
                return [(section, parts)]
        return []

    def _add(
        self, line: MessageLine, *, section: str = "", remark: str = "", matters: bool = True
    ) -> int:
        """Add the reading of a line, and return its number."""
        if not remark and not section:
            return -1
        shown = LineReading(
            number=line.number, text=line.text, section=section, remark=remark, matters=matters
        )
        self.readings.append(shown)
        return len(self.readings) - 1

    def _leave_out(self, line: MessageLine, why: str) -> None:
        if line.text.strip():
            matters = self.words.looks_like_order(line.text.strip())
            is_own = line.level == self.level and not line.aside
            remark = f"left out: {why}" if why else "left out"
            self._add(line, remark=remark, matters=matters or is_own)

    def _refuse_line(self, line: MessageLine, title: str, hint: str) -> None:
        """Leave out a line that may be an order, and say so."""
        shown = line.text if len(line.text) <= _LONGEST_SHOWN else f"{line.text[:_LONGEST_SHOWN]}…"
        column = len(shown) - len(shown.lstrip()) + 1
        where = Where(self.options.name, line.number, column, len(shown) + 1)
        left = "the line is left out"
        self.findings.append(error_finding("O14", where, title, hint, line=shown, if_left=left))
        self._add(replace(line, text=shown), remark="left out, see below")

    def _put(self, line: MessageLine, section: str, text: str) -> None:
        """Put a line into the order file."""
        last = self.readings[-1] if self.readings else None
        is_same = last is not None and last.number == line.number and last.section == section
        at = len(self.readings) - 1 if is_same else self._add(line, section=section)
        self.file.setdefault(section, []).append((at, text.replace("'''", "''")))

    # ------------------------------------------------------------------------------ the file

    def _write_file(self, power: Power) -> tuple[bytes, Mapping[int, tuple[int, str]]]:
        """Return the order file, and for each of its lines the reading it comes from and its words."""
        season = self.words.season
        text = (
            f'game   = "{season.game}"\nseason = "{season.slug}"\npower  = "{power_slug(power)}"\n'
        )
        places: dict[int, tuple[int, str]] = {}
        for section in SECTIONS:
            if section not in self.file:
                continue
            text += f"{section} = '''\n"
            for at, line in self.file[section]:
                places[text.count("\n") + 1] = (at, line)
                text += f"{line}\n"
            text += "'''\n"
        content = text.encode()
        if self.note:
            content += encode_toml({NOTE: "\n".join(self.note)})
        return content, places

    def _check(
        self, power: Power, content: bytes, places: Mapping[int, tuple[int, str]]
    ) -> Iterator[Finding]:
        """Yield what is wrong with the file, at the lines of the message; note how each was read.

        Raises RefusalError when it is no order file.
        """
        slot = self.words.season.slot(power)
        file = parse_order_file(parse_toml(content, slot.path, ORDERS), slot)
        if not file.is_readable:
            raise RefusalError(f"{file.findings[0].title}; {file.findings[0].hint}")
        checked = check_order_file(self.words.current, file, is_bare=False)
        unread = {one.where.line for one in checked.findings if one.level is Level.ERROR}
        for one in checked.read:
            if one.line in places and one.line not in unread:
                at, _ = places[one.line]
                read_as = (*self.readings[at].read_as, one.canonical)
                self.readings[at] = replace(self.readings[at], read_as=read_as)
        for finding in checked.findings:
            yield self._move_finding(finding, places)

    def _move_finding(self, finding: Finding, places: Mapping[int, tuple[int, str]]) -> Finding:
        """Return a finding on the order file at the line of the message that it is about."""
        if finding.where.line not in places or not finding.line:
            return replace(finding, where=Where(file=self.options.name))
        at, written = places[finding.where.line]
        reading = self.readings[at]
        shift = max(reading.text.find(written), 0)
        column, end = finding.where.column + shift, finding.where.end_column + shift
        where = Where(self.options.name, reading.number, column, end)
        return replace(finding, where=where, line=reading.text)
