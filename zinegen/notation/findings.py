"""Findings: what is wrong in a file that a person wrote, where, what to try, and what happens if it is left.

One mistake gives one finding; each has a code, a place, the player's own line, a hint, and the consequence
in the game. They are printed as a compiler does; nothing in players' own words can move the cursor.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum

from zinegen.errors import Where
from zinegen.game.orders import Line


class Level(StrEnum):
    """How bad a finding is."""

    ERROR = "error"
    """Something cannot be read."""
    WARNING = "warning"
    """It can be read, but will not work on this board."""
    NOTE = "note"
    """Worth a look."""


class Code(Enum):
    """The findings of order files; the value is the level and the meaning in a few words.

    Findings of other files (G, M, P, R, S) have codes of their own; see `Finding.code`.
    """

    O01 = (Level.ERROR, "not TOML")
    O02 = (Level.ERROR, "unknown heading")
    O03 = (Level.ERROR, "game, season or power differ from the path")
    O04 = (Level.ERROR, "too large")
    O05 = (Level.ERROR, "not UTF-8, or no plain file")
    O06 = (Level.ERROR, "wrong kind of value")
    O07 = (Level.ERROR, "season closed")
    O08 = (Level.ERROR, "not your file")
    O09 = (Level.ERROR, "orders in plain in a sealed game")
    O10 = (Level.ERROR, "no such province")
    O11 = (Level.ERROR, "not an order")
    O12 = (Level.ERROR, "no such coast")
    O13 = (Level.ERROR, "no such order in this rule set or phase")
    O14 = (Level.ERROR, "two readings")
    O15 = (Level.ERROR, "condition unreadable")
    O16 = (Level.ERROR, "invisible character")
    O20 = (Level.WARNING, "no unit there")
    O21 = (Level.WARNING, "two orders")
    O22 = (Level.WARNING, "cannot reach")
    O23 = (Level.WARNING, "own orders do not match each other")
    O24 = (Level.WARNING, "no convoy route")
    O25 = (Level.WARNING, "coast must be named")
    O26 = (Level.WARNING, "more builds or removals than due")
    O27 = (Level.WARNING, "event or build impossible on this map")
    O28 = (Level.WARNING, "too many events or stabilisations")
    O29 = (Level.WARNING, "retreat impossible")
    O30 = (Level.NOTE, "unit without order")
    O31 = (Level.NOTE, "a coast choice may be needed")
    O32 = (Level.NOTE, "note for the GM")
    O33 = (Level.NOTE, "supports a foreign unit nobody announced")
    O34 = (Level.NOTE, "a name that others read otherwise")
    O35 = (Level.NOTE, "a vote that does not count")

    @property
    def level(self) -> Level:
        """How bad a finding of this code is."""
        return self.value[0]

    @property
    def meaning(self) -> str:
        """What the code stands for, in a few words."""
        return self.value[1]


TAB = 4
"""Characters from one tab stop to the next, where a line is shown."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class OtherPlace:
    """Which place a file says that it is for, where that is not where it lies."""

    key: str
    """``game``, ``season`` or ``power``."""
    slug: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is wrong or worth a look in a file that a person wrote."""

    code: str
    """``O10``; the letter tells the file: O orders, G game, M mails, N mails and news that
    go out, P press, Q scenarios, R rulings, S seals, W workflows."""
    level: Level
    where: Where
    """File, line and column; ``end_column`` is the column behind the last marked character."""
    line: str = ""
    """The whole line of the file as its writer wrote it; empty where a file as a whole is meant."""
    title: str
    """What is wrong, in one lower-case sentence."""
    hint: str = ""
    """What to try."""
    meant: str = ""
    """What the marked characters should be; empty where more than one thing can have been meant."""
    if_left: str = ""
    """What happens in the game if it is left."""
    ruling: tuple[str, ...] = ()
    """The lines of a ruling by the GM that would help, as rulings.toml writes them."""
    other_place: OtherPlace | None = None
    """The place that the file names in place of its own."""

    @property
    def corrected(self) -> str:
        """The line with what was meant in place of the marked characters; empty where that is not known."""
        at = self.where
        before, behind = self.line[: at.column - 1], self.line[at.end_column - 1 :]
        return f"{before}{self.meant}{behind}" if self.meant else ""


def finding(
    code: Code,
    where: Where,
    line: str,
    title: str,
    *,
    hint: str = "",
    meant: str = "",
    if_left: str = "",
) -> Finding:
    """Return a finding of an order file, with the level of its code."""
    return Finding(
        code=code.name,
        level=code.level,
        where=where,
        line=line,
        title=title,
        hint=hint,
        meant=meant,
        if_left=if_left,
    )


def at_columns(line: Line, start: int, end: int) -> Where:
    """Return the place of some characters of a line; ``start`` and ``end`` count from 0 in its text."""
    place = line.where or Where(file="", line=1, column=1)
    return Where(
        file=place.file,
        line=place.line,
        column=place.column + start,
        end_column=place.column + max(end, start + 1),
    )


def error_finding(
    code: str, where: Where | str, title: str, hint: str = "", *, line: str = "", if_left: str = ""
) -> Finding:
    """Return an error at a place in a file, or in a file as a whole."""
    place = Where(file=where) if isinstance(where, str) else where
    return Finding(
        code=code,
        level=Level.ERROR,
        where=place,
        line=line,
        title=title,
        hint=hint,
        if_left=if_left,
    )


def sort_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings by file, line and column; the bad ones first where they share a place."""
    rank = {level: number for number, level in enumerate(Level)}
    return tuple(
        sorted(
            findings,
            key=lambda one: (
                one.where.file,
                one.where.line,
                one.where.column,
                rank[one.level],
                one.code,
                one.title,
            ),
        )
    )


