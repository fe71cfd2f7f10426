"""What a rule set tells pages of its orders about the map: words and plain data, never HTML."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from zinegen.board.board import Board
from zinegen.game.orders import Order
from zinegen.game.verdicts import OrderResult
from zinegen.geometry.mesh import BorderId, ProvinceKey

Event = Hashable
"""A change of the map that powers may order: any value that is equal for all orders of that change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventWords:
    """What the report of a season says of orders about the map, beside what every rule set's say."""

    meaning: Callable[[Board, Order], Event | None] | None = None
    """The event that an order means, where orders of one event add up; None for an order that means none
    or several. Without this function, orders about the same place are reported together.
    """
    claims: Callable[[Board, Sequence[OrderResult]], Iterable[str]] = field(
        default=lambda _board, _rulings: ()
    )
    """Who wanted a change and how strongly, and who held against it: of all rulings on one thing."""
    outcome: Callable[[Board, Board, Event], Iterable[str]] = field(
        default=lambda _before, _after, _event: ()
    )
    """What an event that came about means for the provinces around, on the boards before and after."""
    clash: Callable[[Board, Event, Event], Iterable[str]] = field(
        default=lambda _board, _one, _other: ()
    )
    """Why two events that stop each other cannot both happen."""
    cuts: Callable[[Event], tuple[BorderId, ...]] = field(default=lambda _event: ())
    """The borders that an event cuts: what becomes of waterways beside them is told with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PossibleLink:
    """Two provinces that could be made to touch across a third, and the order that does it."""

    between: tuple[ProvinceKey, ProvinceKey]
    across: ProvinceKey
    order: Order


@dataclass(frozen=True, slots=True, kw_only=True)
class BorderOrders:
    """Every order that changes borders on one board, of no power in particular."""

    cuts: Mapping[BorderId, Order]
    """The order that cuts a border, by border; those that nobody can cut are missing."""
    links: tuple[PossibleLink, ...]
