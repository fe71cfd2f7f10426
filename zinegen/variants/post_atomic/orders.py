"""Orders before the first year: the kind of each starting unit, and mountain ranges.

Source: docs/rules/post-atomic.md, "2.2 Mountain ranges". A range may be conditional
(`zinegen.notation.conditions.conditions`).
"""

from __future__ import annotations

from dataclasses import dataclass

from zinegen.board.board import Board
from zinegen.board.coasts import coasts
from zinegen.game.orders import Order, Wording
from zinegen.game.state import GameState, PhaseKind
from zinegen.game.units import Border, Kind, Spot
from zinegen.geometry.mesh import Face
from zinegen.notation.grammar.forms import Limit, OrderForm, Read, of_kind

MOST_RANGES = 2
"""So many mountain ranges may a power place."""

_PLACEMENT = frozenset({PhaseKind.PLACEMENT})


@dataclass(frozen=True, slots=True, kw_only=True)
class Enlist(Order):
    """``A Lon``: the unit that starts in London is an army."""

    kind: Kind
    at: Spot

    def text(self, say: Wording) -> str:
        """Return ``A Lon``."""
        return f"{say.kind(self.kind)} {say.place(self.at)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseRange(Order):
    """``mountain Ruh/Kie``: a mountain range on the whole common border of two provinces."""

    border: Border

    def text(self, say: Wording) -> str:
        """Return ``mountain Ruh/Kie``."""
        return f"mountain {say.border(self.border)}"

    @property
    def site(self) -> tuple[Face, ...]:
        """The provinces on its two sides."""
        return self.border.one.province, self.border.other.province


def _enlist(read: Read) -> Order:
    unit = read.unit("unit")
    return Enlist(power=read.power, line=read.line, kind=unit.kind or Kind.ARMY, at=unit.at)


def _why_no_start(order: Enlist, state: GameState) -> str | None:
    """Say why no unit can start as an order wants it, as far as the board tells."""
    province = state.board[order.at.province]
    if order.kind not in {Kind.ARMY, Kind.FLEET}:
        return "only armies and fleets start the game"
    if order.kind is Kind.FLEET and not coasts(state.board, province.key):
        return f"{province.name} has no coast for a fleet"
    if province.home != order.power:
        return f"none of your units starts in {province.name}"
    return None


def _start_of(order: Order) -> Face:
    return order.at.province if isinstance(order, Enlist) else Face("")


def _why_no_range(order: RaiseRange, state: GameState) -> str | None:
    """Say why no range can rise where an order wants one."""
    board = state.board
    one, other = (board[face] for face in order.site)
    if not is_border(board, *order.site):
        return f"{one.name} and {other.name} have no border on the board"
    if order.power not in {one.home, other.home}:
        return f"neither {one.name} nor {other.name} lies within your boundaries"
    return None


def is_border(board: Board, one: Face, other: Face) -> bool:
    """Tell whether two provinces of the board, the outside left out, have a border."""
    return bool(board.mesh.between(one, other)) and board[one].passable and board[other].passable


PLACEMENT_FORMS: tuple[OrderForm, ...] = (
    OrderForm(
        name="starting unit",
        pattern="{unit:typed}",
        build=_enlist,
        example="A Lon",
        kinds=_PLACEMENT,
        check=of_kind(Enlist, _why_no_start),
        alone=_start_of,
        of=Enlist,
    ),
    OrderForm(
        name="mountain range",
        pattern="(mountain|mountains|range|cliff) [range] [on|at] {border}",
        example="mountain Ruh/Kie",
        kinds=_PLACEMENT,
        check=of_kind(RaiseRange, _why_no_range),
        limit=Limit(name="mountain ranges", most=lambda _state, _power: MOST_RANGES),
        of=RaiseRange,
    ),
)
"""A line for each of these orders."""