def has_errors(findings: Iterable[Finding]) -> bool:
    """Tell whether one of the findings is an error."""
    return any(one.level is Level.ERROR for one in findings)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAs:
    """How one line was read, for the table that shows it to its writer."""

    line: int
    text: str
    """As the player wrote it."""
    canonical: str
    """As the program understood it."""


def count_findings(findings: Iterable[Finding]) -> str:
    """Return how many there are of each kind: ``2 errors, 1 warning``; ``no findings``."""
    levels = [one.level for one in findings]
    told = []
    for level in Level:
        number = levels.count(level)
        if number:
            told.append(f"{number} {level}{'s' if number > 1 else ''}")
    return ", ".join(told) or "no findings"


def count_faults(findings: Sequence[Finding]) -> str:
    """Return how many things are wrong: ``1 fault``, ``2 faults``."""
    return f"{len(findings)} fault{'' if len(findings) == 1 else 's'}"


def as_text(findings: Iterable[Finding]) -> str:
    """Return findings as a compiler prints them: the line, a caret below it, a hint, the consequence."""
    return "\n".join(_as_text(one) for one in sort_findings(findings))


def _as_text(one: Finding) -> str:
    head = f"{one.level}[{one.code}]: {show_invisible(one.title)}"
    at = one.where
    margin = " " * len(str(at.line or ""))
    if not (at.line or one.hint or one.if_left):
        return f"{head} ({show_invisible(str(at))})\n"
    lines = [head, f"{margin}--> {show_invisible(str(at))}"]
    if at.line and one.line:
        lines += [
            f"{margin} |",
            f"{at.line} | {_widen_tabs(show_invisible(one.line))}",
            f"{margin} | {_caret(one)}",
        ]
    if one.hint:
        lines.append(f"{margin} = try: {show_invisible(one.hint)}")
    if one.if_left:
        lines.append(f"{margin} = if you leave it: {show_invisible(one.if_left)}")
    return "\n".join(lines) + "\n"


def show_invisible(text: str) -> str:
    """Return a text in which nothing can move the cursor, hide or command; each character keeps its place."""
    plain = "".join("\u00b7" if _unsafe(letter) else letter for letter in text)
    return plain.replace("##[", "#\u00b7[")


def show_in_log(text: str) -> str:
    """Return lines of a program's output as a log may hold them: like `show_invisible`, but lines stay lines.

    The blanks without width by which a report keeps names from being mentioned stay as well.
    """
    kept = re.split("([\n\u200b])", text)
    return "".join(one if one in {"\n", "\u200b"} else show_invisible(one) for one in kept)


def _unsafe(letter: str) -> bool:
    return letter != "\t" and (not letter.isprintable()) and letter != "\u00a0"


def _caret(one: Finding) -> str:
    """Return blanks and carets as wide as what stands before the marked characters, and as these."""
    start = one.where.column - 1
    before = _widen_tabs(one.line[:start])
    marked = _widen_tabs(one.line[: max(one.where.end_column - 1, start)])
    return " " * len(before) + "^" * max(1, len(marked) - len(before))


def _widen_tabs(text: str) -> str:
    """Return a text with blanks for its tabs, so that what stands below it lines up wherever it is shown."""
    return text.expandtabs(TAB)
