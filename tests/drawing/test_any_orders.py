"""Orders of every form with every name: whatever can be written and judged can be told and drawn."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.order_lines import lines_of_powers
from tests.positions import sheet_of, standard_state
from tests.seasons import judged, read_sheet, seasons
from zinegen.drawing import draw_after, draw_orders, season_data, to_geojson, to_svg
from zinegen.drawing.printed.season_map import PlayedPhase, draw_printed_season
from zinegen.game import Dislodged, GameState, PhaseKind, Sheet, Variant
from zinegen.notation import EVENTS
from zinegen.pages import describe_outcome
from zinegen.play import start_state
from zinegen.play.records.records import PhaseRecord
from zinegen.variants import VARIANTS
from zinegen.variants.standard import STANDARD

SHEETS = int(os.environ.get("SHEETS", "1"))
"""Positions of each rule set in which orders are written; with ``SHEETS=100`` it looks harder."""
EVERYWHERE = sorted({str(f) for one in VARIANTS.values() for f in start_state(one).board.provinces})
"""The provinces of all rule sets: to each of them those of the others are gone."""


def tell_and_draw(variant: Variant, state: GameState, sheet: Sheet) -> str:
    """Judge a phase, say it in words and draw it; return the picture of its orders."""
    after, report, _ = judged(variant, state, sheet)
    played = PhaseRecord(before=state, report=report, after=after, draws=()).played
    assert all(describe_outcome(played))
    assert season_data(state, [(report, after)])
    assert to_geojson(after)
    assert to_svg(draw_after(after, earlier=state))
    season = [PlayedPhase(before=state, report=report)]
    assert to_svg(draw_printed_season(after, season, earlier=state))
    return to_svg(draw_orders(state, report))


def phases_of(variant: Variant, state: GameState, dice: random.Random) -> Iterator[GameState]:
    """Yield a position before each kind of phase that a rule set has; before retreats some are dislodged."""
    for kind in sorted(variant.rules):
        if kind is PhaseKind.PLACEMENT:
            yield start_state(variant)
            continue
        now = replace(state, phase=replace(state.phase, kind=kind))
        if kind is PhaseKind.RETREATS:
            gone = dice.sample(sorted(state.units), min(4, len(state.units)))
            lost = {at: Dislodged(unit=state.units[at], by=None, retreats=()) for at in gone}
            units = {at: unit for at, unit in state.units.items() if at not in gone[1:]}
            now = replace(now, units=units, dislodged=lost)
        yield now


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_whatever_can_be_written_can_be_drawn(name: str):
    variant = VARIANTS[name]
    for seed in range(SHEETS):
        dice = random.Random(seed)
        *_, last = (
            start_state(variant),
            *(one[-1].after for one in seasons(variant, seed, seed % 6)),
        )
        for state in phases_of(variant, last, dice):
            orders, events = (
                lines_of_powers(variant, state, section, dice, gone=EVERYWHERE)
                for section in ("orders", EVENTS)
            )
            sheet = read_sheet(variant, state, orders, events)
            assert sheet.orders or sheet.events
            assert tell_and_draw(variant, state, sheet)


@pytest.mark.parametrize("line", ["A Par - Out", "A Par - Out via convoy", "F Bre - Out"])
def test_a_move_off_the_board_has_no_arrow(line: str):
    state = standard_state("S1901M", {"France": ["A Par", "F Bre"]})
    picture = tell_and_draw(STANDARD, state, sheet_of(state, {"France": [line]}))
    assert "order move" not in picture


def test_what_is_to_be_built_off_the_board_is_not_drawn():
    state = standard_state("W1901A", {}, {"France": ["Par"]})
    picture = tell_and_draw(STANDARD, state, sheet_of(state, {"France": ["build A Out"]}))
    assert 'class="build"' not in picture
