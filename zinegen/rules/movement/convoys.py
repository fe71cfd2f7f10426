"""Convoys: routes of fleets between two shores, and the policies on which the editions differ.

A route has no fleet too many: taking any of them away breaks it. So a fleet that merely lies beside a
route has no part in it (DATC 6.G.7, 6.G.19).
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum

from zinegen.geometry.mesh import ProvinceKey
from zinegen.rules.movement.attempts import Position


class Routes(StrEnum):
    """When several routes were ordered (DATC 4.A.1)."""

    ANY = "any"
    """One open route is enough."""
    ALL = "all"
    """The convoy is disrupted when any ordered route is (1971)."""


class Neighbours(StrEnum):
    """When an army ordered to a neighbouring province goes by sea (DATC 4.A.3)."""

    INTENT = "intent"
    """When its own power's fleet convoys it or ``via convoy`` was written; then not by land at all."""
    FALLBACK = "fallback"
    """The same, but by land if the convoy is disrupted."""
    VIA = "via"
    """Only when ``via convoy`` was written."""
    OPPOSITE = "opposite"
    """When anybody convoys it and the unit there moves the opposite way (1971); else by land."""


class Paradox(StrEnum):
    """What becomes of a convoy whose own attack decides whether it is disrupted (DATC 4.A.2)."""

    SZYKMAN = "szykman"
    """The armies of the convoys in the circle stay, without effect."""
    RULE_1971 = "1971"
    """Such an army does not cut the support of an attack on its convoy (XII.5); then as Szykman."""
    ALL_HOLD = "all-hold"
    """No move in the circle comes about, and the convoys in it fail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvoyPolicy:
    """How an edition treats convoys."""

    routes: Routes = Routes.ANY
    neighbours: Neighbours = Neighbours.INTENT
    paradox: Paradox = Paradox.SZYKMAN
    swapped_bounces: bool = True
    """A unit dislodged from where it wanted to go, by an army that came by sea, still bounces others there.

    DATC 4.A.7, choice b; False is choice a.
    """
    longest: int | None = None
    """The most fleets in one convoy; None for any number."""


MODERN = ConvoyPolicy()
"""The rulebooks of 2000 and 2023, with Szykman's rule."""


def find_routes(
    position: Position, start: ProvinceKey, end: ProvinceKey, fleets: AbstractSet[ProvinceKey]
) -> tuple[tuple[ProvinceKey, ...], ...]:
    """Return all routes over waters with fleets from one shore to another, none with a fleet too many."""
    starts = position.ways.ports(start) & fleets
    ends = position.ways.ports(end) & fleets
    if not starts or not ends:
        return ()
    if len(fleets) == 1:
        return (tuple(fleets),)
    longer = _RouteSearch(position, fleets - starts, ends)
    for water in sorted(starts):
        if water in ends:
            longer.found.append((water,))
        elif not ends <= starts:
            longer.follow((water,), frozenset())
    return tuple(longer.found)


def find_possible_routes(
    position: Position, start: ProvinceKey, end: ProvinceKey
) -> tuple[tuple[ProvinceKey, ...], ...]:
    """Return all routes of fleets that could convoy, were they all ordered to; searched for once."""
    known = position.known_routes.get((start, end))
    if known is None:
        known = find_routes(position, start, end, position.carriers)
        position.known_routes[start, end] = known
    return known


class _RouteSearch:
    """The search for routes of several fleets: all but the first lie in waters off the shore of the start."""

    def __init__(
        self,
        position: Position,
        waters: AbstractSet[ProvinceKey],
        ends: AbstractSet[ProvinceKey],
    ) -> None:
        self.found: list[tuple[ProvinceKey, ...]] = []
        self._by_sea, self._waters, self._ends = position.ways.by_sea, waters, ends
        self._longest = position.longest_convoy or len(waters) + 1

    def follow(self, route: tuple[ProvinceKey, ...], beside: AbstractSet[ProvinceKey]) -> None:
        """Find the routes that begin like this one; ``beside`` is in reach of fleets before its last."""
        if len(route) >= self._longest:
            return
        within = self._by_sea[route[-1]]
        for water in sorted((within & self._waters) - beside):
            if water in self._ends:
                self.found.append((*route, water))
            else:
                self.follow((*route, water), beside | within)


def is_convoy_possible(position: Position, start: ProvinceKey, end: ProvinceKey) -> bool:
    """Tell whether the fleets that are there could convoy an army, were they all ordered to."""
    if start == end or not position.carriers:
        return False
    ways, fleets = position.ways, position.carriers
    reached = ways.ports(start) & fleets
    ends = ways.ports(end) & fleets
    seen = set(reached)
    for _ in range(position.longest_convoy or len(fleets)):
        if not reached or not ends:
            return False
        if reached & ends:
            return True
        further = set().union(*(ways.by_sea[water] for water in reached))
        reached = frozenset((further & fleets) - seen)
        seen |= reached
    return False
