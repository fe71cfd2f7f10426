"""What the pages of a game print of events: who ordered one, its outcome, why two clash; possible ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from zinegen.board.board import Board, Power
from zinegen.game.event_words import BorderOrders, Event, EventWords, PossibleLink
from zinegen.game.orders import Order
from zinegen.game.verdicts import OrderResult, Verdict, Word
from zinegen.game.wording import full_name, join_words, name_in_sentence
from zinegen.geometry.mesh import BorderId, Dart, Mesh, ProvinceKey, border_of
from zinegen.languages.names import PowerInSentence, name_power
from zinegen.languages.texts import gettext
from zinegen.variants.seismic.meanings import (
    Cut,
    FindEvent,
    Link,
    find_connected_provinces,
    list_possible_cuts,
    list_possible_links,
    make_order,
)
from zinegen.variants.seismic.orders import Connect, Separate

ANYBODY = Power("")
"""Who gives an order does not matter for how it is written."""


def _find_event(meaning: FindEvent, board: Board, order: Order) -> Cut | Link | None:
    if not isinstance(order, Separate | Connect):
        return None
    found = meaning(board, order)
    return None if isinstance(found, Verdict) else found


def _describe_strength(_board: Board, rulings: Sequence[OrderResult]) -> Iterator[str]:
    """Yield who ordered an event: everybody who does makes it stronger by one."""
    counts = rulings and rulings[0].verdict.word is not Word.VOID
    if not counts or not isinstance(rulings[0].order, Separate | Connect):
        return
    powers = sorted({ruling.order.power for ruling in rulings})
    if len(powers) == 1:
        yield gettext("{power:The} alone ordered it: strength 1.", power=PowerInSentence(powers[0]))
    else:
        yield gettext(
            "{powers} ordered it: strength {count}.",
            powers=join_words([name_power(one) for one in powers]),
            count=len(powers),
        )


def _describe_outcome(before: Board, after: Board, event: Event) -> Iterator[str]:
    """Yield whether separated provinces still touch elsewhere, or have become islands."""
    if not isinstance(event, Cut):
        return
    one, other = before.mesh.sides(event.border)
    if one != other and after.mesh.between(one, other):
        yield gettext(
            "{one} and {other} still touch elsewhere.",
            one=full_name(after, one),
            other=full_name(after, other),
        )
    for face in sorted((one, other)):
        around = after.mesh.adjacent(face)
        if face in after.provinces and len(around) == 1 < len(before.mesh.adjacent(face)):
            (only,) = around
            yield gettext(
                "{island} is an island in {place} now.",
                island=full_name(after, face),
                place=name_in_sentence(after, only),
            )


def _describe_clash(board: Board, one: Event, other: Event) -> Iterator[str]:
    """Yield where two events conflict."""
    match one, other:
        case Cut(), Cut():
            faces = _find_junction(board.mesh, one.border, other.border)
            names = join_words(sorted(full_name(board, face) for face in faces))
            if names:
                yield gettext("Both borders end where {names} meet.", names=names)
        case (Cut(), Link()) | (Link(), Cut()):
            yield gettext("The link arrives at the very border that would be cut.")
        case _:
            pass


def _find_junction(mesh: Mesh, one: BorderId, other: BorderId) -> frozenset[ProvinceKey]:
    """Return the provinces that meet at a junction of two borders."""
    for dart in (Dart(2 * one), Dart(2 * one + 1)):
        around = mesh.junction(dart)
        if other in {border_of(each) for each in around}:
            return frozenset(mesh.face[each] for each in around)
    return frozenset()


def event_words(meaning: FindEvent) -> EventWords:
    """Return what is said of events, in a rule set whose orders mean what ``meaning`` finds."""
    return EventWords(
        meaning=partial(_find_event, meaning),
        claims=_describe_strength,
        outcome=_describe_outcome,
        clash=_describe_clash,
        cuts=lambda event: (event.border,) if isinstance(event, Cut) else (),
    )


def border_orders(board: Board) -> BorderOrders:
    """Return the order for every event that is possible on a board."""
    links = []
    for link in list_possible_links(board.mesh):
        order = make_order(board, link, ANYBODY)
        between = find_connected_provinces(board.mesh, link)
        links.append(PossibleLink(between=between, across=link.across, order=order))
    cuts = {cut.border: make_order(board, cut, ANYBODY) for cut in list_possible_cuts(board.mesh)}
    return BorderOrders(cuts=cuts, links=tuple(links))
