"""Crowded phases that people really played: judged by the engine, drawn, and measured."""

import json
import lzma
from pathlib import Path

import pytest

from tests.drawing.positions import packed
from tests.positions import play
from zinegen.drawing import draw_after, draw_orders, find_unit_point, make_map, style, to_svg
from zinegen.drawing.drawn_map import prepare_picture
from zinegen.drawing.orders.arrows import Arrows
from zinegen.drawing.symbols import UNIT
from zinegen.game import Move

PHASES = Path(__file__).parent.parent / "data" / "realgames_hard.jsonl.xz"


def phases():
    with lzma.open(PHASES, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines][::12]


@pytest.fixture(scope="module")
def played():
    found = []
    for phase in phases():
        before = phase["before"]
        found.append(play(before["units"], phase["orders"], phase["phase"], before["centers"]))
    return found


def test_every_picture_of_a_crowded_phase_is_small(played):
    for one in played:
        orders = to_svg(draw_orders(one.before, one.report, title="A game with a long name"))
        after = to_svg(draw_after(one.after, earlier=one.before))
        assert max(packed(orders), packed(after)) < 48_000


def test_arrows_keep_clear_of_all_units_but_those_at_their_ends(played):
    """Units are drawn above arrows, so none is ever hidden; here no arrow even runs under one."""
    under, arrows = [], 0
    for one in played:
        drawn, state = prepare_picture(one.before)
        drawing = Arrows(
            drawn=drawn,
            state=state,
            report=one.report,
            signs=style.assign_signs(state.powers),
        )
        drawing.draw()
        goals = {
            ruling.order.unit.at.province: ruling.order.to.province
            for ruling in one.report.rulings
            if isinstance(ruling.order, Move)
        }
        for (face, _), way in drawing.ways.items():
            arrows += 1
            points = way.sample(40)
            for other, unit in state.units.items():
                spot = complex(*find_unit_point(make_map(state.board), unit.at))
                if other not in {face, goals[face]} and min(abs(p - spot) for p in points) < UNIT:
                    under.append(f"{state.phase}: {face} - {goals[face]} under {other}")
    # A convoy that winds between crowded fleets may touch one of them.
    assert len(under) <= arrows / 100, under
