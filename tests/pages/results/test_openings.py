"""Openings have names, and these are of orders that can be given."""

import pytest

from tests.notation.examples import START, check
from tests.pages.results.outcomes import ended, outcome
from zinegen.board.board import Power
from zinegen.pages.results.openings import find_opening, list_openings, read_openings
from zinegen.pages.results.outcomes import write_plainly

NAMED = [(power, one) for power, listed in read_openings().items() for one in listed]


@pytest.mark.parametrize(("power", "opening"), NAMED, ids=lambda one: getattr(one, "name", one))
def test_every_order_of_a_named_opening_can_be_given_and_stands_as_it_is_compared(power, opening):
    reading = check("\n".join(sorted(opening.orders)), power)
    assert [one for one in reading.findings if one.code != "O30"] == []  # a unit without an order
    assert {write_plainly(one, START) for one in reading.orders} == opening.orders


def test_no_two_openings_of_a_power_have_one_name_or_the_same_orders():
    for power, listed in read_openings().items():
        assert len({one.name for one in listed}) == len(listed), power
        assert len({one.orders for one in listed}) == len(listed), power
    assert set(read_openings()) == set(START.powers)


@pytest.mark.parametrize(
    ("power", "orders", "name"),
    [
        ("England", "F Edi - NWG, F Lon - NTH, A Lvp - Edi", "Churchill Opening"),
        ("England", "F Edi - NWG, F Lon - NTH, A Lvp H", "Northern Opening"),
        ("Austria", "F Tri - Ven, A Bud - Ser, A Vie - Gal", "Southern Hedgehog"),
        ("France", "F Bre - MAO, A Mar S A Par - Bur, A Par - Bur", "Maginot Opening"),
        (
            "Russia",
            "F StP - GOB, F Sev - BLA, A Mos - StP, A War - Gal",
            "Northern System, Octopus",
        ),
        ("Turkey", "F Ank - Con, A Con - Bul, A Smy - Arm", "Turkish Hedgehog"),
    ],
)
def test_the_most_particular_name_counts(power, orders, name):
    assert find_opening(Power(power), orders.split(", ")).name == name


def test_orders_without_a_name_have_none():
    assert find_opening(Power("Italy"), ("A Rom H", "A Ven H", "F Nap H")) is None


def test_openings_are_counted_with_what_came_of_them():
    played = {(one.power, one.name): one for one in list_openings([outcome("winter-palace")])}
    turkey = played[Power("Turkey"), "Russian Defence"]
    assert (turkey.games, turkey.ended, turkey.in_result) == (1, 1, 1)
    assert played[Power("Russia"), "Lapland Lurch"].in_result == 0
    assert len(played) == 7


def test_a_game_that_did_not_begin_in_spring_1901_has_no_openings():
    assert list_openings([ended("late", {"Austria": 3})]) == ()
