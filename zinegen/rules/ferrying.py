"""Movement with armies aboard fleets. Source: rules/deluge2.md section 5."""

from __future__ import annotations

from dataclasses import replace

from zinegen.game.changes import Change, UnitMoved, UnitRefitted
from zinegen.game.orders import Kind, Sheet
from zinegen.game.state import GameState, Report
from zinegen.game.variant import PhaseRule
from zinegen.rules.crossing import FerryPolicy, judged_crossing
from zinegen.rules.ferry_results import changes_of, rulings_of
from zinegen.rules.retreats import judge_retreats


def ferrying(policy: FerryPolicy) -> PhaseRule:
    """Return the rule of a movement phase in which armies go aboard and ashore."""

    def rule(state: GameState, sheet: Sheet) -> Report:
        crossing, battle = judged_crossing(state, sheet, policy)
        return Report(
            rulings=rulings_of(crossing, battle),
            changes=tuple(changes_of(crossing, battle, policy.retreats)),
        )

    return rule


def ferry_retreats(*, by_throw: bool = False) -> PhaseRule:
    """Return the rule of retreats in which a fleet driven to a coast loses the army aboard (5.7).

    With ``by_throw`` a throw sends units for which nothing was written.
    """

    def rule(state: GameState, sheet: Sheet) -> Report:
        report = judge_retreats(state, sheet, by_throw=by_throw)
        changes: list[Change] = []
        for change in report.changes:
            changes.append(change)
            if (
                isinstance(change, UnitMoved)
                and change.unit.kind is Kind.LADEN
                and state.board.is_ground(change.to.province)
            ):
                arrived = replace(change.unit, at=change.to)
                changes.append(UnitRefitted(unit=arrived, to=replace(arrived, kind=Kind.FLEET)))
        return replace(report, changes=tuple(changes))

    return rule
