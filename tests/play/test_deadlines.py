"""Which phases a deadline covers."""

from __future__ import annotations

from dataclasses import replace

from tests.positions import standard_state
from tests.rule_sets import rule_set
from zinegen.game import GameState, Phase
from zinegen.play import deadline_phases, start_state
from zinegen.variants.standard import STANDARD

SEPARATE = STANDARD.with_options({"rhythm": "separate"})
START = start_state(STANDARD)
LOST = standard_state(
    "S1901R", {"France": ["A Mun"]}, {}, {"Germany": {"A Mun": ["Boh"], "A Ber": []}}
)
TRAPPED = replace(LOST, dislodged={at: d for at, d in LOST.dislodged.items() if not d.retreats})


def at(name: str, state: GameState = START) -> GameState:
    return replace(state, phase=Phase.parse(name))


def phases(state: GameState, variant=STANDARD) -> str:
    return " ".join(str(phase) for phase in deadline_phases(variant, state))


def test_in_the_british_rhythm_retreats_and_builds_come_with_the_moves():
    assert phases(at("S1901M")) == "S1901M S1901R"
    assert phases(at("F1901M")) == "F1901M F1901R W1901A"
    assert phases(at("W1901A")) == "W1901A"


def test_in_the_other_rhythm_every_phase_has_a_deadline_of_its_own():
    assert phases(at("S1901M"), SEPARATE) == "S1901M"
    assert phases(LOST, SEPARATE) == "S1901R"
    unbalanced = replace(at("W1901A"), owners={})
    assert phases(unbalanced, SEPARATE) == "W1901A"


def test_phases_in_which_nobody_can_decide_anything_get_no_deadline_of_their_own():
    assert phases(TRAPPED, SEPARATE) == "S1901R F1901M"
    assert phases(at("W1901A"), SEPARATE) == "W1901A S1902M"
    assert phases(at("F1901R", TRAPPED), SEPARATE) == "F1901R W1901A"


def test_winter_may_have_a_deadline_of_its_own_or_none_whatever_the_rhythm():
    apart = rule_set("geophysical-maiden").with_options({"separate_winter": True})
    assert phases(at("F1901M"), apart) == "F1901M F1901R"
    assert phases(at("S1901M"), apart) == "S1901M S1901R"
    assert phases(at("F1901M"), rule_set("geophysical-maiden")) == "F1901M F1901R W1901A"
    separate = rule_set("geophysical-maiden").with_options({"rhythm": "separate"})
    assert phases(at("F1901M"), separate) == "F1901M"
    together = separate.with_options({"separate_winter": False})
    assert phases(at("F1901M"), together) == "F1901M F1901R W1901A"
    assert phases(at("S1901M"), together) == "S1901M"
