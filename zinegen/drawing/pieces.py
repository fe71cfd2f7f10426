"""What lies on the ground of a map: the names of the provinces, the marks of centres, the units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from zinegen.board.board import Board, Power, Terrain
from zinegen.board.passage import Place
from zinegen.drawing import alt_text, lettering, style
from zinegen.drawing.drawn_map import DrawnMap, cache_on_map
from zinegen.drawing.placement import cut_of, find_baselines, letter_size, spacing_of
from zinegen.drawing.position import ShownPosition
from zinegen.drawing.scene import (
    NO_INK,
    Again,
    Anchor,
    Box,
    Data,
    Group,
    Ink,
    Layer,
    Part,
    Shape,
    Sight,
    Words,
    shift,
)
from zinegen.drawing.short_names import (
    CAPITAL,
    PLATE,
    NamePlan,
    find_middles,
    find_size_on,
    list_points,
    move_off_lines,
    plan_without_lines,
    surround,
)
from zinegen.drawing.style import Sign
from zinegen.drawing.symbols import (
    FRAME,
    UNIT,
    define_centre,
    define_counters,
    draw_centre,
    draw_counter,
    draw_dislodged_ring,
    draw_leader,
    draw_trapped_frame,
)
from zinegen.drawing.terrain.arms import ArmNames, letter_arms, letter_free_arms
from zinegen.drawing.unit_points import find_leader, find_second_point, find_unit_point
from zinegen.game.units import FLEETS, Unit
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.shape import Line, Point
from zinegen.languages.names import name_power
from zinegen.languages.texts import add_colon, gettext


def draw_names_layers(
    drawn: DrawnMap, state: ShownPosition, lines: Sequence[Line] = ()
) -> Iterator[Layer]:
    """Yield the names of all provinces of an up-to-date board: in full, and short for smaller pictures.

    Those that ``lines`` of orders would strike stand elsewhere in their provinces, or on a stronger edge. In
    the smallest pictures, which have no marks of centres, those of centres lie on plates.
    """
    points = list_points(lines) if lines else None
    for sight in Sight:
        plan = (
            plan_without_lines(drawn, sight)
            if points is None
            else move_off_lines(drawn, sight, points)
        )
        plates = _draw_plates(drawn, state, plan) if sight is Sight.NARROW else ()
        arms: ArmNames = {}
        if sight is not Sight.NARROW:
            arms = letter_arms(drawn, sight)
            if points is not None:
                arms = letter_free_arms(drawn, sight, plan, points)
        yield Layer(
            name="names",
            part=Part.NAMES,
            sights=(sight,),
            items=(*plates, *_draw_names_on_edges(drawn, sight, plan, arms)),
        )


def _draw_plates(drawn: DrawnMap, state: ShownPosition, plan: NamePlan) -> Iterator[Shape]:
    """Yield what lies under the names of centres in the smallest pictures, in their owners' ink."""
    signs = style.assign_signs(state.powers)
    lots: dict[str, list[Shape]] = {}
    for face in drawn.board.centres:
        box = find_plate(drawn, face)
        if drawn.places[face].centre and face not in plan.hidden:
            owner = state.owners.get(face)
            ink = signs[owner].ink if owner else style.INK
            lots.setdefault(ink, []).append(shift(box, plan.shifts.get(face, (0, 0))))
    for ink, boxes in sorted(lots.items()):
        rim = Ink(fill=style.HALO, stroke=ink, width=44)
        yield Group(kind="centre", items=tuple(boxes), ink=rim)


@cache_on_map
def find_plate(drawn: DrawnMap, face: ProvinceKey) -> Box:
    """Return the plate of a centre whose name stands where it stands without any orders."""
    [name] = _letter_name(drawn, face, Sight.NARROW)
    x, y = find_middles(drawn, Sight.NARROW)[face]
    half = round(lettering.width(name.text, name.face, name.size) / 2) + PLATE[0]
    high = round(name.size * CAPITAL / 2) + PLATE[1]
    return Box(at=(x - half, y - high), width=2 * half, height=2 * high, corner=90)


