"""Retreats: where dislodged units go, and which of them are lost.

What is handed in for a unit is a list of preferences, over one line or several: the first that is
possible is used. Two units that retreat to one place are both lost. A
unit for which nothing was written is disbanded or goes where a throw sends it (docs/rules/common.md,
"7. Turn skeleton").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from zinegen.board.board import Board, Power
from zinegen.board.passage import Place
from zinegen.game.changes import Change, UnitLost, UnitMoved
from zinegen.game.named_places import find_named_place
from zinegen.game.orders import Disband, Order, Retreat, Sheet, UnitOrder, Unreadable
from zinegen.game.state import Dislodged, GameState, Throw
from zinegen.game.units import PlaceName
from zinegen.game.variant import PhaseRule
from zinegen.game.verdicts import OrderResult, Reason, Report, Verdict
from zinegen.geometry.mesh import ProvinceKey
from zinegen.notation.grammar.writer import spot_at, write_place
from zinegen.rules.adjustments import name_unit


@dataclass(frozen=True, slots=True, kw_only=True)
class RetreatChoice:
    """What a dislodged unit does: the order it acts on, and where to; None is to disband."""

    order: Retreat | Disband
    to: Place | None
    thrown: bool = False
    """Nobody ordered it."""


def retreats(*, by_throw: bool = False) -> PhaseRule:
    """Return the rule of a retreat phase; ``by_throw``: a throw sends units for which nothing was written."""
    return partial(judge_retreats, by_throw=by_throw)


def judge_retreats(state: GameState, sheet: Sheet, *, by_throw: bool = False) -> Report:
    """Return what becomes of the dislodged units."""
    choices: dict[ProvinceKey, RetreatChoice] = {}
    void: dict[tuple[Power, int], Verdict] = {}
    for power in sorted(sheet.orders):
        for number, order in enumerate(sheet.orders[power]):
            chosen = _judge_line(state, sheet, power, order, choices)
            if isinstance(chosen, Verdict):
                void[power, number] = chosen
            else:
                choices[chosen.order.unit.at.province] = chosen
    if by_throw:
        for lost in _list_unmentioned(state, sheet):
            sent = _throw_retreat(state, sheet, lost)
            if isinstance(sent, Throw):
                return Report(needs=sent)
            choices[lost.unit.province] = sent
    verdicts = _list_verdicts(choices)
    rulings = {power: _list_rulings(sheet, power, void, verdicts) for power in sorted(sheet.orders)}
    for face, lost in sorted(state.dislodged.items()):
        choice = choices.get(face)
        if choice is None:
            acted: Order = Disband(power=lost.unit.power, unit=name_unit(lost.unit))
            verdict = Verdict(reason=Reason.NO_RETREAT_ORDER)
        elif choice.thrown:
            acted, verdict = choice.order, verdicts[face]
        else:
            continue
        unordered = OrderResult(order=acted, verdict=verdict, given=False)
        rulings.setdefault(lost.unit.power, []).append(unordered)
    return Report(
        rulings=tuple(ruling for power in sorted(rulings) for ruling in rulings[power]),
        changes=tuple(_list_changes(state, choices, verdicts)),
    )


def _judge_line(
    state: GameState,
    sheet: Sheet,
    power: Power,
    order: Order,
    choices: Mapping[ProvinceKey, RetreatChoice],
) -> RetreatChoice | Verdict:
    """Return what a unit does by an order, or why the order is not considered."""
    if isinstance(order, Unreadable):
        return Verdict(reason=Reason.UNREADABLE)
    if not isinstance(order, Retreat | Disband):
        return Verdict(reason=Reason.WRONG_PHASE)
    face = order.unit.at.province
    lost = state.dislodged.get(face)
    if lost is None:
        known = face in state.units
        return Verdict(reason=Reason.NOT_DISLODGED if known else Reason.NO_SUCH_UNIT)
    if lost.unit.power != power:
        return Verdict(reason=Reason.NOT_YOUR_UNIT)
    if power in sheet.disorder:
        return Verdict(reason=Reason.IN_DISORDER)
    to = None if isinstance(order, Disband) else find_retreat_place(state.board, lost, order.to)
    made = choices.get(face)
    if made is not None and made.to != to:
        return Verdict(reason=Reason.NOT_USED, because=(made.order,))
    return (
        Verdict(reason=to) if isinstance(to, Reason) else made or RetreatChoice(order=order, to=to)
    )


def _list_unmentioned(state: GameState, sheet: Sheet) -> Iterator[Dislodged]:
    """Yield the dislodged units that could go somewhere and for which nothing was written, by full name.

    Units of a power in civil disorder are disbanded (docs/rules/common.md, "6.1 The rulebook of 1971").
    """
    named = {
        order.unit.at.province
        for power, orders in sheet.orders.items()
        for order in orders
        if isinstance(order, UnitOrder | Unreadable)
        and order.unit is not None
        and order.unit.at.province in state.dislodged
        and state.dislodged[order.unit.at.province].unit.power == power
    }
    for face in state.board.by_full_name(state.dislodged):
        lost = state.dislodged[face]
        if lost.retreats and face not in named and lost.unit.power not in sheet.disorder:
            yield lost


def _throw_retreat(state: GameState, sheet: Sheet, lost: Dislodged) -> RetreatChoice | Throw:
    """Return where a throw sends a unit, or the throw that has to be made; one open place needs none."""
    board, unit = state.board, lost.unit
    called = {write_place(place, board): place for place in lost.retreats}
    ranked = sorted(called, key=lambda name: (board[called[name].province].name, name))
    label = f"retreat/{unit.kind} {board[unit.province].abbreviation}"
    if len(ranked) > 1 and label not in sheet.throws:
        return Throw(label=label, candidates=tuple(ranked))
    place = called[ranked[sheet.throws.get(label, 1) - 1]]
    order = Retreat(power=unit.power, unit=name_unit(unit), to=spot_at(place, board))
    return RetreatChoice(order=order, to=place, thrown=True)


def find_retreat_place(board: Board, lost: Dislodged, to: PlaceName) -> Place | Reason:
    """Return the open place that a retreat means, or why there is none."""
    open_places = [place for place in lost.retreats if place.province == to.province]
    if open_places and open_places[0].coast and to.coast is not None:
        return find_named_place(board, to, open_places, beyond=Reason.NOT_OPEN)
    if not open_places:
        return Reason.NOT_OPEN
    return open_places[0] if len(open_places) == 1 else Reason.COAST_UNCLEAR


def _list_verdicts(choices: Mapping[ProvinceKey, RetreatChoice]) -> dict[ProvinceKey, Verdict]:
    """Return the verdicts on the orders that units act on."""
    claims: dict[ProvinceKey, list[ProvinceKey]] = {}
    for face, choice in choices.items():
        if choice.to is not None:
            claims.setdefault(choice.to.province, []).append(face)
    found = {}
    for face, choice in choices.items():
        if choice.to is None:
            found[face] = Verdict(reason=Reason.DISBANDED)
            continue
        rivals = tuple(
            choices[other].order for other in claims[choice.to.province] if other != face
        )
        arrived = Reason.RETREAT_THROWN if choice.thrown else Reason.RETREATED
        reason = Reason.RETREAT_CONFLICT if rivals else arrived
        found[face] = Verdict(reason=reason, because=rivals)
    return found


def _list_rulings(
    sheet: Sheet,
    power: Power,
    void: Mapping[tuple[Power, int], Verdict],
    verdicts: Mapping[ProvinceKey, Verdict],
) -> list[OrderResult]:
    """Return a power's rulings; of a line that is a list, only what was used, or else the best wish."""
    rulings: list[OrderResult] = []
    for number, order in enumerate(sheet.orders[power]):
        verdict = void.get((power, number))
        acted = verdict is None
        if verdict is None and isinstance(order, Retreat | Disband):
            verdict = verdicts[order.unit.at.province]
        ruling = OrderResult(order=order, verdict=verdict or Verdict(reason=Reason.WRONG_PHASE))
        same_line = (
            bool(rulings) and order.line is not None and rulings[-1].order.line is order.line
        )
        if not same_line:
            rulings.append(ruling)
        elif acted:
            rulings[-1] = ruling
    return rulings


def _list_changes(
    state: GameState,
    choices: Mapping[ProvinceKey, RetreatChoice],
    verdicts: Mapping[ProvinceKey, Verdict],
) -> Iterator[Change]:
    for face, lost in sorted(state.dislodged.items()):
        choice = choices.get(face)
        is_lost = choice is not None and verdicts[face].reason is Reason.RETREAT_CONFLICT
        if choice is None or choice.to is None or is_lost:
            yield UnitLost(unit=lost.unit, dislodged=True)
        else:
            yield UnitMoved(unit=lost.unit, to=choice.to, retreat=True)
