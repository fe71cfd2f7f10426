"""The phrase book: why an order did or did not come about, in one sentence for a beginner.

The engine writes no English. Every reason has an entry here, and a test holds that none is missing.
A sentence follows the order's own text, so it has no subject: ``A Vie - Gal`` *bounced with Russia's
A War*.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zinegen.board.board import Power
from zinegen.game.orders import Build, Named, Order, Unit, UnitOrder
from zinegen.game.state import GameState
from zinegen.game.verdicts import Reason, Ruling, Verdict
from zinegen.notation.writer import write, write_spot, write_unit

PHRASES: Mapping[Reason, tuple[str, str]] = {
    Reason.MOVED: ("", ""),
    Reason.HELD: ("", ""),
    Reason.HELD_AGAINST: ("held against {all}", "held"),
    Reason.GAVE_SUPPORT: ("", ""),
    Reason.SUPPORT_UNUSED: (
        "the support stood, but {first} did not get through",
        "the support stood, but was of no use",
    ),
    Reason.CONVOYED: ("", ""),
    Reason.CONVOY_UNUSED: (
        "the fleet stood ready, but {first} did not arrive",
        "the fleet stood ready, but no army arrived",
    ),
    Reason.BOUNCED_BY: ("bounced with {all}", "bounced"),
    Reason.DEFENDED_BY: ("stopped by {first}{help}", "stopped by the unit there"),
    Reason.LOST_HEAD_TO_HEAD: (
        "met {first} head-on{help} and was not stronger",
        "met an attack head-on and was not stronger",
    ),
    Reason.OWN_UNIT_THERE: (
        "would have dislodged its own side's {unit}, which is not allowed",
        "would have dislodged a unit of its own side, which is not allowed",
    ),
    Reason.CUT_BY: ("support cut by {all}", "support cut"),
    Reason.DISLODGED_BY: ("dislodged from {here} by {first}{help}", "dislodged from {here}"),
    Reason.CONVOY_BROKEN: (
        "convoy broken{where}: a fleet was dislodged by {first}{help}",
        "convoy broken{where}",
    ),
    Reason.PARADOX: (
        "stopped by the convoy paradox rule, for it depends in a circle on {all}",
        "stopped by the convoy paradox rule",
    ),
    Reason.NO_SUCH_UNIT: ("", "void: there is no such unit"),
    Reason.NOT_YOUR_UNIT: ("", "void: that unit belongs to another power"),
    Reason.TWO_ORDERS: (
        "void: the unit was also ordered {texts}, and of two different orders neither counts",
        "void: the unit was given two different orders, and neither counts",
    ),
    Reason.UNREADABLE: ("", "void: this line could not be read"),
    Reason.WRONG_PHASE: ("", "void: this is not the phase for such an order"),
    Reason.TOO_FAR: ("", "void: {target} is not next to {here}"),
    Reason.WRONG_GROUND: ("", "void: {kind} cannot go to {target}"),
    Reason.SAME_PLACE: ("", "void: a unit cannot move to where it stands"),
    Reason.NO_ROUTE: ("", "void: no chain of fleets was ordered to convoy it there"),
    Reason.COAST_UNCLEAR: ("", "void: {target} has two coasts in reach and none was named"),
    Reason.NO_SUCH_COAST: ("", "void: it cannot reach that coast"),
    Reason.CANNOT_SUPPORT: (
        "",
        "void: it could not move to {target} itself, so it cannot support there",
    ),
    Reason.NO_SUCH_ORDER: (
        "void: what it was to help was ordered otherwise, {texts}",
        "void: what it was to help was not ordered to do this",
    ),
    Reason.OF_VOID_ORDER: (
        "void: what it was to help was void itself, {texts}",
        "void: what it was to help was void itself",
    ),
    Reason.IN_DISORDER: ("", "void: the power is in civil disorder, and its units hold"),
    Reason.CANNOT_CONVOY: ("", "void: only a fleet at sea can convoy, and only an army"),
    Reason.IMPASSABLE: ("", "void: nobody can enter {target}"),
    Reason.TRAPPED: ("", "void: the unit is trapped and cannot move"),
    Reason.RETREATED: ("", ""),
    Reason.DISBANDED: ("", ""),
    Reason.RETREAT_CONFLICT: (
        "disbanded, because {first} retreated to the same place",
        "disbanded, because another unit retreated to the same place",
    ),
    Reason.NOT_OPEN: ("", "void: {target} is not open to this retreat"),
    Reason.NOT_DISLODGED: ("", "void: this unit was not dislodged"),
    Reason.NO_RETREAT_ORDER: ("", "disbanded, because no possible retreat was ordered"),
    Reason.BUILT: ("", ""),
    Reason.REMOVED: ("", ""),
    Reason.REMOVED_BY_RULE: ("", "removed by the rule, because the removal was not ordered"),
    Reason.WAIVED: ("", ""),
    Reason.NOT_YOUR_CENTRE: ("", "void: {target} is not a centre of this power"),
    Reason.NOT_HOME: ("", "void: {target} is not one of its home centres"),
    Reason.OCCUPIED: ("", "void: {target} is occupied"),
    Reason.NO_SHORE: ("", "void: a fleet cannot be built in {target}, which has no coast"),
    Reason.NOT_USED: ("", "void: it was handed in for a case that did not arise"),
    Reason.NOT_DUE: ("", "void: no more are due this year"),
}
"""For each reason: the sentence when orders are to blame, and the one when none is named.

