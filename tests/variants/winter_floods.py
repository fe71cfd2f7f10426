"""Winter Floods: the standard game in which the smallest land province sinks at the end of every winter.

A rule set for tests, written as CONTRIBUTING.md says under "Add a rule set".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from zinegen.board import Board
from zinegen.game import GameState, PhaseKind, PhaseRule, Variant
from zinegen.geometry import ProvinceKey
from zinegen.rules import COAST_CHOICE, CoastPolicy, rulebook, sink_provinces, then
from zinegen.rules.sinking import sinking
from zinegen.variants.standard import STANDARD


def _smallest(state: GameState) -> tuple[ProvinceKey, ...]:
    """Return the land province that takes the least room on the map; none when all is water."""
    board = state.board
    dry = [face for face in board.provinces if board.is_ground(face)]
    return (min(dry, key=board.area),) if dry else ()


def _rules(variant: Variant) -> Mapping[PhaseKind, PhaseRule]:
    own = STANDARD.make_rules(variant)
    flood = sinking(_smallest, CoastPolicy(convention=rulebook(variant).coasts))
    return {**own, PhaseKind.ADJUSTMENTS: then(own[PhaseKind.ADJUSTMENTS], flood)}


def _forecast(_variant: Variant, state: GameState) -> Board:
    return sink_provinces(state.board, _smallest(state))


WINTER_FLOODS = replace(
    STANDARD,
    id="winter-floods",
    title="Winter Floods",
    author="The zinegen authors",
    summary="Every winter the smallest province that is left sinks under the sea.",
    make_rules=_rules,
    forecast=_forecast,
    options=(*STANDARD.options, COAST_CHOICE),
)
