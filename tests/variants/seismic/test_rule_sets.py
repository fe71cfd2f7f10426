"""The two Seismic rule sets as records: their years, starts, options and hooks."""

from dataclasses import replace

import pytest

from tests.border_events import judge_events, position, with_options
from zinegen.board import Power
from zinegen.board.coasts import coasts
from zinegen.errors import RulesError
from zinegen.game import GameState, Phase, PhaseKind, Reason, Sheet, Variant
from zinegen.geometry import ProvinceKey
from zinegen.notation import read_unit, write_order
from zinegen.play import start_board, start_state
from zinegen.rules import adjudicate
from zinegen.variants import find_variant
from zinegen.variants.seismic.rule_sets import SEISMIC_ACERUNNER, SEISMIC_LAVAURS

BOTH = pytest.mark.parametrize(
    "variant", [SEISMIC_LAVAURS, SEISMIC_ACERUNNER], ids=lambda variant: variant.id
)


def year(variant: Variant) -> list[str]:
    """Return the phases of the first year in which nobody is dislodged, and the one after it."""
    state, phases = start_state(variant), []
    while state.phase.year == 1901:
        phases.append(str(state.phase))
        state, _ = adjudicate(variant, state, Sheet())
    return [*phases, str(state.phase)]


def test_lavaurs_has_events_after_spring_and_after_the_adjustments():
    assert year(SEISMIC_LAVAURS) == ["S1901M", "S1901E", "F1901M", "W1901A", "W1901E", "S1902M"]


def test_acerunner_has_events_after_spring_and_before_the_adjustments():
    assert year(SEISMIC_ACERUNNER) == ["S1901M", "S1901E", "F1901M", "F1901E", "W1901A", "S1902M"]


@BOTH
@pytest.mark.parametrize("season", ["S", "F"])
def test_retreats_come_before_events(variant, season):
    """A dislodged unit retreats on the old map."""
    state = start_state(variant)
    unit = read_unit("A Ser", state.board, Power("Austria"))
    lost = replace(state, phase=Phase.parse(f"{season}1901M"), dislodged={ProvinceKey("Ser"): unit})
    assert str(variant.next_phase(variant, lost)) == f"{season}1901R"
    over = replace(lost, phase=Phase.parse(f"{season}1901R"), dislodged={})
    after = variant.next_phase(variant, over)
    assert after.kind is PhaseKind.EVENTS or (variant is SEISMIC_LAVAURS and season == "F")


@BOTH
def test_the_game_begins_as_the_standard_game(variant):
    state = start_state(variant)
    assert str(state.phase) == "S1901M"
    assert len(state.units) == 22
    assert len(state.owners) == 22
    assert find_variant(variant.id.upper()) is variant


def test_naples_joins_its_seas_by_name_in_lavaurs_only():
    """Purely by name, however its coasts arose."""
    event = "TYS & ION separate, Nap & Tun connect\n"
    lavaurs = judge_events(SEISMIC_LAVAURS, position(SEISMIC_LAVAURS), {"Italy": event})
    assert lavaurs.coasts("Nap") == [{"ION", "TYS"}]
    revised = {"Italy": event + "isthmus: none"}
    acerunner = judge_events(SEISMIC_ACERUNNER, position(SEISMIC_ACERUNNER), revised)
    assert acerunner.coasts("Nap") == [{"ION"}, {"TYS"}]


@BOTH
def test_both_start_with_the_same_coasts(variant):
    board = start_board(variant)
    several = {face for face in board.provinces if len(coasts(board, face)) > 1}
    assert several == {"StP", "Bul", "Spa"}


@BOTH
def test_options_have_the_defaults_of_the_rule_set(variant):
    revised = variant is SEISMIC_ACERUNNER
    assert variant.option("base") == ("modern" if revised else "1971")
    assert variant.option("event_with_moves") is (not revised)
    assert variant.option("beaten_orders_block") is True
    assert variant.option("coast_choice") == "random"
    assert variant.option("events_need") == "unit-or-centre"
    assert variant.option("rhythm") == ("separate" if revised else "two-deadline")
    assert variant.option("victory") == 18
    with pytest.raises(RulesError, match="events_need"):
        variant.with_options({"events_need": "luck"})


