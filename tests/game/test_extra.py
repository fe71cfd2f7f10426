"""What a rule set keeps for itself: changed by changes of its own, and never lost by those of another."""

from dataclasses import dataclass, replace

import pytest

from zinegen.board import Power
from zinegen.errors import RulesError
from zinegen.game import OwnFacts
from zinegen.game.apply import apply
from zinegen.geometry import ProvinceKey
from zinegen.play import start_state
from zinegen.rules import VisitNoted, Visits

pytest.importorskip("zinegen.variants.geophysical")
from zinegen.variants.geophysical.maiden.rule_set import GEOPHYSICAL_MAIDEN
from zinegen.variants.geophysical.maiden.units_on_new_ground import ArmiesOnIce, ArmyChilled
from zinegen.variants.standard import STANDARD

MUN, ITALY = ProvinceKey("Mun"), Power("Italy")
VISIT = VisitNoted(province=MUN, power=ITALY)


@dataclass(frozen=True, kw_only=True)
class Both(ArmiesOnIce, Visits):
    """What a game keeps that has visits and ice."""


def test_a_position_keeps_what_its_rule_set_says() -> None:
    assert start_state(STANDARD).extra == OwnFacts()
    assert start_state(GEOPHYSICAL_MAIDEN).extra == ArmiesOnIce()
    assert Visits.of(start_state(GEOPHYSICAL_MAIDEN).extra) == Visits()


def test_a_change_is_made_by_the_rule_set_that_knows_it() -> None:
    state = start_state(STANDARD)
    assert Visits.of(apply(state, [VISIT]).extra).visits == {MUN: ITALY}


def test_no_change_of_one_rule_set_loses_what_another_keeps() -> None:
    with pytest.raises(RulesError, match="VisitNoted is no change of ArmiesOnIce"):
        apply(start_state(GEOPHYSICAL_MAIDEN), [VISIT])


def test_a_game_may_keep_what_two_rule_sets_do() -> None:
    state = start_state(GEOPHYSICAL_MAIDEN)
    board = state.board.replace_province(replace(state.board[MUN], iced=True))
    state = replace(state, board=board, extra=Both())
    after = apply(state, [VISIT, ArmyChilled(province=MUN)])
    assert after.extra == Both(armies_on_ice=(MUN,), visits={MUN: ITALY})
