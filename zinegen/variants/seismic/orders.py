"""What a power can order of the map's borders: separations, links, and the options that go with them.

Source: rules/common.md 2 and 8.4. An option is a line of its own; it speaks of a waterway that an event
of the same power makes, moves or ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from zinegen.board.board import Board
from zinegen.game.orders import Order
from zinegen.game.units import Border
from zinegen.geometry.mesh import Face
from zinegen.notation.grammar.writer import write, write_border, write_coast


@dataclass(frozen=True, slots=True, kw_only=True)
class Separate(Order):
    """``Por & Spa separate, MAO & MAO connect``."""

    border: Border
    ends: tuple[Face, Face] | None = None
    """The provinces that connect; None when only the border was named."""

    @property
    def site(self) -> tuple[Face, ...]:
        """The provinces that are to part."""
        return self.border.one.province, self.border.other.province

    def is_like(self, other: Order) -> bool:
        """Tell whether an order of any power names the same border; the ends may be left out."""
        if not isinstance(other, Separate) or sorted(self.site) != sorted(other.site):
            return False
        ends = {tuple(sorted(one.ends)) for one in (self, other) if one.ends is not None}
        numbers = {self.border.number, other.border.number} - {None}
        return len(ends) < 2 and len(numbers) < 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Connect(Order):
    """``Por & Bre connect across MAO``: a link between provinces that do not touch there."""

    link: Border
    """The two provinces; a coast is that of the border where the link arrives."""
    across: Face | None = None
    arrivals: tuple[Border, ...] = ()
    """Borders of the crossed province where the link arrives, as far as they were named."""

    @property
    def site(self) -> tuple[Face, ...]:
        """The provinces that are to touch."""
        return self.link.one.province, self.link.other.province

    def is_like(self, other: Order) -> bool:
        """Tell whether an order of any power links the same two; the province between may be left out."""
        if not isinstance(other, Connect) or sorted(self.site) != sorted(other.site):
            return False
        return len({self.across, other.across} - {None}) < 2


class Way(StrEnum):
    """What an option asks for."""

    STRAIT = "strait"
    CANAL = "canal"
    NONE = "none"
    DELETE = "delete"
    KEEP = "keep"


@dataclass(frozen=True, slots=True, kw_only=True)
class IsthmusOption(Order):
    """``isthmus Apu/Alb: canal Apu``: the waterway that a new isthmus gets."""

    way: Way
    isthmus: Border | None = None
    """None: every isthmus that the power's event makes."""
    through: Face | None = None
    """The province of a canal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StraitOption(Order):
    """``strait Den/Swe: delete``: what becomes of a strait that loses the water at one end."""

    way: Way
    strait: Border | None = None
    through: Face | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CanalOption(Order):
    """``canal Kie: NTH``: what becomes of a canal whose border at one end is cut."""

    way: Way
    canal: Face | None = None
    to: Face | None = None
    """The water at which it shall end."""


@write.register
def _(order: Separate, board: Board) -> str:
    text = f"{_both(order.border, board)} separate"
    if order.ends is None:
        return text
    one, other = (board[face].abbreviation for face in order.ends)
    return f"{text}, {one} & {other} connect"


@write.register
def _(order: Connect, board: Board) -> str:
    text = f"{_both(order.link, board)} connect"
    if order.across is not None:
        text += f" across {board[order.across].abbreviation}"
    at = " and ".join(write_border(border, board) for border in order.arrivals)
    return f"{text} at {at}" if at else text


@write.register
def _(order: IsthmusOption, board: Board) -> str:
    where = f" {write_border(order.isthmus, board)}" if order.isthmus else ""
    return f"isthmus{where}: {_way(order.way, order.through, board)}"


@write.register
def _(order: StraitOption, board: Board) -> str:
    where = f" {write_border(order.strait, board)}" if order.strait else ""
    return f"strait{where}: {_way(order.way, order.through, board)}"


@write.register
def _(order: CanalOption, board: Board) -> str:
    where = f" {board[order.canal].abbreviation}" if order.canal else ""
    return f"canal{where}: {board[order.to].abbreviation if order.to else order.way}"


def _way(way: Way, through: Face | None, board: Board) -> str:
    return f"{way} {board[through].abbreviation}" if through else str(way)


def _both(border: Border, board: Board) -> str:
    """Return a pair of provinces with ``&``, its coasts in brackets and its number."""
    sides = []
    for side in (border.one, border.other):
        coast = f"({write_coast(side.coast, board)})" if side.coast else ""
        sides.append(board[side.province].abbreviation + coast)
    number = f" no. {border.number}" if border.number is not None else ""
    return " & ".join(sides) + number
