"""Alternative texts for pictures, for those who cannot see them: positions, orders, the map and its changes.

These are descriptions of what is drawn. Why an order failed is told on the pages, in `zinegen.pages.words`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from zinegen.board.board import OUTSIDE, Board, Canal, Power, Terrain
from zinegen.board.coasts import coasts, label
from zinegen.board.passage import Place
from zinegen.drawing.map_changes import MapChange
from zinegen.drawing.position import ShownPhase, ShownPosition
from zinegen.game.changes import (
    BorderSeparated,
    CanalEnded,
    CanalMade,
    CanalMoved,
    CentreDestroyed,
    CentreFounded,
    IceChanged,
    PassageChanged,
    ProvincesJoined,
    RiftChanged,
    StraitEnded,
    StraitMade,
    TerrainChanged,
    WaterwaysChanged,
)
from zinegen.game.state import Phase, PhaseKind, Season
from zinegen.game.units import BorderName, Kind, PlaceName, Unit, UnitName
from zinegen.game.verdicts import OrderResult, Word
from zinegen.game.wording import describe_terrain
from zinegen.geometry.mesh import ProvinceKey

SEASONS = {Season.SPRING: "Spring", Season.AUTUMN: "Autumn", Season.WINTER: "Winter"}
KINDS = {
    PhaseKind.MOVES: "moves",
    PhaseKind.RETREATS: "retreats",
    PhaseKind.EVENTS: "map events",
    PhaseKind.ADJUSTMENTS: "adjustments",
    PhaseKind.PLACEMENT: "placement",
}
UNITS = {
    Kind.ARMY: "army",
    Kind.FLEET: "fleet",
    Kind.MUTANT: "mutant force",
    Kind.ARMY_ABOARD: "fleet with an army aboard",
}


def describe_season(phase: Phase) -> str:
    """Return a phase's season and year, such as ``Spring 1901``."""
    return f"{SEASONS[phase.season]} {phase.year}"


def name_place(board: Board, face: ProvinceKey) -> str:
    """Return a province's full name."""
    province = board.provinces.get(face)
    return province.name if province else str(face)


def describe_place(board: Board, place: Place) -> str:
    """Return a place in words: the province, and its coast where it has several."""
    name = name_place(board, place.province)
    if not place.coast:
        return name
    here = [one for one in coasts(board, place.province) if one.borders == place.coast]
    mark = label(board, here[0]) if here else None
    return f"{name} ({_describe_coast(mark)})" if mark else name


def _describe_coast(mark: str) -> str:
    directions = {"n": "north", "s": "south", "e": "east", "w": "west"}
    if mark.endswith("c") and mark[:-1] and set(mark[:-1]) <= set(directions):
        return "-".join(directions[one] for one in mark[:-1]) + " coast"
    return f"coast on {mark}"


def describe_position(state: ShownPosition) -> str:
    """Return which units and centres each power has, in one or two sentences a power."""
    return " ".join(_list_positions(state))


def _list_positions(state: ShownPosition) -> Iterator[str]:
    for power in state.powers:
        units = [unit for _, unit in sorted(state.units.items()) if unit.power == power]
        lost = [unit for unit in state.dislodged.values() if unit.power == power]
        owned = sorted(face for face, owner in state.owners.items() if owner == power)
        if not units and not lost and not owned:
            continue
        parts = [describe_unit(state.board, unit) for unit in units]
        parts += [f"{describe_unit(state.board, unit)} (dislodged)" for unit in lost]
        line = f"{power}: {', '.join(parts) or 'no units'}."
        if owned:
            names = ", ".join(name_place(state.board, face) for face in owned)
            line += f" Centres: {names}."
        yield line
    free = [face for face in state.board.centres if face not in state.owners]
    if free:
        yield f"Neutral centres: {', '.join(name_place(state.board, face) for face in free)}."


def describe_unit(board: Board, unit: Unit) -> str:
    """Return a unit in words, such as ``fleet in Spain (north coast)``."""
    return f"{UNITS[unit.kind]} in {describe_place(board, unit.at)}"


def describe_orders(state: ShownPosition, report: ShownPhase) -> str:
    """Return every order and its result in words, grouped by power."""
    return " ".join(_list_orders(state, report.rulings))


def _list_orders(state: ShownPosition, rulings: Iterable[OrderResult]) -> Iterator[str]:
    by_power: dict[Power, list[str]] = {}
    for ruling in rulings:
        by_power.setdefault(ruling.order.power, []).append(
            describe_ruling(state, ruling, named=False)
        )
    for power, lines in by_power.items():
        yield f"{power}: {'; '.join(lines)}."


def describe_ruling(state: ShownPosition, ruling: OrderResult, *, named: bool = True) -> str:
    """Return one order and its result in words; ``named`` begins with the power."""
    words = ruling.order.describe(PlainWords(state))
    if not ruling.given:
        words += " (not ordered)"
    match ruling.verdict.word:
        case Word.FAILS:
            words += ", fails"
        case Word.VOID:
            words += ", void"
        case Word.SUCCEEDS:
            pass
    return f"{ruling.order.power}: {words}" if named else words


