"""Events of several powers against each other: strength, minimal conflict sets, who fails and why.

Two separations conflict where their borders share a junction; a separation and a link where the link
arrives at the border that is cut; links where together they would cut a province in two, that is where
they form a circle between its rings. In every minimal conflict set each member of least strength fails,
so those that remain go together in any sequence. Source: docs/rules/common.md, "3. The conflict theorem".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from zinegen.board.board import Power
from zinegen.game.orders import Order
from zinegen.game.verdicts import Reason, Verdict
from zinegen.geometry.mesh import Mesh
from zinegen.variants.seismic.meanings import Cut, Event, Link


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """An event and the orders for it, however they were written."""

    event: Event
    orders: tuple[Order, ...]
    """One for each power, alphabetical by power."""

    @property
    def strength(self) -> int:
        """The number of powers that ordered it."""
        return len(self.orders)

    @property
    def powers(self) -> tuple[Power, ...]:
        """Those who ordered it, in alphabetical order."""
        return tuple(order.power for order in self.orders)


def group_claims(meant: Iterable[tuple[Order, Event]]) -> tuple[Claim, ...]:
    """Group legal orders by the event that each means; cuts first, by number of the border."""
    gathered: dict[Event, list[Order]] = {}
    for order, event in meant:
        gathered.setdefault(event, []).append(order)
    return tuple(
        Claim(event=event, orders=tuple(sorted(orders, key=lambda order: order.power)))
        for event, orders in sorted(gathered.items(), key=lambda item: event_key(item[0]))
    )


def event_key(event: Event) -> tuple[int, str, int, int]:
    """Return the key of the fixed order in which events are listed: cuts by border, links by province."""
    match event:
        case Cut():
            return 0, "", event.border, 0
        case Link():
            return 1, event.across, event.a, event.c


def find_failures(
    mesh: Mesh, claims: Sequence[Claim], *, beaten_block: bool = True
) -> Mapping[Event, Verdict]:
    """Return the events that fail on a map, each with the reason and the orders to blame.

    ``beaten_block``: an event that itself fails stops others all the same. Without it an event that fails
    stops nobody weaker; of one strength all stop each other.
    """
    failed: dict[Event, Verdict] = {}
    rivals: list[Claim] = []
    for strength in sorted({claim.strength for claim in claims}, reverse=True):
        equals = [claim for claim in claims if claim.strength == strength]
        rivals += equals
        found = {claim.event: _why_fails(mesh, claim, rivals) for claim in equals}
        failed |= {event: verdict for event, verdict in found.items() if verdict is not None}
        if not beaten_block:
            rivals = [rival for rival in rivals if rival.event not in failed]
    return failed


def _why_fails(mesh: Mesh, claim: Claim, rivals: Iterable[Claim]) -> Verdict | None:
    """Return why a claim fails against rivals of at least its strength; None when it does not."""
    others = [rival for rival in rivals if rival.event != claim.event]
    direct = [rival for rival in others if are_in_conflict(mesh, claim.event, rival.event)]
    circle = _find_circle(mesh, claim.event, others)
    blame = sorted(direct + circle, key=lambda rival: (-rival.strength, event_key(rival.event)))
    if not blame:
        return None
    because = tuple(order for rival in blame for order in rival.orders)
    if not direct and isinstance(claim.event, Link):
        return Verdict(reason=Reason.WOULD_DIVIDE, because=because, at=(claim.event.across,))
    stronger = blame[0].strength > claim.strength
    return Verdict(reason=Reason.OVERRULED_BY if stronger else Reason.RIVAL_EVENT, because=because)


def are_in_conflict(mesh: Mesh, one: Event, other: Event) -> bool:
    """Tell whether two events contradict each other, other events left aside; two links never do."""
    match one, other:
        case Cut(), Cut():
            return other.border in mesh.touching(one.border)
        case Cut(), Link():
            return one.border in {other.a, other.c}
        case Link(), Cut():
            return other.border in {one.a, one.c}
        case _:
            return False


def _find_circle(mesh: Mesh, event: Event, others: Iterable[Claim]) -> list[Claim]:
    """Return the links that lie with this one on a circle between the rings of the province it crosses."""
    if not isinstance(event, Link):
        return []
    beside = [
        claim
        for claim in others
        if isinstance(claim.event, Link) and claim.event.across == event.across
    ]
    start, goal = find_rings(mesh, event)
    found: dict[Event, Claim] = {}
    for way in _list_ways(mesh, beside, start, goal, frozenset()):
        found |= {claim.event: claim for claim in way}
    return list(found.values())


def find_rings(mesh: Mesh, link: Link) -> tuple[int, int]:
    """Return the numbers of the two rings of the crossed province between which a link is laid."""
    a, c = (mesh.ring_of[mesh.dart_in(border, link.across)] for border in (link.a, link.c))
    return a, c


def _list_ways(
    mesh: Mesh, links: Sequence[Claim], start: int, goal: int, been: frozenset[int]
) -> Iterator[tuple[Claim, ...]]:
    """Yield every way from one ring to another over links, no ring twice."""
    if start == goal:
        yield ()
        return
    for claim in links:
        if isinstance(claim.event, Link):
            ends = find_rings(mesh, claim.event)
            if start not in ends:
                continue
            onward = ends[1] if ends[0] == start else ends[0]
            if onward not in been:
                for rest in _list_ways(mesh, links, onward, goal, been | {start}):
                    yield (claim, *rest)
