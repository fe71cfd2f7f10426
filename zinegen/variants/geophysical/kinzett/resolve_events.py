"""Which orders about the ground count, and which transformations succeed.

A power has one transformation or one support of another's, and as many stabilisations, or supports of
them, as were counted; the first possible ones of its lines count.
Source: docs/rules/geophysical-kinzett.md, "3. Orders", "5. Which transformations succeed",
"9. Results of lines", rulings 12, 13, 24, 29.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from zinegen.board.board import Power
from zinegen.game.orders import Order, OrderKey, Sheet, Unreadable
from zinegen.game.state import GameState
from zinegen.game.verdicts import OrderResult, Reason, Verdict
from zinegen.geometry.mesh import Mesh, ProvinceKey
from zinegen.variants.geophysical.common.orders import (
    Ground,
    GroundOrder,
    Stabilisation,
    StabilisationSupport,
    Transformation,
    TransformationSupport,
    count_stabilisation,
    why_off_the_map,
)
from zinegen.variants.geophysical.kinzett.transformations import find_objection

CountingLines = Mapping[Power, Transformation | TransformationSupport]
"""The one line of each power that counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedEvents:
    """The results of the orders about the ground of one season."""

    rulings: tuple[OrderResult, ...]
    """For every line, by power and in the sequence written."""
    outcomes: tuple[ClaimResult, ...]

    @property
    def winners(self) -> tuple[Transformation, ...]:
        """The transformations that come about, each once whoever ordered it."""
        found: dict[object, Transformation] = {}
        for outcome in self.outcomes:
            order = outcome.claim.order
            if outcome.succeeds and isinstance(order, Transformation):
                found.setdefault(order.event, order)
        return tuple(found.values())

    def blame(self, mesh: Mesh, one: ProvinceKey, other: ProvinceKey) -> tuple[Order, ...]:
        """Return the orders that changed one of two provinces or the border between them.

        Where none did, those that changed something beside one of them (the water between them has risen),
        else all that changed anything.
        """
        done = [outcome.claim.order for outcome in self.outcomes if outcome.succeeds]
        near = [order for order in done if _is_about(order.site, one, other)]
        around = mesh.adjacent(one) | mesh.adjacent(other)
        beside = [order for order in done if around & {*order.site}]
        return tuple(near or beside or done)


def _is_about(site: Ground, one: ProvinceKey, other: ProvinceKey) -> bool:
    return {*site} == {one, other} if len(site) == 2 else site[0] in {one, other}


def resolve_events(
    state: GameState,
    sheet: Sheet,
    stabilisations: Mapping[Power, int],
    edge: Collection[ProvinceKey],
) -> ResolvedEvents:
    """Judge the orders about the ground.

    ``stabilisations`` is how many each power has, ``edge`` the provinces where ice may begin.
    """
    lines = _EventLines(state=state, sheet=sheet, edge=edge)
    chosen = lines.choose_lines()
    guards = lines.find_guards(stabilisations)
    claims = [
        SiteClaim(
            order=order,
            site=order.target,
            sort=order.event,
            supports=tuple(
                other
                for other in chosen.values()
                if isinstance(other, TransformationSupport) and other.supports(order)
            ),
        )
        for order in chosen.values()
        if isinstance(order, Transformation)
    ]
    found = resolve_claims(claims, guards)
    verdicts = {outcome.claim.order.key: outcome.verdict for outcome in found}
    for claim in (*claims, *guards):
        supported = Verdict(reason=Reason.EVENT_SUPPORTED, because=(claim.order,))
        verdicts |= {order.key: supported for order in claim.supports}
    return ResolvedEvents(rulings=tuple(lines.rulings(verdicts, chosen)), outcomes=found)


