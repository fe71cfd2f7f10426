"""Retreats: where dislodged units go, and which of them are lost.

What is handed in for a unit is a list of preferences, over one line or several: the first that is
possible is used (design of order files, section 5). Two units that retreat to one place are both lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from zinegen.board import coasts
from zinegen.game.changes import Change, UnitLost, UnitMoved
from zinegen.game.orders import Disband, Named, Order, Power, Retreat, Sheet, Spot, Unreadable
from zinegen.game.state import Report
from zinegen.game.verdicts import Reason, Ruling, Verdict

if TYPE_CHECKING:
    from zinegen.board.board import Board
    from zinegen.board.passage import Place
    from zinegen.game.state import Dislodged, GameState
    from zinegen.game.variant import PhaseRule
    from zinegen.planar.mesh import Face


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What a dislodged unit does: the order it acts on, and where to; None is to disband."""

    order: Retreat | Disband
    to: Place | None


def retreats() -> PhaseRule:
    """Return the rule of a retreat phase."""
    return judge_retreats


def judge_retreats(state: GameState, sheet: Sheet) -> Report:
    """Return what becomes of the dislodged units."""
    choices: dict[Face, Choice] = {}
    void: dict[tuple[Power, int], Verdict] = {}
    for power in sorted(sheet.orders):
        for number, order in enumerate(sheet.orders[power]):
            chosen = _chosen(state, sheet, power, order, choices)
            if isinstance(chosen, Verdict):
                void[power, number] = chosen
            else:
                choices[chosen.order.unit.at.province] = chosen
    verdicts = _verdicts(choices)
    rulings = {power: _rulings(sheet, power, void, verdicts) for power in sorted(sheet.orders)}
    for face, lost in sorted(state.dislodged.items()):
        if face not in choices:
            rulings.setdefault(lost.unit.power, []).append(_unordered(lost))
    return Report(
        rulings=tuple(ruling for power in sorted(rulings) for ruling in rulings[power]),
        changes=tuple(_changes(state, choices, verdicts)),
    )


def _chosen(
    state: GameState, sheet: Sheet, power: Power, order: Order, choices: Mapping[Face, Choice]
) -> Choice | Verdict:
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
    if face in choices:
        return Verdict(reason=Reason.NOT_USED, because=(choices[face].order,))
    if isinstance(order, Disband):
        return Choice(order=order, to=None)
    place = refuge(state.board, lost, order.to)
    if isinstance(place, Reason):
        return Verdict(reason=place)
    return Choice(order=order, to=place)


def refuge(board: Board, lost: Dislodged, to: Spot) -> Place | Reason:
    """Return the open place that a retreat means, or why there is none."""
    open_places = [place for place in lost.retreats if place.province == to.province]
    if open_places and open_places[0].coast and to.coast is not None:
        named = {coast.borders for coast in coasts.find(board, to.province, to.coast)}
        if not named:
            return Reason.NO_SUCH_COAST
        open_places = [place for place in open_places if place.coast in named]
    if not open_places:
        return Reason.NOT_OPEN
    return open_places[0] if len(open_places) == 1 else Reason.COAST_UNCLEAR


def _verdicts(choices: Mapping[Face, Choice]) -> dict[Face, Verdict]:
    """Return the verdicts on the orders that units act on."""
    claims: dict[Face, list[Face]] = {}
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
        reason = Reason.RETREAT_CONFLICT if rivals else Reason.RETREATED
        found[face] = Verdict(reason=reason, because=rivals)
    return found


def _rulings(
    sheet: Sheet,
    power: Power,
    void: Mapping[tuple[Power, int], Verdict],
    verdicts: Mapping[Face, Verdict],
) -> list[Ruling]:
    """Return a power's rulings; of a line that is a list, only what was used, or else the best wish."""
    rulings: list[Ruling] = []
    for number, order in enumerate(sheet.orders[power]):
        verdict = void.get((power, number))
        acted = verdict is None
        if verdict is None and isinstance(order, Retreat | Disband):
            verdict = verdicts[order.unit.at.province]
        ruling = Ruling(order=order, verdict=verdict or Verdict(reason=Reason.WRONG_PHASE))
        same_line = (
            bool(rulings) and order.line is not None and rulings[-1].order.line is order.line
        )
        if not same_line:
            rulings.append(ruling)
        elif acted:
            rulings[-1] = ruling
    return rulings


def _unordered(lost: Dislodged) -> Ruling:
    unit = lost.unit
    named = Named(at=Spot(province=unit.province), kind=unit.kind)
    return Ruling(
        order=Disband(power=unit.power, unit=named),
        verdict=Verdict(reason=Reason.NO_RETREAT_ORDER),
        given=False,
    )


def _changes(
    state: GameState, choices: Mapping[Face, Choice], verdicts: Mapping[Face, Verdict]
) -> Iterator[Change]:
    for face, lost in sorted(state.dislodged.items()):
        choice = choices.get(face)
        if choice is None or choice.to is None or verdicts[face].reason is not Reason.RETREATED:
            yield UnitLost(unit=lost.unit, dislodged=True)
        else:
            yield UnitMoved(unit=lost.unit, to=choice.to, retreat=True)
