"""The points in which the rulebook of 1971 matters, one test each.

Source: docs/rules/common.md, "6.1 The rulebook of 1971".
"""

from __future__ import annotations

import pytest

from tests.positions import Lines, Played, play
from zinegen.game import OptionValue


def old(units: Lines, orders: Lines, phase: str = "S1901M", **options: OptionValue) -> Played:
    """Judge a phase by the book of 1971."""
    return play(units, orders, phase, base="1971", **options)


TWO_ROUTES: tuple[Lines, Lines] = (
    {"England": ["A Lon", "F ENG", "F NTH"], "France": ["F Bre", "F MAO"]},
    {
        "England": ["A Lon - Bel", "F ENG C A Lon - Bel", "F NTH C A Lon - Bel"],
        "France": ["F MAO - ENG", "F Bre S F MAO - ENG"],
    },
)


def test_a_convoy_over_two_routes_fails_when_one_is_broken() -> None:
    assert old(*TWO_ROUTES).reasons["a lon - bel"] == "convoy-broken"
    assert play(*TWO_ROUTES).reasons["a lon - bel"] == "moved"


def test_which_routes_count_is_an_option_of_its_own() -> None:
    assert old(*TWO_ROUTES, convoy_routes="any").reasons["a lon - bel"] == "moved"
    assert play(*TWO_ROUTES, convoy_routes="all").reasons["a lon - bel"] == "convoy-broken"


KIDNAP: tuple[Lines, Lines] = (
    {"England": ["A Nwy"], "Russia": ["F Swe"], "Germany": ["F SKA"]},
    {
        "England": ["A Nwy - Swe"],
        "Russia": ["F Swe - Nwy"],
        "Germany": ["F SKA C A Nwy - Swe"],
    },
)


def test_a_foreign_fleet_may_force_a_convoy_between_neighbours_that_change_places() -> None:
    played = old(*KIDNAP)
    assert played.units == {"England": ["a swe"], "Germany": ["f ska"], "Russia": ["f nwy"]}
    assert played.reasons["f ska c a nwy - swe"] == "convoyed"
    assert play(*KIDNAP).reasons["a nwy - swe"] == "bounced-by"


def test_a_convoy_between_neighbours_is_not_looked_at_when_nobody_comes_the_other_way() -> None:
    played = old(
        {"England": ["A Nwy", "F SKA"], "Russia": ["F Swe"]},
        {"England": ["A Nwy - Swe", "F SKA C A Nwy - Swe"], "Russia": ["F Swe - BAL"]},
    )
    assert played.units == {"England": ["a swe", "f ska"], "Russia": ["f bal"]}
    assert played.reasons["f ska c a nwy - swe"] == "convoy-unused"


def test_when_the_convoy_between_neighbours_is_broken_they_meet_on_the_way() -> None:
    played = old(
        {
            "England": ["A Nwy"],
            "Russia": ["F Swe"],
            "Germany": ["F SKA"],
            "France": ["F NTH", "F Den"],
        },
        {
            "England": ["A Nwy - Swe"],
            "Russia": ["F Swe - Nwy"],
            "Germany": ["F SKA C A Nwy - Swe"],
            "France": ["F NTH - SKA", "F Den S F NTH - SKA"],
        },
    )
    assert played.reasons["a nwy - swe"] == played.reasons["f swe - nwy"] == "bounced-by"


PANDIN: tuple[Lines, Lines] = (
    {
        "England": ["F Lon", "F Wal"],
        "France": ["A Bre", "F ENG", "F Yor"],
        "Germany": ["F Bel", "F NTH"],
    },
    {
        "England": ["F Lon S F Wal - ENG", "F Wal - ENG"],
        "France": ["A Bre - Lon", "F ENG C A Bre - Lon", "F Yor S A Bre - Lon"],
        "Germany": ["F NTH S F Bel - ENG", "F Bel - ENG"],
    },
)


