"""The editions of the rulebook are values, from which the options of a game depart."""

from dataclasses import replace

import pytest

from zinegen.rules import EDITIONS, MODERN_RULEBOOK, RULEBOOK_1971, rulebook
from zinegen.rules.movement.convoys import Paradox
from zinegen.rules.movement.rulebook import Measure
from zinegen.variants.standard import STANDARD


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_goes_by_the_edition_that_its_gm_chose(edition: str) -> None:
    assert rulebook(STANDARD.with_options({"base": edition})) == EDITIONS[edition]


def test_an_option_departs_from_its_edition_in_one_thing() -> None:
    found = rulebook(STANDARD.with_options({"base": "1971", "convoy_paradox": "szykman"}))
    convoys = replace(RULEBOOK_1971.convoys, paradox=Paradox.SZYKMAN)
    assert found == replace(RULEBOOK_1971, convoys=convoys)
    found = rulebook(STANDARD.with_options({"retreat_to_convoy_start": False}))
    retreats = replace(MODERN_RULEBOOK.retreats, start_after_convoy=False)
    assert found == replace(MODERN_RULEBOOK, retreats=retreats)
    found = rulebook(STANDARD.with_options({"base": "1971", "removal_distance": "owned"}))
    assert found == replace(RULEBOOK_1971, removals=Measure.OWNED)
    found = rulebook(STANDARD.with_options({"base": "1971", "retreat_to_convoy_start": True}))
    assert found.retreats.start_after_convoy
