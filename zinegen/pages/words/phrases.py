"""Why an order did or did not come about, in one sentence for a beginner."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zinegen.game.orders import Build, Order, UnitOrder
from zinegen.game.state import GameState
from zinegen.game.units import Named, Unit
from zinegen.game.variant import OptionValue
from zinegen.game.verdicts import Ruling, Verdict
from zinegen.game.wording import join_words, possessive
from zinegen.notation.grammar.writer import write_order, write_spot, write_unit
from zinegen.pages.words.reasons import DONE, PHRASES


def phrase(ruling: Ruling, before: GameState) -> str:
    """Return why an order did or did not come about; empty when it simply did.

    `before` is the state in which the order was given: it knows the units that an order names.
    """
    blaming, plain = PHRASES[ruling.verdict.reason]
    words = _Words(ruling=ruling, before=before)
    template = blaming if blaming and ruling.verdict.because else plain
    return template.format_map(words.all()) if template else ""


def phrase_or_result(ruling: Ruling, before: GameState) -> str:
    """Return a sentence in any case: for those who ask about one order."""
    return phrase(ruling, before) or DONE[ruling.verdict.reason]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """What the sentence about one ruling may speak of."""

    ruling: Ruling
    before: GameState

    def all(self) -> Mapping[str, str]:
        """Return every word by its name in the phrases."""
        verdict = self.ruling.verdict
        orders = verdict.because
        return {
            "all": join_words([self._whose(order) for order in _each_once(orders)]),
            "first": self._whose(orders[0]) if orders else "",
            "unit": self._unit(orders[0]) if orders else "",
            "help": self._help(verdict),
            "texts": join_words(
                _each_text([write_order(order, self.before.board) for order in orders])
            ),
            "places": join_words(
                list(dict.fromkeys(self.before.board[f].name for f in verdict.at))
            ),
            "whose": join_words(
                [f"{possessive(one.power)} {write_order(one, self.before.board)}" for one in orders]
            ),
            "here": self._here(),
            "target": self._target(),
            "where": self._where(verdict),
            "kind": self._kind(),
        }

    def _help(self, verdict: Verdict) -> str:
        """Return those who helped the first: their power only where it is another one."""
        if len(verdict.because) < 2:
            return ""
        side = verdict.because[0].power
        helpers = [
            self._unit(order) if order.power == side else self._whose(order)
            for order in _each_once(verdict.because[1:])
        ]
        return f" with the help of {join_words(helpers)}"

    def _whose(self, order: Order) -> str:
        """Return ``Germany's A Mun``; of the same power ``its own A Mun``."""
        own = order.power == self.ruling.order.power
        return f"{'its own' if own else possessive(order.power)} {self._unit(order)}"

    def _unit(self, order: Order) -> str:
        if isinstance(order, UnitOrder):
            return self._write_named(order.unit)
        return write_order(order, self.before.board)

    def _write_named(self, named: Named) -> str:
        unit = self._find_unit(named)
        if unit is not None:
            return write_unit(unit, self.before.board)
        place = write_spot(named.at, self.before.board)
        return f"{named.kind} {place}" if named.kind else place

    def _find_unit(self, named: Named) -> Unit | None:
        at = named.at.province
        dislodged = self.before.dislodged.get(at)
        return dislodged.unit if dislodged is not None else self.before.units.get(at)

    def _here(self) -> str:
        order = self.ruling.order
        if not isinstance(order, UnitOrder):
            return ""
        return self.before.board[order.unit.at.province].abbreviation

    def _target(self) -> str:
        """Return the full name of the place that the order points to."""
        order = self.ruling.order
        spot = getattr(order, "to", None) or (order.at if isinstance(order, Build) else None)
        if spot is None:
            of = getattr(order, "of", None)
            spot = of.at if isinstance(of, Named) else None
        return self.before.board[spot.province].name if spot is not None else "that place"

    def _where(self, verdict: Verdict) -> str:
        names = [self.before.board[face].abbreviation for face in verdict.at]
        return f" at {join_words(names)}" if names else ""

    def _kind(self) -> str:
        order = self.ruling.order
        if not isinstance(order, UnitOrder):
            return "this unit"
        unit = self._find_unit(order.unit)
        words = {"A": "an army", "F": "a fleet", "A/F": "a fleet", "M": "a mutant force"}
        return words[unit.kind] if unit is not None else "this unit"


def _each_text(texts: Sequence[str]) -> Sequence[str]:
    return tuple(dict.fromkeys(texts))


def _each_once(orders: Sequence[Order]) -> Sequence[Order]:
    return tuple(dict.fromkeys(orders))


def option_text(value: OptionValue) -> str:
    """Return an option's value as the GM writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(value) if isinstance(value, tuple) else str(value)
