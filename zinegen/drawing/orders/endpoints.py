"""Where an order leads: its start, its goal, and the fleets that carry an army on the way."""

from __future__ import annotations

from zinegen.board.board import Board
from zinegen.board.coasts import find
from zinegen.board.passage import Place
from zinegen.drawing.labels.unit_points import second_point, unit_point
from zinegen.game.changes import ArmyLanded, UnitMoved
from zinegen.game.order_signs import Arrow
from zinegen.game.report import Report
from zinegen.game.state import GameState
from zinegen.geometry.mesh import Face
from zinegen.geometry.shape import Point


def standing(state: GameState, face: Face, *, retreat: bool = False) -> Point | None:
    """Return where the unit in a province, or the one dislodged from it, stands; None where there is none."""
    if retreat:
        lost = state.dislodged.get(face)
        return None if lost is None else second_point(state.board, lost.unit.at)
    unit = state.units.get(face)
    return None if unit is None else unit_point(state.board, unit.at)


def goal(
    state: GameState, report: Report, start: Face, to: Face, coast: str | None
) -> Point | None:
    """Return where a unit is to stand; on the coast that was named, or that it reached."""
    board = state.board
    if to not in board.provinces or to not in board.mesh.rings:
        return None
    place = Place(to)
    for change in report.changes:
        if isinstance(change, UnitMoved) and change.unit.province == start:
            place = change.to
        if isinstance(change, ArmyLanded) and change.to.province == to:
            place = change.to
    if place.province != to:
        place = Place(to)
    if coast is not None and not place.coast:
        named_coasts = find(board, to, coast)
        if len(named_coasts) == 1:
            place = Place(to, named_coasts[0].borders)
    return unit_point(board, place)


def carriers(
    state: GameState, report: Report, sign: Arrow, ordered: tuple[Face, ...]
) -> tuple[Point, ...]:
    """Return the fleets that carried or were to carry an army, in the order in which it meets them.

    ``ordered`` are those with orders to.
    """
    for change in report.changes:
        if isinstance(change, UnitMoved) and change.unit.province == sign.unit and change.convoy:
            ordered = change.convoy
            break
    else:
        if sign.to in state.board.mesh.adjacent(sign.unit):
            return ()
    afloat = frozenset(face for face in ordered if face in state.units)
    chain = route(state.board, sign.unit, sign.to, afloat)
    return tuple(unit_point(state.board, state.units[face].at) for face in chain)


def route(board: Board, start: Face, goal: Face, fleets: frozenset[Face]) -> tuple[Face, ...]:
    """Return the shortest chain of fleets from shore to shore; all of them where none leads there."""
    before: dict[Face, Face] = {start: start}
    reached = [start]
    for here in reached:
        for there in sorted(board.mesh.adjacent(here) & (fleets | {goal})):
            if there in before or (there == goal and here == start):
                continue
            before[there] = here
            reached.append(there)
    if goal not in before:
        return tuple(sorted(fleets))
    chain = []
    at = before[goal]
    while at != start:
        chain.append(at)
        at = before[at]
    return tuple(reversed(chain))
