"""Movement where mountain ranges that not everybody knows stand in the way.

A range covers the whole common border of a pair of provinces, and only that pair; mutant forces climb over
a single one. Every order is held against the map as it is and as it would be without ranges. What could
work without them and cannot with them is a void move (docs/rules/common.md, "6.2 Strength and void moves")
with a reason of its own; so a public report can leave out that reason, and nothing else speaks of ranges.
Source: docs/rules/post-atomic.md, "4. Mountain ranges in play", "5. Mutant forces".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

from zinegen.board.board import Board, Power, pair
from zinegen.board.passage import Passage, along_shore, embark, land_to_land, shore_or_sea
from zinegen.game.changes import Change, UnitDislodged
from zinegen.game.orders import Convoy, Move, Retreat, Sheet, SupportHold, SupportMove, UnitOrder
from zinegen.game.state import Dislodged, GameState
from zinegen.game.units import Kind, Unit
from zinegen.game.variant import PhaseRule
from zinegen.game.verdicts import OrderResult, Reason, Report, Verdict
from zinegen.geometry.mesh import Dart, ProvinceKey
from zinegen.rules.movement.attempts import Attempt, Ferry, Stand, void_move, void_order
from zinegen.rules.movement.battle import Battle
from zinegen.rules.movement.legality import assign_orders, judge_order
from zinegen.rules.movement.matching import match_attempts
from zinegen.rules.movement.movement import list_attempts, list_changes, list_rulings, make_position
from zinegen.rules.movement.resolve import resolve
from zinegen.rules.movement.rulebook import Rulebook
from zinegen.rules.retreats import judge_retreats
from zinegen.variants.post_atomic.knowledge import Fact, FactKind, FactLearnt


def height(board: Board, one: ProvinceKey, other: ProvinceKey) -> int:
    """Return the mountain ranges on the border of two provinces: 0, 1, or 2 for a double one."""
    return board.ranges.get(pair(one, other), 0)


def _height_at(board: Board, dart: Dart) -> int:
    return height(board, board.mesh.face[dart], board.mesh.across(dart))


def _army(board: Board, dart: Dart) -> bool:
    return land_to_land(board, dart) and not _height_at(board, dart)


def _fleet(board: Board, dart: Dart) -> bool:
    return shore_or_sea(board, dart) and not _height_at(board, dart)


def _embark(board: Board, dart: Dart) -> bool:
    return embark(board, dart) and not _height_at(board, dart)


def _anywhere(board: Board, dart: Dart) -> bool:
    """Tell whether a mutant force may cross where there is no range: over land and water alike."""
    here, there = board[board.mesh.face[dart]], board[board.mesh.across(dart)]
    return here.passable and there.passable


def _mutant(board: Board, dart: Dart) -> bool:
    return _anywhere(board, dart) and _height_at(board, dart) < 2


def _coasting(board: Board, dart: Dart, water: ProvinceKey, *, cliffs_block: bool) -> bool:
    """Tell whether a fleet may follow the shore: ranges between two lands do not stop it, cliffs may."""
    if not along_shore(board, dart, water):
        return False
    lands = board.mesh.face[dart], board.mesh.across(dart)
    return not (cliffs_block and any(height(board, land, water) for land in lands))


PASSAGE_WITHOUT_RANGES = Passage(mutant=_anywhere)
"""The passage of units as if there were no ranges: all that the public knows."""

_OVER_RANGES = {
    cliffs_block: Passage(
        army=_army,
        fleet=_fleet,
        coasting=partial(_coasting, cliffs_block=cliffs_block),
        embark=_embark,
        mutant=_mutant,
    )
    for cliffs_block in (False, True)
}


def passage_over_ranges(*, cliffs_block_coasting: bool) -> Passage:
    """Return the passage of units where there are ranges; the same record each time."""
    return _OVER_RANGES[cliffs_block_coasting]


def movement_over_ranges(policy: Rulebook) -> PhaseRule:
    """Return the rule of a movement phase in which ranges, as the policies' passage has them, stop units."""
    judge = partial(judge_order, leniency=policy.leniency)

    def rule(state: GameState, sheet: Sheet) -> Report:
        with_ranges, without_ranges = (
            make_position(state, ways) for ways in (policy.passage, PASSAGE_WITHOUT_RANGES)
        )
        given = assign_orders(sheet, state.units, ignore_kind=policy.leniency.ignore_kind)
        here, there = (
            list_attempts(position, given, judge) for position in (with_ranges, without_ranges)
        )
        here = _blame_ranges(state.board, here, there)
        here, there = (
            match_attempts(position, attempts, policy.convoys)
            for position, attempts in ((with_ranges, here), (without_ranges, there))
        )
        here = _void_stopped_convoys(_blame_ranges(state.board, here, there))
        battle = Battle(here, policy.convoys)
        resolve(battle)
        apparent = {
            change.dislodged.unit.province: change.dislodged
            for change in list_changes(without_ranges, battle, policy.retreats)
            if isinstance(change, UnitDislodged)
        }
        changes = [
            _add_apparent_retreats(change, apparent)
            for change in list_changes(with_ranges, battle, policy.retreats)
        ]
        changes += _learn_double_ranges(state.board, here.values())
        return Report(rulings=list_rulings(sheet, given, battle), changes=tuple(changes))

    return rule


