"""Rules of one set in the game of another, put together as a Python module of one's own would do it.

The composition is the one that CONTRIBUTING.md prints under "Combine rule sets".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.rule_sets import rule_set
from tests.seasons import seasons
from zinegen.board import Board, Terrain
from zinegen.game import Kind, Phase, PhaseKind, PhaseRule, Variant
from zinegen.geometry import ProvinceKey, faults
from zinegen.rules import CoastPolicy, Convention, then
from zinegen.variants.deluge.winter import Calendar, apply_calendar, flood

FLOOD = Calendar(
    sinking={
        1901: (ProvinceKey("Lon"), ProvinceKey("Hol")),
        1902: (ProvinceKey("Ven"), ProvinceKey("Den"), ProvinceKey("Sev")),
    },
    founding={},
    opening={},
    founds_first=False,
)


def drowning(base: Variant) -> Variant:
    """Return a rule set in which, besides, provinces sink by the calendar at the end of every winter."""

    def rules(variant: Variant) -> Mapping[PhaseKind, PhaseRule]:
        own = base.make_rules(variant)
        water = flood(FLOOD, CoastPolicy(convention=Convention.ALPHABETICAL))
        return {**own, PhaseKind.ADJUSTMENTS: then(own[PhaseKind.ADJUSTMENTS], water)}

    def board_in(variant: Variant, board: Board, phase: Phase) -> Board:
        return apply_calendar(FLOOD, base.board_in(variant, board, phase), phase.year)

    return replace(base, id=f"drowning-{base.id}", make_rules=rules, board_in=board_in)


@pytest.mark.parametrize("name", ["standard", "seismic-lavaurs", "geophysical-maiden"])
def test_the_flood_can_come_in_a_game_that_knows_none(name: str) -> None:
    sunk = {face for faces in FLOOD.sinking.values() for face in faces}
    for season in seasons(drowning(rule_set(name)), 3, 6):
        after = season[-1].after
        assert not faults(after.board.mesh)
        assert set(after.owners) <= set(after.board.centres)
        for unit in after.units.values():
            is_wet = after.board[unit.province].terrain is Terrain.WATER
            assert not (is_wet and unit.kind is Kind.ARMY and unit.province in sunk)
    if name == "standard":
        assert all(after.board.is_water(face) for face in sunk)
        assert len(after.board.centres) == 34 - len(sunk)