@dataclass(frozen=True, slots=True)
class PlainWords:
    """How descriptions call units and places: by their full names.

    It is the `zinegen.game.orders.Wording` with which orders describe themselves.
    """

    state: ShownPosition

    def kind(self, kind: Kind) -> str:
        """Return ``army``, ``fleet``."""
        return UNITS[kind]

    def unit(self, named: UnitName, of: Power | None = None) -> str:  # noqa: ARG002
        """Return ``army Munich``: its kind is that of the unit there where the order names none."""
        face = named.at.province
        unit = self.state.units.get(face)
        lost = self.state.dislodged.get(face)
        kind = named.kind or (unit.kind if unit else lost.kind if lost else None)
        return f"{UNITS[kind]} {self.province(face)}" if kind else f"unit in {self.province(face)}"

    def province(self, face: ProvinceKey) -> str:
        """Return a province's full name."""
        return name_place(self.state.board, face)

    def place(self, spot: PlaceName) -> str:
        """Return a province's full name, with the coast that is named."""
        name = self.province(spot.province)
        return f"{name} ({self.coast(spot.coast)})" if spot.coast else name

    def coast(self, coast: str) -> str:
        """Return ``north coast``, ``coast on GOL``."""
        return _describe_coast(coast)

    def border(self, border: BorderName, sign: str = " and ") -> str:
        """Return the full names of the two provinces."""
        return sign.join((self.place(border.one), self.place(border.other)))

    def nationality(self, power: Power) -> str:
        """Return the power's name."""
        return str(power)


def describe_change(board: Board, change: MapChange) -> str:
    """Return a change of the map in a few words; ``board`` is the one after it."""

    def name(face: ProvinceKey) -> str:
        return "the outside" if face == OUTSIDE else name_place(board, face)

    match change:
        case BorderSeparated(parted=(a, b), connected=(c, d)):
            if c == d:
                return f"{name(a)} and {name(b)} part, {name(c)} between them"
            return f"{name(a)} and {name(b)} part, {name(c)} and {name(d)} touch"
        case ProvincesJoined(connected=(c, d)):
            return f"{name(c)} and {name(d)} touch across {name(change.across)}"
        case StraitMade(between=(a, b)):
            return f"strait between {name(a)} and {name(b)}"
        case StraitEnded(between=(a, b)):
            return f"no strait any more between {name(a)} and {name(b)}"
        case CanalMade():
            return f"canal in {name(change.canal.province)}"
        case CanalMoved():
            return f"canal in {name(change.canal.province)} moved"
        case CanalEnded():
            return f"no canal any more in {name(change.canal.province)}"
        case TerrainChanged():
            return f"{name(change.province)} is {describe_terrain(board, change.province)} now"
        case PassageChanged():
            return f"{name(change.province)} {'opens' if change.passable else 'closes'}"
        case IceChanged():
            return f"{name(change.province)} is {'under ice' if change.iced else 'free of ice'} now"
        case RiftChanged(between=(a, b)):
            return f"rift between {name(a)} and {name(b)} {'opens' if change.open else 'closes'}"
        case WaterwaysChanged():
            return f"waterways of {name(change.province)} changed"
        case CentreFounded():
            return f"new centre {name(change.province)}"
        case CentreDestroyed():
            return f"centre {name(change.province)} destroyed"
    assert_never(change)


def describe_ground(board: Board) -> str:
    """Return in words what is special about a board; empty when there is nothing."""
    return " ".join(f"{words}." for words in _list_ground(board))


def _list_ground(board: Board) -> Iterator[str]:
    faces = [face for face in board.provinces if face != OUTSIDE]

    def name_provinces(what: str, wanted: Iterable[ProvinceKey]) -> Iterator[str]:
        names = [name_place(board, face) for face in wanted]
        if names:
            yield f"{what}: {', '.join(names)}"

    yield from name_provinces("Sunk", (face for face in faces if board.is_sunk(face)))
    yield from name_provinces(
        "Mountain", (face for face in faces if board[face].terrain is Terrain.MOUNTAIN)
    )
    yield from name_provinces("Under ice", (face for face in faces if board[face].iced))
    yield from name_provinces("Closed", (face for face in faces if not board[face].passable))
    for what, pairs in _list_lines(board):
        if pairs:
            yield f"{what}: {', '.join(pairs)}"


def _list_lines(board: Board) -> Iterator[tuple[str, list[str]]]:
    def both(one: ProvinceKey, other: ProvinceKey) -> str:
        return f"{name_place(board, one)} and {name_place(board, other)}"

    yield "Rift between", [both(*pair) for pair in board.rifts]
    for height, what in ((1, "Mountain range between"), (2, "Double mountain range between")):
        yield what, [both(*pair) for pair, high in sorted(board.ranges.items()) if high == height]
    yield (
        "Strait between",
        [both(*board.mesh.sides(border)) for border in board.straits if border in board.mesh],
    )
    yield "Crossing between", [both(*one.ends) for one in board.crossings]
    yield "Canal", [_describe_canal(board, canal) for canal in board.canals]


def _describe_canal(board: Board, canal: Canal) -> str:
    name = name_place(board, canal.province)
    ends = [
        name_place(board, board.mesh.across(board.mesh.dart_in(border, canal.province)))
        for border in canal.terminals
        if border in board.mesh and canal.province in board.mesh.sides(border)
    ]
    return f"{name} from {' to '.join(ends)}" if len(ends) > 1 else name
