"""Armies that went by sea, and those that did not because of one fleet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zinegen.board.board import Board
from zinegen.game.changes import UnitMoved
from zinegen.game.order_signs import Arrow
from zinegen.game.orders import Convoy
from zinegen.game.units import Unit
from zinegen.game.verdicts import Reason
from zinegen.geometry.mesh import ProvinceKey
from zinegen.pages.words.attacks import Attack, find_unit
from zinegen.play.records.records import PhaseRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenConvoy:
    """An army that did not cross because one fleet was dislodged."""

    army: Unit
    to: ProvinceKey
    fleet: Unit
    by: Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class LackingFleet:
    """An army that did not cross because the one fleet that its chain wanted was not ordered to carry it.

    Other fleets were. With this one the waters lead all the way: it is the army's own power's.
    """

    army: Unit
    to: ProvinceKey
    fleet: Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class SeaCrossing:
    """An army that was convoyed."""

    army: Unit
    to: ProvinceKey
    over: tuple[ProvinceKey, ...]


def find_crossings(
    phase: PhaseRecord, attacks: Sequence[Attack]
) -> Iterator[SeaCrossing | BrokenConvoy | LackingFleet]:
    """Yield the convoys of a movement phase: what crossed, and what did not because of one fleet."""
    for change in phase.report.changes:
        if isinstance(change, UnitMoved) and change.convoy and not change.retreat:
            yield SeaCrossing(army=change.unit, to=change.to.province, over=change.convoy)
    for attack in attacks:
        verdict = attack.ruling.verdict
        if verdict.reason is Reason.CONVOY_BROKEN and len(verdict.at) == 1 and verdict.because:
            fleet = phase.before.units.get(verdict.at[0])
            by = find_unit(verdict.because[0], phase.before)
            if fleet and by:
                yield BrokenConvoy(army=attack.unit, to=attack.to, fleet=fleet, by=by)
    yield from _find_lacking_fleets(phase)


def _find_lacking_fleets(phase: PhaseRecord) -> Iterator[LackingFleet]:
    for ruling in phase.report.rulings:
        sign, army = ruling.order.sign, find_unit(ruling.order, phase.before)
        if (
            ruling.verdict.reason is not Reason.NO_ROUTE
            or army is None
            or not isinstance(sign, Arrow)
        ):
            continue
        ready = {
            one.order.unit.at.province
            for one in phase.report.rulings
            if isinstance(one.order, Convoy)
            and (one.order.army.at.province, one.order.to.province) == (army.province, sign.to)
        }
        lacking = [
            fleet
            for fleet in phase.before.units_of(army.power)
            if phase.before.board.is_water(fleet.province)
            and fleet.province not in ready
            and _lead(phase.before.board, army.province, sign.to, ready | {fleet.province})
        ]
        if ready and len(lacking) == 1:
            yield LackingFleet(army=army, to=sign.to, fleet=lacking[0])


def _lead(board: Board, start: ProvinceKey, end: ProvinceKey, waters: set[ProvinceKey]) -> bool:
    """Tell whether these waters, one beside the other, lead from one shore to another."""
    reached: set[ProvinceKey] = set()
    edge = {*board.mesh.adjacent(start)} & waters
    while edge:
        reached |= edge
        edge = {face for one in edge for face in board.mesh.adjacent(one) & waters} - reached
    return any(end in board.mesh.adjacent(one) for one in reached)
