"""What a line of a mail can be at a deadline: an order for one of its phases, a slip, or prose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from zinegen.board.board import Power
from zinegen.game.orders import Unreadable
from zinegen.game.variant import Variant
from zinegen.geometry.mesh import ProvinceKey
from zinegen.notation.findings import has_errors
from zinegen.notation.grammar.languages import list_words
from zinegen.notation.grammar.names import (
    KINDS,
    Names,
    Token,
    fold,
    names_for,
    split_words,
    tokenise,
)
from zinegen.notation.grammar.patterns import MatchProgress, match_typed_unit, match_unit
from zinegen.notation.grammar.writer import write_order
from zinegen.notation.reading.context import (
    BUILDS,
    COASTS,
    CONDITIONAL,
    EVENTS,
    ORDERS,
    RETREATS,
    SECTIONS,
)
from zinegen.notation.reading.forms import Combination, Form, all_forms
from zinegen.notation.reading.reader import Reading, read_orders
from zinegen.play.deadlines import Turn, advance_to, list_sections
from zinegen.play.mails.amendments import ChangedOrder, read_change
from zinegen.play.mails.decorations import strip_decoration
from zinegen.play.mails.headings import MailHeading, read_heading
from zinegen.play.mails.mail_words import BUILD, REMOVE, MailWords, mail_words
from zinegen.play.read_orders import find_phase_of
from zinegen.play.texts.toml_text import LONGEST_LINE

_LIST_MARK = re.compile(r"(?:[-*•·–—]|\(?\d{1,2}[.):])\s+")
_PART = re.compile(r"\s*[,;]\s*")
_AND = re.compile(r"\s*(?:[,;&+]|\b(?:and|und|et)\b)\s*", re.IGNORECASE)
_SHORT = 14
"""Words and signs of a line that is tried even if it does not look like an order."""
_LONG = 60
_LONGEST_SHORT = 4
"""Letters of a name that may be a word of prose as well."""
_BLOCK = 12
"""Lines of a condition."""
_FARTHEST = _BLOCK * LONGEST_LINE
"""Characters that may be orders; whoever sends more in one line would only keep the program busy."""
_BEGINNINGS = frozenset(
    {
        *("build", "builds", "remove", "removes", "disband", "disbands"),
        *("waive", "waives", "retreat", "retreats"),
    }
)


@dataclass(frozen=True)
class OrderLines:
    """Tells what a line can be, for the orders of one deadline."""

    turn: Turn
    title: str
    """The game's, which may stand in headings."""

    @property
    def variant(self) -> Variant:
        """The rule set."""
        return self.turn.variant

    @cached_property
    def names(self) -> Names:
        """The names of provinces and powers."""
        state = self.turn.state
        return names_for(state.board, state.powers, self.variant.languages)

    @cached_property
    def mail_words(self) -> MailWords:
        """The words of headings and of changes."""
        return mail_words(self.variant.languages)

    def read_heading(self, text: str) -> MailHeading | None:
        """Return the heading that a line is or begins with; None where there is none."""
        return read_heading(text, self.names, self.title, self.mail_words)

    @cached_property
    def sections(self) -> tuple[str, ...]:
        """The headings under which there is something to order, the likeliest first."""
        listed = {name for name, _ in list_sections(self.turn.phases, self.variant)}
        return tuple(name for name in SECTIONS if (ORDERS if name == COASTS else name) in listed)

    @cached_property
    def _words(self) -> frozenset[str]:
        """The words that orders of the rule set are made of, names left out."""
        found = {word for pattern in _list_patterns(all_forms(self.variant)) for word in pattern}
        foreign = (fold(word) for word, _ in list_words(self.variant.languages))
        found |= {word for word in foreign if len(word) > 2} - self.mail_words.around
        return frozenset(found - {"a", "the", "in", "on", "at", "of", "it", "i"})

    @cached_property
    def _in_english(self) -> Mapping[str, str]:
        """The words in other languages with which orders begin, with those of the forms."""
        return {
            fold(word): said
            for word, said in list_words(self.variant.languages)
            if ((said,) in KINDS or said in _BEGINNINGS) and len(word) > 1
        }

    def _tokenise(self, text: str) -> list[Token]:
        """Return the words of a line without the mark of a list, those that begin orders in English."""
        line = tokenise(_LIST_MARK.sub("", strip_decoration(text[:_FARTHEST]), count=1))
        return [
            replace(token, text=self._in_english.get(token.text, token.text))
            for token in line
            if token.text not in {"*", "_"}
        ]

    def find_units(self, text: str, section: str, power: Power) -> frozenset[ProvinceKey]:
        """Return where the units stand that a text orders, as it is read or else as it looks."""
        reading = self._read(text, section, power)
        orders = reading.orders if reading is not None else ()
        board = self.turn.state.board
        written = [write_order(one, board) for one in orders if not isinstance(one, Unreadable)]
        return frozenset(
            face for one in written or text.split("\n") for face in self._find_subjects(one)
        )

    def _find_subjects(self, text: str) -> Iterator[ProvinceKey]:
        """Yield where the units stand that a line orders; of a condition, those behind it."""
        line = self._tokenise(text)
        then = [at for at, token in enumerate(line) if token.text == "then"]
        progress = MatchProgress(line=line, names=self.names)
        starts = [0, *(at + 1 for at, token in enumerate(line) if token.text == ";")]
        found = [next(match_unit(progress, at), None) for at in (starts if not then else [])]
        if not any(found):
            later = range(then[-1] + 1 if then else 0, len(line))
            typed = (next(match_typed_unit(progress, at), None) for at in later)
            found = [next((one for one in typed if one is not None), None)]
        yield from (one[1].at.province for one in found if one is not None)

    def can_be_read(self, text: str, section: str, power: Power) -> bool:
        """Tell whether a text is nothing but orders for a section."""
        reading = self._read(text, section, power)
        if reading is None:
            return False
        is_sound = not any(isinstance(one, Unreadable) for one in reading.orders)
        return bool(reading.orders) and is_sound and not has_errors(reading.findings)

    def _read(self, text: str, section: str, power: Power) -> Reading | None:
        """Return the orders of a text for a section; None where that has no phase at the deadline."""
        phase = find_phase_of(section, self.turn.phases)
        if phase is None or len(text) > _FARTHEST:
            return None
        return read_orders(
            text,
            power=power,
            state=advance_to(self.turn.state, phase, self.variant),
            variant=self.variant,
            section=section,
            kind=None if section in CONDITIONAL else phase.kind,
        )

    def is_order(self, text: str, section: str, power: Power) -> bool:
        """Tell whether a text is an order, or a list of them, for a section or for any; no mere unit is."""
        sections = (section,) if section else self.sections
        is_short = len(text) <= _FARTHEST
        return (
            is_short
            and not self.is_mere_unit(text)
            and any(
                self.can_be_read(text, one, power) or self.split_list(text, one, power)
                for one in sections
            )
        )

    def is_plain_order(self, text: str, power: Power) -> bool:
        """Tell whether a line can be nothing but an order of a power, even among prose."""
        line = self._tokenise(text)
        progress = MatchProgress(line=line, names=self.names)
        is_typed = next(match_typed_unit(progress, 0), None) is not None
        is_said = bool(line) and (line[0].text in _BEGINNINGS or "-" in (one.text for one in line))
        if not self.is_worth_a_try(text) or not (is_typed or is_said):
            return False
        owners = self.units_ordered(text)
        return (not owners or power in owners) and self.is_order(text, "", power)

    def is_worth_a_try(self, text: str) -> bool:
        """Tell whether a line is short enough for an order, or looks like one."""
        count = len(tokenise(text))
        return count <= _SHORT or (count <= _LONG and self.looks_like_order(text))

    def find_sections(self, text: str, power: Power) -> tuple[str, ...]:
        """Return the headings under which a text can stand; one of them where one is meant for sure."""
        found = tuple(one for one in self.sections if self.can_be_read(text, one, power))
        if RETREATS in found:  # whoever names waters for a coast has to say that it is about coasts
            found = tuple(one for one in found if one != COASTS)
        if len(found) < 2 or found[0] in {ORDERS, EVENTS}:
            return found[:1]
        first = self._tokenise(text)[0].text
        is_removal = first in {REMOVE, BUILD} or text.startswith(("-", "+", "&"))
        return (BUILDS,) if is_removal and BUILDS in found else found

    def split_heading(self, text: str, power: Power) -> tuple[str, str]:
        """Return a heading and the order behind it where no colon parts them: ``Retreat A Mun - Tyr``."""
        line = tokenise(text)
        section = self.mail_words.headings.get(line[0].text, ("",))[0] if line else ""
        rest = text[line[0].end :].strip() if line else ""
        is_sound = section in self.sections and self.is_order(rest, section, power)
        return (section, rest) if is_sound else ("", "")

    def count_block(self, texts: list[str], section: str, power: Power) -> int:
        """Return how many lines a condition takes that begins with the first of these; 0 for none."""
        words = split_words(texts[0])
        if words[:1] != ("if",) or len(words) > _LONG:
            return 0
        best = 0
        for count in range(1, min(_BLOCK, len(texts)) + 1):
            if best and not texts[count - 1]:
                break
            if self.can_be_read("\n".join(texts[:count]), section, power):
                best = count
            elif best:
                break
        return best

    def split_list(self, text: str, section: str, power: Power) -> tuple[str, ...]:
        """Return the orders of a line that holds several with commas between; none where it does not."""
        parts = tuple(part for part in _PART.split(text) if part)
        is_list = len(parts) > 1 and all(self.can_be_read(one, section, power) for one in parts)
        return parts if is_list else ()

    def split_units(self, text: str) -> tuple[str, ...]:
        """Return the units of a line that names some and says nothing else: ``A Mun, F Kie``."""
        parts = tuple(part for part in _AND.split(_LIST_MARK.sub("", text, count=1)) if part)
        return parts if all(self.is_mere_unit(part) for part in parts) else ()

    def units_ordered(self, text: str) -> frozenset[Power]:
        """Return whose units a line orders."""
        state = self.turn.state
        found: set[Power] = set()
        for face in self._find_subjects(text):
            lost = state.dislodged.get(face)
            unit = lost.unit if lost is not None else state.units.get(face)
            found |= {unit.power} if unit is not None else set()
        return frozenset(found)

    def is_mere_unit(self, text: str) -> bool:
        """Tell whether a line is the name of a unit and nothing else."""
        line = self._tokenise(text)
        progress = MatchProgress(line=line, names=self.names)
        return any(end == len(line) for end, _ in match_typed_unit(progress, 0))

    def looks_like_order(self, text: str) -> bool:
        """Tell whether somebody may have meant a line as an order, however it is written."""
        line = self._tokenise(text)
        if not line or len(line) > _LONG:
            return False
        first, second = line[0].text, line[1].text if len(line) > 1 else ""
        progress = MatchProgress(line=line, names=self.names)
        if next(match_typed_unit(progress, 0), None) is not None:
            return True
        if first == "if" and any(token.text == "then" for token in line):
            return True
        known, provinces, unknown = self._count_words(line)
        verbs = sum(token.text in self._words or token.text == "-" for token in line)
        if first in {"all", "every", "everyone", "everything"} or second in {"all", "everything"}:
            return bool(verbs) and known + unknown <= 5
        is_kind = (first,) in KINDS
        behind = line[2].text if len(line) > 2 else ""
        if (
            is_kind
            and len(line[1].text if second else "") > 1
            and (behind == "-" or behind in self._words)
        ):
            return unknown <= 3
        if first in _BEGINNINGS:
            return bool(provinces) and unknown <= known
        is_unit = next(match_unit(progress, 0), None) is not None
        return bool(provinces and verbs) and (unknown == 0 or (is_unit and unknown <= known))

    def find_change(self, text: str, section: str, power: Power) -> ChangedOrder | None:
        """Return what a line changes of what was sent before; None where it says nothing of that."""
        found = read_change(
            text[:_FARTHEST],
            self.mail_words,
            lambda one: bool(one) and self.is_order(one, section, power),
        )
        is_sound = found is not None and (not found.text or self.looks_like_order(found.text))
        return found if is_sound else None

    def strip_change(self, text: str) -> str:
        """Return the order of a line that may change one, whoever's it is."""
        found = self.find_change(text, "", self.turn.state.powers[0])
        return text if found is None else found.text

    def may_hold_order(self, text: str) -> bool:
        """Tell whether a line looks like an order, or like a change of one."""
        return self.looks_like_order(text) or self.looks_like_order(self.strip_change(text))

    def names_province(self, text: str) -> bool:
        """Tell whether prose holds the name of a province, written as one.

        A short name counts with a capital that begins no sentence, a long one always: many short names are
        words as well.
        """
        line = tokenise(text)
        for at, token in enumerate(line):
            before = text[: token.start].rstrip()
            is_long = token.is_word and len(token.text) > _LONGEST_SHORT
            is_written = text[token.start].isupper() and before[-1:] not in {"", *".!?:"}
            if (is_long or is_written) and any(self.names.provinces_at(line, at)):
                return True
        return False

    def _count_words(self, line: list[Token]) -> tuple[int, int, int]:
        """Return how many words are known, how many names of provinces there are, how many are unknown."""
        known = provinces = unknown = at = 0
        while at < len(line):
            place = next(self.names.provinces_at(line, at), None)
            named = place or next(self.names.powers_at(line, at), None)
            if named is not None:
                known, provinces, at = known + 1, provinces + (place is not None), named[0]
                continue
            if line[at].is_word:
                is_known = line[at].text in self._words or (line[at].text,) in KINDS
                known, unknown = known + is_known, unknown + (not is_known)
            at += 1
        return known, provinces, unknown


def _list_patterns(forms: tuple[Form, ...]) -> Iterator[list[str]]:
    for form in forms:
        if isinstance(form, Combination):
            yield from _list_patterns(form.parts)
        else:
            yield re.findall(
                r"[a-z]+", re.sub(r"\{\w+(?::[^}]*)?\}|\{\w+=|<\w+", " ", form.pattern)
            )
