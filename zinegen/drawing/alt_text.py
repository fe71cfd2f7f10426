"""Alternative texts for pictures, for those who cannot see them: positions, orders, the map and its changes.

These are descriptions of what is drawn. Why an order failed is told on the pages, in `zinegen.pages.words`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
from zinegen.languages.names import name_power, name_province
from zinegen.languages.texts import N_, add_colon, gettext, join_clauses

SEASONS = {
    Season.SPRING: N_("Spring"),
    Season.AUTUMN: N_("Autumn"),
    Season.WINTER: N_("Winter"),
}
KINDS = {
    PhaseKind.MOVES: N_("moves"),
    PhaseKind.RETREATS: N_("retreats"),
    PhaseKind.EVENTS: N_("map events"),
    PhaseKind.ADJUSTMENTS: N_("adjustments"),
    PhaseKind.PLACEMENT: N_("placement"),
}
COASTS = {
    "nc": N_("north coast"),
    "sc": N_("south coast"),
    "ec": N_("east coast"),
    "wc": N_("west coast"),
    "nec": N_("north-east coast"),
    "nwc": N_("north-west coast"),
    "sec": N_("south-east coast"),
    "swc": N_("south-west coast"),
}
UNITS = {
    Kind.ARMY: N_("army"),
    Kind.FLEET: N_("fleet"),
    Kind.MUTANT: N_("mutant force"),
    Kind.ARMY_ABOARD: N_("fleet with an army aboard"),
}


def describe_season(phase: Phase) -> str:
    """Return a phase's season and year, such as ``Spring 1901``."""
    return f"{gettext(SEASONS[phase.season])} {phase.year}"


def name_place(board: Board, face: ProvinceKey) -> str:
    """Return a province's full name."""
    province = board.provinces.get(face)
    return name_province(province.name) if province else str(face)


def describe_place(board: Board, place: Place) -> str:
    """Return a place in words: the province, and its coast where it has several."""
    name = name_place(board, place.province)
    if not place.coast:
        return name
    here = [one for one in coasts(board, place.province) if one.borders == place.coast]
    mark = label(board, here[0]) if here else None
    return f"{name} ({_describe_coast(mark)})" if mark else name


def _describe_coast(mark: str) -> str:
    if mark in COASTS:
        return gettext(COASTS[mark])
    return gettext("coast on {mark}", mark=mark)


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
        parts += [
            gettext("{unit} (dislodged)", unit=describe_unit(state.board, unit)) for unit in lost
        ]
        none = gettext("no units")
        line = f"{add_colon(name_power(power), ', '.join(parts) or none)}."
        if owned:
            names = ", ".join(name_place(state.board, face) for face in owned)
            line += gettext(" Centres: {names}.", names=names)
        yield line
    free = [face for face in state.board.centres if face not in state.owners]
    if free:
        yield gettext(
            "Neutral centres: {names}.",
            names=", ".join(name_place(state.board, face) for face in free),
        )


def describe_unit(board: Board, unit: Unit) -> str:
    """Return a unit in words, such as ``fleet in Spain (north coast)``."""
    kind, place = gettext(UNITS[unit.kind]), describe_place(board, unit.at)
    return gettext("{kind} in {place}", kind=kind, place=place)


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
        yield f"{add_colon(name_power(power), join_clauses(lines))}."


def describe_ruling(state: ShownPosition, ruling: OrderResult, *, named: bool = True) -> str:
    """Return one order and its result in words; ``named`` begins with the power."""
    words = ruling.order.describe(PlainWords(state))
    if not ruling.given:
        words += gettext(" (not ordered)")
    match ruling.verdict.word:
        case Word.FAILS:
            words += gettext(", fails")
        case Word.VOID:
            words += gettext(", void")
        case Word.SUCCEEDS:
            pass
    return add_colon(name_power(ruling.order.power), words) if named else words


@dataclass(frozen=True, slots=True)
class PlainWords:
    """How descriptions call units and places: by their full names.

    It is the `zinegen.game.orders.Wording` with which orders describe themselves.
    """

    state: ShownPosition

    def kind(self, kind: Kind) -> str:
        """Return ``army``, ``fleet``."""
        return gettext(UNITS[kind])

    def unit(self, named: UnitName, of: Power | None = None) -> str:  # noqa: ARG002
        """Return ``army Munich``: its kind is that of the unit there where the order names none."""
        face = named.at.province
        unit = self.state.units.get(face)
        lost = self.state.dislodged.get(face)
        kind = named.kind or (unit.kind if unit else lost.kind if lost else None)
        return (
            f"{gettext(UNITS[kind])} {self.province(face)}"
            if kind
            else gettext("unit in {place}", place=self.province(face))
        )

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
        return gettext(sign).join((self.place(border.one), self.place(border.other)))

    def nationality(self, power: Power) -> str:
        """Return the power's name."""
        return name_power(power)


