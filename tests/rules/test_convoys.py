"""Routes of convoys, and the policies on which the editions differ (DATC 4.A)."""

from __future__ import annotations

from dataclasses import replace

from tests.positions import Lines, play, standard_state
from zinegen.board import Passage
from zinegen.geometry import ProvinceKey
from zinegen.rules.movement.attempts import Position
from zinegen.rules.movement.convoys import find_routes, is_convoy_possible


def position(*waters: str, longest: int | None = None) -> Position:
    """Return a position with fleets in these waters."""
    state = standard_state("S1901M", {"England": [f"F {water}" for water in waters]})
    return Position(state=state, board=state.board, passage=Passage(), longest_convoy=longest)


def ways(start: str, end: str, *waters: str, longest: int | None = None) -> list[str]:
    """Return the routes between two shores, each as its waters joined by blanks."""
    at = position(*waters, longest=longest)
    return [
        " ".join(way) for way in find_routes(at, ProvinceKey(start), ProvinceKey(end), at.carriers)
    ]


def test_a_route_has_no_fleet_too_many() -> None:
    """WES lies beside GOL, but GOL alone joins Mar and Spa (DATC 6.G.19)."""
    assert ways("Mar", "Spa", "GOL", "WES") == ["GOL"]
    assert ways("Lon", "Bel", "ENG", "NTH") == ["ENG", "NTH"]
    assert ways("Lon", "Por", "ENG", "IRI", "MAO") == ["ENG MAO"]


def test_several_ways_round_are_several_routes() -> None:
    assert ways("Lvp", "Edi", "NAO", "NWG", "IRI", "ENG", "NTH") == [
        "IRI ENG NTH",
        "NAO NWG",
    ]


def test_a_route_must_hang_together() -> None:
    assert ways("Lon", "Tun", "ENG", "WES") == []
    assert ways("Lon", "Vie", "ENG") == []
    assert ways("Mun", "Bel", "NTH") == []


def test_a_convoy_may_be_limited_in_length() -> None:
    assert ways("Lvp", "Edi", "NAO", "NWG", longest=1) == []
    assert ways("Lon", "Bel", "NTH", longest=1) == ["NTH"]


def test_whether_a_convoy_is_possible_is_asked_of_the_fleets_that_are_there() -> None:
    assert is_convoy_possible(position("NAO", "NWG"), ProvinceKey("Lvp"), ProvinceKey("Edi"))
    assert not is_convoy_possible(position("NAO", "NTH"), ProvinceKey("Lvp"), ProvinceKey("Edi"))
    assert not is_convoy_possible(
        position("NAO", "NWG", longest=1), ProvinceKey("Lvp"), ProvinceKey("Edi")
    )
    assert not is_convoy_possible(position("NAO"), ProvinceKey("Lvp"), ProvinceKey("Lvp"))
    assert not is_convoy_possible(position(), ProvinceKey("Lvp"), ProvinceKey("Edi"))


def test_a_fleet_that_may_only_stand_is_no_carrier() -> None:
    at = position("NTH")
    frozen = replace(at, idle=frozenset({ProvinceKey("NTH")}))
    assert at.carriers == {"NTH"}
    assert not frozen.carriers


OWN: tuple[Lines, Lines] = (
    {"England": ["A Nwy", "F SKA"], "Russia": ["A Swe"]},
    {"England": ["A Nwy - Swe", "F SKA C A Nwy - Swe"], "Russia": ["A Swe - Nwy"]},
)


def test_an_own_fleet_or_the_words_show_that_an_army_goes_by_sea() -> None:
    assert play(*OWN).reasons["a nwy - swe"] == "moved"
    assert play(*OWN, convoy_to_neighbour="via").reasons["a nwy - swe"] == "bounced-by"
    units, orders = OWN
    said = {**orders, "England": ["A Nwy - Swe via convoy", "F SKA C A Nwy - Swe"]}
    assert play(units, said, convoy_to_neighbour="via").reasons["a nwy - swe via convoy"] == "moved"


BROKEN: tuple[Lines, Lines] = (
    {"France": ["F Bre", "A Pic", "A Bur", "F MAO"], "England": ["F ENG"]},
    {
        "France": ["F Bre - ENG", "A Pic - Bel via convoy", "F MAO S F Bre - ENG", "A Bur H"],
        "England": ["F ENG C A Pic - Bel"],
    },
)


def test_a_broken_convoy_to_a_neighbour_goes_by_land_only_where_that_is_allowed() -> None:
    assert play(*BROKEN).reasons["a pic - bel via convoy"] == "convoy-broken"
    by_land = play(*BROKEN, convoy_to_neighbour="fallback")
    assert by_land.reasons["a pic - bel via convoy"] == "moved"
    assert play(*OWN, convoy_to_neighbour="fallback").reasons["a nwy - swe"] == "moved"


def test_a_broken_convoy_names_the_fleet_and_who_drove_it_out() -> None:
    played = play(*BROKEN)
    assert played.because("a pic - bel via convoy") == ["f bre - eng", "f mao s f bre - eng"]
    (verdict,) = [
        ruling.verdict
        for ruling in played.report.rulings
        if ruling.verdict.reason.key == "convoy-broken"
    ]
    assert verdict.at == ("ENG",)


SIMPLE_PARADOX: tuple[Lines, Lines] = (
    {"England": ["F Lon", "F Wal"], "France": ["A Bre", "F ENG"]},
    {
        "England": ["F Lon S F Wal - ENG", "F Wal - ENG"],
        "France": ["A Bre - Lon", "F ENG C A Bre - Lon"],
    },
)


def test_in_a_paradox_the_army_stays_or_every_move_fails() -> None:
    """DATC 6.F.14: by Szykman's rule, and by the rulebooks, the convoying fleet is driven out."""
    assert play(*SIMPLE_PARADOX).dislodged == {"France": ["f eng"]}
    assert play(*SIMPLE_PARADOX, convoy_paradox="1971").dislodged == {"France": ["f eng"]}
    still = play(*SIMPLE_PARADOX, convoy_paradox="all-hold")
    assert not still.dislodged
    assert still.reasons["f wal - eng"] == still.reasons["a bre - lon"] == "paradox"
    assert "a bre - lon" in still.because("f wal - eng")


def test_a_paradox_blames_the_orders_of_its_circle() -> None:
    played = play(*SIMPLE_PARADOX)
    assert played.because("a bre - lon") == ["f lon s f wal - eng", "f wal - eng"]


SWAP: tuple[Lines, Lines] = (
    {
        "England": ["A Nwy", "F Den", "F Fin"],
        "Germany": ["F SKA"],
        "Russia": ["A Swe", "F BAR"],
        "France": ["F NWG", "F NTH"],
    },
    {
        "England": ["A Nwy - Swe via convoy", "F Den S A Nwy - Swe", "F Fin S A Nwy - Swe"],
        "Germany": ["F SKA C A Nwy - Swe"],
        "Russia": ["A Swe - Nwy", "F BAR S A Swe - Nwy"],
        "France": ["F NWG - Nwy", "F NTH S F NWG - Nwy"],
    },
)


def test_a_unit_dislodged_by_convoy_bounces_others_where_the_army_came_from() -> None:
    """DATC 6.G.10; choice a of 4.A.7 is an option."""
    assert play(*SWAP).reasons["f nwg - nwy"] == "bounced-by"
    other = play(*SWAP, dislodged_bounces_convoy_start=False)
    assert other.reasons["f nwg - nwy"] == "moved"
