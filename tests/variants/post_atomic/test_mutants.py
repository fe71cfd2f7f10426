"""Mutant forces: three ways to pay, and why one is not built."""

from __future__ import annotations

import pytest

from tests.secret_games import GERMANY, game, judged, position
from zinegen.game import Phase, PhaseKind, Reason, Sheet
from zinegen.notation import read_orders
from zinegen.play import Setup, start_state
from zinegen.rules import adjudicate, public_report
from zinegen.variants.standard import STANDARD


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("build M Sil: destroy A Ruh", Reason.NO_SUCH_UNIT),
        ("build M Sil: destroy A Sil, A Sil", Reason.NO_SUCH_UNIT),
        ("build M Sil: destroy A Sil, A War", Reason.NOT_YOUR_UNIT),
        ("build M Sil: destroy A Sil, A Boh, F Den", Reason.NOT_PAID),
        ("build M Kie: destroy A Boh, F Den", Reason.NO_UNIT_AT_HOME),
        ("build M Kie: destroy A Sil, F Den", Reason.UNITS_APART),
        ("build A Kie: destroy A Sil, A Boh", Reason.NO_SUCH_KIND),
        ("build M Pru: destroy A Sil, A Boh", Reason.NOT_YOUR_CENTRE),
        ("build M Den: destroy A Sil, A Boh", Reason.NOT_HOME),
        ("build M Sil", Reason.OCCUPIED),
        ("build M Kie", Reason.NOT_PAID),
        ("build M Sil: destroy A Sil, A Boh", Reason.BUILT),
    ],
)
def test_every_way_not_to_get_a_mutant_force_has_its_reason(line: str, reason: Reason) -> None:
    units = {"Germany": ["A Sil", "A Boh", "F Den"], "Russia": ["A War"]}
    state = position("W2022A", units, {"Germany": ["Kie", "Sil", "Den"]})
    _, report = judged(state, {"Germany": line})
    given = [ruling for ruling in report.rulings if ruling.given]
    assert [ruling.verdict.reason for ruling in given] == [reason]


def test_a_mutant_force_just_built_pays_for_no_other() -> None:
    units = {"Germany": ["A Sil", "A Boh"]}
    state = position("W2022A", units, {"Germany": ["Kie", "Sil"]})
    after, report = judged(
        state,
        {"Germany": "build M Sil: destroy A Sil, A Boh\nbuild M Kie: destroy M Sil"},
    )
    assert [one.verdict.reason for one in report.rulings] == [Reason.BUILT, Reason.GIVEN_IN_PAYMENT]
    assert report.rulings[1].verdict.because == (report.rulings[0].order,)
    assert [unit.province for unit in after.units_of(GERMANY)] == ["Sil"]


def test_a_removal_of_what_was_given_in_payment_blames_the_build_and_says_so_in_public() -> None:
    units = {"Germany": ["A Kie", "A Ruh", "F NTH"]}
    state = position("W2022A", units, {"Germany": ["Kie", "Pru"]})
    lines = "remove A Kie\nremove M Pru\nbuild M Pru: destroy A Kie, A Ruh\nremove F NTH"
    _, report = judged(state, {"Germany": lines})
    given, built, build, gone = report.rulings
    assert [one.verdict.reason for one in report.rulings] == [
        Reason.GIVEN_IN_PAYMENT,
        Reason.NO_SUCH_UNIT,
        Reason.BUILT,
        Reason.REMOVED,
    ]
    assert given.verdict.because == built.verdict.because == (build.order,)
    assert gone.verdict.because == ()
    assert public_report(report, state).rulings == report.rulings


def test_in_other_rule_sets_nobody_builds_mutant_forces() -> None:
    setup = Setup(units={}, phase=Phase.parse("W1901A"))
    state = start_state(STANDARD, setup)
    orders = read_orders("build M Kie", power=GERMANY, state=state, variant=STANDARD).orders
    _, report = adjudicate(STANDARD, state, Sheet(orders={GERMANY: orders}))
    given = [ruling.verdict.reason for ruling in report.rulings if ruling.given]
    assert given == [Reason.NO_SUCH_KIND]


@pytest.mark.parametrize("seed", range(4))
def test_after_every_winter_nobody_feeds_more_than_it_owns(seed: int) -> None:
    mutants = 0
    for before, _, _, after in game(seed):
        if before.phase.kind is PhaseKind.ADJUSTMENTS:
            for power in after.powers:
                needed = sum(2 if u.kind == "M" else 1 for u in after.units_of(power))
                assert needed <= len(after.centres_of(power)) or needed == 0
            mutants += sum(unit.kind == "M" for unit in after.units.values())
    assert mutants
