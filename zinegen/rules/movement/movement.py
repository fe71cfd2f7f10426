"""Movement: from a sheet of orders to verdicts, new places and dislodged units.

`movement(...)` makes the rule of a phase from an edition of the rulebook. A rule set that must reach deeper
joins the same steps in its own way: `make_position`, `list_attempts`, `resolve_battle`, `list_rulings`,
`list_changes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial

from zinegen.board.board import Board, Power
from zinegen.board.passage import Passage, Place
from zinegen.game.changes import Change, StandoffLeft, UnitDislodged, UnitMoved
from zinegen.game.orders import Sheet, UnitOrder
from zinegen.game.state import Dislodged, GameState
from zinegen.game.units import Kind, Unit
from zinegen.game.variant import PhaseRule
from zinegen.game.verdicts import OrderResult, Reason, Report, Verdict
from zinegen.geometry.mesh import ProvinceKey
from zinegen.rules.movement.attempts import Attempt, Position, Stand, list_fleets
from zinegen.rules.movement.battle import Battle
from zinegen.rules.movement.convoys import ConvoyPolicy
from zinegen.rules.movement.explain import conqueror, explain_battle, list_open_routes
from zinegen.rules.movement.legality import (
    STRICT,
    Assignment,
    Judge,
    Leniency,
    assign_orders,
    imply_hold,
    judge_order,
)
from zinegen.rules.movement.matching import match_attempts
from zinegen.rules.movement.resolve import resolve
from zinegen.rules.movement.rulebook import MODERN_RULEBOOK, RetreatPolicy, Rulebook

Idle = Callable[[GameState, Unit], bool]
"""Tells which units may only stand."""


Defence = Callable[[Position, Attempt], int]
"""Returns what a unit adds of its own to the strength with which it holds its province; never below zero.

The attempt holds the unit and its order. A unit that meets its attacker head to head resists with the
strength of its own move, to which nothing is added.
"""


_ARMY, _FLEET, _ARMY_ABOARD = Kind.ARMY, Kind.FLEET, Kind.ARMY_ABOARD
NOT_HERE = Verdict(reason=Reason.WRONG_PHASE)


def is_trapped(state: GameState, unit: Unit) -> bool:
    """Tell whether a unit is a fleet at a shore that has no coast (left): it may only stand."""
    return unit.kind is _FLEET and not unit.at.coast and state.board.is_ground(unit.province)


def movement(
    book: Rulebook = MODERN_RULEBOOK,
    *,
    judge: Judge | None = None,
    idle: Idle = is_trapped,
    defence: Defence | None = None,
    written: Board | None = None,
) -> PhaseRule:
    """Return the rule of a movement phase.

    Args:
        book: The edition of the rulebook, or what a rule set and its GM made of one.
        judge: Holds one order against the map; `legality.judge_order` unless a rule set has its own.
        idle: Which units may only stand.
        defence: What a unit adds of its own to the strength with which it holds its province.
        written: The map on which the orders were written; None: that of the state.
    """
    held_against_map = judge or _judge_with(book.leniency)

    def rule(state: GameState, sheet: Sheet) -> Report:
        most = book.convoys.longest
        position = make_position(
            state, book.passage, written=written, idle=idle, longest_convoy=most
        )
        given = assign_orders(sheet, state.units, ignore_kind=book.leniency.ignore_kind)
        attempts = list_attempts(position, given, held_against_map)
        battle = resolve_battle(
            position, attempts, book.convoys, partial(defence, position) if defence else None
        )
        return Report(
            rulings=list_rulings(sheet, given, battle),
            changes=tuple(list_changes(position, battle, book.retreats)),
            notices={},
        )

    return rule


def _judge_with(leniency: Leniency) -> Judge:
    """Return what holds orders against the map with so much leniency."""

    def judge(position: Position, unit: Unit, order: UnitOrder) -> Attempt:
        return judge_order(position, unit, order, leniency)

    return judge_order if leniency == STRICT else judge


def make_position(
    state: GameState,
    passage: Passage,
    *,
    board: Board | None = None,
    written: Board | None = None,
    idle: Idle = is_trapped,
    longest_convoy: int | None = None,
) -> Position:
    """Return the position that orders are held against; on another board than the state's if given."""
    fleets = list_fleets(state.units)
    return Position(
        board=board or state.board,
        state=state,
        passage=passage,
        written=written,
        idle=_find_trapped(state, fleets) if idle is is_trapped else _find_idle(state, idle),
        longest_convoy=longest_convoy,
        fleets=fleets,
    )


def _find_idle(state: GameState, idle: Idle) -> frozenset[ProvinceKey]:
    """Return where units stand that may only stand."""
    return frozenset([face for face, unit in state.units.items() if idle(state, unit)])


def _find_trapped(state: GameState, fleets: Iterable[Unit]) -> frozenset[ProvinceKey]:
    """Return where fleets stand at a shore without a coast: the few are found before the map is asked."""
    waters = state.board.waters
    ashore = [unit for unit in fleets if not unit.at.coast and unit.at.province not in waters]
    return frozenset([unit.at.province for unit in ashore if is_trapped(state, unit)])


