"""What the pages of a game print of events: who ordered one, what it brought, why two clash; all orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zinegen.board.board import Board, Power
from zinegen.game.event_words import BorderOrders, Event, EventWords, PossibleLink
from zinegen.game.orders import Order
from zinegen.game.verdicts import Ruling, Verdict, Word
from zinegen.game.wording import full_name, join_words, name_in_sentence
from zinegen.geometry.mesh import Dart, Face, Mesh, border_of
from zinegen.variants.seismic.meanings import (
    Cut,
    Link,
    behind,
    meaning,
    order_for,
    possible_cuts,
    possible_links,
)
from zinegen.variants.seismic.orders import Connect, Separate

ANYBODY = Power("")
"""Who gives an order does not matter for how it is written."""


def _meaning(board: Board, order: Order) -> Cut | Link | None:
    if not isinstance(order, Separate | Connect):
        return None
    found = meaning(board, order)
    return None if isinstance(found, Verdict) else found


def _strength(board: Board, rulings: Sequence[Ruling]) -> Iterator[str]:
    """Yield who ordered an event: everybody who does makes it stronger by one."""
    counts = rulings and rulings[0].verdict.word is not Word.VOID
    if not counts or _meaning(board, rulings[0].order) is None:
        return
    powers = sorted({ruling.order.power for ruling in rulings})
    if len(powers) == 1:
        yield f"{powers[0]} alone ordered it: strength 1."
    else:
        yield f"{join_words(powers)} ordered it: strength {len(powers)}."


def _outcome(before: Board, after: Board, event: Event) -> Iterator[str]:
    """Yield whether provinces that were parted still touch elsewhere, or lie in a single other one now."""
    if not isinstance(event, Cut):
        return
    one, other = before.mesh.sides(event.border)
    if one != other and after.mesh.between(one, other):
        yield f"{full_name(after, one)} and {full_name(after, other)} still touch elsewhere."
    for face in sorted((one, other)):
        around = after.mesh.adjacent(face)
        if face in after.provinces and len(around) == 1 < len(before.mesh.adjacent(face)):
            (only,) = around
            yield f"{full_name(after, face)} is an island in {name_in_sentence(after, only)} now."


def _clash(board: Board, one: Event, other: Event) -> Iterator[str]:
    """Yield where two events get into each other's way."""
    match one, other:
        case Cut(), Cut():
            faces = _junction(board.mesh, one.border, other.border)
            names = join_words(sorted(full_name(board, face) for face in faces))
            if names:
                yield f"Both borders end where {names} meet."
        case (Cut(), Link()) | (Link(), Cut()):
            yield "The link arrives at the very border that would be cut."
        case _:
            pass


def _junction(mesh: Mesh, one: int, other: int) -> frozenset[Face]:
    """Return the provinces that meet at a junction of two borders."""
    for dart in (Dart(2 * one), Dart(2 * one + 1)):
        around = mesh.junction(dart)
        if other in {border_of(each) for each in around}:
            return frozenset(mesh.face[each] for each in around)
    return frozenset()


def _cuts(event: Event) -> tuple[int, ...]:
    return (event.border,) if isinstance(event, Cut) else ()


EVENT_WORDS = EventWords(
    meaning=_meaning, claims=_strength, outcome=_outcome, clash=_clash, cuts=_cuts
)


def border_orders(board: Board) -> BorderOrders:
    """Return the order for every event that is possible on a board."""
    links = []
    for link in possible_links(board.mesh):
        order = order_for(board, link, ANYBODY)
        between = behind(board.mesh, link)
        links.append(PossibleLink(between=between, across=link.across, order=order))
    cuts = {cut.border: order_for(board, cut, ANYBODY) for cut in possible_cuts(board.mesh)}
    return BorderOrders(cuts=cuts, links=tuple(links))