def describe_change(board: Board, change: MapChange) -> str:
    """Return a change of the map in a few words; ``board`` is the one after it."""
    match change:
        case CanalMade() | CanalMoved() | CanalEnded():
            text, place = _CANALS[type(change)], change.canal.province
        case TerrainChanged():
            ground = describe_terrain(board, change.province)
            text = gettext("{place} is {ground} now")
            return text.format(place=_name(board, change.province), ground=ground)
        case PassageChanged(province=place):
            text = N_("{place} opens") if change.passable else N_("{place} closes")
        case IceChanged(province=place):
            text = N_("{place} is free of ice now")
            text = N_("{place} is under ice now") if change.iced else text
        case WaterwaysChanged(province=place):
            text = N_("waterways of {place} changed")
        case CentreFounded(province=place):
            text = N_("new centre {place}")
        case CentreDestroyed(province=place):
            text = N_("centre {place} destroyed")
        case _:
            return _describe_contact(board, change)
    return gettext(text, place=_name(board, place))


_CANALS: Mapping[type, str] = {
    CanalMade: N_("canal in {place}"),
    CanalMoved: N_("canal in {place} moved"),
    CanalEnded: N_("no canal any more in {place}"),
}


def _describe_contact(
    board: Board, change: BorderSeparated | ProvincesJoined | StraitMade | StraitEnded | RiftChanged
) -> str:
    """Return what became of two provinces' contact in a few words."""
    match change:
        case BorderSeparated(parted=(a, b), connected=(c, d)):
            text = N_("{one} and {other} part, {third} and {fourth} touch")
            text = N_("{one} and {other} part, {third} between them") if c == d else text
        case ProvincesJoined(connected=(a, b), across=c):
            d, text = c, N_("{one} and {other} touch across {third}")
        case StraitMade(between=(a, b)):
            c, d, text = a, b, N_("strait between {one} and {other}")
        case StraitEnded(between=(a, b)):
            c, d, text = a, b, N_("no strait any more between {one} and {other}")
        case RiftChanged(between=(a, b)):
            c, d, text = a, b, N_("rift between {one} and {other} closes")
            text = N_("rift between {one} and {other} opens") if change.open else text
        case _:
            assert_never(change)
    one, other, third, fourth = (_name(board, face) for face in (a, b, c, d))
    return gettext(text, one=one, other=other, third=third, fourth=fourth)


def _name(board: Board, face: ProvinceKey) -> str:
    return name_province("the outside") if face == OUTSIDE else name_place(board, face)


def describe_ground(board: Board) -> str:
    """Return in words what is special about a board; empty when there is nothing."""
    return " ".join(f"{words}." for words in _list_ground(board))


def _list_ground(board: Board) -> Iterator[str]:
    faces = [face for face in board.provinces if face != OUTSIDE]

    def name_provinces(what: str, wanted: Iterable[ProvinceKey]) -> Iterator[str]:
        names = [name_place(board, face) for face in wanted]
        if names:
            yield add_colon(what, ", ".join(names))

    yield from name_provinces(gettext("Sunk"), (face for face in faces if board.is_sunk(face)))
    yield from name_provinces(
        gettext("Mountain"), (face for face in faces if board[face].terrain is Terrain.MOUNTAIN)
    )
    yield from name_provinces(gettext("Under ice"), (face for face in faces if board[face].iced))
    yield from name_provinces(
        gettext("Closed"), (face for face in faces if not board[face].passable)
    )
    for what, pairs in _list_lines(board):
        if pairs:
            yield add_colon(what, ", ".join(pairs))


def _list_lines(board: Board) -> Iterator[tuple[str, list[str]]]:
    def both(one: ProvinceKey, other: ProvinceKey) -> str:
        return gettext(
            "{one} and {other}", one=name_place(board, one), other=name_place(board, other)
        )

    yield gettext("Rift between"), [both(*pair) for pair in board.rifts]
    for height, what in (
        (1, gettext("Mountain range between")),
        (2, gettext("Double mountain range between")),
    ):
        yield what, [both(*pair) for pair, high in sorted(board.ranges.items()) if high == height]
    yield (
        gettext("Strait between"),
        [both(*board.mesh.sides(border)) for border in board.straits if border in board.mesh],
    )
    yield gettext("Crossing between"), [both(*one.ends) for one in board.crossings]
    yield gettext("Canal"), [_describe_canal(board, canal) for canal in board.canals]


def _describe_canal(board: Board, canal: Canal) -> str:
    name = name_place(board, canal.province)
    ends = [
        name_place(board, board.mesh.across(board.mesh.dart_in(border, canal.province)))
        for border in canal.terminals
        if border in board.mesh and canal.province in board.mesh.sides(border)
    ]
    if len(ends) < 2:
        return name
    return gettext("{place} from {ends}", place=name, ends=gettext(" to ").join(ends))
