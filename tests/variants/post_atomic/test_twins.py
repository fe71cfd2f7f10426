"""Twin games, alike but for secrets that nobody has found: all that is published of them is the same."""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice

from tests.secret_games import game, position, published, read, thrown, winter
from zinegen.board import Board, pair
from zinegen.game import GameState, PhaseKind, Reason, Sheet
from zinegen.geometry import ProvinceKey
from zinegen.notation import write_order
from zinegen.variants.post_atomic.knowledge import FactKind, Knowledge
from zinegen.variants.post_atomic.placement import is_border
from zinegen.variants.post_atomic.rule_set import COUNTRY_DRAWS, POST_ATOMIC

PAIRS = int(os.environ.get("PAIRS", "24"))
"""How many twins are compared; PAIRS=500 for a longer look."""
OPTIONS = (
    {},
    {"base": "modern"},
    {"removal_distance": "owned"},
    {"removal_distance": "home", "mutant_upkeep": 1},
    {"cliff_blocks_coasting": True, "unordered_retreats": "throw"},
    {"publish_totals": False, "start_occupancy_counts": False},
)


def found_places(state: GameState, sheet: Sheet) -> set[ProvinceKey]:
    """Return the provinces of which anybody knows, owns, or may come to know something in the phase."""
    known = Knowledge.of(state.extra).known.values()
    grounds = {FactKind.CENTRE, FactKind.NO_CENTRE}
    places = {fact.provinces[0] for facts in known for fact in facts if fact.kind in grounds}
    return places | {*state.owners} | touched_places(state, sheet)


def touched_places(state: GameState, sheet: Sheet) -> set[ProvinceKey]:
    """Return the provinces where units stand or stood, and all that orders name."""
    lines = [write_order(order, state.board) for some in sheet.orders.values() for order in some]
    words = {word for line in lines for word in re.findall(r"\w+", line)}
    named = {face for face, one in state.board.provinces.items() if one.abbreviation in words}
    return {*state.units, *state.dislodged} | named


def make_twin(state: GameState, sheet: Sheet, dice: random.Random) -> GameState:
    """Return the same position with other centres and ranges where nobody has found any."""
    board = with_other_centres(state.board, found_places(state, sheet), dice)
    touched = touched_places(state, sheet)
    known = {
        fact.provinces
        for facts in Knowledge.of(state.extra).known.values()
        for fact in facts
        if fact.kind in {FactKind.RANGE, FactKind.DOUBLE}
    }
    hidden = [
        ends
        for ends in sorted({pair(*board.mesh.sides(border)) for border in board.mesh.borders})
        if ends not in known
        and touched.isdisjoint(ends)
        and is_border(board, *ends)
        and any(board[face].home for face in ends)
    ]
    kept = {ends: height for ends, height in board.ranges.items() if ends not in hidden}
    raised = {ends: dice.choice((1, 2)) for ends in dice.sample(hidden, len(hidden) // 3)}
    return replace(state, board=replace(board, ranges=dict(sorted({**kept, **raised}.items()))))


def with_other_centres(board: Board, found: set[ProvinceKey], dice: random.Random) -> Board:
    """Return a board on which each country's centres that nobody found have been drawn anew."""
    provinces = dict(board.provinces)
    for draw in COUNTRY_DRAWS:
        unfound = [face for face in draw.candidates if face not in found]
        drawn = sum(board[face].centre for face in unfound)
        chosen = dice.sample(unfound, drawn)
        for face in unfound:
            provinces[face] = replace(provinces[face], centre=face in chosen)
    return replace(board, provinces=provinces)


def list_positions() -> Iterator[tuple[GameState, Sheet]]:
    """Yield the phases of random games with what is ordered, and as many winters of powers in debt."""
    for seed in count():
        for number, (state, sheet, _, _) in enumerate(game(seed)):
            if state.phase.kind is not PhaseKind.PLACEMENT:
                dice = random.Random(f"{seed} {number}")
                yield (
                    state,
                    sheet
                    if state.phase.kind is not PhaseKind.ADJUSTMENTS
                    else order_some(state, dice),
                )
                poor = make_poor_winter(dice)
                yield poor, order_some(poor, dice)


def order_some(state: GameState, dice: random.Random) -> Sheet:
    """Return what half of the powers order in a winter."""
    orders = winter(state, dice).items()
    return read(state, {power: text for power, text in orders if dice.random() < 0.5})


def make_poor_winter(dice: random.Random) -> GameState:
    """Return a winter in which units stand anywhere, and own less than they need."""
    state = position("W2023A", {}, {})
    land = [face for face in state.board.provinces if state.board.is_ground(face)]
    seas = sorted(state.board.waters)
    places = dice.sample([face for face in (*land, *seas) if state.board[face].passable], 30)
    units, centres = dict[str, list[str]](), dict[str, list[str]]()
    for number, face in enumerate(places):
        power = state.powers[number % len(state.powers)]
        kind = dice.choice("AM") if face in land else dice.choice("FFM")
        units.setdefault(power, []).append(f"{kind} {face}")
    owned = dice.sample(state.board.centres, 8)
    for face in owned:
        centres.setdefault(dice.choice(state.powers), []).append(face)
    return position("W2023A", units, centres)


def test_secrets_that_nobody_has_found_change_nothing_that_is_published() -> None:
    differing = Counter[str]()
    for number, (state, sheet) in enumerate(islice(list_positions(), PAIRS)):
        variant = POST_ATOMIC.with_options(OPTIONS[number % len(OPTIONS)])
        twin = make_twin(state, sheet, random.Random(number))
        told = []
        for one in (state, twin):
            after, report = thrown(one, sheet, variant, random.Random(number))
            told.append((published(one, report, after), report))
        (mine, report), (other, same) = told
        assert mine == other, (number, state.phase)
        if state.phase.kind is PhaseKind.ADJUSTMENTS:
            assert report.notices == same.notices
            reasons = Counter(ruling.verdict.reason for ruling in report.rulings)
            differing["removals by rule"] += reasons[Reason.REMOVED_BY_RULE]
        differing["centres"] += state.board.centres != twin.board.centres
        differing["ranges"] += state.board.ranges != twin.board.ranges
    assert min(differing[what] for what in ("removals by rule", "centres", "ranges")) > 0
