"""The orders of a mail or chat message as a power's order file, with the reading of every line.

Lines stand under the heading above them, if there is one; else under the one for which they can be read.
Prose is left out and said to be; what looks like an order and cannot be read goes into the file as it stands.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from zinegen.board.board import Power
from zinegen.errors import Where
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.names import name_power
from zinegen.languages.texts import N_, gettext
from zinegen.notation.findings import Finding, Level, error_finding, has_errors, sort_findings
from zinegen.notation.reading.context import BUILDS, SECTIONS
from zinegen.play.mails.amendments import says_change
from zinegen.play.mails.chosen_text import choose_text
from zinegen.play.mails.decorations import MOVES, strip_decoration
from zinegen.play.mails.headings import MailHeading
from zinegen.play.mails.mail_words import PRESS
from zinegen.play.mails.message_lines import MessageLine, ReceivedMessage
from zinegen.play.mails.occasion import NO_ORDER, AwaitedOrders, Occasion, RefusalError, TakeOptions
from zinegen.play.mails.order_lines import OrderLines
from zinegen.play.mails.standing import Standing, StandingLine, join_lines, list_standing_lines
from zinegen.play.names import power_slug
from zinegen.play.texts.order_file import NOTE
from zinegen.play.texts.toml_text import LONGEST_LINE

IS_PRESS = N_("press has a file of its own")
ABOVE = N_("above all headings")
CANNOT_KEEP = N_("what lies there cannot be read, so nothing of it can be kept")
LEFT_OUT = "M01"
"""The code of a finding about something of a message that its order file does not hold."""
_LONGEST_SHOWN = 80


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
    is_left_out: bool = False
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
    """The order file; empty where there are no orders, but press."""
    findings: tuple[Finding, ...]
    """At the lines of the message."""
    kept: tuple[StandingLine, ...] = ()
    """What a change keeps of what lies there."""
    gone: tuple[StandingLine, ...] = ()
    """What it puts others in the place of."""
    press: str = ""
    """What stands under a heading of press."""
    is_change: bool = False
    """It says that it changes what was sent before."""
    is_worse: bool = False
    """It holds what cannot be read, and what lies there is good."""

    @property
    def is_clean(self) -> bool:
        """Tell whether all of the message is in the file, and all of that can be read."""
        return not any(one.level is Level.ERROR or one.code == LEFT_OUT for one in self.findings)


def read_mail_orders(
    awaited: AwaitedOrders,
    message: ReceivedMessage,
    options: TakeOptions,
    find_standing: Callable[[Power], Standing],
) -> MailOrders:
    """Return the order file that a message makes for the open season.

    ``find_standing`` returns what lies in a power's place. Raises RefusalError when there are no orders in
    it, or it is not plain whose they are or for when.
    """
    words = OrderLines(awaited.turn, awaited.title)
    text, level = choose_text(message, words, awaited.shown)
    name = f"{options.name}, {text.name}" if text.name else options.name
    options = replace(options, name=name)
    occasion = Occasion(awaited=awaited, words=words, text=text, level=level, options=options)
    occasion.find_headings()
    power, how = occasion.find_power(message.subject)
    occasion.check_occasion(message.subject)
    amends = options.amend or says_change(message.subject, words.mail_words)
    reader = _MailReader(words=words, occasion=occasion, power=power, amends=amends)
    return reader.read(how, find_standing(power))


@dataclass(slots=True)
class _MailReader:
    """Reads one text of a message."""

    words: OrderLines
    occasion: Occasion
    power: Power
    amends: bool
    """It changes what it names, and keeps the rest."""
    readings: list[LineReading] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    file: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """The lines of the order file by heading, each with its number in ``readings``."""
    note: list[str] = field(default_factory=list)
    press: list[str] = field(default_factory=list)
    section: str = ""
    verb: str = ""
    owner: Power | None = None
    """Whose the lines are by the heading above them."""
    is_in_doubt: bool = False
    """The line above was left out, and may have been a heading."""
    replaced: tuple[str, ...] = ()
    """Orders in whose place others are, as the message names them."""

    # -------------------------------------------------------------------------- line by line

    def read(self, how: str, standing: Standing) -> MailOrders:
        """Return the order file of the power. Raises RefusalError when there are no orders."""
        level, waiting = self.occasion.level, list(self.occasion.text.lines)
        while waiting:
            line = waiting[0]
            if line.level != level or line.aside:
                why = line.aside or (
                    N_("quoted") if line.level > level else N_("above the quotation")
                )
                self._leave_out(line, why)
            else:
                used = self._read_own_line(waiting)
                waiting = waiting[used - 1 :]
            waiting = waiting[1:]
        press = "\n".join(self.press).strip()
        if not self.file and not self.note:
            if not press:
                raise RefusalError(gettext(NO_ORDER))
            lines, found = tuple(self.readings), sort_findings(self.findings)
            return MailOrders(
                power=self.power, how=how, lines=lines, content=b"", findings=found, press=press
            )
        kept, gone = self._join_standing(standing)
        content, places = self._write_file()
        found = tuple(self._check(content, places))
        return MailOrders(
            power=self.power,
            how=how,
            lines=tuple(self.readings),
            content=content,
            findings=sort_findings((*self.findings, *found)),
            kept=kept,
            gone=gone,
            press=press,
            is_change=self.amends,
            is_worse=standing.is_good and has_errors((*self.findings, *found)),
        )

    def _read_own_line(self, lines: list[MessageLine]) -> int:
        """Read the first of these lines, and return how many it takes with it."""
        line, heading = lines[0], self.occasion.headings.get(lines[0].number)
        text = line.text.strip()
        if heading is not None:
            self._begin_section(heading, text, line)
            text = heading.rest
        elif self.section in {PRESS, NOTE} and self.words.is_plain_order(text, self.power):
            self.section = self.verb = ""  # press and notes end where orders begin again
        if not any(sign.isalnum() for sign in text):
            self.press += [text] * (self.section == PRESS)
            self.section = "" if self.section == NOTE and heading is None else self.section
        elif self.occasion.is_of_several and self.owner != self.power:
            self._leave_out(
                line, gettext("of {power}", power=name_power(self.owner)) if self.owner else ABOVE
            )
        elif self.section == PRESS:
            self.press.append(text)
            self._leave_out(line, IS_PRESS)
        elif self.section == NOTE:
            self.note.append(text)
            self._add(line, remark=gettext("a note for the GM, published with the orders"))
        elif len(text) > LONGEST_LINE:
            self._refuse_line(
                line,
                gettext("this line is too long"),
                gettext("at most {number} characters", number=LONGEST_LINE),
            )
        else:
            return self._read_order(lines, text)
        return 1

    def _begin_section(self, heading: MailHeading, text: str, line: MessageLine) -> None:
        self.section, self.verb = heading.section, heading.verb
        self.amends = self.amends or heading.amends
        self.owner = heading.power or self.owner
        if not heading.rest:
            self._add(line, remark=gettext("a heading") if any(map(str.isalnum, text)) else "")

    def _read_order(self, lines: list[MessageLine], text: str) -> int:
        """Read what may be an order, alone or with the lines behind it."""
        words, line = self.words, lines[0]
        sections = (self.section,) if self.section else words.sections
        for section in sections:
            own = [text, *(one.text.strip() for one in lines[1:])]
            count = words.count_block(own, section, self.power)
            if count:
                for one, part in zip(lines[:count], own, strict=False):
                    self._put(one, section, part)
                return count
        text, taken = self._join_broken_line(lines, strip_decoration(text))
        change = words.find_change(text, self.section, self.power)
        if change is not None:
            self.amends, text = True, change.text
            self.replaced += (change.gone,) if words.looks_like_order(change.gone) else ()
            if not text:
                self._add(line, remark=gettext("the rest stays as it was"))
                return 1
        units = words.split_units(text) if self.section in {"", BUILDS} else ()
        if len(units) == 1 and (BUILDS not in sections or len(sections) > 1):
            self._add_mere_unit(line, text)
        elif units and self.verb:
            for unit in units:
                self._put(line, BUILDS, f"{self.verb} {unit}")
        elif words.is_mere_unit(text) and self.section != BUILDS and sections != (BUILDS,):
            self._add(line, remark=gettext("a unit, and no order for it"), is_left_out=True)
        else:
            self._place(line, text, sections)
        for one in lines[1:taken]:
            self._add(one, remark=gettext("with the line above"))
        return taken

    def _join_broken_line(self, lines: list[MessageLine], text: str) -> tuple[str, int]:
        """Return an order that a program broke into two lines, and how many lines it takes."""
        words, behind = self.words, lines[1] if len(lines) > 1 else None
        if behind is None or behind.aside or behind.level != lines[0].level:
            return text, 1
        rest = behind.text.strip()
        whole = f"{text} {rest}"
        is_free = not words.is_order(rest, self.section, self.power)
        is_open = rest[:1] in MOVES or not words.is_order(text, self.section, self.power)
        is_broken = rest and is_free and is_open and words.looks_like_order(text)
        is_other = behind.number in self.occasion.headings
        if is_broken and not is_other and words.is_order(whole, self.section, self.power):
            return whole, 2
        return text, 1

    def _add_mere_unit(self, line: MessageLine, text: str) -> None:
        """Pass over a unit without an order; say so where it may belong to words above that nobody read."""
        is_own = self.words.units_ordered(text) == {self.power}
        if self.is_in_doubt or not is_own:
            title = gettext("a unit without an order, left out")
            self._warn(
                line, title, gettext("write what it is to do, or a heading such as Builds above it")
            )
        self._add(line, remark=gettext("a unit, and no order for it"), is_left_out=True)

    def _place(self, line: MessageLine, text: str, sections: tuple[str, ...]) -> None:
        """Put a line where it can be read, or where it was to be read; leave out what is prose."""
        found = self._find_places(text)
        if len(found) == 1:
            for part in found[0][1]:
                self._put(line, found[0][0], part)
        elif found:
            where = gettext(" or ").join(f'"{section}"' for section, _ in found)
            self._refuse_line(
                line,
                gettext("this may stand under {where}", where=where),
                gettext("write one of these words above it: {where}", where=where),
            )
        elif self.words.looks_like_order(text):
            self._put(line, (*sections, *SECTIONS)[0], text)
        else:
            self._leave_out(line, "")

    def _find_places(self, text: str) -> list[tuple[str, tuple[str, ...]]]:
        """Return the headings under which a line can stand, each with the lines that it makes there."""
        words, power = self.words, self.power
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
        section, order = words.split_heading(text, power)
        return [(section, (order,))] if order and self.section in {"", section} else []

    def _add(
        self,
        line: MessageLine,
        *,
        section: str = "",
        remark: str = "",
        is_left_out: bool = False,
        matters: bool = True,
    ) -> int:
        """Add the reading of a line, and return its number."""
        if not remark and not section:
            return -1
        shown = LineReading(
            number=line.number,
            text=line.text,
            section=section,
            remark=remark,
            is_left_out=is_left_out,
            matters=matters,
        )
        self.readings.append(shown)
        return len(self.readings) - 1

    def _leave_out(self, line: MessageLine, why: str) -> None:
        text = line.text.strip()
        if not text:
            return
        looks, is_own = self.words.looks_like_order(text), not line.aside
        if (why in {"", IS_PRESS, ABOVE} and looks) or (
            not why and self.words.names_province(text)
        ):
            self._warn(
                line,
                gettext("this line is left out, and may be meant as an order"),
                gettext("write it as an order on a line of its own, or take it out of the message"),
            )
        self.is_in_doubt = not why and (looks or text.endswith(":"))
        remark = gettext("left out: {why}", why=gettext(why)) if why else gettext("left out")
        matters = looks or (is_own and line.level == self.occasion.level)
        self._add(line, remark=remark, is_left_out=True, matters=matters)

    def _warn(self, line: MessageLine, title: str, hint: str) -> None:
        """Note that a line is left out that somebody may miss."""
        shown, where = self._show_place(line)
        left = gettext("nothing comes of the line")
        self._add_warning(where, title, hint, line=shown, if_left=left)

    def _add_warning(
        self, where: Where, title: str, hint: str, *, line: str = "", if_left: str = ""
    ) -> None:
        found = error_finding(LEFT_OUT, where, title, hint, line=line, if_left=if_left)
        self.findings.append(replace(found, level=Level.WARNING))

    def _show_place(self, line: MessageLine) -> tuple[str, Where]:
        """Return a line as it is shown, and the place of its words."""
        shown = line.text if len(line.text) <= _LONGEST_SHOWN else f"{line.text[:_LONGEST_SHOWN]}…"
        column = len(shown) - len(shown.lstrip()) + 1
        return shown, Where(self.occasion.options.name, line.number, column, len(shown) + 1)

    def _refuse_line(self, line: MessageLine, title: str, hint: str) -> None:
        """Leave out a line that may be an order, and say so."""
        shown, where = self._show_place(line)
        left = gettext("the line is left out")
        self.findings.append(error_finding("O14", where, title, hint, line=shown, if_left=left))
        self._add(
            replace(line, text=shown), remark=gettext("left out, see below"), is_left_out=True
        )

    def _put(self, line: MessageLine, section: str, text: str) -> None:
        """Put a line into the order file."""
        last = self.readings[-1] if self.readings else None
        is_same = last is not None and last.number == line.number and last.section == section
        at = len(self.readings) - 1 if is_same else self._add(line, section=section)
        self.is_in_doubt = False
        self.file.setdefault(section, []).append((at, text.replace("'''", "''")))

    # ------------------------------------------------------------------------------ the file

    def _join_standing(
        self, standing: Standing
    ) -> tuple[tuple[StandingLine, ...], tuple[StandingLine, ...]]:
        """Return what a change keeps of what lies there, and what goes; what is kept joins the file.

        Raises RefusalError when what lies there cannot be read.
        """
        here = Where(file=self.occasion.options.name)
        if self.amends and standing.is_there and standing.file is None:
            raise RefusalError(
                f"{gettext(CANNOT_KEEP)}; "
                + gettext("without words of a change the message stands alone")
            )
        if standing.file is None:
            if self.amends:
                self._add_warning(
                    here, gettext("no orders lie there of which the rest could be kept"), ""
                )
            return (), ()
        texts = {name: section.text for name, section in standing.file.sections.items()}
        lines = tuple(list_standing_lines(texts, self.words, self.power))
        new = [
            StandingLine(section=section, text=text, units=self._find_units(text, section))
            for section, several in self.file.items()
            for _, text in several
        ]
        others = [
            StandingLine(section=section, text=text, units=self._find_units(text, section))
            for section in self.file
            for text in self.replaced
        ]
        gone = tuple(one for one in lines if one.is_replaced([*new, *others]))
        kept = tuple(one for one in lines if one not in gone)
        if not self.amends:
            lost = "; ".join(one.text for one in kept if one.units)
            if lost:
                title = gettext("orders that lie there are not in this message: {lost}", lost=lost)
                self._add_warning(here, title, gettext(self.occasion.options.how_to_keep))
            return (), ()
        self.file = join_lines(lines, kept, self.file, new)
        self.note = self.note or [standing.file.note] * bool(standing.file.note)
        return kept, tuple(one for one in gone if not any(one.text == other.text for other in new))

    def _find_units(self, text: str, section: str) -> frozenset[ProvinceKey]:
        return self.words.find_units(text, section, self.power)

    def _write_file(self) -> tuple[bytes, Mapping[int, tuple[int, str]]]:
        """Return the order file, and for each line of the message in it its reading and its words."""
        awaited, power = self.occasion.awaited, power_slug(self.power)
        text = f'game   = "{awaited.game}"\nseason = "{awaited.season}"\npower  = "{power}"\n'
        places: dict[int, tuple[int, str]] = {}
        for section in SECTIONS:
            if section not in self.file:
                continue
            text += f"{section} = '''\n"
            for at, line in self.file[section]:
                if at >= 0:
                    places[text.count("\n") + 1] = (at, line)
                text += f"{line}\n"
            text += "'''\n"
        if self.note:
            # What JSON writes of a text without control signs is TOML as well.
            text += f"{NOTE} = {json.dumps(chr(10).join(self.note), ensure_ascii=False)}\n"
        return text.encode(), places

    def _check(self, content: bytes, places: Mapping[int, tuple[int, str]]) -> Iterator[Finding]:
        """Yield what is wrong with the file, at the lines of the message; note how each was read.

        Raises RefusalError when it is no order file.
        """
        awaited = self.occasion.awaited
        file = awaited.parse(content, self.power)
        if not file.is_readable:
            raise RefusalError(f"{file.findings[0].title}; {file.findings[0].hint}")
        checked = awaited.check(file)
        unread = {one.where.line for one in checked.findings if one.level is Level.ERROR}
        for one in checked.read:
            if one.line in places and one.line not in unread:
                at, _ = places[one.line]
                read_as = (*self.readings[at].read_as, one.canonical)
                self.readings[at] = replace(self.readings[at], read_as=read_as)
        for found in checked.findings:
            yield self._move_finding(found, places)

    def _move_finding(self, found: Finding, places: Mapping[int, tuple[int, str]]) -> Finding:
        """Return a finding on the order file at the line of the message that it is about."""
        if found.where.line not in places and found.line:
            return found  # about a line that is kept
        if not found.line:
            return replace(found, where=Where(file=self.occasion.options.name))
        at, written = places[found.where.line]
        reading = self.readings[at]
        shift = max(reading.text.find(written), 0)
        column, end = found.where.column + shift, found.where.end_column + shift
        where = Where(self.occasion.options.name, reading.number, column, end)
        return replace(found, where=where, line=reading.text)