``{all}`` are all units to blame, ``{first}`` the first of them and ``{help}`` the others of its side,
``{texts}`` the orders themselves; ``{here}`` is where the unit stands, ``{target}`` where the order
points, ``{where}`` a place that the verdict names.
"""

DONE: Mapping[Reason, str] = {
    Reason.MOVED: "moved",
    Reason.HELD: "held",
    Reason.GAVE_SUPPORT: "gave its support",
    Reason.CONVOYED: "carried the army",
    Reason.RETREATED: "retreated",
    Reason.DISBANDED: "disbanded",
    Reason.BUILT: "built",
    Reason.REMOVED: "removed",
    Reason.WAIVED: "not used",
}
"""What is said of an order that simply came about, where a sentence is wanted at all."""


def phrase(ruling: Ruling, before: GameState) -> str:
    """Return why an order did or did not come about; empty when it simply did.

    `before` is the state in which the order was given: it knows the units that an order names.
    """
    blaming, plain = PHRASES[ruling.verdict.reason]
    words = _Words(ruling=ruling, before=before)
    template = blaming if blaming and ruling.verdict.because else plain
    return template.format_map(words.all()) if template else ""


def told(ruling: Ruling, before: GameState) -> str:
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
            "all": listed([self._whose(order) for order in _each_once(orders)]),
            "first": self._whose(orders[0]) if orders else "",
            "unit": self._unit(orders[0]) if orders else "",
            "help": self._help(verdict),
            "texts": listed([write(order, self.before.board) for order in orders]),
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
        return f" with the help of {listed(helpers)}"

    def _whose(self, order: Order) -> str:
        """Return ``Germany's A Mun``; of the same power ``its own A Mun``."""
        own = order.power == self.ruling.order.power
        return f"{'its own' if own else possessive(order.power)} {self._unit(order)}"

    def _unit(self, order: Order) -> str:
        if isinstance(order, UnitOrder):
            return self._named(order.unit)
        return write(order, self.before.board)

    def _named(self, named: Named) -> str:
        unit = self._standing(named)
        if unit is not None:
            return write_unit(unit, self.before.board)
        place = write_spot(named.at, self.before.board)
        return f"{named.kind} {place}" if named.kind else place

    def _standing(self, named: Named) -> Unit | None:
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
            spot = of.at if of is not None else None
        return self.before.board[spot.province].name if spot is not None else "that place"

    def _where(self, verdict: Verdict) -> str:
        names = [self.before.board[face].abbreviation for face in verdict.at]
        return f" at {listed(names)}" if names else ""

    def _kind(self) -> str:
        order = self.ruling.order
        if not isinstance(order, UnitOrder):
            return "this unit"
        unit = self._standing(order.unit)
        words = {"A": "an army", "F": "a fleet", "A/F": "a fleet", "M": "a mutant force"}
        return words[unit.kind] if unit is not None else "this unit"


def possessive(power: Power) -> str:
    """Return whose something is: ``Germany's``."""
    return f"{power}'" if power.endswith("s") else f"{power}'s"


def listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence: ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _each_once(orders: Sequence[Order]) -> Sequence[Order]:
    return tuple(dict.fromkeys(orders))
