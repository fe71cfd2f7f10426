"""Orders, units and places as canonical text; the reader's inverse."""

from __future__ import annotations

from dataclasses import dataclass

from zinegen.board.board import Board, Power
from zinegen.board.coasts import Coast, coast_with, coasts, label
from zinegen.board.passage import Place
from zinegen.game.named_places import find_meant_coasts
from zinegen.game.orders import Order
from zinegen.game.units import BorderName, Kind, PlaceName, Unit, UnitName
from zinegen.geometry.mesh import ProvinceKey
from zinegen.notation.grammar.names import nationality


@dataclass(frozen=True, slots=True)
class Canonical:
    """How order texts call units and places on a board: water in capitals, land capitalised.

    It is the `zinegen.game.orders.Wording` with which orders make their canonical text.
    """

    board: Board

    def kind(self, kind: Kind) -> str:
        """Return the letters of a kind of unit."""
        return str(kind)

    def unit(self, named: UnitName, of: Power | None = None) -> str:
        """Return a unit as an order names it; its nationality only where it is not ``of``'s own."""
        words = []
        if named.power is not None and named.power != of:
            words.append(nationality(named.power))
        if named.kind is not None:
            words.append(str(named.kind))
        return " ".join([*words, self.place(named.at)])

    def province(self, face: ProvinceKey) -> str:
        """Return a province's abbreviation."""
        return self.board[face].abbreviation

    def place(self, spot: PlaceName) -> str:
        """Return a place as an order names it; a coast only where the province has several."""
        return write_spot(spot, self.board)

    def coast(self, coast: str) -> str:
        """Return a coast in canonical writing with its waters as they are printed now."""
        keys = coast.strip("{}").split(",")
        provinces = self.board.provinces.items()
        names = [next((p.abbreviation for key, p in provinces if key == k), k) for k in keys]
        return "{" + ",".join(names) + "}" if coast.startswith("{") else names[0]

    def border(self, border: BorderName, sign: str = "/") -> str:
        """Return a border as an event names it: ``Mun/Bur``, ``Spa(nc)/MAO``, ``Nwy/Out no. 2``."""
        sides = (
            self.province(side.province) + (f"({self.coast(side.coast)})" if side.coast else "")
            for side in (border.one, border.other)
        )
        number = f" no. {border.number}" if border.number is not None else ""
        return sign.join(sides) + number

    def nationality(self, power: Power) -> str:
        """Return the adjective of a power in capitals: ``GERMAN``."""
        return nationality(power)


def write_order(order: Order, board: Board) -> str:
    """Return the canonical text of an order on a board.

    Raises NotationError when its class says no text and no player wrote it.
    """
    return order.text(Canonical(board))


def write_spot(spot: PlaceName, board: Board) -> str:
    """Return a place as an order names it; a coast only where the province has several."""
    name = board[spot.province].abbreviation
    if spot.coast is None:
        return name
    meant = find_meant_coasts(board, spot)
    if len(meant) != 1:
        return f"{name}/{Canonical(board).coast(spot.coast)}"
    return _with_label(name, board, meant[0])


def write_place(place: Place, board: Board) -> str:
    """Return a place on a board: ``Mun``, ``NTH``, ``Spa/sc``; its coast only where there are several."""
    name = board[place.province].abbreviation
    if len(coasts(board, place.province)) < 2:
        return name
    here = coast_with(board, place.province, place.coast)
    return _with_label(name, board, here[0]) if len(here) == 1 else name


def _with_label(name: str, board: Board, coast: Coast) -> str:
    called = label(board, coast)
    return name if called is None else f"{name}/{called}"


def spot_at(place: Place, board: Board) -> PlaceName:
    """Return a place as an order names it on a board, with the coast that `write_place` says."""
    coast = write_place(place, board).partition("/")[2]
    if not coast:
        return PlaceName(province=place.province)
    keys = {province.abbreviation: key for key, province in board.provinces.items()}
    waters = sorted(keys.get(name, name) for name in coast.strip("{}").split(","))
    named = ",".join(waters)
    return PlaceName(province=place.province, coast=f"{{{named}}}" if coast[0] == "{" else named)


def name_for(power: Power, unit: Unit, board: Board) -> UnitName:
    """Return a unit as an order of a power names it: with its nationality if it is another's."""
    owner = None if unit.power == power else unit.power
    return UnitName(at=spot_at(unit.at, board), kind=unit.kind, power=owner)


def write_unit(unit: Unit, board: Board) -> str:
    """Return a unit and where it stands: ``F Spa/sc``, ``A/F AEG``."""
    return f"{unit.kind} {write_place(unit.at, board)}"
