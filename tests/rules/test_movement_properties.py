"""What holds of every movement phase, whatever is ordered; from positions that real games reached."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from tests.blame import faults
from tests.positions import standard_state, written
from tests.real_games.test_hard_phases import records
from tests.sheets import Candidates, candidates, sheets
from zinegen.game import GameState, Reason, Sheet, UnitDislodged, UnitMoved, Variant
from zinegen.game.apply import apply
from zinegen.notation import write_order
from zinegen.rules import adjudicate
from zinegen.variants.standard import STANDARD

BOOKS = (STANDARD, STANDARD.with_options({"base": "1971"}))


@dataclass(frozen=True)
class Phase:
    """A rulebook, a position and orders for it."""

    variant: Variant
    before: GameState
    sheet: Sheet

    def __repr__(self) -> str:
        """Return the phase in words short enough to read when a test fails."""
        board = self.before.board
        lines = [
            write_order(order, board) for orders in self.sheet.orders.values() for order in orders
        ]
        units = written(board, self.before.units.values())
        return f"{self.variant.option('base')}, {units}: {lines}"


@cache
def position(number: int) -> tuple[GameState, Candidates]:
    """Return a recorded position, and what its units could be ordered."""
    before = records()[number]["before"]
    state = standard_state("S1901M", before["units"], before["centers"])
    return state, candidates(state)


@st.composite
def phases(draw: st.DrawFn) -> Phase:
    """Draw a rulebook, a position and orders for it."""
    state, possible = position(draw(st.integers(0, len(records()) - 1)))
    return Phase(draw(st.sampled_from(BOOKS)), state, draw(sheets(state, possible)))


@given(phases())
def test_every_unit_is_afterwards_exactly_once_on_the_board_or_dislodged(
    phase: Phase,
) -> None:
    variant, before, sheet = phase.variant, phase.before, phase.sheet
    after, _ = adjudicate(variant, before, sheet)
    there = [*after.units.values(), *(lost.unit for lost in after.dislodged.values())]
    assert Counter((unit.power, unit.kind) for unit in there) == Counter(
        (unit.power, unit.kind) for unit in before.units.values()
    )
    assert all(unit.province == face for face, unit in after.units.items())


@given(phases(), st.integers(0, 1 << 30))
def test_the_sequence_of_orders_and_powers_never_matters(phase: Phase, seed: int) -> None:
    variant, before, sheet = phase.variant, phase.before, phase.sheet
    dice = random.Random(seed)
    powers = list(sheet.orders)
    dice.shuffle(powers)
    other = Sheet(
        orders={
            power: tuple(dice.sample(sheet.orders[power], len(sheet.orders[power])))
            for power in powers
        }
    )
    units = list(before.units.items())
    dice.shuffle(units)
    after, report = adjudicate(variant, before, sheet)
    same, again = adjudicate(variant, replace(before, units=dict(units)), other)
    assert (after.units, after.dislodged, after.owners) == (same.units, same.dislodged, same.owners)
    assert report.changes == again.changes
    assert Counter(map(_told, report.rulings)) == Counter(map(_told, again.rulings))


def _told(ruling: object) -> str:
    return repr(ruling)


@given(phases())
def test_the_same_phase_gives_the_same_report(phase: Phase) -> None:
    variant, before, sheet = phase.variant, phase.before, phase.sheet
    assert adjudicate(variant, before, sheet)[1] == adjudicate(variant, before, sheet)[1]


@given(phases())
def test_the_changes_make_the_next_state(phase: Phase) -> None:
    variant, before, sheet = phase.variant, phase.before, phase.sheet
    after, report = adjudicate(variant, before, sheet)
    made = apply(before, report.changes)
    assert replace(made, phase=after.phase, standoffs=after.standoffs) == after


@given(phases())
def test_verdicts_agree_with_what_happens_and_blame_somebody(
    phase: Phase,
) -> None:
    variant, before, sheet = phase.variant, phase.before, phase.sheet
    _, report = adjudicate(variant, before, sheet)
    assert not faults(report)
    moved = {change.unit.province for change in report.changes if isinstance(change, UnitMoved)}
    said = {
        ruling.order.unit.at.province  # type: ignore[attr-defined]
        for ruling in report.rulings
        if ruling.verdict.reason is Reason.MOVED
    }
    assert moved == said
    for change in report.changes:
        if isinstance(change, UnitDislodged):
            lost = change.dislodged
            assert lost.by is not None
            assert lost.by.power != lost.unit.power
            assert lost.by.province in moved


@given(phases())
def test_every_line_has_exactly_one_ruling(phase: Phase) -> None:
    variant, before, sheet = phase.variant, phase.before, phase.sheet
    _, report = adjudicate(variant, before, sheet)
    ruled = [ruling.order for ruling in report.rulings if ruling.given]
    written = [order for power in sorted(sheet.orders) for order in sheet.orders[power]]
    assert sorted(map(id, ruled)) == sorted(map(id, written))
    about = {order.unit.at.province for order in written}  # type: ignore[attr-defined]
    silent = [ruling.order for ruling in report.rulings if not ruling.given]
    assert {order.unit.at.province for order in silent} == set(before.units) - about  # type: ignore[attr-defined]
