"""Retreats of fleets with an army aboard.

Source: docs/rules/deluge2.md, "5.7 Retreats".
"""

from __future__ import annotations

from dataclasses import replace

from zinegen.game.changes import Change, UnitMoved, UnitRefitted
from zinegen.game.orders import Sheet
from zinegen.game.state import GameState
from zinegen.game.units import Kind
from zinegen.game.variant import PhaseRule
from zinegen.game.verdicts import Report
from zinegen.rules.retreats import judge_retreats


def retreats_with_ferries(*, by_throw: bool = False) -> PhaseRule:
    """Return the rule of retreats in which a fleet driven to a coast loses the army aboard.

    With ``by_throw`` a throw sends units for which nothing was written.
    """

    def rule(state: GameState, sheet: Sheet) -> Report:
        report = judge_retreats(state, sheet, by_throw=by_throw)
        changes: list[Change] = []
        for change in report.changes:
            changes.append(change)
            if (
                isinstance(change, UnitMoved)
                and change.unit.kind is Kind.ARMY_ABOARD
                and state.board.is_ground(change.to.province)
            ):
                arrived = replace(change.unit, at=change.to)
                changes.append(UnitRefitted(unit=arrived, to=replace(arrived, kind=Kind.FLEET)))
        return replace(report, changes=tuple(changes))

    return rule
