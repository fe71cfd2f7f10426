"""Which transformations the powers order, and which of them they support.

Source: docs/rules/geophysical-maiden.md, "3. Orders", "4. Legality", "7. Results of lines".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from zinegen.board.board import Power
from zinegen.game.orders import Sheet, Unreadable
from zinegen.game.state import GameState
from zinegen.game.verdicts import Reason, Verdict
from zinegen.variants.geophysical.common.line_verdicts import LineVerdicts
from zinegen.variants.geophysical.common.orders import (
    Event,
    Process,
    Stabilisation,
    Transformation,
    TransformationSupport,
)

LIFTS: Mapping[Process, int] = {Process.UPLIFT: 1, Process.OROGENESIS: 1, Process.ERODE: -1}
"""How many levels a process lifts its province."""

EventOrder = Transformation | TransformationSupport


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One power's order for a transformation, with the supports given to it."""

    lines: tuple[Transformation, ...]
    """The order, more than once when it was written more than once."""
    supports: tuple[TransformationSupport, ...] = ()

    @property
    def order(self) -> Transformation:
        """The order."""
        return self.lines[0]

    @property
    def event(self) -> Event:
        """What is to happen, whoever ordered it."""
        return self.order.event

    @property
    def lift(self) -> int:
        """How many levels it lifts its province."""
        return LIFTS.get(self.order.process, 0)

    @property
    def strength(self) -> int:
        """One, and one for each support."""
        return 1 + len(self.supports)


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectedOrders:
    """The order lines that count before the map is looked at, one event for each power."""

    claims: tuple[Claim, ...]
    supports: tuple[tuple[TransformationSupport, ...], ...]
    """Of each power the lines with its support."""
    stabilisations: Mapping[Power, tuple[Stabilisation, ...]]


def collect_orders(state: GameState, sheet: Sheet, verdicts: LineVerdicts) -> CollectedOrders:
    """Collect the lines that count before the map is looked at; two different events of a power both fail."""
    claims, supports = [], []
    stabilisations: dict[Power, tuple[Stabilisation, ...]] = {}
    for power in sorted(sheet.events):
        orders = sheet.events[power]
        excluded = _why_excluded(state, sheet, power)
        if excluded is not None:
            readable = (order for order in orders if not isinstance(order, Unreadable))
            verdicts.note(readable, Verdict(reason=excluded))
            continue
        stabilisations[power] = tuple(one for one in orders if isinstance(one, Stabilisation))
        events = [order for order in orders if isinstance(order, EventOrder)]
        if any(_are_different(one, events[0]) for one in events):
            for order in events:
                others = tuple(other for other in events if _are_different(other, order))
                verdicts.note([order], Verdict(reason=Reason.TWO_EVENTS, because=others))
            continue
        own = tuple(one for one in events if isinstance(one, Transformation))
        helping = tuple(one for one in events if isinstance(one, TransformationSupport))
        if own:
            claims.append(Claim(lines=own))
        if helping:
            supports.append(helping)
    return CollectedOrders(
        claims=tuple(claims), supports=tuple(supports), stabilisations=stabilisations
    )


def _why_excluded(state: GameState, sheet: Sheet, power: Power) -> Reason | None:
    """Return why none of a power's events count, or None when they may."""
    if power in sheet.disorder:
        return Reason.IN_DISORDER
    standing = state.units_of(power) or state.centres_of(power)
    return None if standing else Reason.NO_STANDING


def _are_different(one: EventOrder, other: EventOrder) -> bool:
    """Tell whether two orders of one power ask for different events."""
    if isinstance(one, Transformation) and isinstance(other, Transformation):
        return one.event != other.event
    if isinstance(one, TransformationSupport) and isinstance(other, TransformationSupport):
        return (one.of.power, one.of.event) != (other.of.power, other.of.event)
    return True


def add_supports(collected: CollectedOrders) -> tuple[Claim, ...]:
    """Return all claims with the supports given to them; a support counts once, however often written."""
    return tuple(
        replace(
            claim,
            supports=tuple(lines[0] for lines in collected.supports if _is_for(lines[0], claim)),
        )
        for claim in collected.claims
    )


def _is_for(support: TransformationSupport, claim: Claim) -> bool:
    """Tell whether a support is given to a claim, which must be another power's."""
    other = support.power != claim.order.power
    return other and (support.of.power, support.of.event) == (claim.order.power, claim.event)


def note_support_verdicts(
    collected: CollectedOrders, legal: Iterable[Claim], sheet: Sheet, verdicts: LineVerdicts
) -> None:
    """Note a verdict on every support: those of legal events that were ordered count."""
    legal = tuple(legal)
    for lines in collected.supports:
        verdicts.note(lines, _judge_support(lines[0], legal, sheet))


def _judge_support(order: TransformationSupport, legal: Iterable[Claim], sheet: Sheet) -> Verdict:
    if order.of.power == order.power:
        return Verdict(reason=Reason.OF_OWN_EVENT)
    for claim in legal:
        if _is_for(order, claim):
            return Verdict(reason=Reason.EVENT_SUPPORTED, because=(claim.order,))
    for one in sheet.events.get(order.of.power, ()):
        if isinstance(one, Transformation) and one.event == order.of.event:
            return Verdict(reason=Reason.OF_VOID_ORDER, because=(one,))
    return Verdict(reason=Reason.NO_SUCH_EVENT)
