"""A season as data for the replay: its positions, and the maps through which lines get from one to the next.

Each position is whole; `zinegen.drawing.replay.game` puts the seasons of a game together and keeps what
changes. Coordinates are whole tenths of a drawing unit. Format: docs/map-data.md, "The replay".
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NotRequired, TypedDict

from zinegen.board.board import OUTSIDE, Board, Power
from zinegen.board.passage import Place
from zinegen.drawing.changes.motion import list_border_steps
from zinegen.drawing.drawn_map import DrawnMap, prepare_map, prepare_picture
from zinegen.drawing.geojson import Json
from zinegen.drawing.geometry import FINE, simplify_for_drawing, simplify_lines, to_point
from zinegen.drawing.off_board.outside import draw_dotted_outside
from zinegen.drawing.pieces import is_immobile
from zinegen.drawing.position import ShownPhase, ShownPosition, read_position
from zinegen.drawing.replay.flat_shapes import flatten
from zinegen.drawing.scene import Lines, Shape, Sight
from zinegen.drawing.short_names import find_middles, plan_without_lines
from zinegen.drawing.terrain.arms import letter_arms
from zinegen.drawing.terrain.ground import draw_marks, find_holders, find_shades
from zinegen.drawing.terrain.seas import find_sea_shades
from zinegen.drawing.unit_points import (
    find_ground_point,
    find_leader,
    find_second_point,
    find_unit_point,
)
from zinegen.game.changes import ArmyLanded, BorderSeparated, ProvincesJoined, UnitMoved
from zinegen.game.order_signs import Arrow
from zinegen.game.state import GameState
from zinegen.game.units import Unit
from zinegen.game.verdicts import Word
from zinegen.geometry.line_table import LineTable
from zinegen.geometry.mesh import BorderId, Mesh, ProvinceKey
from zinegen.geometry.redraw.motion import keyframes
from zinegen.geometry.shape import TENTHS, Line, Point
from zinegen.redrawing import draw_board, draw_if_possible


class MapData(TypedDict):
    """A map as lines."""

    lines: dict[str, int]
    """For each border the number of its line."""
    rings: dict[str, Json]
    """For each province, and for the outside, its rings as numbers of sides of borders."""
    knots: NotRequired[dict[str, Json]]
    """As of `Keyframe`, in tenths."""


class StopData(TypedDict):
    """A position."""

    phase: str
    steps: list[MapData]
    """The maps that lead to it, the last of which is its own."""
    provinces: dict[str, dict[str, Json]]
    isles: list[int]
    under: list[dict[str, Json]]
    marks: list[dict[str, Json]]
    units: list[dict[str, Json]]


class SeasonData(TypedDict):
    """The positions of a season."""

    size: tuple[int, int]
    lines: list[str]
    stops: list[StopData]


def season_data(before: GameState, phases: Sequence[tuple[ShownPhase, GameState]]) -> bytes:
    """Return a season as JSON, a `SeasonData`: the position before it, then that after each phase.

    ``phases`` are what each phase brought, with the position after it. Raises MapError when the board of a
    state was never drawn.
    """
    lines = LineTable()
    season = _Season(lines=lines)
    stops = [season.write_stop(*prepare_picture(before), [season.write_map(before.board)], {}, {})]
    events = list_border_steps(before.board, [report for report, _ in phases])
    for report, after in phases:
        count = sum(isinstance(one, BorderSeparated | ProvincesJoined) for one in report.changes)
        steps = [*season.list_maps(events[:count]), season.write_map(after.board)]
        events = events[count:]
        origins = find_origins(read_position(before), read_position(after), report)
        tries = find_tries(prepare_map(before.board), report)
        stops.append(season.write_stop(*prepare_picture(after), steps, origins, tries))
        before = after
    shape = draw_if_possible(before.board).current_shape
    data = SeasonData(size=(shape.width, shape.height), lines=lines.list(), stops=stops)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitOrigin:
    """Where a unit comes from in a phase."""

    index: int
    """Which unit of the position before it is."""
    via: tuple[ProvinceKey, ...] = ()
    """The waters of its convoy."""


Slot = tuple[ProvinceKey, bool]
"""A province, and whether it is the unit that was driven out there."""


def list_units(state: ShownPosition) -> dict[Slot, Unit]:
    """Return all units of a state, those driven out first, by where they are."""
    lost = {(face, True): unit for face, unit in state.dislodged.items()}
    return lost | {(face, False): unit for face, unit in state.units.items()}


def find_origins(
    before: ShownPosition, after: ShownPosition, report: ShownPhase
) -> Mapping[Slot, UnitOrigin]:
    """Return where each unit of a state comes from; those that are new are left out."""
    places = {slot: number for number, slot in enumerate(list_units(before))}
    came: dict[tuple[ProvinceKey, str], tuple[Slot, tuple[ProvinceKey, ...]]] = {}
    left: set[Slot] = set()
    for change in report.changes:
        if isinstance(change, UnitMoved):
            start = change.unit.province, change.retreat
            came[change.to.province, change.unit.power] = start, change.convoy
            left.add(start)
        elif isinstance(change, ArmyLanded):
            came[change.to.province, change.carrier.power] = (change.carrier.province, False), ()
    found: dict[Slot, UnitOrigin] = {}
    for (face, lost), unit in list_units(after).items():
        stood = face, lost and face in before.dislodged
        moved = came.get((face, unit.power)) if not lost else None
        slot, via = moved or (stood, ())
        old = list_units(before).get(slot)
        if old is not None and old.power == unit.power and (moved or lost or slot not in left):
            found[face, lost] = UnitOrigin(index=places[slot], via=via)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class _Season:
    """Writes the positions of a season."""

    lines: LineTable
    simple: dict[Line, Line] = field(default_factory=dict)
    """Lines that only a moving map has, and what they are drawn as."""

    def write_map(self, board: Board) -> MapData:
        """Return the lines of a board as its pictures show them."""
        board = simplify_for_drawing(board)
        return self._write_lines(board.mesh, board.current_shape.lines)

    def _write_lines(self, mesh: Mesh, lines: Mapping[BorderId, Line]) -> MapData:
        numbers = {str(border): self.lines.number(line) for border, line in sorted(lines.items())}
        rings: dict[str, Json] = {
            face: [[*map(int, ring)] for ring in rings] for face, rings in mesh.rings.items()
        }
        return MapData(lines=numbers, rings=rings)

    def list_maps(self, events: Iterable[tuple[Board, Board]]) -> Iterator[MapData]:
        """Yield the maps in the course of some events, given by the boards before and after each."""
        for was, pending in events:
            now = draw_board(pending)
            for board in (was, now):
                drawn = simplify_for_drawing(board).current_shape.lines
                raw = board.current_shape.lines
                self.simple.update((raw[border], line) for border, line in drawn.items())
            surgery = pending.pending_surgeries[-1]
            for frame in keyframes(was.current_shape, now.current_shape, surgery):
                data = self._write_lines(frame.mesh, self._simplify(frame.lines))
                data["knots"] = {
                    str(border): [round(one * TENTHS) for one in knot]
                    for border, knot in frame.knots.items()
                }
                yield data
            yield self.write_map(now)

    def _simplify(self, lines: Mapping[BorderId, Line]) -> Mapping[BorderId, Line]:
        """Return lines as pictures show them."""
        fresh = [line for line in lines.values() if line not in self.simple]
        self.simple.update(zip(fresh, simplify_lines(fresh, FINE), strict=True))
        return {border: self.simple[line] for border, line in lines.items()}

    def write_stop(
        self,
        drawn: DrawnMap,
        state: ShownPosition,
        steps: list[MapData],
        origins: Mapping[Slot, UnitOrigin],
        tries: Mapping[ProvinceKey, Point],
    ) -> StopData:
        """Return a position; ``steps`` are the maps that lead to it, the last of which is its own."""
        held = find_holders(drawn.board, state.owners)
        beyond, marks = _list_ground_shapes(drawn)
        return StopData(
            phase=str(state.phase),
            steps=steps,
            provinces={
                face: _province_data(drawn, face, state.owners.get(face), held.get(face))
                for face in drawn.places
            },
            isles=[self.lines.number(line) for line in drawn.islands],
            under=[path for one in beyond for path in flatten(one)],
            marks=[path for one in marks for path in flatten(one)],
            units=[
                _unit_data(drawn, state, slot, unit, origin=origins.get(slot), tries=tries)
                for slot, unit in list_units(state).items()
            ],
        )


def _list_ground_shapes(drawn: DrawnMap) -> tuple[list[Shape], list[Shape]]:
    """Return what lies off the board of a map, its lakes last, and what lies on the ground."""
    off_board = {
        piece.line for piece in drawn.board.current_shape.decoration if piece.within == (OUTSIDE,)
    }
    parts = [part for one in draw_marks(drawn) for part in _part(one)]
    lakes = [one for one in parts if isinstance(one, Lines) and off_board.issuperset(one.lines)]
    beyond = [*draw_dotted_outside(drawn.board, drawn.beyond), *lakes]
    return beyond, [one for one in parts if one not in lakes]


def _part(shape: Shape) -> Iterator[Shape]:
    """Yield the lakes of a map one by one: most stay where they are when some move."""
    if isinstance(shape, Lines) and shape.kind == "decoration":
        yield from (replace(shape, lines=(line,)) for line in shape.lines)
    else:
        yield shape


def find_tries(drawn: DrawnMap, report: ShownPhase) -> Mapping[ProvinceKey, Point]:
    """Return the point that each unit tried to move to in vain."""
    signs = (one.order.sign for one in report.rulings if one.verdict.word is Word.FAILS)
    return {
        sign.unit: find_ground_point(drawn, Place(sign.to))
        for sign in signs
        if isinstance(sign, Arrow) and sign.is_move and sign.to in drawn.places
    }


def _province_data(
    drawn: DrawnMap, face: ProvinceKey, owner: Power | None, holder: Power | None
) -> dict[str, Json]:
    """Return how a province is drawn; what does not hold of it is left out."""
    board, province = drawn.board, drawn.board[face]
    sights = (Sight.MIDDLE, Sight.NARROW)
    shown = [one for one in sights if face not in plan_without_lines(drawn, one).hidden]
    middles = [find_middles(drawn, sight)[face] for sight in shown]
    centre = drawn.places[face].centre if province.centre else None
    arms = letter_arms(drawn, Sight.MIDDLE).get(face, ())
    facts: dict[str, Json] = {
        "name": province.abbreviation,
        "at": [step for point in middles for step in point],
        "arms": [step for one in arms for step in (*to_point(one.box.middle), one.words.turned)],
        "terrain": province.terrain,
        "iced": province.iced,
        "sunk": board.is_sunk(face),
        "closed": not province.passable,
        "centre": [*centre] if centre else None,
        "owner": owner,
        "tint": holder,
        "shade": {**find_shades(drawn), **find_sea_shades(drawn)}.get(face),
    }
    return {
        name: value
        for name, value in facts.items()
        if value not in (None, False) and (value or name != "arms")
    }


def _unit_data(
    drawn: DrawnMap,
    state: ShownPosition,
    slot: Slot,
    unit: Unit,
    *,
    origin: UnitOrigin | None,
    tries: Mapping[ProvinceKey, Point],
) -> dict[str, Json]:
    """Return a unit, where it is drawn, and whence it came."""
    board, (face, lost) = state.board, slot
    at = find_second_point(drawn, unit.at) if lost else find_unit_point(drawn, unit.at)
    leader = find_leader(drawn, unit.at, at)
    waters = origin.via if origin else ()
    via: list[Json] = [
        [*find_unit_point(drawn, Place(water))] for water in waters if water in board.provinces
    ]
    stays = origin is not None and not origin.via and not lost
    tried = tries.get(face) if stays else None
    facts: dict[str, Json] = {
        "kind": unit.kind,
        "power": unit.power,
        "in": face,
        "at": [*at],
        "was": origin.index if origin else None,
        "lead": [*leader] if leader else None,
        "via": via,
        "tried": [*tried] if tried else None,
        "dislodged": lost,
        "frame": "trapped" if is_immobile(board, unit) else "iced" if board[face].iced else None,
    }
    return {name: value for name, value in facts.items() if value not in (None, False, [])}
