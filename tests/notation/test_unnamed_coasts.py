"""What is said of an order that leaves a coast open is what comes of it in that game (O25)."""

from __future__ import annotations

import pytest

from tests.rule_sets import rule_set
from zinegen.board import Power
from zinegen.game import GameState, Phase, Reason, Sheet, Variant, Word
from zinegen.notation import check_orders, read_orders, write_unit
from zinegen.play import Setup, start_state
from zinegen.rules import adjudicate

FRANCE, RUSSIA = Power("France"), Power("Russia")


def said(state: GameState, power: Power, line: str, variant: Variant) -> str:
    """Return what is said to come of a line that lacks a coast."""
    (found,) = [
        one
        for one in check_orders(line, power=power, state=state, variant=variant).findings
        if one.code == "O25"
    ]
    return found.if_left.removesuffix(f" {'(if you mean it so, leave it)'}")


def comes_to(
    state: GameState, power: Power, line: str, variant: Variant
) -> tuple[GameState, list[tuple[Word, Reason]]]:
    """Return what comes of it."""
    orders = read_orders(line, power=power, state=state, variant=variant).orders
    after, report = adjudicate(variant, state, Sheet(orders={power: orders}))
    return after, [(one.verdict.word, one.verdict.reason) for one in report.rulings if one.given]


@pytest.mark.parametrize("name", ["standard", "geophysical-maiden", "deluge2"])
def test_a_move_fails_where_the_rule_set_chooses_no_coast(name: str) -> None:
    variant = rule_set(name)
    setup = Setup(units={FRANCE: ("F MAO",)}, phase=Phase.parse("S1901M"))
    state = start_state(variant, setup)
    assert said(state, FRANCE, "F MAO - Spa", variant) == "the order fails"
    assert comes_to(state, FRANCE, "F MAO - Spa", variant)[1] == [(Word.VOID, Reason.COAST_UNCLEAR)]


def test_a_move_goes_to_the_coast_nearest_home_in_the_third_geophysical_game() -> None:
    state = start_state(rule_set("geophysical-kinzett"), Setup(units={FRANCE: ("F MAO",)}))
    told = said(state, FRANCE, "F MAO - Spa", rule_set("geophysical-kinzett"))
    assert told.startswith("your coasts lines decide")
    assert told.endswith("nearest to your home centres")
    after, results = comes_to(state, FRANCE, "F MAO - Spa", rule_set("geophysical-kinzett"))
    assert results == [(Word.SUCCEEDS, Reason.MOVED)]
    assert [write_unit(unit, after.board) for unit in after.units.values()] == ["F Spa/sc"]


def test_it_fails_there_too_where_the_gm_takes_no_coast_for_granted() -> None:
    strict = rule_set("geophysical-kinzett").with_options({"infer_coast": False})
    state = start_state(strict, Setup(units={FRANCE: ("F MAO",)}))
    assert said(state, FRANCE, "F MAO - Spa", strict) == "the order fails"
    assert comes_to(state, FRANCE, "F MAO - Spa", strict)[1] == [(Word.VOID, Reason.COAST_UNCLEAR)]


def test_a_fleet_is_built_on_a_coast_of_the_games_convention_in_the_flood() -> None:
    variant = rule_set("deluge2").with_options({"coast_choice": "alphabetical"})
    setup = Setup(units={}, centres={RUSSIA: ("StP",)}, phase=Phase.parse("W1901A"))
    state = start_state(variant, setup)
    told = said(state, RUSSIA, "build F StP", variant)
    assert told == "it is built on the coast whose waters come first in the alphabet"
    after, results = comes_to(state, RUSSIA, "build F StP", variant)
    assert results == [(Word.SUCCEEDS, Reason.BUILT)]
    assert [write_unit(unit, after.board) for unit in after.units.values()] == ["F StP/nc"]
    assert said(state, RUSSIA, "build F StP", rule_set("deluge2")) == "a throw chooses the coast"


def test_the_first_builds_of_the_flood_give_the_standard_unit_instead() -> None:
    state = start_state(rule_set("deluge2"))
    told = said(state, RUSSIA, "build F StP", rule_set("deluge2"))
    assert told == "the standard unit of the province is built"
    after, results = comes_to(state, RUSSIA, "build F StP", rule_set("deluge2"))
    assert results == [(Word.VOID, Reason.COAST_UNCLEAR)]
    stp = [write_unit(unit, after.board) for face, unit in after.units.items() if face == "StP"]
    assert stp == ["F StP/sc"]
