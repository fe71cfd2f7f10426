"""Ways that are taken over from a board that was nearly the same are those that the new board itself has."""

from __future__ import annotations

from dataclasses import replace

import pytest

from zinegen.bots.bots import dumb_bot
from zinegen.bots.seeds import SeededNumbers
from zinegen.bots.self_play import play_bots
from zinegen.bots.ways import way_graph
from zinegen.errors import RulesError
from zinegen.game import PhaseKind
from zinegen.variants import VARIANTS

TRIES = 4


@pytest.mark.parametrize("variant_id", sorted(VARIANTS))
def test_ways_that_are_taken_over_are_those_of_the_board(variant_id: str) -> None:
    """After every event that somebody could ask for in a game in which many have happened already."""
    variant = VARIANTS[variant_id]
    bots = dict.fromkeys(variant.start.powers, dumb_bot)
    numbers = SeededNumbers(5, variant_id)
    tried = changed = 0
    for turn in play_bots(variant, bots, 2, years=3):
        state = turn.state
        boards = [turn.after.board]
        if state.phase.kind is PhaseKind.MOVES:
            nearby = [one for power in state.powers for one in variant.nearby_events(state, power)]
            for event in numbers.shuffle(nearby)[:TRIES]:
                try:
                    boards.append(variant.carry_out(variant, state.board, (event,)))
                except RulesError:
                    continue
        for board in boards:
            known = way_graph(replace(board), variant.passage, before=state.board)
            anew = way_graph(replace(board), variant.passage)
            assert (known.stands, known.numbers, known.ways) == (
                anew.stands,
                anew.numbers,
                anew.ways,
            )
            tried += 1
            changed += anew.ways != way_graph(state.board, variant.passage).ways
    assert tried > 6
    if variant.nearby_events(state, state.powers[0]):
        assert changed > 3
