"""Which order each unit acts on."""

from __future__ import annotations

from dataclasses import replace

from tests.positions import play, sheet_of, standard_state
from zinegen.board import Power
from zinegen.game import Hold, PlaceName, Reason, Sheet, UnitName, Unreadable
from zinegen.geometry import ProvinceKey
from zinegen.rules import adjudicate
from zinegen.variants.standard import STANDARD

ENGLAND = Power("England")


def test_two_different_orders_for_one_unit_count_for_nothing() -> None:
    played = play({"England": ["A Yor"]}, {"England": ["A Yor - Lon", "A Yor - Edi"]})
    assert played.units == {"England": ["a yor"]}
    assert played.reasons == {"a yor - lon": "two-orders", "a yor - edi": "two-orders"}
    assert played.because("a yor - lon") == ["a yor - edi"]
    assert all(ruling.given for ruling in played.report.rulings)


def test_the_same_order_twice_counts_once_and_each_line_has_its_ruling() -> None:
    played = play({"England": ["A Yor"]}, {"England": ["A Yor - Lon", "Yor - Lon"] * 1})
    keys = [ruling.verdict.reason.key for ruling in played.report.rulings]
    assert keys in (["moved", "moved"], ["two-orders", "two-orders"])
    twice = play({"England": ["A Yor"]}, {"England": ["A Yor - Lon", "A Yor-Lon"]})
    assert [ruling.verdict.reason.key for ruling in twice.report.rulings] == ["moved", "moved"]


def test_nobody_orders_the_unit_of_another() -> None:
    played = play({"England": ["A Yor"], "France": ["A Par"]}, {"France": ["A Yor - Lon"]})
    assert played.reasons == {"a yor - lon": "not-your-unit"}
    assert played.units["England"] == ["a yor"]


def test_an_order_for_no_unit_is_void() -> None:
    assert play({"England": ["A Yor"]}, {"England": ["A Lvp - Yor"]}).reasons == {
        "a lvp - yor": "no-such-unit"
    }


def test_a_unit_without_an_order_holds_and_is_shown_as_not_ordered() -> None:
    played = play({"England": ["A Yor"]}, {})
    (ruling,) = played.report.rulings
    assert isinstance(ruling.order, Hold)
    assert not ruling.given
    assert ruling.verdict.reason is Reason.HELD


def test_an_unreadable_line_is_kept_and_its_unit_holds() -> None:
    state = standard_state("S1901M", {"England": ["A Yor"], "France": ["A Par"]})
    yor, par = (UnitName(at=PlaceName(province=ProvinceKey(name))) for name in ("Yor", "Par"))
    lines = (
        Unreadable(power=ENGLAND, unit=yor),
        Unreadable(power=ENGLAND),
        Unreadable(power=ENGLAND, unit=par),
    )
    _, report = adjudicate(STANDARD, state, Sheet(orders={ENGLAND: lines}))
    about = [(ruling.verdict.reason, ruling.given) for ruling in report.rulings]
    assert about == [(Reason.UNREADABLE, True)] * 3 + [(Reason.HELD, False)]


def test_a_power_in_civil_disorder_holds_and_may_be_supported_by_others() -> None:
    units = {"England": ["A Yor", "A Edi"], "France": ["A Wal", "F ENG"], "Russia": ["F NTH"]}
    state = standard_state("S1901M", units)
    orders = {
        "England": ["A Yor - Lvp", "A Edi S A Yor"],
        "France": ["A Wal - Yor"],
        "Russia": ["F NTH S A Yor"],
    }
    sheet = replace(sheet_of(state, orders), disorder=frozenset({ENGLAND}))
    after, report = adjudicate(STANDARD, state, sheet)
    assert after.units[ProvinceKey("Yor")].power == ENGLAND
    keys = [ruling.verdict.reason.key for ruling in report.rulings]
    assert keys[:2] == ["in-disorder", "in-disorder"]
    assert keys[-1] == "gave-support"
