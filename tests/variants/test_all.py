"""What holds of every rule set in the registry, tested the day it is listed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.blame import faults
from tests.sheets import candidates
from zinegen.board import Power
from zinegen.errors import RulesError
from zinegen.game import GameState, Kind, Order, Phase, PhaseKind, Report, Sheet, Variant
from zinegen.game.apply import apply
from zinegen.geometry import faults as map_faults
from zinegen.notation import read_orders, write_order
from zinegen.play import Setup, start_state
from zinegen.rules import adjudicate
from zinegen.variants import VARIANTS, find_variant

PHASES = 14
"""How many phases are played: two game years and a little."""

every = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)


def judge(variant: Variant, state: GameState, sheet: Sheet) -> tuple[GameState, Report, Sheet]:
    """Judge a phase; every throw it needs gives the first candidate."""
    while True:
        after, report = adjudicate(variant, state, sheet)
        if report.needs is None:
            return after, report, sheet
        assert report.needs.label not in sheet.throws, "the same throw is asked for twice"
        assert after == state
        sheet = replace(sheet, throws={**sheet.throws, report.needs.label: 1})


def sheet_for(variant: Variant, state: GameState, dice: random.Random) -> Sheet:
    """Return orders that are possible for most units, when units move."""
    if state.phase.kind is not PhaseKind.MOVES:
        return Sheet()
    orders: dict[Power, list[Order]] = {}
    for at, choices in candidates(state, variant.passage).items():
        if dice.random() < 0.9:
            orders.setdefault(state.units[at].power, []).append(dice.choice(choices))
    return Sheet(orders={power: tuple(lines) for power, lines in orders.items()})


def game(variant: Variant, seed: int) -> Iterator[tuple[GameState, Sheet, Report, GameState]]:
    """Yield the phases of a game of random orders."""
    dice = random.Random(seed)
    state = start_state(variant)
    for _ in range(PHASES):
        after, report, sheet = judge(variant, state, sheet_for(variant, state, dice))
        yield state, sheet, report, after
        state = after


@every
@pytest.mark.parametrize("seed", range(3))
def test_any_game_leaves_whole_states_and_reports_that_make_them(
    variant: Variant, seed: int
) -> None:
    for before, sheet, report, after in game(variant, seed):
        assert all(unit.province == face for face, unit in after.units.items())
        assert list(after.units) == sorted(after.units)
        assert set(after.owners) <= set(after.board.centres)
        assert set(after.owners.values()) <= set(after.powers)
        assert not map_faults(after.board.mesh)
        assert not faults(report)
        made = apply(before, report.changes)
        assert replace(made, phase=after.phase, standoffs=after.standoffs) == after
        again, same, _ = judge(variant, before, sheet)
        assert (again, same) == (after, report)


@every
def test_a_game_begins_with_its_units_on_their_ground(variant: Variant) -> None:
    state = start_state(variant)
    for unit in state.units.values():
        wet = state.board.is_water(unit.province)
        assert wet == (not unit.at.coast) or unit.kind is Kind.ARMY
        assert unit.power in state.powers


@every
def test_plausible_orders_are_read_back_as_they_are_written(variant: Variant) -> None:
    state = start_state(variant, Setup(phase=Phase.parse("S1901M")))
    assert state.units
    for choices in candidates(state, variant.passage).values():
        for order in choices:
            text = write_order(order, state.board)
            reading = read_orders(text, power=order.power, state=state, variant=variant)
            assert reading.orders == (order,), text


@every
def test_every_option_has_a_meaning_and_takes_its_values_and_no_other(variant: Variant) -> None:
    names = [option.name for option in variant.options]
    assert len(names) == len(set(names))
    for option in variant.options:
        assert option.meaning.endswith(".")
        values = option.values if isinstance(option.values, tuple) else (option.default,)
        assert option.default in values
        for value in values:
            assert variant.with_options({option.name: value}).option(option.name) == value
        with pytest.raises(RulesError, match=option.name):
            variant.with_options({option.name: "no such value"})
    with pytest.raises(RulesError, match="no option"):
        variant.with_options({"no_such_option": True})


@every
def test_every_value_of_every_option_can_be_played(variant: Variant) -> None:
    for option in variant.options:
        for value in option.values if isinstance(option.values, tuple) else ():
            chosen = variant.with_options({option.name: value})
            state = start_state(chosen)
            judge(chosen, state, Sheet())


def test_a_rule_set_is_found_by_its_name_in_any_case() -> None:
    for name, variant in VARIANTS.items():
        assert find_variant(name.upper()) is variant
        assert variant.id == name
    with pytest.raises(RulesError, match="no rule set 'chess'"):
        find_variant("chess")
