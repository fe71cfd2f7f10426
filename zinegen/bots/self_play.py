"""A whole game of bots, phase by phase, from a seed: what they handed in, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from zinegen.board.board import Power
from zinegen.bots.bots import Bot, BotView, Lines
from zinegen.bots.seeds import SeededNumbers
from zinegen.bots.values import find_presence
from zinegen.game.state import GameState, Phase, Throw
from zinegen.game.variant import Variant
from zinegen.play.deadlines import Turn, powers_to_order
from zinegen.play.records.records import PhaseRecord
from zinegen.play.season import HandedIn, play_season, record_throw
from zinegen.play.setups import start_state
from zinegen.play.texts.chance_file import Draw
from zinegen.play.texts.order_file import write_order_file
from zinegen.rules.secrets import state_for

MOST_YEARS = 25
"""A game of bots that nobody has won by then is left as it stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotTurn:
    """What was handed in for a phase, and what came of it and of those after it in which nobody is asked."""

    state: GameState
    """Before it."""
    lines: Mapping[Power, Lines]
    phases: tuple[PhaseRecord, ...]
    after: GameState


def play_bots(
    variant: Variant,
    bots: Mapping[Power, Bot],
    seed: int,
    *,
    state: GameState | None = None,
    luck: Mapping[Power, int] | None = None,
    years: int = MOST_YEARS,
) -> Iterator[BotTurn]:
    """Play a game to its end, or for some years, and yield its phases.

    The same seed gives the same game. It begins in ``state``, or at the rule set's own start. A power's bot
    is asked with a sequence of numbers of its own, so that it chooses the same whoever plays the others;
    ``luck`` says which of the sequences each has, so that powers can have each other's.
    """
    state = state or start_state(variant)
    last = state.phase.year + years
    dice = SeededNumbers(seed, "throws")

    def throw(phase: Phase, throw: Throw, _made: int) -> Draw:
        return record_throw(phase, throw, 1 + dice.below(len(throw.candidates)))

    while state.winners is None and state.phase.year < last:
        lines = ask_bots(variant, bots, state, seed, luck or {})
        handed = HandedIn(
            files={
                power: write_order_file(power, {key: "\n".join(own) for key, own in said.items()})
                for power, said in lines.items()
            },
            throw=throw,
        )
        turn = Turn(variant=variant, phases=(state.phase,), state=state)
        outcome = play_season(turn, handed)
        yield BotTurn(state=state, lines=lines, phases=outcome.phases, after=outcome.state)
        state = outcome.state


def ask_bots(
    variant: Variant,
    bots: Mapping[Power, Bot],
    state: GameState,
    seed: int,
    luck: Mapping[Power, int],
) -> Mapping[Power, Lines]:
    """Return what the bots of all powers that have something to order hand in for a phase."""
    presence = find_presence(state, variant.passage)
    found = {}
    for power in powers_to_order(variant, state, (state.phase,)):
        if power in bots:
            view = BotView(
                variant=variant,
                state=state_for(state, power),
                power=power,
                presence=presence,
                numbers=SeededNumbers(seed, str(state.phase), luck.get(power, power)),
            )
            found[power] = bots[power](view)
    return found
