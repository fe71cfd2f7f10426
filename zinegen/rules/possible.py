"""Every event that is legal on a map, the clearest way to order it, and those that concern a power.

"Your options next season" is made of this, and so are the messages that say how to write an order that
could mean two things.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from zinegen.board.board import Board, Power
from zinegen.errors import MapError
from zinegen.game.orders import Spot
from zinegen.game.state import GameState
from zinegen.notation.slots import Border
from zinegen.planar.mesh import Face, Mesh, border_of
from zinegen.rules.events import Connect, Separate
from zinegen.rules.meanings import Cut, Event, Link, behind, meaning


def possible_cuts(mesh: Mesh) -> tuple[Cut, ...]:
    """Return every separation that is legal on a map, by number of border."""
    return tuple(Cut(border) for border in mesh.borders if not mesh.is_ring(border))


def possible_links(mesh: Mesh) -> tuple[Link, ...]:
    """Return every release that is legal on a map, by crossed province and borders."""
    found = []
    for across in sorted(face for face, rings in mesh.rings.items() if len(rings) > 1):
        darts = sorted(dart for ring in mesh.rings[across] for dart in ring)
        for one, other in combinations(darts, 2):
            apart = mesh.ring_of[one] != mesh.ring_of[other]
            if apart and mesh.across(one) != mesh.across(other):
                found.append(Link(across, border_of(one), border_of(other)))
    return tuple(found)


def possible_events(board: Board) -> tuple[Event, ...]:
    """Return every event that is legal on a board."""
    return (*possible_cuts(board.mesh), *possible_links(board.mesh))


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


def order_for(board: Board, event: Event, power: Power) -> Separate | Connect:
    """Return the order by which a power asks for exactly this event, in as few words as are clear.

    Raises MapError when the event is not possible on this map.
    """
    written = _separations if isinstance(event, Cut) else _connections
    if is_possible(board.mesh, event):
        for order in written(board.mesh, event, power):
            if meaning(board, order) == event:
                return order
    message = f"{event} is not possible on this map"
    raise MapError(message)


def _separations(mesh: Mesh, event: Event, power: Power) -> Iterator[Separate]:
    if isinstance(event, Cut):
        ends = mesh.ends(event.border)
        one, other = sorted(mesh.sides(event.border))
        for border in (_pair(one, other), _numbered(mesh, event.border)):
            yield Separate(power=power, border=border, ends=ends)


def _connections(mesh: Mesh, event: Event, power: Power) -> Iterator[Connect]:
    if isinstance(event, Link):
        link, across = _pair(*behind(mesh, event)), event.across
        a, c = (_numbered(mesh, border) for border in (event.a, event.c))
        yield Connect(power=power, link=link)
        for arrivals in ((), (a,), (c,), (a, c)):
            yield Connect(power=power, link=link, across=across, arrivals=arrivals)


def _pair(one: Face, other: Face, number: int | None = None) -> Border:
    return Border(one=Spot(province=one), other=Spot(province=other), number=number)


def _numbered(mesh: Mesh, border: int) -> Border:
    """Return a border with its number among those of its pair; a lone one needs none."""
    one, other = sorted(mesh.sides(border))
    shared = mesh.between(one, other)
    return _pair(one, other, shared.index(border) + 1 if len(shared) > 1 else None)


def meant(board: Board, order: Separate | Connect) -> tuple[Event, ...]:
    """Return the legal events that an unclear order may mean: those that fit but for what it leaves out."""
    mesh = board.mesh
    if isinstance(order, Separate):
        pair = {order.border.one.province, order.border.other.province}
        ends = order.ends and sorted(order.ends)
        return tuple(
            cut
            for cut in possible_cuts(mesh)
            if {*mesh.sides(cut.border)} == pair
            and (ends is None or sorted(mesh.ends(cut.border) or ()) == ends)
        )
    pair = {order.link.one.province, order.link.other.province}
    return tuple(
        link
        for link in possible_links(mesh)
        if {*behind(mesh, link)} == pair and order.across in {None, link.across}
    )


def near(state: GameState, power: Power) -> tuple[Separate | Connect, ...]:
    """Return the events that concern a power's units: they part or connect a province with one.

    A power without units is shown those at its centres. In the order of `possible_events`.
    """
    mesh = state.board.mesh
    own = {unit.province for unit in state.units_of(power)} or {*state.centres_of(power)}
    found: list[Event] = [
        cut
        for cut in possible_cuts(mesh)
        if own & {*mesh.sides(cut.border), *(mesh.ends(cut.border) or ())}
    ]
    found += [link for link in possible_links(mesh) if own & {*behind(mesh, link), link.across}]
    return tuple(order_for(state.board, event, power) for event in found)
