"""Orders held against each other."""

from __future__ import annotations

from tests.positions import play


def test_a_support_of_what_was_not_ordered_is_void_and_names_what_was() -> None:
    played = play(
        {"Germany": ["A Mun", "A Ruh"]}, {"Germany": ["A Mun - Boh", "A Ruh S A Mun - Bur"]}
    )
    assert played.reasons["a ruh s a mun - bur"] == "no-such-order"
    assert played.because("a ruh s a mun - bur") == ["a mun - boh"]


def test_a_support_in_holding_of_a_unit_that_moves_is_void() -> None:
    played = play({"Germany": ["A Mun", "A Ruh"]}, {"Germany": ["A Mun - Boh", "A Ruh S A Mun"]})
    assert played.reasons["a ruh s a mun"] == "no-such-order"


def test_a_support_of_a_void_move_is_void_because_of_it() -> None:
    played = play(
        {"Germany": ["F Kie", "A Ruh"]}, {"Germany": ["F Kie - Mun", "A Ruh S F Kie - Mun"]}
    )
    assert played.reasons["a ruh s f kie - mun"] == "of-void-order"
    assert played.because("a ruh s f kie - mun") == ["f kie - mun"]


def test_a_unit_whose_order_is_void_may_be_supported_in_holding() -> None:
    played = play({"Germany": ["F Kie", "A Ruh"]}, {"Germany": ["F Kie - Mun", "A Ruh S F Kie"]})
    assert played.reasons["a ruh s f kie"] == "gave-support"


def test_a_convoy_of_an_army_that_was_ordered_otherwise_is_void() -> None:
    units = {"England": ["A Yor", "F NTH"]}
    other = play(units, {"England": ["A Yor - Lon", "F NTH C A Yor - Nwy"]})
    assert other.reasons["f nth c a yor - nwy"] == "no-such-order"
    two = play(units, {"England": ["A Yor - Nwy", "A Yor - Edi", "F NTH C A Yor - Nwy"]})
    assert two.because("f nth c a yor - nwy")
    assert two.reasons["f nth c a yor - nwy"] in {"of-void-order", "no-such-order"}
    both = play(units, {"England": ["A Yor - Nwy", "A Yor - Bel", "F NTH C A Yor - Bel"]})
    assert both.reasons["f nth c a yor - bel"] == "of-void-order"


def test_an_army_for_which_a_fleet_was_ordered_otherwise_stays_and_names_that_fleet() -> None:
    played = play({"England": ["A Yor", "F NTH"]}, {"England": ["A Yor - Nwy", "F NTH - HEL"]})
    assert played.reasons["a yor - nwy"] == "no-route"
    assert played.because("a yor - nwy") == ["f nth - hel"]


def test_a_move_without_its_convoy_cannot_be_supported_in_holding() -> None:
    played = play(
        {"England": ["A Yor", "F NTH", "A Edi"]},
        {"England": ["A Yor - Nwy", "F NTH - HEL", "A Edi S A Yor"]},
    )
    assert played.reasons["a edi s a yor"] == "no-such-order"


def test_a_coast_named_in_a_support_matters_only_where_there_are_several() -> None:
    played = play(
        {"Russia": ["F SKA", "F NTH"]}, {"Russia": ["F SKA - Nwy", "F NTH S F SKA - Nwy/NTH"]}
    )
    assert set(played.reasons.values()) == {"moved", "gave-support"}


def test_a_coast_named_in_the_support_of_an_army_does_not_matter() -> None:
    played = play(
        {"France": ["A Gas", "F Por"]}, {"France": ["A Gas - Spa", "F Por S A Gas - Spa/sc"]}
    )
    assert set(played.reasons.values()) == {"moved", "gave-support"}
