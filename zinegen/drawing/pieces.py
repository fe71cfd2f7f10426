"""What lies on the ground of a map: the names of the provinces, the marks of centres, the units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from zinegen.board.board import Board, Terrain
from zinegen.drawing import alt_text, style
from zinegen.drawing.placement import (
    cut_of,
    find_baselines,
    find_places,
    find_second_point,
    find_unit_point,
    letter_size,
    spacing_of,
)
from zinegen.drawing.scene import Again, Anchor, Group, Ink, Layer, Part, Shape, Words
from zinegen.drawing.symbols import (
    define_centre,
    define_counters,
    draw_centre,
    draw_counter,
    draw_dislodged_ring,
    draw_trapped_frame,
)
from zinegen.game.state import GameState
from zinegen.game.units import FLEETS, Unit
from zinegen.geometry.mesh import Face


def draw_names_layer(board: Board) -> Layer:
    """Return the names of all provinces of an up-to-date board, on a pale edge, stronger on patterns."""
    edge = Ink(fill="none", stroke=style.HALO, width=22, stroke_opacity=0.55, round=True)
    strong = replace(edge, width=36, stroke_opacity=0.85)
    rough = {face for face in find_places(board) if is_patterned(board, face)}
    items: list[Shape] = []
    for name, ink, faces in (
        ("names", edge, [face for face in find_places(board) if face not in rough]),
        ("names-on-patterns", strong, [face for face in find_places(board) if face in rough]),
    ):
        if faces:
            letters = tuple(draw_names(board, faces))
            items += (Again(of=name, ink=ink), Group(ident=name, items=letters))
    return Layer(name="names", part=Part.NAMES, items=tuple(items))


def is_patterned(board: Board, face: Face) -> bool:
    """Tell whether something is drawn all over a province: peaks, ice, waves."""
    province = board[face]
    return province.terrain is Terrain.MOUNTAIN or province.iced or board.is_sunk(face)


def draw_names(board: Board, faces: Iterable[Face]) -> Iterator[Shape]:
    """Yield the names of some provinces of an up-to-date board."""
    groups: dict[bool, list[Shape]] = {True: [], False: []}
    for face in faces:
        label = find_places(board)[face].label
        size = letter_size(label)
        for text, at in zip(label.lines, find_baselines(label), strict=True):
            word = Words(
                text=text,
                at=at,
                size=size,
                face=cut_of(is_water=board.is_water(face)),
                anchor=Anchor.MIDDLE,
                spacing=spacing_of(size, is_water=board.is_water(face)),
            )
            groups[board.is_water(face)].append(word)
    yield Group(kind="land", items=tuple(groups[False]), ink=Ink(fill=style.INK))
    yield Group(kind="sea", items=tuple(groups[True]), ink=Ink(fill=style.SEA_NAME))


def draw_centres(state: GameState) -> Layer:
    """Return the marks of all supply centres of an up-to-date state, in their owners' ink."""
    signs = style.assign_signs(state.powers)
    spots = find_places(state.board)
    items: list[Shape] = []
    for face in state.board.centres:
        at = spots[face].centre
        owner = state.owners.get(face)
        if at is not None:
            items += draw_centre(at, signs[owner] if owner else None)
    owners = sorted(set(state.owners.values()))
    return Layer(
        name="centres",
        part=Part.GROUND,
        items=tuple(items),
        needs=tuple(define_centre(signs[power]) for power in owners),
    )


def draw_units(state: GameState) -> Layer:
    """Return all counters, the dislodged first, so that the conqueror covers them if need be."""
    signs = style.assign_signs(state.powers)
    board = state.board
    items: list[Shape] = []
    for lost in state.dislodged.values():
        at = find_second_point(board, lost.unit.at)
        items.append(draw_dislodged_ring(at))
        words = f"{lost.unit.power}: dislodged from {alt_text.describe_place(board, lost.unit.at)}"
        items.append(
            draw_counter(lost.unit.kind, signs[lost.unit.power], at, title=words, state="dislodged")
        )
    for unit in state.units.values():
        words = f"{unit.power}: {alt_text.describe_unit(board, unit)}"
        at = find_unit_point(board, unit.at)
        if is_immobile(board, unit):
            items.append(draw_trapped_frame(at))
            words += ", which cannot move"
        elif board[unit.province].iced:
            items.append(draw_trapped_frame(at, on_ice=True))
            words += ", on the ice"
        items.append(draw_counter(unit.kind, signs[unit.power], at, title=words))
    return Layer(name="units", part=Part.PLAY, items=tuple(items), needs=define_counters(state))


def is_immobile(board: Board, unit: Unit) -> bool:
    """Tell whether a unit cannot go anywhere: a fleet without a coast, or in ice.

    What ice means to armies is for the rule set to say, so they are not among them.
    """
    ashore = board.is_ground(unit.province) and not unit.at.coast
    return unit.kind in FLEETS and (board[unit.province].iced or ashore)
