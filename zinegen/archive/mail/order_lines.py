"""What a line of a mail can be at a deadline: an order for one of its phases, a slip, or prose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.folder.games import SeasonFolder
from zinegen.archive.mail.headings import BUILD, REMOVE
from zinegen.board.board import Power
from zinegen.game.orders import Line, Unreadable
from zinegen.game.variant import Variant
from zinegen.notation.findings import has_errors
from zinegen.notation.grammar.names import KINDS, Names, Token, names_for, split_words, tokenise
from zinegen.notation.grammar.patterns import MatchProgress, match_typed_unit, match_unit
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
from zinegen.notation.reading.line_reader import list_subjects
from zinegen.notation.reading.reader import read_orders
from zinegen.play.deadlines import advance_to, list_sections
from zinegen.play.read_orders import find_phase_of

_LIST_MARK = re.compile(r"(?:[-*•·–—]|\(?\d{1,2}[.):])\s+")
_PART = re.compile(r"\s*[,;]\s*")
_SHORT = 14
"""Words and signs of a line that is tried even if it does not look like an order."""
_LONG = 60
_BLOCK = 12
"""Lines of a condition."""
_BEGINNINGS = frozenset(
    {*("build", "builds", "remove", "removes", "disband", "disbands", "waive", "waives", "retreat")}
)


@dataclass(frozen=True)
class OrderLines:
    """Tells what a line can be, for the orders of one deadline."""

    current: GameProgress
    season: SeasonFolder

    @property
    def variant(self) -> Variant:
        """The rule set."""
        return self.season.variant

    @cached_property
    def names(self) -> Names:
        """The names of provinces and powers."""
        state = self.current.state
        return names_for(state.board, state.powers, self.variant.languages)

    @cached_property
    def sections(self) -> tuple[str, ...]:
        """The headings under which there is something to order, the likeliest first."""
        listed = {name for name, _ in list_sections(self.season.deadline.phases, self.variant)}
        return tuple(name for name in SECTIONS if (ORDERS if name == COASTS else name) in listed)

    @cached_property
    def _words(self) -> frozenset[str]:
        """The words that orders of the rule set are made of, names left out."""
        found = {word for pattern in _list_patterns(all_forms(self.variant)) for word in pattern}
        return frozenset(found - {"a", "the", "in", "on", "at", "of", "it", "i"})

    def can_be_read(self, text: str, section: str, power: Power) -> bool:
        """Tell whether a text is nothing but orders for a section."""
        phase = find_phase_of(section, self.season.deadline.phases)
        if phase is None:
            return False
        reading = read_orders(
            text,
            power=power,
            state=advance_to(self.current.state, phase, self.variant),
            variant=self.variant,
            section=section,
            kind=None if section in CONDITIONAL else phase.kind,
        )
        is_sound = not any(isinstance(one, Unreadable) for one in reading.orders)
        return bool(reading.orders) and is_sound and not has_errors(reading.findings)

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
        is_removal = text.lower().startswith((REMOVE, BUILD, "-", "+", "&"))
        return (BUILDS,) if is_removal and BUILDS in found else found

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

    def units_ordered(self, text: str) -> frozenset[Power]:
        """Return whose units a line orders."""
        state = self.current.state
        line = Line(text=_LIST_MARK.sub("", text, count=1))
        found = set()
        for face in list_subjects(line, self.names):
            lost = state.dislodged.get(face)
            unit = lost.unit if lost is not None else state.units.get(face)
            found |= {unit.power} if unit is not None else set()
        return frozenset(found)

    def is_mere_unit(self, text: str) -> bool:
        """Tell whether a line is the name of a unit and nothing else."""
        line = tokenise(_LIST_MARK.sub("", text, count=1))
        progress = MatchProgress(line=line, names=self.names)
        return any(end == len(line) for end, _ in match_typed_unit(progress, 0))

    def looks_like_order(self, text: str) -> bool:
        """Tell whether somebody may have meant a line as an order, however it is written."""
        line = [
            token
            for token in tokenise(_LIST_MARK.sub("", text, count=1))
            if token.text not in {"*", "_"}
        ]
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
