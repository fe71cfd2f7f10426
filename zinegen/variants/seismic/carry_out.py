"""Carrying out events that go together: one sequence, and one place on a border for every link.

Links come first, cuts after them; where several links arrive at one border, each does at the point of its
course nearest to what it comes from. On a map without courses their sequence is that of full names,
clockwise round the crossed province. Source: docs/rules/common.md, "2.3 Where a release attaches".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from zinegen.board.board import Board
from zinegen.board.courses import find_middle, find_nearest
from zinegen.game.changes import BorderSeparated, ProvincesJoined
from zinegen.geometry.mesh import BorderId, Mesh, ProvinceKey, border_of
from zinegen.geometry.surgery import Surgery
from zinegen.variants.seismic.contests import event_key
from zinegen.variants.seismic.meanings import Cut, Event, Link, find_connected_provinces


@dataclass(frozen=True, slots=True, kw_only=True)
class EventEffect:
    """An event that was carried out, with the change and the surgery of the map that it brought."""

    event: Event
    """As it was ordered, on the map at the start of the phase."""
    change: BorderSeparated | ProvincesJoined
    surgery: Surgery


def carry_out_events(
    board: Board, events: Collection[Event]
) -> tuple[Board, tuple[EventEffect, ...]]:
    """Return the board after events that go together, and their effects in sequence.

    Raises MapError when they do not go together.
    """
    start, effects = board, list[EventEffect]()
    links = sorted((e for e in events if isinstance(e, Link)), key=event_key)
    linked_borders = {
        border: _make_linked_border(start, border, links) for border in _find_shared_borders(links)
    }
    for link in links:
        a, c = (_find_piece(linked_borders, border, link) for border in (link.a, link.c))
        board = board.release(link.across, a, c)
        surgery = board.pending_surgeries[-1]
        for border, piece in ((link.a, a), (link.c, c)):
            if border in linked_borders:
                linked_borders[border].split_at(link, piece, surgery)
        change = ProvincesJoined(
            across=link.across, borders=(a, c), connected=find_connected_provinces(start.mesh, link)
        )
        effects.append(EventEffect(event=link, change=change, surgery=surgery))
    for cut in sorted(e for e in events if isinstance(e, Cut)):
        mesh = board.mesh
        separation = BorderSeparated(
            border=cut.border,
            parted=mesh.sides(cut.border),
            connected=mesh.ends(cut.border) or mesh.sides(cut.border),
        )
        board = board.separate(cut.border)
        effects.append(
            EventEffect(event=cut, change=separation, surgery=board.pending_surgeries[-1])
        )
    return board, tuple(effects)


def _find_shared_borders(links: Iterable[Link]) -> tuple[BorderId, ...]:
    """Return the borders at which more than one link arrives."""
    arrivals = sorted(border for link in links for border in (link.a, link.c))
    return tuple(sorted({one for one, other in pairwise(arrivals) if one == other}))


@dataclass(slots=True)
class _LinkedBorder:
    """One border with the links that arrive at it, in their order along its even dart."""

    places: dict[Link, Fraction]
    """Where each link arrives, from 0 at the start to 1 at the end."""
    ring: bool
    pieces: list[BorderId]
    """The borders it has become, in sequence; of a ring from its first link on."""
    marks: list[Fraction] = field(default_factory=list)

    def index(self, link: Link) -> int:
        """Return which piece a link arrives at."""
        return sum(mark < self._place(link) for mark in self.marks[self.ring :])

    def _place(self, link: Link) -> Fraction:
        if self.ring and self.marks:
            return (self.places[link] - self.marks[0]) % 1
        return self.places[link]

    def split_at(self, link: Link, piece: BorderId, surgery: Surgery) -> None:
        """Note that a link was laid at a piece and has split it, unless it was a whole ring."""
        at, place = self.index(link), self._place(link)
        for stays, other in surgery.split:
            if stays == piece:
                # The half that stays comes first clockwise round the crossed province.
                dart = surgery.before.dart_in(piece, link.across)
                self.pieces[at : at + 1] = [stays, other] if dart % 2 == 0 else [other, stays]
        self.marks.insert(at + self.ring if self.marks else 0, place)


def _find_piece(
    linked_borders: dict[BorderId, _LinkedBorder], border: BorderId, link: Link
) -> BorderId:
    linked = linked_borders.get(border)
    return border if linked is None else linked.pieces[linked.index(link)]


def _make_linked_border(board: Board, border: BorderId, links: Iterable[Link]) -> _LinkedBorder:
    mesh = board.mesh
    arriving = [link for link in links if border in {link.a, link.c}]
    ranked = sorted(
        arriving, key=lambda link: (board[_find_other_end(mesh, link, border)].name, link)
    )
    places = {}
    for rank, link in enumerate(ranked, 1):
        even = mesh.dart_in(border, link.across) % 2 == 0
        places[link] = Fraction(rank if even else len(ranked) + 1 - rank, len(ranked) + 1)
    if board.courses:
        located = {
            link: _locate_on_border(board, border, _find_other_end(mesh, link, border))
            for link in arriving
        }
        if len({*located.values()}) == len(located):
            places = located
    return _LinkedBorder(places=places, ring=mesh.is_ring(border), pieces=[border])


def _find_other_end(mesh: Mesh, link: Link, border: BorderId) -> ProvinceKey:
    """Return the province that a link connects with what lies behind a border."""
    one, other = find_connected_provinces(mesh, link)
    return other if border == link.a else one


def _locate_on_border(board: Board, border: BorderId, face: ProvinceKey) -> Fraction:
    """Return where along a border's even dart the point nearest to the middle of a province lies."""
    round_it = {border_of(dart) for ring in board.mesh.rings[face] for dart in ring}
    middle = find_middle(board.courses[one] for one in sorted(round_it))
    return find_nearest(board.courses[border], middle).share


def heirs(effects: Iterable[EventEffect], border: BorderId) -> tuple[BorderId, ...]:
    """Return the borders that a border of the start has become after the events."""
    alive = {border}
    for one in effects:
        alive = {heir for number in alive for heir in one.surgery.heirs(number)}
    return tuple(sorted(alive))


def list_touched_borders(mesh: Mesh, one: EventEffect) -> tuple[BorderId, ...]:
    """Return the borders of the start one of whose ends an event has changed, or which it has split."""
    match one.event:
        case Cut():
            return mesh.touching(one.event.border)
        case Link():
            return (one.event.a, one.event.c)
