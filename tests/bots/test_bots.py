"""Programs that play: the same each time, only what may be ordered, only from what their power knows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from zinegen.board import Power
from zinegen.bots.bots import BotView, dumb_bot, holding_bot, random_bot
from zinegen.bots.seeds import SeededNumbers
from zinegen.bots.self_play import BotTurn, ask_bots, play_bots
from zinegen.bots.values import AUTUMN, find_presence, find_values
from zinegen.game import GameState, PhaseKind
from zinegen.game.units import Kind
from zinegen.game.verdicts import Word
from zinegen.geometry import ProvinceKey
from zinegen.play import start_state
from zinegen.variants import VARIANTS
from zinegen.variants.standard import STANDARD

GROUND = {
    "ground-changed",
    "swallowed",
    "of-lost-unit",
    "of-void-order",
    "cannot-support",
    "not-paid",
    "not-your-centre",
    "not-due",  # the sea has taken another unit first
}
"""Reasons why an order comes to nothing that nobody could know of when it was given."""


def game(variant_id: str, years: int, seed: int = 1) -> list[BotTurn]:
    """Return the phases of a game of the bot against itself."""
    variant = VARIANTS[variant_id]
    bots = dict.fromkeys(variant.start.powers, dumb_bot)
    return list(play_bots(variant, bots, seed, years=years))


def test_numbers_follow_from_the_seed_and_nothing_else() -> None:
    one, same, other = (
        SeededNumbers(7, "F1901M"),
        SeededNumbers(7, "F1901M"),
        SeededNumbers(8, "F1901M"),
    )
    drawn = [one.below(1000) for _ in range(5)]
    assert drawn == [same.below(1000) for _ in range(5)]
    assert drawn != [other.below(1000) for _ in range(5)]
    assert drawn == [862, 224, 781, 561, 415]  # as it has always been
    counts = [0] * 10
    for _ in range(10_000):
        counts[one.below(10)] += 1
    assert min(counts) > 900
    assert sorted(one.shuffle(range(20))) == [*range(20)]


@pytest.mark.parametrize("variant_id", sorted(VARIANTS))
def test_it_plays_every_rule_set_by_its_rules(variant_id: str) -> None:
    """What it orders is possible as far as anybody can know, and something comes of it."""
    turns = game(variant_id, years=4)
    assert len(turns) > 8
    given = [
        ruling
        for turn in turns
        for phase in turn.phases
        for ruling in phase.report.rulings
        if ruling.given
    ]
    void = [
        one
        for one in given
        if one.verdict.word is Word.VOID and one.verdict.reason.key not in GROUND
    ]
    assert not void
    assert sum(one.verdict.word is Word.SUCCEEDS for one in given) > len(given) / 3
    if VARIANTS[variant_id].nearby_events(turns[0].state, turns[0].state.powers[0]):
        assert any(one.order.site for one in given)


def test_the_same_seed_gives_the_same_game() -> None:
    assert game("seismic-lavaurs", 2) == game("seismic-lavaurs", 2)
    assert game("standard", 2) != game("standard", 2, seed=2)


def test_a_power_chooses_the_same_whoever_plays_the_others() -> None:
    state = start_state(STANDARD)
    alone = ask_bots(STANDARD, {Power("France"): dumb_bot}, state, 3, {})
    among = ask_bots(STANDARD, dict.fromkeys(state.powers, dumb_bot), state, 3, {})
    assert alone[Power("France")] == among[Power("France")]


def test_it_knows_only_what_its_power_may_know() -> None:
    """The same orders, whoever owns the centres that its power has not learnt of; it would use them."""
    variant, power = VARIANTS["post-atomic"], Power("France")
    moves = [
        one.state for one in game("post-atomic", years=3) if one.state.phase.kind is PhaseKind.MOVES
    ]

    def choose(state: GameState) -> object:
        view = BotView(
            variant=variant,
            state=state,
            power=power,
            presence=find_presence(state, variant.passage),
            numbers=SeededNumbers(1),
        )
        return dumb_bot(view)

    uses = 0
    for state in moves:
        own = {face: owner for face, owner in state.owners.items() if owner == power}
        bare = {
            face: replace(one, centre=one.centre and face in own)
            for face, one in state.board.provinces.items()
        }
        others = replace(state, owners=own, board=replace(state.board, provinces=bare))
        told, kept = (ask_bots(variant, {power: dumb_bot}, one, 3, {}) for one in (state, others))
        assert told == kept
        uses += choose(state) != choose(others)
    assert uses > 0


def test_a_centre_is_worth_more_the_nearer_it_is() -> None:
    state = start_state(STANDARD)
    paris = ProvinceKey("Par")
    bare = {face: replace(one, centre=face == paris) for face, one in state.board.provinces.items()}
    board = replace(state.board, provinces=bare)
    state = replace(state, board=board, units={}, owners={paris: Power("Germany")})
    presence = find_presence(state, STANDARD.passage)
    values = find_values(state, STANDARD.passage, Power("France"), presence, AUTUMN)
    worth = {
        place.province: values.worth[number]
        for number, (kind, place) in enumerate(values.graph.stands)
        if kind is Kind.ARMY
    }
    way = [worth[ProvinceKey(face)] for face in ("Par", "Bur", "Mun", "Boh", "Gal", "Ukr")]
    assert way == sorted(way, reverse=True)
    assert len(set(way)) == len(way)


def test_it_counts_who_can_come_where() -> None:
    state = start_state(STANDARD)
    presence = find_presence(state, STANDARD.passage)
    values = find_values(state, STANDARD.passage, Power("France"), presence, AUTUMN)
    assert values.strength[ProvinceKey("Bur")] == 2
    assert values.competition[ProvinceKey("Bur")] == 1


def test_it_beats_those_that_do_not_think() -> None:
    """One of it against six that move at random has won alone, or leads, after ten years."""
    for seat, power in enumerate(STANDARD.start.powers[:3]):
        bots = {**dict.fromkeys(STANDARD.start.powers, random_bot), power: dumb_bot}
        after = [*play_bots(STANDARD, bots, seat, years=10)][-1].after
        counts = {one: len(after.centres_of(one)) for one in after.powers}
        assert counts[power] == max(counts.values()) >= 10


def test_nobody_moves_where_nobody_orders() -> None:
    bots = dict.fromkeys(STANDARD.start.powers, holding_bot)
    state: GameState = start_state(STANDARD)
    for turn in play_bots(STANDARD, bots, 1, years=1):
        assert turn.after.units == state.units
