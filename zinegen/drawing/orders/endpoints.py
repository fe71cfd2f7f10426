"""Where an order leads: its start, its goal, and the fleets that carry an army on the way."""

from __future__ import annotations

from zinegen.board.board import Board
from zinegen.board.coasts import find
from zinegen.board.passage import Place
from zinegen.drawing.labels.unit_points import second_point, unit_point
from zinegen.game.changes import ArmyLanded, UnitMoved
from zinegen.game.orders import Convoy, Move
from zinegen.game.report import Report
from zinegen.game.state import GameState
from zinegen.game.units import Named, Spot
from zinegen.geometry.mesh import Face
from zinegen.geometry.shape import Point


def standing(state: GameState, named: Named, *, retreat: bool = False) -> Point | None:
    """Return where the unit of an order stands, or None where there is none."""
    face = named.at.province
    if retreat:
        lost = state.dislodged.get(face)
        return None if lost is None else second_point(state.board, lost.unit.at)
    unit = state.units.get(face)
    return None if unit is None else unit_point(state.board, unit.at)


def goal(state: GameState, report: Report, spot: Spot, named: Named) -> Point | None:
    """Return where the unit is to stand; on the coast that was named, or that it reached."""
    board = state.board
    if spot.province not in board.provinces or spot.province not in board.mesh.rings:
        return None
    place = Place(spot.province)
    for change in report.changes:
        if isinstance(change, UnitMoved) and change.unit.province == named.at.province:
            place = change.to
        if isinstance(change, ArmyLanded) and change.to.province == spot.province:
            place = change.to
    if place.province != spot.province:
        place = Place(spot.province)
    if spot.coast is not None and not place.coast:
        named_coasts = find(board, spot.province, spot.coast)
        if len(named_coasts) == 1:
            place = Place(spot.province, named_coasts[0].borders)
    return unit_point(board, place)


def carriers(state: GameState, report: Report, order: Move) -> tuple[Point, ...]:
    """Return the fleets that were to carry an army, in the order in which it meets them."""
    here = order.unit.at.province
    for change in report.changes:
        if isinstance(change, UnitMoved) and change.unit.province == here and change.convoy:
            faces: tuple[Face, ...] = change.convoy
            break
    else:
        if order.to.province in state.board.mesh.adjacent(here):
            return ()
        faces = tuple(
            ruling.order.unit.at.province
            for ruling in report.rulings
            if isinstance(ruling.order, Convoy)
            and ruling.order.army.at.province == here
            and ruling.order.to.province == order.to.province
        )
    afloat = frozenset(face for face in faces if face in state.units)
    chain = route(state.board, here, order.to.province, afloat)
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