EDGES = {Sight.WIDE: 22, Sight.MIDDLE: 36, Sight.NARROW: 60}
"""Width of the pale edge of names."""


def _draw_names_on_edges(
    drawn: DrawnMap, sight: Sight, plan: NamePlan, arms: ArmNames
) -> Iterator[Shape]:
    """Yield names on a pale edge: stronger on patterns, and where something crosses them; none on plates."""
    edge = Ink(fill="none", stroke=style.HALO, width=EDGES[sight], stroke_opacity=0.55, round=True)
    strong = replace(edge, width=EDGES[sight] + 14, stroke_opacity=0.85)
    lots: dict[str, tuple[Ink, list[ProvinceKey]]] = {
        "names": (edge, []),
        "names-on-patterns": (strong, []),
        "names-on-lines": (replace(strong, width=EDGES[sight] + 26, stroke_opacity=0.95), []),
        "names-on-plates": (NO_INK, []),
    }
    for face in drawn.places:
        if face in plan.hidden:
            continue
        on = (
            "-on-plates"
            if sight is Sight.NARROW and drawn.places[face].centre
            else "-on-lines"
            if face in plan.struck
            else "-on-patterns"
            if is_patterned(drawn.board, face)
            else ""
        )
        lots["names" + on][1].append(face)
    edges, groups = list[Shape](), list[Shape]()
    for name, (ink, faces) in lots.items():
        if faces:
            ident = name if sight is Sight.WIDE else f"{name}-{sight}"
            items = tuple(draw_names(drawn, faces, sight, plan.shifts, arms))
            if ink is not NO_INK:
                edges.append(Again(of=ident, ink=ink))
            groups.append(Group(ident=ident, items=items))
    yield from (*edges, *groups)  # no edge lies on the letters of another name


def is_patterned(board: Board, face: ProvinceKey) -> bool:
    """Tell whether something is drawn all over a province: peaks, ice, waves."""
    province = board[face]
    return province.terrain is Terrain.MOUNTAIN or province.iced or board.is_sunk(face)


def draw_names(
    drawn: DrawnMap,
    faces: Iterable[ProvinceKey],
    sight: Sight = Sight.WIDE,
    shifts: Mapping[ProvinceKey, Point] = MappingProxyType({}),
    arms: ArmNames = MappingProxyType({}),
) -> Iterator[Shape]:
    """Yield names of provinces of an up-to-date board, shifted where it is said, and those of arms."""
    groups: dict[bool, list[Shape]] = {True: [], False: []}
    for face in faces:
        for words in _letter_name(drawn, face, sight):
            by = shifts.get(face)
            groups[drawn.board.is_water(face)].append(shift(words, by) if by else words)
        groups[drawn.board.is_water(face)] += (one.words for one in arms.get(face, ()))
    yield Group(kind="land", items=tuple(groups[False]), ink=Ink(fill=style.INK))
    yield Group(kind="sea", items=tuple(groups[True]), ink=Ink(fill=style.SEA_NAME))


@cache_on_map
def _letter_name(drawn: DrawnMap, face: ProvinceKey, sight: Sight) -> tuple[Words, ...]:
    """Return the lines of a province's name: as its label says, or the short one for smaller pictures."""
    board = drawn.board
    if sight is Sight.WIDE:
        label = drawn.places[face].label
        size = letter_size(label)
        lines = zip(label.lines, find_baselines(label), strict=True)
        spacing = spacing_of(size, is_water=board.is_water(face))
    else:
        size, spacing = find_size_on(drawn, sight), 0
        x, y = find_middles(drawn, sight)[face]
        lines = zip([board[face].abbreviation], [(x, round(y + size * CAPITAL / 2))], strict=True)
    cut = cut_of(is_water=board.is_water(face))
    return tuple(
        Words(
            text=text,
            at=at,
            size=size,
            face=cut,
            anchor=Anchor.MIDDLE,
            spacing=spacing,
            data=(("province", face),),
        )
        for text, at in lines
    )


