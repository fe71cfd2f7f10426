"""Attempts that depend on others, as rule sets with landings need them."""

from __future__ import annotations

from collections.abc import Mapping

from tests.positions import sheet_of, standard_state
from zinegen.board import Passage, Place, Power
from zinegen.game import GameState, Sheet
from zinegen.geometry import ProvinceKey
from zinegen.rules.movement.attempts import Advance, Attempt, Backing, Need, Trit
from zinegen.rules.movement.battle import Battle
from zinegen.rules.movement.convoys import MODERN
from zinegen.rules.movement.explain import explain_attempt
from zinegen.rules.movement.legality import assign_orders, judge_order
from zinegen.rules.movement.movement import list_attempts, make_position, resolve_battle
from zinegen.rules.movement.resolve import resolve

FRANCE = Power("France")


def attempts_of(state: GameState, sheet: Sheet) -> dict[str, Attempt]:
    """Return what the units attempt."""
    return list_attempts(
        make_position(state, Passage()), assign_orders(sheet, state.units), judge_order
    )


def settled(state: GameState, attempts: Mapping[str, Attempt]) -> Battle:
    """Return the settled battle."""
    return resolve_battle(make_position(state, Passage()), attempts, MODERN)


def only_if(key: str, *, wanted: bool = True) -> Need:
    """Return the need that another attempt comes about, or that it does not."""

    def holds(battle: Battle) -> Trit:
        outcome = battle.outcome(key)
        return None if outcome is None else outcome is wanted

    return Need(holds=holds, watches=(key,))


STATE = standard_state(
    "S1901M", {"France": ["A Par", "A Mar", "A Gas"], "Germany": ["A Mun", "A Ruh"]}
)


def key(battle: Battle, unit: str) -> str:
    """Return the reason of what became of an attempt."""
    return explain_attempt(battle, battle.number[unit]).reason.key


def test_an_advance_without_what_it_needs_has_no_effect() -> None:
    orders = {"France": ["A Par - Bur", "A Mar - Spa", "A Gas - Spa"], "Germany": ["A Mun - Bur"]}
    attempts = attempts_of(STATE, sheet_of(STATE, orders))
    paris = attempts["Par"]
    assert isinstance(paris, Advance)
    needy = Advance(unit=paris.unit, order=paris.order, to=paris.to, need=only_if("Mar"))
    battle = settled(STATE, {**attempts, "Par": needy})
    assert key(battle, "Par") == "convoy-broken"
    assert explain_attempt(battle, battle.number["Par"]).because == (attempts["Mar"].order,)
    assert key(battle, "Mun") == "moved"
    free = settled(STATE, {**attempts, "Par": paris})
    assert key(free, "Mun") == "bounced-by"


def test_a_support_without_what_it_needs_is_not_given() -> None:
    orders = {
        "France": ["A Par - Bur", "A Mar S A Par - Bur", "A Gas - Spa"],
        "Germany": ["A Mun - Bur"],
    }
    attempts = attempts_of(STATE, sheet_of(STATE, orders))
    support = attempts["Mar"]
    assert isinstance(support, Backing)

    def with_need(need: Need) -> Battle:
        given = Backing(
            unit=support.unit,
            order=support.order,
            of=support.of,
            bears_on=support.bears_on,
            moving=True,
            need=need,
        )
        return settled(STATE, {**attempts, "Mar": given})

    lacking = with_need(only_if("Gas", wanted=False))
    assert key(lacking, "Mar") == "convoy-broken"
    assert key(lacking, "Par") == "bounced-by"
    met = with_need(only_if("Gas"))
    assert key(met, "Mar") == "gave-support"
    assert key(met, "Par") == "moved"


def test_needs_that_wait_for_each_other_are_met_together() -> None:
    """Two advances that each need the other go round like units that exchange places."""
    attempts = attempts_of(
        STATE, sheet_of(STATE, {"France": ["A Par - Bre", "A Gas - Spa", "A Mar H"]})
    )
    paris, gascony = attempts["Par"], attempts["Gas"]
    assert isinstance(paris, Advance)
    assert isinstance(gascony, Advance)
    tied = {
        "Par": Advance(unit=paris.unit, order=paris.order, to=paris.to, need=only_if("Gas")),
        "Gas": Advance(
            unit=gascony.unit,
            order=gascony.order,
            to=Place(ProvinceKey("Spa")),
            need=only_if("Par"),
        ),
    }
    battle = settled(STATE, {**attempts, **tied})
    assert key(battle, "Par") == key(battle, "Gas") == "moved"
    assert not battle.open


def test_of_two_advances_that_exclude_each_other_neither_is_preferred() -> None:
    attempts = attempts_of(STATE, sheet_of(STATE, {"France": ["A Par - Bre", "A Gas - Spa"]}))
    rivals = {}
    for one, other in (("Par", "Gas"), ("Gas", "Par")):
        advance = attempts[one]
        assert isinstance(advance, Advance)
        need = only_if(other, wanted=False)
        rivals[one] = Advance(unit=advance.unit, order=advance.order, to=advance.to, need=need)
    battle = settled(STATE, {**attempts, **rivals})
    assert key(battle, "Par") == key(battle, "Gas") == "paradox"


def test_a_contradiction_stops_what_is_in_it() -> None:
    """An advance that needs its own failure comes about in no way."""
    attempts = attempts_of(STATE, sheet_of(STATE, {"France": ["A Par - Bre"]}))
    paris = attempts["Par"]
    assert isinstance(paris, Advance)
    absurd = Advance(
        unit=paris.unit, order=paris.order, to=paris.to, need=only_if("Par", wanted=False)
    )
    battle = settled(STATE, {**attempts, "Par": absurd})
    assert key(battle, "Par") == "paradox"
    assert battle.dislodgement("Par") is False


def test_a_settled_battle_stays_as_it_is() -> None:
    attempts = attempts_of(STATE, sheet_of(STATE, {"France": ["A Par - Bur", "A Mar - Bur"]}))
    battle = settled(STATE, attempts)
    before = list(battle.value)
    resolve(battle)
    assert battle.value == before


def test_a_unit_that_got_away_is_not_dislodged() -> None:
    orders = {"France": ["A Par - Bre", "A Gas - Par"], "Germany": ["A Mun H"]}
    battle = settled(STATE, attempts_of(STATE, sheet_of(STATE, orders)))
    assert battle.outcome("Gas")
    assert battle.dislodgement("Par") is False