def test_a_convoyed_army_does_not_cut_the_support_of_an_attack_on_its_convoy() -> None:
    """Pandin's extended paradox (DATC 6.F.17): no paradox by XII.5."""
    played = old(*PANDIN)
    assert played.reasons["a bre - lon"] == "moved"
    assert played.dislodged == {"England": ["f lon"]}
    assert play(*PANDIN).reasons["a bre - lon"] == "paradox"


def test_where_the_old_book_is_silent_szykmans_rule_speaks() -> None:
    """The betrayal paradox (DATC 6.F.18)."""
    played = old(
        {
            "England": ["F NTH", "A Lon", "F ENG"],
            "France": ["F Bel"],
            "Germany": ["F HEL", "F SKA"],
        },
        {
            "England": ["F NTH C A Lon - Bel", "A Lon - Bel", "F ENG S A Lon - Bel"],
            "France": ["F Bel S F NTH"],
            "Germany": ["F HEL S F SKA - NTH", "F SKA - NTH"],
        },
    )
    assert played.reasons["a lon - bel"] == "paradox"
    assert not played.dislodged


def test_nobody_retreats_to_where_a_convoyed_attacker_came_from() -> None:
    units: Lines = {"France": ["A Gas", "A Bur", "F MAO", "F WES", "F GOL"], "Italy": ["A Mar"]}
    convoy = [f"{fleet} C A Gas - Mar" for fleet in ("F MAO", "F WES", "F GOL")]
    orders: Lines = {
        "France": ["A Gas - Mar via convoy", "A Bur S A Gas - Mar", *convoy],
        "Italy": ["A Mar H"],
    }

    def refuges(played: Played) -> list[str]:
        (lost,) = played.after.dislodged.values()
        return [place.province for place in lost.retreats]

    assert refuges(old(units, orders)) == ["Pie", "Spa"]
    assert refuges(play(units, orders)) == ["Gas", "Pie", "Spa"]
    assert refuges(play(units, orders, retreat_to_convoy_start=False)) == ["Pie", "Spa"]


@pytest.mark.parametrize("base", ["1971", "modern"])
def test_two_units_exchange_places_only_when_one_is_convoyed(base: str) -> None:
    played = play(
        {"Italy": ["A Rom"], "Turkey": ["A Ven"]},
        {"Italy": ["A Rom - Ven"], "Turkey": ["A Ven - Rom"]},
        base=base,
    )
    assert played.reasons["a rom - ven"] == "bounced-by"
    assert played.because("a rom - ven") == ["a ven - rom"]


@pytest.mark.parametrize("base", ["1971", "modern"])
def test_three_units_go_round(base: str) -> None:
    played = play(
        {"Turkey": ["A Smy", "A Con", "F Ank"]},
        {"Turkey": ["A Smy - Ank", "F Ank - Con", "A Con - Smy"]},
        base=base,
    )
    assert played.units == {"Turkey": ["a ank", "a smy", "f con"]}


@pytest.mark.parametrize("base", ["1971", "modern"])
def test_a_coastal_crawl_is_no_exchange(base: str) -> None:
    played = play(
        {"Turkey": ["F Bul/sc"], "Russia": ["F Con"]},
        {"Turkey": ["F Bul/sc - Con"], "Russia": ["F Con - Bul/ec"]},
        base=base,
    )
    assert set(played.reasons.values()) == {"bounced-by"}


