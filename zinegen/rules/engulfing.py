"""Units whose ground has changed under them: lost where they cannot stand, else put on their coast.

Source: rules/geophysical-maiden.md 6.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from zinegen.board.board import Board, Terrain
from zinegen.board.coasts import coasts
from zinegen.game.changes import Change, UnitLost, UnitPutOnCoast
from zinegen.game.orders import Kind, Sheet, Unit
from zinegen.game.state import GameState, Report
from zinegen.game.unit_changes import ArmyChilled
from zinegen.planar.mesh import Face
from zinegen.rules.coast_choice import CoastPolicy, Resettled, resettled


def cannot_stand(board: Board, unit: Unit) -> bool:
    """Tell whether a unit is in an illegal position: armies need land or ice, fleets water or a coast."""
    province = board[unit.province]
    match province.terrain:
        case Terrain.WATER:
            return unit.kind is not Kind.FLEET and not province.iced
        case Terrain.LAND:
            return unit.kind is Kind.FLEET and not coasts(board, unit.province)
        case _:
            return True


def positions(
    state: GameState,
    sheet: Sheet,
    policy: CoastPolicy,
    *,
    unmoved: Collection[Face] = (),
    check: bool = True,
) -> Resettled:
    """Return what the ground as it is now does to the units on it.

    Units in provinces ``unmoved`` are left as they are. Without ``check`` nobody is lost yet.
    """
    units = {face: unit for face, unit in state.units.items() if face not in unmoved}
    lost = {f: u for f, u in units.items() if check and cannot_stand(state.board, u)}
    left = {face: unit for face, unit in units.items() if face not in lost}
    settled = resettled(
        replace(state, units=left), state.board, lambda border: (border,), sheet, policy
    )
    changes: list[Change] = [UnitLost(unit=unit) for _, unit in sorted(lost.items())]
    changes += _afloat(state.board, left.values())
    return replace(settled, changes=(*changes, *settled.changes))


def _afloat(board: Board, units: Collection[Unit]) -> Iterator[Change]:
    """Yield the fleets that lie at sea now where they lay on a coast."""
    for unit in sorted(units, key=lambda unit: unit.province):
        if unit.at.coast and board.is_water(unit.province):
            yield UnitPutOnCoast(unit=unit, coast=())


def ice_attrition(state: GameState, _sheet: Sheet) -> Report:
    """Return which armies are lost that stood on the same ice for two seasons running; chill the others."""
    changes: list[Change] = []
    for face, unit in sorted(state.units.items()):
        if unit.kind is Kind.ARMY and state.board[face].iced:
            lost = face in state.chilled
            changes.append(UnitLost(unit=unit) if lost else ArmyChilled(province=face))
    return Report(changes=tuple(changes))