def test_the_revision_has_options_of_its_own():
    assert SEISMIC_ACERUNNER.option("waterway_default") == "keep"
    assert SEISMIC_ACERUNNER.option("release_isthmus_default") == "none"
    assert SEISMIC_ACERUNNER.option("terminal_default") == "alphabetical"
    assert SEISMIC_ACERUNNER.option("trapped_default") == "trapped"
    assert SEISMIC_ACERUNNER.option("designation_hours") == 24
    with pytest.raises(RulesError):
        SEISMIC_LAVAURS.option("waterway_default")


@BOTH
def test_a_power_without_units_and_centres_orders_nothing(variant):
    state = replace(position(variant), owners={ProvinceKey("Con"): Power("Turkey")})
    events = {"Turkey": "Mun & Bur separate", "Italy": "Gas & MAO separate"}
    result = judge_events(variant, state, events)
    assert result.reasons("Turkey") == [Reason.BORDER_MOVED]
    assert result.reasons("Italy") == [Reason.NO_STANDING]
    nothing = with_options(variant, events_need="nothing")
    assert judge_events(nothing, state, events).reasons("Italy") == [Reason.BORDER_MOVED]
    unit = with_options(variant, events_need="unit")
    assert judge_events(unit, state, events).reasons("Turkey") == [Reason.NO_STANDING]


@BOTH
def test_of_two_different_events_of_a_power_neither_counts_and_one_said_twice_is_one(variant):
    state = position(variant)
    two = {"Italy": "Mun & Bur separate\nGas & MAO separate", "France": "Mun & Ruh separate"}
    result = judge_events(variant, state, two)
    assert result.reasons("Italy") == [Reason.TWO_EVENTS] * 2
    assert result.reasons("France") == [Reason.BORDER_MOVED]
    twice = {"Italy": "Mun & Bur separate\nRuh & Swi connect (Bur & Mun separate)"}
    assert judge_events(variant, state, twice).reasons("Italy") == [Reason.BORDER_MOVED] * 2
    rivals = {**twice, "France": "Mun & Ruh separate", "Russia": "Mun & Ruh separate"}
    assert judge_events(variant, state, rivals).reasons("Italy") == [Reason.OVERRULED_BY] * 2


@BOTH
def test_a_line_that_cannot_be_read_does_not_spoil_the_event(variant):
    result = judge_events(variant, position(variant), {"Italy": "Mun & Bur separate\nhocus pocus"})
    assert result.reasons("Italy") == [Reason.BORDER_MOVED, Reason.UNREADABLE]


@BOTH
def test_those_who_ordered_the_same_are_named_to_each_other(variant):
    events = {"Italy": "Mun & Bur separate", "France": "Bur/Mun separate, Swi/Ruh connect"}
    result = judge_events(variant, position(variant), events)
    (italy,) = (r for r in result.report.rulings if r.order.power == "Italy")
    assert [order.power for order in italy.verdict.because] == ["France"]


@BOTH
def test_events_near_a_power_are_offered_in_words_that_can_be_handed_in(variant):
    state: GameState = start_state(variant)
    offered = variant.nearby_events(state, Power("Italy"))
    texts = [write_order(order, state.board) for order in offered]
    assert "Apu & ION separate, Nap & ADR connect" in texts
    assert 10 < len(texts) < 60
    for text in texts:
        state = position(variant)
        assert judge_events(variant, state, {"Italy": text}).reasons("Italy") == [
            Reason.BORDER_MOVED
        ]


@BOTH
def test_an_event_that_makes_no_sense_cannot_set_up_a_board(variant):
    with pytest.raises(RulesError, match="no-link"):
        position(variant, ["Por & Bre connect"])