def list_obstacles(drawn: DrawnMap, state: ShownPosition) -> Iterator[Line]:
    """Yield points round what lies over the names where no unit is expected.

    Those are the frames and rings of units that are trapped or dislodged, and units on one of several
    coasts.
    """
    board = state.board
    for lost in state.dislodged.values():
        yield surround(find_second_point(drawn, lost.at), FRAME)
    for unit in state.units.values():
        at = find_unit_point(drawn, unit.at)
        if is_framed(board, unit):
            yield surround(at, FRAME)
        elif at != find_unit_point(drawn, Place(unit.province)):
            yield surround(at, UNIT)


def draw_centres(
    drawn: DrawnMap, state: ShownPosition, sights: tuple[Sight, ...] = tuple(Sight)
) -> Layer:
    """Return the marks of all supply centres of an up-to-date state, in their owners' ink."""
    return _draw_centres(drawn, tuple(state.powers), frozenset(state.owners.items()), sights)


@cache_on_map
def _draw_centres(
    drawn: DrawnMap,
    powers: tuple[Power, ...],
    owned: frozenset[tuple[ProvinceKey, Power]],
    sights: tuple[Sight, ...],
) -> Layer:
    signs, spots, owners = style.assign_signs(powers), drawn.places, dict(owned)
    items: list[Shape] = []
    for face in drawn.board.centres:
        at = spots[face].centre
        owner = owners.get(face)
        if at is not None:
            items += draw_centre(at, signs[owner] if owner else None, (("province", face),))
    return Layer(
        name="centres",
        part=Part.GROUND,
        items=tuple(items),
        needs=tuple(define_centre(signs[power]) for power in sorted(set(owners.values()))),
        sights=sights,
    )


def draw_units(drawn: DrawnMap, state: ShownPosition) -> Layer:
    """Return all counters, the dislodged first, so that the conqueror covers them if need be."""
    signs = style.assign_signs(state.powers)
    board = state.board
    items: list[Shape] = []
    for lost in state.dislodged.values():
        at = find_second_point(drawn, lost.at)
        items += _draw_leader(drawn, lost, at, signs)
        items.append(draw_dislodged_ring(at))
        place = alt_text.describe_place(board, lost.at)
        words = gettext(
            "{power}: dislodged from {place}", power=name_power(lost.power), place=place
        )
        items.append(
            draw_counter(
                lost.kind,
                signs[lost.power],
                at,
                title=words,
                state="dislodged",
                data=_name_unit(board, lost),
            )
        )
    for unit in state.units.values():
        words = add_colon(name_power(unit.power), alt_text.describe_unit(board, unit))
        at = find_unit_point(drawn, unit.at)
        items += _draw_leader(drawn, unit, at, signs)
        if is_framed(board, unit):
            immobile = is_immobile(board, unit)
            items.append(draw_trapped_frame(at, on_ice=not immobile))
            words += gettext(", which cannot move") if immobile else gettext(", on the ice")
        data = _name_unit(board, unit)
        items.append(draw_counter(unit.kind, signs[unit.power], at, title=words, data=data))
    return Layer(name="units", part=Part.PLAY, items=tuple(items), needs=define_counters(state))


def _draw_leader(
    drawn: DrawnMap, unit: Unit, at: Point, signs: Mapping[Power, Sign]
) -> tuple[Shape, ...]:
    """Return the line from a counter at a point to the place where its unit is, if it needs one."""
    to = find_leader(drawn, unit.at, at)
    return draw_leader(at, to, signs[unit.power].ink) if to is not None else ()


def _name_unit(board: Board, unit: Unit) -> Data:
    """Return what a counter stands for: its unit, and the province by its key."""
    short = board[unit.province].abbreviation
    return (("unit", f"{unit.kind} {short}"), ("province", unit.province))


def is_framed(board: Board, unit: Unit) -> bool:
    """Tell whether a unit bears a frame: it cannot go anywhere, or it is on the ice."""
    return is_immobile(board, unit) or board[unit.province].iced


def is_immobile(board: Board, unit: Unit) -> bool:
    """Tell whether a unit cannot go anywhere: a fleet without a coast, or in ice.

    What ice means to armies is for the rule set to say, so they are not among them.
    """
    ashore = board.is_ground(unit.province) and not unit.at.coast
    return unit.kind in FLEETS and (board[unit.province].iced or ashore)