def _blame_ranges(
    board: Board, with_ranges: Mapping[str, Attempt], without_ranges: Mapping[str, Attempt]
) -> dict[str, Attempt]:
    """Return the attempts; those that only a range makes void get that as their reason.

    An attempt that is void also without ranges keeps the reason that everybody can see.
    """
    found = dict(with_ranges)
    for key, attempt in with_ranges.items():
        other = without_ranges[key]
        if not isinstance(attempt, Stand) or attempt.void is None or attempt == other:
            continue
        if isinstance(other, Stand) and other.void is not None:
            found[key] = other
        elif attempt.void.reason is not Reason.RANGE_IN_WAY:
            found[key] = _void_by_range(board, attempt, attempt.void)
    return found


def _void_stopped_convoys(attempts: Mapping[str, Attempt]) -> dict[str, Attempt]:
    """Return the attempts, with convoys void whose army a range keeps from going aboard or ashore."""
    found = dict(attempts)
    for key, attempt in attempts.items():
        army = attempts[attempt.army] if isinstance(attempt, Ferry) else None
        if isinstance(army, Stand) and army.void and army.void.reason is Reason.RANGE_IN_WAY:
            reason, at = army.void.reason, army.void.at
            found[key] = void_order(attempt.unit, attempt.order, reason, army.order, at=at)
    return found


def _void_by_range(board: Board, attempt: Stand, void: Verdict) -> Stand:
    """Return the void attempt of an order that a range stops."""
    unit, order = attempt.unit, attempt.order
    if void.reason is Reason.OF_VOID_ORDER:
        return void_order(unit, order, Reason.RANGE_IN_WAY, *void.because)
    at = _find_range_in_way(board, unit, order) if isinstance(order, UnitOrder) else ()
    make = void_move if isinstance(order, Move) else void_order
    return make(unit, order, Reason.RANGE_IN_WAY, at=at)


def _find_range_in_way(board: Board, unit: Unit, order: UnitOrder) -> tuple[ProvinceKey, ...]:
    """Return the two provinces between which a range stops an order; empty when it cannot be told."""
    ends = [(unit.province, goal) for goal in _list_goals(order)]
    if isinstance(order, Move | Convoy):
        start = order.army.at.province if isinstance(order, Convoy) else unit.province
        for shore in (order.to.province, start):
            waters = (face for face in sorted(board.mesh.adjacent(shore)) if board.is_water(face))
            ends += [(shore, water) for water in waters]
    return next((pair(*end) for end in ends if _do_ranges_stop(board, unit.kind, *end)), ())


def _do_ranges_stop(board: Board, kind: Kind, one: ProvinceKey, other: ProvinceKey) -> bool:
    """Tell whether the ranges between two provinces stop a kind of unit from crossing there."""
    if kind is Kind.FLEET and board.is_ground(one) and board.is_ground(other):
        return False
    return height(board, one, other) > (1 if kind is Kind.MUTANT else 0)