@dataclass(kw_only=True)
class _EventLines:
    """The order lines of a season about the ground, with the verdicts found so far."""

    state: GameState
    sheet: Sheet
    edge: Collection[ProvinceKey]
    found: dict[OrderKey, Verdict] = field(default_factory=dict)
    """Verdicts on stabilisations, and on supports of them that do not count, by key."""

    def _list_lines(self, power: Power) -> tuple[Order, ...]:
        """Return the lines of a power; none when it has neither units nor centres."""
        return self.sheet.events.get(power, ()) if self.state.is_alive(power) else ()

    def find_objection(self, order: Transformation) -> Reason | None:
        """Return why a transformation is impossible this season."""
        season = self.state.phase.season
        return find_objection(self.state.board, order, edge=self.edge, season=season)

    def choose_lines(self) -> CountingLines:
        """Return the line of each power that counts: its first possible one.

        A support is possible where the other power's own line that counts is what it supports; as lines
        hang on each other, they are gone through until nothing changes.
        """
        powers = sorted(self.sheet.events)
        found: dict[Power, Transformation | TransformationSupport] = {}
        for _ in range(len(powers) + 2):
            now = {
                power: line
                for power in powers
                if (line := self._find_first_possible(power, found)) is not None
            }
            if now == found:
                break
            found = now
        return {
            p: o
            for p, o in found.items()
            if isinstance(o, Transformation) or self._is_supportable(o, found)
        }

    def _find_first_possible(
        self, power: Power, found: CountingLines
    ) -> Transformation | TransformationSupport | None:
        for order in self._list_lines(power):
            match order:
                case Transformation() if self.find_objection(order) is None:
                    return order
                case TransformationSupport() if self._is_supportable(order, found):
                    return order
                case _:
                    pass
        return None

    def _is_supportable(self, order: TransformationSupport, found: CountingLines) -> bool:
        """Tell whether a support is of another power's line that counts."""
        if order.of.power == order.power:
            return False
        other = found.get(order.of.power)
        return isinstance(other, Transformation) and order.supports(other)

    def find_guards(self, stabilisations: Mapping[Power, int]) -> list[SiteClaim]:
        """Return the stabilisations that count, one for each power and site, with their supports."""
        stabilised: dict[tuple[Power, Ground], Order] = {}
        helping: list[StabilisationSupport] = []
        for power in sorted(self.sheet.events):
            left = stabilisations.get(power, 0)
            for order in self._list_lines(power):
                if not isinstance(order, Stabilisation | StabilisationSupport):
                    continue
                wrong = why_off_the_map(self.state.board, order.ground)
                once = Stabilisation(power=power, ground=order.ground)
                asked = order if isinstance(order, Stabilisation) else once
                times, verdict = count_stabilisation(asked, left)
                if wrong is not None or not times:
                    reason = wrong or verdict.reason
                    self.found[order.key] = Verdict(reason=reason, at=order.ground)
                    continue
                left -= times
                if isinstance(order, StabilisationSupport):
                    helping.append(order)
                else:
                    stabilised.setdefault((power, order.target), order)
                    self.found[order.key] = verdict
        for order in helping:
            if (order.of, order.target) not in stabilised:
                self.found[order.key] = Verdict(reason=Reason.NO_SUCH_EVENT)
        return [
            SiteClaim(
                order=order,
                site=site,
                supports=tuple(s for s in helping if (s.of, s.target) == (power, site)),
            )
            for (power, site), order in stabilised.items()
        ]

    def rulings(
        self, verdicts: Mapping[OrderKey, Verdict], chosen: CountingLines
    ) -> Iterator[OrderResult]:
        """Yield a ruling for every line, by power and in the sequence written."""
        known = {**self.found, **verdicts}
        for power, orders in sorted(self.sheet.events.items()):
            counting = chosen.get(power)
            for order in orders:
                same = counting if counting is not None and _is_same(order, counting) else order
                verdict = known.get(same.key) or self._explain_void(power, order, chosen)
                yield OrderResult(order=order, verdict=verdict)

    def _explain_void(self, power: Power, order: Order, chosen: CountingLines) -> Verdict:
        """Return why a line does not count."""
        if isinstance(order, Unreadable):
            return Verdict(reason=Reason.UNREADABLE)
        if not isinstance(order, GroundOrder):
            return Verdict(reason=Reason.WRONG_PHASE)
        if not self._list_lines(power):
            return Verdict(reason=Reason.NO_STANDING)
        if isinstance(order, TransformationSupport):
            return self._explain_void_support(order, chosen)
        wrong = self.find_objection(order) if isinstance(order, Transformation) else None
        if wrong is not None:
            return Verdict(reason=wrong, at=order.ground)
        return Verdict(reason=Reason.ONE_EVENT, because=(chosen[power],))

    def _explain_void_support(self, order: TransformationSupport, chosen: CountingLines) -> Verdict:
        if order.of.power == order.power:
            return Verdict(reason=Reason.OF_OWN_EVENT)
        if self._is_supportable(order, chosen):
            return Verdict(reason=Reason.ONE_EVENT, because=(chosen[order.power],))
        given = [
            line
            for line in self._list_lines(order.of.power)
            if isinstance(line, Transformation) and order.supports(line)
        ]
        reason = Reason.OF_VOID_ORDER if given else Reason.NO_SUCH_EVENT
        return Verdict(reason=reason, because=tuple(given[:1]))


