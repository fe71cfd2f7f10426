"""Fleet Rome: the standard game with a fleet in Rome and 15 centres to win; fleets retreat to water only.

A rule set for tests, written as CONTRIBUTING.md says under "Add a rule set".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from zinegen.board import Place
from zinegen.game import Kind, PhaseKind, PhaseRule, Unit, Variant
from zinegen.rules import VICTORY, rulebook
from zinegen.rules.movement.attempts import Position
from zinegen.variants.standard import STANDARD, standard_rules


def _may_retreat(position: Position, unit: Unit, to: Place) -> bool:
    """Tell whether a unit may go to a place: a fleet to no coast."""
    return unit.kind is Kind.ARMY or position.board.is_water(to.province)


def _rules(variant: Variant) -> Mapping[PhaseKind, PhaseRule]:
    game = rulebook(variant)
    retreats = replace(game.retreats, may_retreat=_may_retreat)
    return standard_rules(variant, replace(game, retreats=retreats))


FLEET_ROME = replace(
    STANDARD,
    id="fleet-rome",
    title="Fleet Rome",
    author="Richard Sharp",
    summary="Italy begins with a fleet in Rome, and fleets that are driven out stay at sea.",
    start=replace(
        STANDARD.start,
        units=tuple(
            (power, "F Rom" if unit == "A Rom" else unit) for power, unit in STANDARD.start.units
        ),
    ),
    make_rules=_rules,
    options=tuple(
        replace(option, default=15) if option is VICTORY else option for option in STANDARD.options
    ),
)
