"""What is void before anyone else's orders are seen, and why."""

from __future__ import annotations

import pytest

from tests.positions import play
from zinegen.game import OptionValue


def reason(unit: str, order: str, **options: OptionValue) -> str:
    """Return what becomes of one order of one unit, alone on the board but for a fleet in NTH."""
    units = {"England": [unit], "Turkey": ["F NTH"]}
    return next(iter(play(units, {"England": [order]}, **options).reasons.values()))


@pytest.mark.parametrize(
    ("unit", "order", "why"),
    [
        ("A Lvp", "A Lvp - Lvp", "same-place"),
        ("A Lvp", "A Lvp - IRI", "wrong-ground"),
        ("A Lvp", "A Lvp - Lon", "too-far"),
        ("A Mun", "A Mun - Swi", "impassable"),
        ("F Kie", "F Kie - Mun", "wrong-ground"),
        ("F Lon", "F Lon - Lvp", "too-far"),
        ("F Rom", "F Rom - Ven", "no-common-coast"),
        ("F Gas", "F Gas - Spa/sc", "coast-too-far"),
        ("F Gas", "F Gas - Spa/BLA", "no-such-coast"),
        ("F StP/sc", "F StP/sc - BAR", "no-common-coast"),
        ("F MAO", "F MAO - NTH", "too-far"),
        ("F Por", "F Por - Spa", "coast-unclear"),
        ("A Yor", "A Yor - Nwy", "no-route"),
        ("A Yor", "A Yor - Lon via convoy", "no-route"),
        ("A Vie", "A Vie - Bud via convoy", "no-route"),
        ("A Yor", "A Yor S A Yor", "cannot-support"),
        ("A Yor", "A Yor S F ENG", "no-such-unit"),
        ("A Yor", "A Yor S F NTH", "cannot-support"),
        ("A Yor", "A Yor S F NTH - Yor", "cannot-support"),
        ("F Edi", "F Edi S F NTH - NTH", "same-place"),
        ("F Edi", "F Edi C A Yor - Bel", "cannot-convoy"),
        ("F ENG", "F ENG C A Yor - Bel", "no-such-unit"),
        ("F ENG", "F ENG C F NTH - Bel", "cannot-convoy"),
        ("F Edi", "F Edi - NWG", "moved"),
        ("F Edi", "F Edi H", "held"),
    ],
)
def test_an_order_that_could_never_work_is_void_for_a_reason(
    unit: str, order: str, why: str
) -> None:
    assert reason(unit, order) == why


def test_a_fleet_moves_to_the_coast_it_can_reach() -> None:
    assert play({"France": ["F Gas"]}, {"France": ["F Gas - Spa"]}).units == {
        "France": ["f spa/nc"]
    }


def test_strictly_a_coast_must_be_named_even_when_one_alone_can_be_reached() -> None:
    assert reason("F Gas", "F Gas - Spa", infer_coast=False) == "coast-unclear"
    assert reason("F Gas", "F Gas - Spa/nc", infer_coast=False) == "moved"
    assert reason("F Gas", "F Gas - Bre", infer_coast=False) == "moved"


def test_leniently_a_wrong_coast_is_taken_for_the_right_one() -> None:
    played = play({"France": ["F Gas"]}, {"France": ["F Gas - Spa/sc"]}, correct_coast=True)
    assert played.units == {"France": ["f spa/nc"]}


def test_the_wrong_kind_of_unit_counts_unless_the_gm_is_strict() -> None:
    assert reason("F Edi", "A Edi - NWG") == "moved"
    assert reason("F Edi", "A Edi - NWG", ignore_kind=False) == "no-such-unit"


def test_an_army_ordered_to_a_coast_just_goes_to_the_province() -> None:
    played = play({"France": ["A Gas"]}, {"France": ["A Gas - Spa/nc"]})
    assert played.units == {"France": ["a spa"]}


def test_retreats_and_builds_are_no_orders_for_a_movement_phase() -> None:
    from tests.positions import standard_state
    from zinegen.board import Power
    from zinegen.game import Disband, PlaceName, Sheet, UnitName, Waive
    from zinegen.geometry import ProvinceKey
    from zinegen.rules import adjudicate
    from zinegen.variants.standard import STANDARD

    england = Power("England")
    state = standard_state("S1901M", {"England": ["A Yor"]})
    yor = UnitName(at=PlaceName(province=ProvinceKey("Yor")))
    sheet = Sheet(orders={england: (Disband(power=england, unit=yor), Waive(power=england))})
    _, report = adjudicate(STANDARD, state, sheet)
    assert [ruling.verdict.reason.key for ruling in report.rulings] == ["wrong-phase"] * 2


def test_a_fleet_off_the_way_of_an_army_is_told_so() -> None:
    """It is a fleet at sea, and an army, but no chain of fleets leads over it."""
    units = {"England": ["A Yor", "F ENG"]}
    reasons = play(units, {"England": ["A Yor H", "F ENG C A Yor - Nwy"]}).reasons
    assert reasons["f eng c a yor - nwy"] == "no-chain"
    there = play(units, {"England": ["A Yor H", "F ENG C A Yor - Yor"]}).reasons
    assert there["f eng c a yor - yor"] == "same-place"