def _is_same(order: Order, counting: Order) -> bool:
    """Tell whether a line says once more what the line that counts says."""
    match order, counting:
        case Transformation(), Transformation():
            return order.event == counting.event
        case TransformationSupport(), TransformationSupport():
            return order.supports(counting.of)
        case _:
            return False


Site = tuple[ProvinceKey, ...]
"""What is contested: a province, or the two of a border, sorted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteClaim:
    """An order about a site, with the supports of it that count."""

    order: Order
    site: Site
    sort: Hashable = None
    """The same for orders that ask for the same; guards all ask for the same."""
    supports: tuple[Order, ...] = ()

    @property
    def strength(self) -> int:
        """One, and one for each support."""
        return 1 + len(self.supports)

    @property
    def all_orders(self) -> tuple[Order, ...]:
        """The order and its supports."""
        return (self.order, *self.supports)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimResult:
    """The result of one claim."""

    claim: SiteClaim
    verdict: Verdict

    @property
    def succeeds(self) -> bool:
        """Tell whether the map changes by it."""
        return self.verdict.reason is Reason.TRANSFORMED


def resolve_claims(
    claims: Iterable[SiteClaim], guards: Iterable[SiteClaim]
) -> tuple[ClaimResult, ...]:
    """Judge claims against each other and against stabilisations, in the sequence given."""
    claims, guards = tuple(claims), tuple(guards)
    sites = {claim.site for claim in claims}
    judged = {
        site: _judge_site(
            [claim for claim in claims if claim.site == site],
            [guard for guard in guards if guard.site == site],
        )
        for site in sites
    }
    found = []
    for claim in claims:
        verdict = judged[claim.site][claim.sort]
        others = tuple(other for other in verdict.because if other is not claim.order)
        found.append(ClaimResult(claim=claim, verdict=verdict._replace(because=others)))
    return tuple(found)


def _judge_site(
    claims: Sequence[SiteClaim], guards: Sequence[SiteClaim]
) -> Mapping[Hashable, Verdict]:
    """Return the verdict on each type that was ordered for one site."""
    types: dict[Hashable, SiteClaim] = {}
    for claim in claims:
        known = types.setdefault(claim.sort, claim)
        if claim.strength > known.strength:
            types[claim.sort] = claim
    guard = max(guards, key=lambda claim: claim.strength, default=None)
    found = {}
    for sort, best in types.items():
        rivals = [one for other, one in types.items() if other != sort]
        rivals = [one for one in rivals if one.strength >= best.strength]
        if rivals:
            top = max(one.strength for one in rivals)
            reason = Reason.OVERRULED_BY if top > best.strength else Reason.RIVAL_EVENT
            because = (order for one in rivals if one.strength == top for order in one.all_orders)
            found[sort] = Verdict(reason=reason, because=tuple(because))
        elif guard is not None and guard.strength >= best.strength:
            found[sort] = Verdict(reason=Reason.STABILISED, because=guard.all_orders)
        else:
            because = (order for c in claims if c.sort == sort for order in c.all_orders)
            found[sort] = Verdict(reason=Reason.TRANSFORMED, because=tuple(because))
    return found
