"""What the GM is asked before a season can be judged: all at once, each with a ruling that leads on.

Every ruling is tried before it is offered: the season is played with all of them, and what is then asked is
asked as well. A reading of a line that cannot be read itself is mended further or not offered.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace

from zinegen.board.board import Power
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Finding
from zinegen.notation.grammar.names import strip_remark
from zinegen.play.names import power_slug
from zinegen.play.read_orders import normalise_line
from zinegen.play.records.records import hide_words, with_ruling
from zinegen.play.texts.rulings_file import GmRuling, read_rulings
from zinegen.play.texts.toml_text import RULINGS, parse_toml

MOST_READINGS = 5
"""Readings that are tried of one line, each of which mends the one before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineQuestion:
    """How a line is to be read that nobody can read."""

    power: Power
    finding: Finding
    """About the line as its player wrote it."""
    secret: bool
    """Nothing of what it says may be told."""
    readings: tuple[str, ...] = ()
    """What was tried, the last one good so far; empty where it is to be left unread."""

    @property
    def written(self) -> str:
        """The line without its remark."""
        return strip_remark(self.finding.line).strip()

    @property
    def key(self) -> Hashable:
        """What makes two questions one: a ruling goes by the power and the words of a line."""
        return self.power, self.finding.where if self.secret else normalise_line(self.written)

    def ask(self) -> Finding:
        """Return the question with the ruling that is offered."""
        said = {"about": power_slug(self.power), "do": "proceed"}
        left = f" ({self.finding.if_left or gettext('nothing comes of the line')})"
        told = hide_words(self.finding) if self.secret else self.finding
        asked = replace(told, if_left=gettext("the game waits"))
        if not self.readings:
            return with_ruling(asked, said, left)
        said |= {"do": "read-as", "line": self.written, "as": self.readings[-1]}
        return with_ruling(asked, said, f';{gettext(" or ")}do = "proceed"{left}')

    def ask_again(self, now: Finding) -> LineQuestion:
        """Return the question with the next reading, given what is wrong ``now`` with the one before."""
        reading = strip_remark(now.corrected).strip()
        is_new = reading and reading not in self.readings and len(self.readings) < MOST_READINGS
        more = LineQuestion(
            power=self.power,
            finding=self.finding,
            secret=self.secret,
            readings=(*self.readings, reading) if is_new and not self.secret else (),
        )
        return more if read_offered([more.ask()], (self.power,)) else replace(more, readings=())


Question = Finding | LineQuestion


def gather_questions(
    find: Callable[[tuple[GmRuling, ...]], Iterable[Question]], powers: tuple[Power, ...]
) -> tuple[Finding, ...]:
    """Return all that the GM has to decide, each with a ruling to paste where one can be offered.

    ``find`` returns what is open once some rulings are given.
    """
    asked: dict[Hashable, Question] = {}
    is_open = True
    while is_open:
        is_open = False
        for one in tuple(find(read_offered(_write(asked.values()), powers))):
            key = one.key if isinstance(one, LineQuestion) else one
            known = asked.get(key)
            if isinstance(one, LineQuestion) and (known is None or _is_read(known)):
                before = known if isinstance(known, LineQuestion) else one
                asked[key] = before.ask_again(one.finding)
                is_open = True
            elif known is None:
                asked[key] = one
                is_open = True
    return tuple(dict.fromkeys(_write(asked.values())))


def _is_read(one: Question) -> bool:
    return isinstance(one, LineQuestion) and bool(one.readings)


def _write(questions: Iterable[Question]) -> Iterator[Finding]:
    for one in questions:
        yield one.ask() if isinstance(one, LineQuestion) else one


def read_offered(asked: Iterable[Finding], powers: tuple[Power, ...]) -> tuple[GmRuling, ...]:
    """Return the rulings that some questions offer, read as from the file into which they are pasted."""
    found: list[GmRuling] = []
    for one in asked:
        text = "\n".join(("[[ruling]]", *one.ruling, 'reason = "…"')) if one.ruling else ""
        document = parse_toml(text.encode(), "rulings.toml", RULINGS).document
        found += read_rulings(document, powers)[0] if document is not None else ()
    return tuple(found)
