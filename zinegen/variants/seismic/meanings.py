"""What an order about a border means on this map: one cut, one link, or why neither.

Everything is read off the map at the start of the phase. Source: docs/rules/common.md, "2.1 Separation",
"2.2 Release", "8.4 Naming a particular border"; docs/rules/seismic-acerunner.md, "3. Orders".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from zinegen.board.board import Board, Power
from zinegen.board.coasts import find
from zinegen.errors import MapError
from zinegen.game.state import GameState
from zinegen.game.units import BorderName, PlaceName
from zinegen.game.verdicts import Reason, Verdict
from zinegen.geometry.mesh import BorderId, Mesh, ProvinceKey, border_of
from zinegen.variants.seismic.orders import Connect, Separate


@dataclass(frozen=True, slots=True, order=True)
class Cut:
    """The separation of one border."""

    border: BorderId


@dataclass(frozen=True, slots=True, order=True)
class Link:
    """The release that lays a link across a province between two of its borders, ``a < c``."""

    across: ProvinceKey
    a: BorderId
    c: BorderId


Event = Cut | Link


def find_event(board: Board, order: Separate | Connect) -> Event | Verdict:
    """Return the one event that an order means, or the verdict on an order that means none or several."""
    if isinstance(order, Separate):
        return _find_cut(board, order)
    return _find_link(board, order)


FindEvent = Callable[[Board, Separate | Connect], Event | Verdict]
"""Returns the one event that an order means in a rule set, as `find_event` does."""


def find_event_by_ends(board: Board, order: Separate | Connect) -> Event | Verdict:
    """Return the one event that an order means where ``Mar & MAO connect`` may be half of a separation.

    It is the separation of the one border that ends at these two, if no release of them is possible.
    """
    found = find_event(board, order)
    no_link = isinstance(found, Verdict) and found.reason is Reason.NO_LINK
    if no_link and isinstance(order, Connect) and order.is_bare:
        cuts = list_cuts_by_ends(board.mesh, order.site)
        if len(cuts) == 1:
            return cuts[0]
        if cuts:
            return Verdict(reason=Reason.AMBIGUOUS, at=order.site)
    return found


def find_named_borders(board: Board, border: BorderName) -> tuple[BorderId, ...]:
    """Return the borders that a written border may mean, oldest first.

    The number counts all borders of the pair; a coast keeps those that lie on it.
    """
    one, other = border.one, border.other
    found = board.mesh.between(one.province, other.province)
    if border.number is not None:
        found = found[border.number - 1 : border.number] if border.number > 0 else ()
    return tuple(b for b in found if _lies_on(board, one, b) and _lies_on(board, other, b))


def _lies_on(board: Board, spot: PlaceName, border: BorderId) -> bool:
    """Tell whether a border lies on the coast that a spot names, if it names one."""
    if spot.coast is None:
        return True
    return any(border in coast.borders for coast in find(board, spot.province, spot.coast))


def _find_cut(board: Board, order: Separate) -> Event | Verdict:
    mesh = board.mesh
    pair = (order.border.one.province, order.border.other.province)
    if not mesh.between(*pair):
        return Verdict(reason=Reason.NO_SUCH_BORDER, at=pair)
    named = find_named_borders(board, order.border)
    if not named:
        return Verdict(reason=Reason.NO_SUCH_SEGMENT, at=pair)
    ends = {border: found for border in named if (found := mesh.ends(border)) is not None}
    if not ends:
        return Verdict(reason=Reason.RING_BORDER, at=pair)
    fitting = [b for b in ends if order.ends is None or sorted(ends[b]) == sorted(order.ends)]
    if not fitting:
        at = tuple(face for found in ends.values() for face in found)
        return Verdict(reason=Reason.OTHER_ENDS, at=at)
    if len(fitting) > 1:
        return Verdict(reason=Reason.AMBIGUOUS, at=pair)
    return Cut(fitting[0])


def _find_link(board: Board, order: Connect) -> Event | Verdict:
    one, other = order.link.one, order.link.other
    pair = (one.province, other.province)
    across = sorted(board.mesh.rings) if order.across is None else [order.across]
    possible = [link for face in across for link in _list_links_between(board.mesh, face, pair)]
    if not possible:
        return Verdict(reason=Reason.NO_LINK, at=_find_common_neighbours(board.mesh, across, pair))
    named = [link for link in possible if _arrives(board, order, link)]
    named = _filter_by_number(board.mesh, order, named)
    if not named:
        return Verdict(reason=Reason.NO_SUCH_SEGMENT, at=pair)
    if len(named) > 1:
        return Verdict(reason=Reason.AMBIGUOUS, at=pair)
    return named[0]


def _list_links_between(
    mesh: Mesh, across: ProvinceKey, pair: tuple[ProvinceKey, ProvinceKey]
) -> Iterator[Link]:
    """Yield the links across a province between two different ones on different rings of it."""
    if len(mesh.rings.get(across, ())) < 2 or pair[0] == pair[1]:
        return
    for a in mesh.between(pair[0], across):
        for c in mesh.between(pair[1], across):
            if mesh.ring_of[mesh.dart_in(a, across)] != mesh.ring_of[mesh.dart_in(c, across)]:
                yield Link(across, min(a, c), max(a, c))


def _find_common_neighbours(
    mesh: Mesh, among: list[ProvinceKey], pair: tuple[ProvinceKey, ProvinceKey]
) -> tuple[ProvinceKey, ...]:
    """Return the provinces that touch both of a pair; a link across one of them would cut it in two."""
    return tuple(face for face in among if face in mesh.rings and {*pair} <= mesh.adjacent(face))


def _arrives(board: Board, order: Connect, link: Link) -> bool:
    """Tell whether a link arrives on the coasts and at the borders that the order names."""
    touched = {link.a, link.c}
    for spot in (order.link.one, order.link.other):
        sides = [b for b in touched if spot.province in board.mesh.sides(b)]
        if not any(_lies_on(board, spot, border) for border in sides):
            return False
    return all(touched & {*find_named_borders(board, border)} for border in order.arrivals)


def _filter_by_number(mesh: Mesh, order: Connect, links: list[Link]) -> list[Link]:
    """Keep the link that the number behind the pair means: that of the border where it arrives.

    The number counts the borders of the crossed province with that one of the two which has several of
    them, with the second if both have.
    """
    number = order.link.number
    if number is None:
        return links
    kept = []
    for link in links:
        for face in (order.link.other.province, order.link.one.province):
            shared = mesh.between(face, link.across)
            if len(shared) > 1:
                if shared[number - 1 : number] in {(link.a,), (link.c,)}:
                    kept.append(link)
                break
        else:
            kept += [link] if number == 1 else []
    return kept


def find_connected_provinces(mesh: Mesh, link: Link) -> tuple[ProvinceKey, ProvinceKey]:
    """Return the provinces that a link connects: those behind its borders a and c."""
    return (
        mesh.across(mesh.dart_in(link.a, link.across)),
        mesh.across(mesh.dart_in(link.c, link.across)),
    )


def list_possible_cuts(mesh: Mesh) -> tuple[Cut, ...]:
    """Return every separation that is legal on a map, by number of border."""
    return tuple(Cut(border) for border in mesh.borders if not mesh.is_ring(border))


def list_possible_links(mesh: Mesh) -> tuple[Link, ...]:
    """Return every release that is legal on a map, by crossed province and borders."""
    found = []
    for across in sorted(face for face, rings in mesh.rings.items() if len(rings) > 1):
        darts = sorted(dart for ring in mesh.rings[across] for dart in ring)
        for one, other in combinations(darts, 2):
            apart = mesh.ring_of[one] != mesh.ring_of[other]
            if apart and mesh.across(one) != mesh.across(other):
                found.append(Link(across, border_of(one), border_of(other)))
    return tuple(found)


def list_possible_events(board: Board) -> tuple[Event, ...]:
    """Return every event that is legal on a board."""
    return (*list_possible_cuts(board.mesh), *list_possible_links(board.mesh))


def is_possible(mesh: Mesh, event: Event) -> bool:
    """Tell whether an event is legal on a map."""
    match event:
        case Cut():
            return event.border in mesh and not mesh.is_ring(event.border)
        case Link():
            darts = [
                dart
                for ring in mesh.rings.get(event.across, ())
                for dart in ring
                if border_of(dart) in {event.a, event.c}
            ]
            return (
                len({mesh.ring_of[dart] for dart in darts})
                == 2
                == len({mesh.across(dart) for dart in darts})
            )


def make_order(board: Board, event: Event, power: Power) -> Separate | Connect:
    """Return the order by which a power asks for exactly this event, in as few words as are clear.

    Raises MapError when the event is not possible on this map.
    """
    written = _list_separations if isinstance(event, Cut) else _list_connections
    if is_possible(board.mesh, event):
        for order in written(board.mesh, event, power):
            if find_event(board, order) == event:
                return order
    message = f"{event} is not possible on this map"
    raise MapError(message)


def _list_separations(mesh: Mesh, event: Event, power: Power) -> Iterator[Separate]:
    if isinstance(event, Cut):
        ends = mesh.ends(event.border)
        one, other = sorted(mesh.sides(event.border))
        for border in (_make_border(one, other), _make_numbered_border(mesh, event.border)):
            yield Separate(power=power, border=border, ends=ends)


def _list_connections(mesh: Mesh, event: Event, power: Power) -> Iterator[Connect]:
    if isinstance(event, Link):
        link, across = _make_border(*find_connected_provinces(mesh, event)), event.across
        a, c = (_make_numbered_border(mesh, border) for border in (event.a, event.c))
        yield Connect(power=power, link=link)
        for arrivals in ((), (a,), (c,), (a, c)):
            yield Connect(power=power, link=link, across=across, arrivals=arrivals)


def _make_border(one: ProvinceKey, other: ProvinceKey, number: int | None = None) -> BorderName:
    return BorderName(one=PlaceName(province=one), other=PlaceName(province=other), number=number)


def _make_numbered_border(mesh: Mesh, border: BorderId) -> BorderName:
    """Return a border with its number among those of its pair; a lone one needs none."""
    one, other = sorted(mesh.sides(border))
    shared = mesh.between(one, other)
    return _make_border(one, other, shared.index(border) + 1 if len(shared) > 1 else None)


def list_cuts_by_ends(mesh: Mesh, ends: tuple[ProvinceKey, ...]) -> tuple[Cut, ...]:
    """Return the separations by which two provinces, or both ends of one, would connect."""
    wanted = sorted(ends)
    return tuple(
        cut for cut in list_possible_cuts(mesh) if sorted(mesh.ends(cut.border) or ()) == wanted
    )


def list_candidate_events(board: Board, order: Separate | Connect) -> tuple[Event, ...]:
    """Return the legal events that an unclear order may mean: all that agree with what it says.

    Where no link does, the separations at whose ends the two lie.
    """
    mesh, pair = board.mesh, {*order.site}
    if isinstance(order, Separate):
        cuts = (
            list_possible_cuts(mesh) if order.ends is None else list_cuts_by_ends(mesh, order.ends)
        )
        return tuple(cut for cut in cuts if {*mesh.sides(cut.border)} == pair)
    links = tuple(
        link
        for link in list_possible_links(mesh)
        if {*find_connected_provinces(mesh, link)} == pair and order.across in {None, link.across}
    )
    return links or list_cuts_by_ends(mesh, order.site)


def list_nearby_events(state: GameState, power: Power) -> tuple[Separate | Connect, ...]:
    """Return the events that concern a power's units: they part or connect a province with one.

    A power without units is shown those at its centres. In the order of `list_possible_events`.
    """
    mesh = state.board.mesh
    own = {unit.province for unit in state.units_of(power)} or {*state.centres_of(power)}
    found: list[Event] = [
        cut
        for cut in list_possible_cuts(mesh)
        if own & {*mesh.sides(cut.border), *(mesh.ends(cut.border) or ())}
    ]
    found += [
        link
        for link in list_possible_links(mesh)
        if own & {*find_connected_provinces(mesh, link), link.across}
    ]
    return tuple(make_order(state.board, event, power) for event in found)