def list_attempts(position: Position, given: Assignment, judge: Judge) -> dict[str, Attempt]:
    """Return what every unit attempts, by province in alphabetical order."""
    attempts: dict[str, Attempt] = {}
    units, orders = position.units, given.orders
    for face in sorted(units):
        order = orders.get(face)
        if order is not None:
            attempts[face] = judge(position, units[face], order)
        elif face in given.misled:
            void, why = given.misled[face]
            attempts[face] = Stand(units[face], void, void=why)
        else:
            attempts[face] = Stand(units[face], imply_hold(units[face]), given=False)
    return attempts


def resolve_battle(
    position: Position,
    attempts: Mapping[str, Attempt],
    convoys: ConvoyPolicy,
    defence: Callable[[Attempt], int] | None = None,
) -> Battle:
    """Return the battle of these attempts, settled."""
    battle = Battle(match_attempts(position, attempts, convoys), convoys, defence)
    resolve(battle)
    return battle


def list_rulings(sheet: Sheet, given: Assignment, battle: Battle) -> tuple[OrderResult, ...]:
    """Return the rulings: by power in alphabetical order, as written, then units without an order."""
    void, number_of, found = given.void, battle.number, explain_battle(battle)
    implied = _list_implied(battle, found)
    rulings: list[OrderResult] = []
    for power in sorted({*sheet.orders, *implied}):
        for number, order in enumerate(sheet.orders.get(power, ())):
            if void and (power, number) in void:
                why = void[power, number]
            elif isinstance(order, UnitOrder):
                why = found[number_of[order.unit.at.province]]
            else:
                why = NOT_HERE
            rulings.append(OrderResult(order, why))
        rulings += implied.get(power, ())
    return tuple(rulings)


def _list_implied(battle: Battle, found: Sequence[Verdict]) -> dict[Power, list[OrderResult]]:
    """Return the rulings on units that hold for want of an order, by power."""
    rulings: dict[Power, list[OrderResult]] = {}
    for number in battle.others:
        attempt = battle.attempts[number]
        if isinstance(attempt, Stand) and not attempt.given:
            ruling = OrderResult(order=attempt.order, verdict=found[number], given=False)
            rulings.setdefault(attempt.unit.power, []).append(ruling)
    return rulings


def list_changes(position: Position, battle: Battle, policy: RetreatPolicy) -> list[Change]:
    """Return what happens: units that move, units driven out with where they may go, standoffs."""
    value, home, goal = battle.value, battle.home, battle.goal
    moved = [n for n, one in battle.advances.items() if value[n] and not one.extra]
    lost = _find_dislodged(battle)
    occupied = set(battle.occupant)
    occupied.difference_update([home[n] for n in moved], [home[n] for n in lost])
    occupied.update([goal[n] for n in moved])
    standoffs = find_standoffs(battle, occupied)
    closed = occupied | standoffs if standoffs else occupied
    changes: list[Change] = []
    for number in moved:
        advance = battle.advances[number]
        ways = list_open_routes(battle, number) if advance.routes else ()
        convoy = ways[0] if ways else ()
        changes.append(UnitMoved(unit=advance.unit, to=advance.to, convoy=convoy))
    for number in lost:
        out = find_retreats(position, battle, number, closed, policy)
        changes.append(UnitDislodged(dislodged=out))
    changes += [StandoffLeft(province=face) for face in sorted(standoffs)]
    return changes


def _find_dislodged(battle: Battle) -> list[int]:
    """Return the units that are driven out where they stood: those that moved left of their own accord."""
    entered = [battle.occupant[face] for face in battle.winner if face in battle.occupant]
    return sorted([number for number in entered if not battle.leaves(number)])


def find_standoffs(battle: Battle, occupied: AbstractSet[ProvinceKey]) -> set[ProvinceKey]:
    """Return the provinces that are vacant because moves there stood each other off."""
    standoffs: set[ProvinceKey] = set()
    for face, attackers in battle.attackers.items():
        if face not in occupied:
            for number in attackers:
                if battle.prevent_strength(number)[0]:
                    standoffs.add(face)
                    break
    return standoffs


def find_retreats(
    position: Position,
    battle: Battle,
    number: int,
    closed: AbstractSet[ProvinceKey],
    policy: RetreatPolicy,
) -> Dislodged:
    """Return a unit that was driven out, by whom, and where it may go: not to ``closed`` provinces."""
    unit = battle.attempts[number].unit
    winner = conqueror(battle, unit.at.province)
    by = None if winner is None else battle.attempts[winner].unit
    began = find_attack_origin(battle, winner, policy)
    ways = [
        place
        for place in list_places_in_reach(position, unit)
        if place.province not in closed and place.province != began
    ]
    if policy.may_retreat is not None:
        ways = [place for place in ways if policy.may_retreat(position, unit, place)]
    return Dislodged(unit=unit, by=by, retreats=tuple(ways))


def find_attack_origin(
    battle: Battle, winner: int | None, policy: RetreatPolicy
) -> ProvinceKey | None:
    """Return where the attacker that came in began, if the unit it drove out may not retreat there."""
    if winner is None or (policy.start_after_convoy and battle.by_sea(winner)):
        return None
    return battle.home[winner]


def list_places_in_reach(position: Position, unit: Unit) -> tuple[Place, ...]:
    """Return the places that a unit could go to on an empty board, a place for each coast, sorted."""
    if unit.kind is _ARMY:
        return position.ways.marches(unit.at.province)
    if unit.kind is _FLEET or unit.kind is _ARMY_ABOARD:
        return position.ways.courses(unit.at)
    return tuple(position.ways.inland[face] for face in sorted(position.reach(unit)))
