"""Adjustments: who may build what and where, who loses what, and what is done for the silent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.positions import Lines, Played, play, sheet_of, standard_state
from zinegen.board import Place, Power
from zinegen.game import Hold, Kind, PlaceName, Sheet, Unit, UnitName, UnitRemoved, Unreadable
from zinegen.geometry import ProvinceKey
from zinegen.rules import RULEBOOK_1971, adjudicate
from zinegen.rules.adjustments import (
    adjustments,
    anywhere_owned,
    count_due,
    count_upkeep,
)
from zinegen.variants.standard import STANDARD


def winter(units: Lines, centres: Lines, orders: Lines, base: str = "modern") -> Played:
    """Judge a winter."""
    return play(units, orders, "W1901A", centres, base=base)


HOME: Lines = {"Russia": ["Mos", "StP", "War", "Sev"]}


def test_builds_are_taken_one_by_one_until_all_are_used() -> None:
    played = winter(
        {"Russia": ["A Ukr", "F Sev"]},
        HOME,
        {"Russia": ["build A Mos", "build F StP/nc", "build A War"]},
    )
    assert played.reasons == {
        "build a mos": "built",
        "build f stp/nc": "built",
        "build a war": "not-due",
    }
    assert played.units == {"Russia": ["a mos", "a ukr", "f sev", "f stp/nc"]}


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("build A Ber", "not-your-centre"),
        ("build A Ukr", "not-your-centre"),
        ("build A Rum", "not-home"),
        ("build A Sev", "occupied"),
        ("build F Mos", "no-shore"),
        ("build F StP", "coast-unclear"),
        ("build F StP/BLA", "no-such-coast"),
        ("remove F Sev", "not-due"),
        ("remove A Mos", "no-such-unit"),
        ("remove A Con", "not-your-unit"),
        ("build F StP/sc", "built"),
        ("build A StP", "built"),
    ],
)
def test_a_build_needs_a_vacant_home_centre_and_a_fleet_a_named_coast(order: str, why: str) -> None:
    centres: Lines = {"Russia": ["Mos", "StP", "War", "Sev", "Rum"], "Turkey": ["Con"]}
    played = winter({"Russia": ["F Sev"], "Turkey": ["A Con"]}, centres, {"Russia": [order]})
    assert next(iter(played.reasons.values())) == why


def test_only_one_unit_is_built_in_a_centre() -> None:
    played = winter({}, HOME, {"Russia": ["build A Mos", "build F Mos", "build A Mos"]})
    keys = [ruling.verdict.reason.key for ruling in played.report.rulings if ruling.given]
    assert keys == ["built", "occupied", "occupied"]


def test_builds_may_be_waived_and_unused_ones_are_shown_as_waived() -> None:
    played = winter({"Russia": ["A Ukr"]}, HOME, {"Russia": ["waive", "build A Mos"]})
    told = [(ruling.verdict.reason.key, ruling.given) for ruling in played.report.rulings]
    assert told == [("waived", True), ("built", True), ("waived", False)]
    none_due = winter({"Russia": ["A Ukr"]}, {"Russia": ["Mos"]}, {"Russia": ["waive"]})
    assert none_due.reasons == {"waive": "not-due"}


def test_builds_for_which_there_is_no_site_are_not_waived() -> None:
    played = winter({"Russia": ["A Mos"]}, {"Russia": ["Mos", "Rum", "Bul"]}, {})
    assert not played.report.rulings


def test_removals_are_taken_one_by_one_as_many_as_are_owed() -> None:
    played = winter(
        {"France": ["A Par", "A Pic", "A Bur"]},
        {"France": ["Par"]},
        {"France": ["remove A Pic", "remove A Pic", "remove A Par", "remove A Bur"]},
    )
    keys = [ruling.verdict.reason.key for ruling in played.report.rulings]
    assert keys == ["removed", "is-gone", "removed", "not-due"]
    assert played.units == {"France": ["a bur"]}


def test_who_owes_removals_does_not_build() -> None:
    played = winter(
        {"France": ["A Bur", "A Pic"]}, {"France": ["Par"]}, {"France": ["build A Par"]}
    )
    assert played.reasons == {"build a par": "not-due"}
    assert len(played.units["France"]) == 1


@pytest.mark.parametrize("base", ["1971", "modern"])
def test_ties_in_removals_by_default_take_fleets_first_then_the_alphabet(base: str) -> None:
    played = winter({"Russia": ["A Lvn", "A Ukr", "F GOB"]}, {"Russia": ["Mos"]}, {}, base)
    assert played.units == {"Russia": ["a ukr"]}
    two_fleets = winter({"Russia": ["F BAL", "F NTH"]}, {"Russia": ["StP"]}, {}, base)
    assert two_fleets.units == {"Russia": ["f nth"]}


def test_by_the_old_book_a_fleet_counts_fleet_moves_to_its_home() -> None:
    """From Kie a fleet sails seven moves to Nap; an army walks no farther than from StP."""
    units: Lines = {"Italy": ["F Kie", "A StP"]}
    centres: Lines = {"Italy": ["Rom"]}
    assert winter(units, centres, {}, "1971").units == {"Italy": ["a stp"]}
    assert winter(units, centres, {}, "modern").units == {"Italy": ["f kie"]}


def test_a_unit_without_a_way_home_goes_first() -> None:
    state = standard_state("W1901A", {"Italy": ["A Pie"]}, {"Italy": ["Rom"]})
    stuck = Unit(power=Power("Italy"), kind=Kind.FLEET, at=Place(ProvinceKey("Bur")))
    state = replace(state, units={ProvinceKey("Bur"): stuck, **state.units})
    after, _ = adjudicate(STANDARD.with_options({"base": "1971"}), state, Sheet())
    assert set(after.units) == {"Pie"}


def test_a_power_without_centres_loses_everything() -> None:
    assert winter({"Italy": ["A Pie", "F ION"]}, {}, {}).units == {}


def test_a_power_in_disorder_builds_nothing_and_loses_by_the_rule() -> None:
    state = standard_state("W1901A", {"Russia": ["A Ukr"]}, HOME)
    sheet = replace(
        sheet_of(state, {"Russia": ["build A Mos"]}), disorder=frozenset({Power("Russia")})
    )
    after, report = adjudicate(STANDARD, state, sheet)
    assert [ruling.verdict.reason.key for ruling in report.rulings] == ["in-disorder"]
    assert set(after.units) == {"Ukr"}


def test_moves_and_unreadable_lines_are_void_in_winter() -> None:
    russia = Power("Russia")
    state = standard_state("W1901A", {"Russia": ["A Ukr"]}, {"Russia": ["Mos"]})
    ukr = UnitName(at=PlaceName(province=ProvinceKey("Ukr")))
    orders = (Hold(power=russia, unit=ukr), Unreadable(power=russia))
    _, report = adjudicate(STANDARD, state, Sheet(orders={russia: orders}))
    assert [r.verdict.reason.key for r in report.rulings] == ["wrong-phase", "unreadable"]


def test_a_rule_set_may_allow_builds_in_all_own_centres() -> None:
    rule = adjustments(build=anywhere_owned)
    state = standard_state("W1901A", {"Russia": ["A Con"]}, {"Russia": ["Rum", "Bul", "Con"]})
    report = rule(state, sheet_of(state, {"Russia": ["build A Rum", "build A Con", "build A Ank"]}))
    keys = [ruling.verdict.reason.key for ruling in report.rulings]
    assert keys == ["built", "occupied", "not-your-centre", "waived"]


def test_a_unit_may_need_two_centres() -> None:
    italy = Power("Italy")
    laden = Unit(power=italy, kind=Kind.ARMY_ABOARD, at=Place(ProvinceKey("TYS")))
    state = standard_state("W1901A", {"Italy": ["A Rom"]}, {"Italy": ["Rom", "Nap"]})
    state = replace(state, units={**state.units, ProvinceKey("TYS"): laden})
    assert count_upkeep(laden) == 2
    assert count_due(state, italy) == -1
    report = adjustments(RULEBOOK_1971)(state, Sheet())
    assert [c.unit.kind for c in report.changes if isinstance(c, UnitRemoved)] == [Kind.ARMY_ABOARD]
