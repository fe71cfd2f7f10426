"""The tables of Deluge II, and what its phases leave behind."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from zinegen.board import Power
from zinegen.game import (
    ArmyBoarded,
    ArmyLanded,
    GameState,
    Kind,
    Phase,
    Reason,
    Report,
    Sheet,
    UnitMoved,
    Variant,
    Word,
)
from zinegen.game.apply import apply
from zinegen.geometry import ProvinceKey
from zinegen.notation import check_orders, read_orders, write_order, write_unit
from zinegen.play import Setup, start_board, start_state
from zinegen.rules import adjudicate
from zinegen.variants.deluge.rule_set import DELUGE2, OTHER, SEED, SUBMERGENCE


def position(phase: str, units: dict[str, list[str]]) -> GameState:
    setup = Setup(
        units={Power(power): lines for power, lines in units.items()},
        centres={},
        phase=Phase.parse(phase),
    )
    return start_state(DELUGE2, setup)


def judged(
    state: GameState, orders: dict[str, str], variant: Variant = DELUGE2
) -> tuple[GameState, Report]:
    read = {
        Power(power): read_orders(text, power=Power(power), state=state, variant=variant).orders
        for power, text in orders.items()
    }
    return adjudicate(variant, state, Sheet(orders=read))


def units(state: GameState) -> list[str]:
    return sorted(f"{u.power[0]}: {write_unit(u, state.board)}" for u in state.units.values())


def test_every_land_province_but_switzerland_sinks_exactly_once() -> None:
    board = start_board(DELUGE2)
    sinking = Counter(face for faces in SUBMERGENCE.values() for face in faces)
    land = {face for face in board.provinces if board.is_ground(face)}
    assert set(sinking.values()) == {1}
    assert set(sinking) == land - {ProvinceKey("Swi")}
    assert len(sinking) == 57


def test_the_two_tables_of_centres_are_one_schedule_a_year_apart() -> None:
    assert {year + 1: faces for year, faces in SEED.items()} == dict(OTHER)


def test_as_many_centres_stand_after_each_winter_as_the_published_totals_say() -> None:
    totals = {"seed": (33, 31, 26, 17, 13, 7, 1, 1), "other": (30, 29, 25, 15, 12, 6, 1, 1)}
    for table, expected in totals.items():
        variant = DELUGE2.with_options({"new_centres": table})
        for year, total in enumerate(expected, 1901):
            setup = Setup(units={}, centres={}, phase=Phase.parse(f"W{year}A"))
            after, _ = adjudicate(variant, start_state(variant, setup), Sheet())
            assert len(after.board.centres) == total, (table, year)


def test_a_game_begins_with_builds_and_a_later_position_with_the_usual_units() -> None:
    assert not start_state(DELUGE2).units
    later = start_state(DELUGE2, Setup(phase=Phase.parse("S1901M")))
    opened, _ = adjudicate(DELUGE2, start_state(DELUGE2), Sheet())
    assert later.units == opened.units
    assert opened.phase == later.phase


def test_the_board_of_the_calendar_is_the_board_that_is_played_to() -> None:
    state = start_state(DELUGE2, Setup(units={}, centres={}, phase=Phase.parse("W1901A")))
    while state.phase.year < 1908:
        state, _ = adjudicate(DELUGE2, replace(state, owners={}), Sheet())
        if state.winners is None:
            setup = Setup(units={}, centres={}, phase=state.phase)
            assert start_state(DELUGE2, setup).board.provinces == state.board.provinces
        state = replace(state, phase=Phase.parse(f"W{state.phase.year}A"))


def test_boarding_sailing_and_landing_are_told_in_a_sequence_that_can_be_carried_out() -> None:
    state = position("S1901M", {"England": ["A Lon", "F ENG"], "France": ["F Bre"]})
    after, report = judged(
        state,
        {"England": "A Lon E F ENG; F ENG - MAO; A MAO D Bre", "France": "F Bre - ENG"},
    )
    assert units(after) == ["E: A Bre", "E: F MAO", "F: F ENG"]
    kinds = [type(change) for change in report.changes]
    assert kinds == [ArmyBoarded, UnitMoved, UnitMoved, ArmyLanded]
    assert apply(state, report.changes).units == after.units


@pytest.mark.parametrize("must_ferry", [False, True])
@pytest.mark.parametrize(
    "besides", ["F ENG - MAO", "A/F ENG - NTH", "F ENG - Bel", "F ENG C A Wal - Pic"]
)
@pytest.mark.parametrize("bounced", [False, True])
def test_a_fleet_that_takes_an_army_aboard_and_ashore_over_its_sea_has_made_its_move(
    besides, bounced, must_ferry
) -> None:
    """Whatever else it was ordered to do is void, and the army boarded, ashore or not."""
    variant = DELUGE2.with_options({"one_space_must_ferry": must_ferry})
    state = position("S1901M", {"England": ["A Lon", "A Wal", "F ENG"], "France": ["A Par"]})
    orders = {
        "England": f"A Lon E F ENG\nA ENG D Bre\n{besides}",
        "France": "A Par - Bre" if bounced else "A Par H",
    }
    after, report = judged(state, orders, variant)
    england = [one.verdict for one in report.rulings if one.order.power == "England" and one.given]
    landed = Word.FAILS if bounced else Word.SUCCEEDS
    assert [verdict.word for verdict in england] == [Word.SUCCEEDS, landed, Word.VOID]
    assert england[0].reason is Reason.BOARDED
    assert england[2].reason in {Reason.CARRIED_ARMY, Reason.CARRIES_ALREADY}
    at_sea = ["E: A Wal", "E: A/F ENG", "F: A Par"]
    assert units(after) == (at_sea if bounced else ["E: A Bre", "E: A Wal", "E: F ENG", "F: A Par"])


def test_orders_of_combinations_are_read_back_as_they_are_written() -> None:
    state = position("S1901M", {"England": ["A Lon", "F ENG"], "Russia": ["A StP"]})
    power = Power("England")
    text = "A Lon E F ENG; A/F ENG - MAO; A MAO D Por; F ENG S A ENG D Bre; A StP becomes F(nc)"
    orders = read_orders(text, power=power, state=state, variant=DELUGE2).orders
    assert len(orders) == 5
    again = "; ".join(write_order(order, state.board) for order in orders)
    assert read_orders(again, power=power, state=state, variant=DELUGE2).orders == orders


def test_a_landing_that_makes_and_unmakes_itself_is_struck_and_its_fleet_stays() -> None:
    state = position("S1901M", {"England": ["A/F ENG", "A Pic"], "France": ["F MAO", "F Bre"]})
    after, report = judged(
        state,
        {
            "England": "A ENG D Bre\nF ENG - NTH\nA Pic S A ENG D Bre",
            "France": "F MAO - ENG\nF Bre S F MAO - ENG",
        },
    )
    reasons = [
        ruling.verdict.reason for ruling in report.rulings if ruling.order.power == "England"
    ]
    assert reasons[:2] == [Reason.PARADOX, Reason.PARADOX]
    assert after.dislodged[ProvinceKey("ENG")].unit.kind is Kind.ARMY_ABOARD


def test_an_army_aboard_drowns_nowhere_and_a_unit_there_is_the_first_owner() -> None:
    state = position("W1901A", {"France": ["A Wal"], "England": ["A Lon", "A/F NTH"]})
    state = replace(
        state,
        owners={
            ProvinceKey("Bre"): Power("France"),
            ProvinceKey("Lon"): Power("England"),
            ProvinceKey("Edi"): Power("England"),
            ProvinceKey("Lvp"): Power("England"),
        },
    )
    after, _ = adjudicate(DELUGE2, state, Sheet())
    assert units(after) == ["E: A/F NTH", "F: A Wal"]
    assert after.owners[ProvinceKey("Wal")] == "France"
    assert ProvinceKey("Lon") not in after.owners


@pytest.mark.parametrize(
    ("orders", "warned"),
    [
        ("A Lon E F ENG\nA ENG D Bre\nF ENG - MAO", [3]),
        ("A Lon E F ENG; A ENG D Bre; F ENG - MAO", [1]),
        ("A Lon E F ENG; F ENG - MAO; A MAO D Por", []),
        ("A Lon E F ENG\nF ENG - MAO", []),
        ("A Lon E F ENG\nA ENG D Bre", []),
        ("A Lon E F ENG; F ENG S A Lon - Bre", []),
    ],
)
def test_before_the_deadline_it_is_told_that_a_carrier_cannot_leave(orders, warned) -> None:
    state = position("S1901M", {"England": ["A Lon", "F ENG"]})
    england = Power("England")
    read = check_orders(orders, power=england, state=state, variant=DELUGE2, section="orders")
    found = [one for one in read.findings if one.code == "O23"]
    assert [one.where.line for one in found if one.where is not None] == warned


STRICT = DELUGE2.with_options({"ignore_kind": False})


def strictly(orders: str) -> list[Reason]:
    """Judge orders of England, which has an army in Yorkshire and a laden fleet in the North Sea."""
    state = position("S1901M", {"England": ["A Yor", "A/F NTH"]})
    england = Power("England")
    read = read_orders(orders, power=england, state=state, variant=STRICT, section="orders")
    _, report = adjudicate(STRICT, state, Sheet(orders={england: read.orders}))
    return [ruling.verdict.reason for ruling in report.rulings if ruling.given]


def test_a_strict_game_refuses_orders_that_name_the_wrong_kind() -> None:
    assert strictly("F Yor H") == [Reason.NO_SUCH_UNIT]
    assert strictly("A Yor H") == [Reason.HELD]
    assert strictly("A NTH H") == [Reason.NO_SUCH_UNIT]


def test_a_fleet_is_called_by_its_name_with_and_without_its_army() -> None:
    assert strictly("F NTH - NWG") == [Reason.MOVED]
    assert strictly("A/F NTH - NWG") == [Reason.MOVED]
    assert strictly("A/F NTH; A NTH D Nwy; F NTH - NWG")[-1] is Reason.MOVED


def test_a_retreat_that_nobody_ordered_may_be_thrown_here_too() -> None:
    variant = DELUGE2.with_options({"unordered_retreats": "throw"})
    lines = {"England": ["F NTH"], "Russia": ["F NWG", "F SKA"]}
    state = position("S1901M", lines)
    russia = Power("Russia")
    text = "F NWG - NTH\nF SKA S F NWG - NTH"
    read = read_orders(text, power=russia, state=state, variant=variant, section="orders")
    after, _ = adjudicate(variant, state, Sheet(orders={russia: read.orders}))
    needs = adjudicate(variant, after, Sheet())[1].needs
    assert needs is not None
    assert needs.label == "retreat/F NTH"
    last, _ = adjudicate(variant, after, Sheet(throws={needs.label: 2}))
    assert Kind.FLEET in {unit.kind for unit in last.units_of(Power("England"))}


def test_an_army_that_goes_aboard_is_gone_and_not_unknown() -> None:
    state = position("S1901M", {"England": ["A Lon", "F ENG", "A Wal", "F NTH"]})
    text = "A Lon E F ENG\nA Wal S A Lon\nF NTH C A Lon - Bel\nF ENG H"
    _, report = judged(state, {"England": text})
    found = [ruling.verdict for ruling in report.rulings]
    assert [one.reason for one in found[:3]] == [Reason.BOARDED, Reason.IS_GONE, Reason.IS_GONE]
    assert {write_order(one, state.board) for v in found[1:3] for one in v.because} == {
        "A Lon E F ENG"
    }


def test_a_fleet_with_an_army_aboard_is_told_that_it_carries_already() -> None:
    state = position("S1901M", {"England": ["A/F ENG", "A Wal", "F IRI", "A Lvp"]})
    text = "F ENG C A Wal - Bre\nF IRI C A Lvp - Bre\nA Wal H\nA Lvp H"
    _, report = judged(state, {"England": text})
    reasons = [ruling.verdict.reason for ruling in report.rulings[:2]]
    assert reasons == [Reason.CARRIES_ALREADY, Reason.NO_CHAIN]