@pytest.mark.parametrize("base", ["1971", "modern"])
def test_no_power_drives_out_its_own_unit_or_helps_to_do_it(base: str) -> None:
    units: Lines = {"Germany": ["A Ber", "A Mun"], "Russia": ["A War", "A Sil"]}
    own = play(
        units,
        {"Germany": ["A Ber - Sil", "A Mun H"], "Russia": ["A Sil - Mun", "A War H"]},
        base=base,
    )
    assert own.reasons["a sil - mun"] == "defended-by"
    helped = play(
        {"Germany": ["A Ber", "A Mun"], "Italy": ["A Tyr"]},
        {"Germany": ["A Ber S A Tyr - Mun", "A Mun H"], "Italy": ["A Tyr - Mun"]},
        base=base,
    )
    assert helped.reasons["a tyr - mun"] == "defended-by"
    itself = play(
        {"Germany": ["A Ber", "A Mun", "F Kie"]},
        {"Germany": ["A Ber - Kie", "A Mun S A Ber - Kie", "F Kie H"]},
        base=base,
    )
    assert itself.reasons["a ber - kie"] == "own-unit-there"


@pytest.mark.parametrize("base", ["1971", "modern"])
def test_support_against_the_own_unit_still_stands_others_off(base: str) -> None:
    played = play(
        {"Germany": ["A Mun", "A Ber"], "Italy": ["A Tyr"], "Russia": ["A Sil"]},
        {
            "Germany": ["A Mun H", "A Ber S A Tyr - Mun"],
            "Italy": ["A Tyr - Mun"],
            "Russia": ["A Sil - Mun"],
        },
        base=base,
    )
    assert not played.dislodged


@pytest.mark.parametrize("base", ["1971", "modern"])
def test_an_attack_by_the_own_power_cuts_no_support(base: str) -> None:
    played = play(
        {"Austria": ["A Ser", "A Tri", "A Vie"], "Italy": ["A Bud"]},
        {"Austria": ["A Ser S A Vie - Bud", "A Vie - Bud", "A Tri - Ser"], "Italy": ["A Bud H"]},
        base=base,
    )
    assert played.reasons["a vie - bud"] == "moved"


@pytest.mark.parametrize("base", ["1971", "modern"])
def test_a_coast_left_out_is_taken_only_when_it_is_clear(base: str) -> None:
    def reason(fleet: str, order: str) -> str:
        return next(
            iter(play({"France": [fleet]}, {"France": [order]}, base=base).reasons.values())
        )

    assert reason("F Gas", "F Gas - Spa") == "moved"
    assert reason("F Por", "F Por - Spa") == "coast-unclear"
    assert reason("F Gas", "F Gas - Spa/sc") == "coast-too-far"


@pytest.mark.parametrize("base", ["1971", "modern"])
def test_a_coast_in_a_support_may_be_left_out_but_must_be_right(base: str) -> None:
    def reason(support: str) -> str:
        played = play(
            {"France": ["F MAO", "F Por"]}, {"France": ["F MAO - Spa/nc", support]}, base=base
        )
        return list(played.reasons.values())[1]

    assert reason("F Por S F MAO - Spa") == "gave-support"
    assert reason("F Por S F MAO - Spa/nc") == "gave-support"
    assert reason("F Por S F MAO - Spa/sc") == "no-such-order"


def test_removals_by_default_count_from_the_home_centres_and_fleets_by_sea() -> None:
    units: Lines = {"Italy": ["A War", "A Tus"]}
    centres: Lines = {"Italy": ["War"]}
    old_way = play(units, {}, "W1901A", centres, base="1971")
    assert old_way.units == {"Italy": ["a tus"]}
    assert play(units, {}, "W1901A", centres).units == {"Italy": ["a war"]}


@pytest.mark.parametrize("base", ["1971", "modern"])
def test_eighteen_centres_after_autumn_win(base: str) -> None:
    most = "Ank Con Smy Bul Gre Ser Rum Bud Tri Vie Sev Mos War StP Ven Rom Nap"
    board_centres = most.split()
    units: Lines = {"Turkey": ["A Tun"]}
    spring = play(units, {}, "S1905M", {"Turkey": board_centres}, base=base)
    assert spring.after.winners is None
    autumn = play(units, {}, "F1905M", {"Turkey": board_centres}, base=base)
    assert autumn.after.winners == ("Turkey",)