def _list_goals(order: UnitOrder) -> tuple[ProvinceKey, ...]:
    """Return the province, if any, into which an order's own unit would move or give support."""
    match order:
        case Move() | SupportMove():
            return (order.to.province,)
        case SupportHold():
            return (order.of.at.province,)
        case _:
            return ()


def _add_apparent_retreats(change: Change, apparent: Mapping[ProvinceKey, Dislodged]) -> Change:
    """Return a change in which a dislodged unit has the retreats that the public takes for open."""
    if not isinstance(change, UnitDislodged):
        return change
    lost = change.dislodged
    return replace(change, dislodged=replace(lost, apparent=apparent[lost.unit.province].retreats))


def _learn_double_ranges(board: Board, attempts: Iterable[Attempt]) -> Iterable[Change]:
    """Yield the double ranges that powers learn of because their mutant force failed to cross one."""
    for attempt in attempts:
        if isinstance(attempt, Stand) and attempt.unit.kind is Kind.MUTANT and attempt.void:
            yield from _learn_double_range(board, attempt.unit.power, attempt.void)


def _learn_double_range(board: Board, power: Power, void: Verdict) -> Iterable[Change]:
    match void.reason, void.at:
        case Reason.RANGE_IN_WAY, (one, other) if height(board, one, other) > 1:
            fact = Fact(kind=FactKind.DOUBLE, provinces=pair(one, other))
            yield FactLearnt(power=power, fact=fact, told=False)
        case _:
            pass


def retreats_over_ranges(*, by_throw: bool = False) -> PhaseRule:
    """Return the rule of a retreat phase in which ranges may stop units.

    ``by_throw``: a throw sends units for which nothing was written. What it is thrown for would tell of
    ranges, so the throw is secret.
    """
    return partial(_judge_retreats_over_ranges, by_throw=by_throw)


def _judge_retreats_over_ranges(state: GameState, sheet: Sheet, *, by_throw: bool) -> Report:
    """Return what becomes of dislodged units where ranges may stop their retreats."""
    report = judge_retreats(state, sheet, by_throw=by_throw)
    if report.needs is not None:
        return replace(report, needs=replace(report.needs, secret=True))
    rulings = tuple(_blame_range(state, ruling) for ruling in report.rulings)
    tried = [
        order
        for power in sorted({*sheet.orders} - sheet.disorder)
        for order in sheet.orders[power]
        if isinstance(order, Retreat)
    ]
    return replace(
        report, rulings=rulings, changes=(*report.changes, *_learn_from_retreats(state, tried))
    )


def _blame_range(state: GameState, ruling: OrderResult) -> OrderResult:
    order = ruling.order
    if ruling.verdict.reason is not Reason.NOT_OPEN or not isinstance(order, Retreat):
        return ruling
    lost = state.dislodged[order.unit.at.province]
    if not _seems_open(lost, order):
        return ruling
    at = pair(lost.unit.province, order.to.province)
    return ruling._replace(verdict=Verdict(reason=Reason.RANGE_IN_WAY, at=at))


def _seems_open(lost: Dislodged, order: Retreat) -> bool:
    """Tell whether only a range keeps a dislodged unit from retreating to a province."""
    to = order.to.province
    return to in {place.province for place in lost.apparent} - {p.province for p in lost.retreats}


def _learn_from_retreats(state: GameState, orders: Iterable[Retreat]) -> Iterable[Change]:
    """Yield the double ranges that powers learn of because a mutant force tried to retreat over one.

    Of several retreats written for a unit, those before the first possible one count.
    """
    gone: set[ProvinceKey] = set()
    for order in orders:
        face = order.unit.at.province
        lost = state.dislodged.get(face)
        if lost is None or lost.unit.power != order.power or face in gone:
            continue
        if _seems_open(lost, order) and lost.unit.kind is Kind.MUTANT:
            verdict = Verdict(reason=Reason.RANGE_IN_WAY, at=pair(face, order.to.province))
            yield from _learn_double_range(state.board, order.power, verdict)
        elif order.to.province in {place.province for place in lost.retreats}:
            gone.add(face)
