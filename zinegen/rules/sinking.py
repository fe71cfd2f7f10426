"""Provinces that sink under the sea, and what becomes of the units there and beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from zinegen.board.board import Board, Terrain
from zinegen.board.passage import Place
from zinegen.game.changes import (
    CentreDestroyed,
    Change,
    TerrainChanged,
    UnitLost,
    UnitPutOnCoast,
    UnitRefitted,
)
from zinegen.game.orders import Sheet
from zinegen.game.state import GameState
from zinegen.game.units import Kind, Unit
from zinegen.game.variant import PhaseRule
from zinegen.game.verdicts import Report
from zinegen.geometry.mesh import ProvinceKey
from zinegen.rules.coast_choice import CoastPolicy, choose_coasts


def sink_provinces(board: Board, faces: Iterable[ProvinceKey]) -> Board:
    """Return the board with provinces under water, their centres gone."""
    for face in faces:
        board = board.replace_province(replace(board[face], terrain=Terrain.WATER, centre=False))
    return board


def sinking(
    which: Callable[[GameState], tuple[ProvinceKey, ...]],
    coasts: CoastPolicy,
    *,
    armies_float: bool = False,
) -> PhaseRule:
    """Return the rule that lets provinces sink when its turn comes.

    Armies there drown, or become fleets with ``armies_float``; fleets there are at sea; fleets beside
    them stay on what their coast has become.

    Args:
        which: The provinces that sink in a position.
        coasts: Where fleets beside them go whose coast was divided or lost.
        armies_float: Armies become fleets.
    """

    def rule(state: GameState, sheet: Sheet) -> Report:
        faces = which(state)
        after = sink_provinces(state.board, faces)
        fleets = choose_coasts(state, after, sheet, coasts)
        if fleets.needs is not None:
            return Report(needs=fleets.needs)
        return Report(
            rulings=fleets.rulings,
            changes=(*_sink(state, faces, armies_float=armies_float), *fleets.changes),
        )

    return rule


def _sink(
    state: GameState, faces: tuple[ProvinceKey, ...], *, armies_float: bool
) -> Iterator[Change]:
    for face in faces:
        yield TerrainChanged(province=face, terrain=Terrain.WATER)
        if state.board[face].centre:
            yield CentreDestroyed(province=face)
        unit = state.units.get(face)
        if unit is None:
            continue
        if unit.kind is Kind.FLEET:
            yield UnitPutOnCoast(unit=unit, coast=())
        elif unit.kind is Kind.ARMY and armies_float:
            fleet = Unit(power=unit.power, kind=Kind.FLEET, at=Place(face))
            yield UnitRefitted(unit=unit, to=fleet)
        elif unit.kind is not Kind.ARMY_ABOARD:
            yield UnitLost(unit=unit)
