"""Orders, units and places into the one canonical text; the reader's inverse.

A rule set registers how its own orders are written::

    @write.register
    def _(order: Erode, board: Board) -> str:
        return f"Erode {board[order.at].abbreviation}"
"""

from __future__ import annotations

from functools import singledispatch

from zinegen.board.board import Board, Power
from zinegen.board.coasts import Coast, coast_with, coasts, find, label
from zinegen.board.passage import Place
from zinegen.errors import NotationError
from zinegen.game.orders import (
    Build,
    CoastChoice,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    SupportHold,
    SupportMove,
    Unreadable,
    Waive,
)
from zinegen.game.units import Border, Named, Spot, Unit
from zinegen.notation.grammar.names import nationality


@singledispatch
def write(order: Order, board: Board) -> str:
    """Return the canonical text of an order on a board: water in capitals, land capitalised.

    A kind of order that nobody has said how to write is written as its player wrote it; raises
    NotationError when no player did.
    """
    if order.line is not None:
        return order.line.text
    message = f"nobody has said how a {type(order).__name__} on {len(board.provinces)} provinces is written"
    raise NotationError(message)


@write.register
def _(order: Hold, board: Board) -> str:
    return f"{_unit(order, board)} H"


@write.register
def _(order: Move, board: Board) -> str:
    by_sea = " via convoy" if order.via_convoy else ""
    return f"{_unit(order, board)} - {write_spot(order.to, board)}{by_sea}"


@write.register
def _(order: Retreat, board: Board) -> str:
    return f"{_unit(order, board)} - {write_spot(order.to, board)}"


@write.register
def _(order: SupportHold, board: Board) -> str:
    return f"{_unit(order, board)} S {write_named(order.of, board, order.power)}"


@write.register
def _(order: SupportMove, board: Board) -> str:
    supported = write_named(order.of, board, order.power)
    return f"{_unit(order, board)} S {supported} - {write_spot(order.to, board)}"


@write.register
def _(order: Convoy, board: Board) -> str:
    army = write_named(order.army, board, order.power)
    return f"{_unit(order, board)} C {army} - {write_spot(order.to, board)}"


@write.register
def _(order: Disband, board: Board) -> str:
    return f"{_unit(order, board)} disband"


@write.register
def _(order: Build, board: Board) -> str:
    return f"build {order.kind} {write_spot(order.at, board)}"


@write.register
def _(order: Remove, board: Board) -> str:
    return f"remove {_unit(order, board)}"


@write.register
def _(_order: Waive, _board: Board) -> str:
    return "waive"


@write.register
def _(order: CoastChoice, board: Board) -> str:
    choices = ", ".join(write_coast(choice, board) for choice in order.choices)
    return f"{_unit(order, board)}: {choices}"


@write.register
def _(order: Unreadable, _board: Board) -> str:
    return order.line.text if order.line else ""


def _unit(order: Order, board: Board) -> str:
    unit = getattr(order, "unit")  # noqa: B009
    return write_named(unit, board, order.power)


def write_named(named: Named, board: Board, power: Power | None = None) -> str:
    """Return a unit as an order names it; its nationality only where it is not ``power``'s own."""
    words = []
    if named.power is not None and named.power != power:
        words.append(nationality(named.power))
    if named.kind is not None:
        words.append(str(named.kind))
    return " ".join([*words, write_spot(named.at, board)])


def write_spot(spot: Spot, board: Board) -> str:
    """Return a place as an order names it; a coast only where the province has several."""
    name = board[spot.province].abbreviation
    if spot.coast is None:
        return name
    meant = find(board, spot.province, spot.coast)
    if len(meant) != 1:
        return f"{name}/{write_coast(spot.coast, board)}"
    return _with_label(name, board, meant[0])


def write_coast(coast: str, board: Board) -> str:
    """Return a coast in canonical writing with its waters as they are printed now."""
    keys = coast.strip("{}").split(",")
    names = [
        next((p.abbreviation for key, p in board.provinces.items() if key == name), name)
        for name in keys
    ]
    return "{" + ",".join(names) + "}" if coast.startswith("{") else names[0]


def write_place(place: Place, board: Board) -> str:
    """Return a place on a board: ``Mun``, ``NTH``, ``Spa/sc``; its coast only where there are several."""
    name = board[place.province].abbreviation
    here = coast_with(board, place.province, place.coast)
    if len(coasts(board, place.province)) < 2 or len(here) != 1:
        return name
    return _with_label(name, board, here[0])


def _with_label(name: str, board: Board, coast: Coast) -> str:
    called = label(board, coast)
    return name if called is None else f"{name}/{called}"


def write_unit(unit: Unit, board: Board) -> str:
    """Return a unit and where it stands: ``F Spa/sc``, ``A/F AEG``."""
    return f"{unit.kind} {write_place(unit.at, board)}"


def write_border(border: Border, board: Board) -> str:
    """Return a border as an event names it: ``Mun/Bur``, ``Spa(nc)/MAO``, ``Nwy/Out no. 2``."""
    sides = []
    for side in (border.one, border.other):
        coast = f"({write_coast(side.coast, board)})" if side.coast else ""
        sides.append(board[side.province].abbreviation + coast)
    number = f" no. {border.number}" if border.number is not None else ""
    return "/".join(sides) + number
