"""The conflict theorem, by brute force on random maps; and who fails in a contest of several powers."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.border_maps import around, picked, stirred
from zinegen.board import Board, Power
from zinegen.errors import MapError
from zinegen.game import Reason
from zinegen.geometry import ProvinceKey, Surgery, faults, release, separate
from zinegen.play import load_board
from zinegen.variants.seismic.carry_out import carry_out_events
from zinegen.variants.seismic.contests import (
    Claim,
    are_in_conflict,
    find_failures,
    find_rings,
    group_claims,
)
from zinegen.variants.seismic.meanings import (
    Cut,
    Event,
    Link,
    find_connected_provinces,
    list_possible_cuts,
    list_possible_links,
    make_order,
)
from zinegen.variants.standard import STANDARD

EUROPE = load_board()
BOARD = Board(mesh=EUROPE.mesh, provinces=EUROPE.provinces)
WALKS = st.lists(st.integers(0, 10**6), max_size=40)
POWERS = STANDARD.start.powers


def find_divided_provinces(mesh, links):
    """Return the provinces that links would cut in two if all were laid, in alphabetical order."""
    groups = {}
    found = set()
    for link in links:
        one, other = (
            groups.get((link.across, ring), frozenset({(link.across, ring)}))
            for ring in find_rings(mesh, link)
        )
        if one == other:
            found.add(link.across)
        joined = one | other
        groups.update(dict.fromkeys(joined, joined))
    return tuple(sorted(found))


def done(board: Board, event: Event) -> Surgery:
    """Carry out one event on the bare mesh."""
    if isinstance(event, Cut):
        return separate(board.mesh, event.border)
    return release(board.mesh, event.across, event.a, event.c)


def makes_sense_after(board: Board, first: Event, second: Event) -> bool:
    """Tell whether the second event, at the same place and with the same words, is there after the first."""
    surgery = done(board, first)
    mesh = surgery.mesh
    if isinstance(second, Cut):
        if surgery.heirs(second.border) != (second.border,):
            return False
        before = board.mesh.ends(second.border)
        return sorted(before or ()) == sorted(mesh.ends(second.border) or ())
    for a in surgery.heirs(second.a):
        for c in surgery.heirs(second.c):
            darts = mesh.dart_in(a, second.across), mesh.dart_in(c, second.across)
            if mesh.ring_of[darts[0]] != mesh.ring_of[darts[1]]:
                return True
    return False


@given(WALKS, st.integers(0, 10**6))
def test_two_separations_contradict_each_other_exactly_where_they_share_a_junction(walk, choice):
    board = stirred(BOARD, walk)
    cuts = list_possible_cuts(board.mesh)
    one = cuts[choice % len(cuts)]
    others = [Cut(border) for border in board.mesh.touching(one.border) if Cut(border) in cuts]
    others += [cuts[(choice // 7 + step * 31) % len(cuts)] for step in range(12)]
    for other in others:
        if other != one:
            free = makes_sense_after(board, one, other) and makes_sense_after(board, other, one)
            assert are_in_conflict(board.mesh, one, other) is not free


def test_on_the_start_map_449_pairs_of_separations_contradict_each_other():
    pairs = combinations(list_possible_cuts(BOARD.mesh), 2)
    assert sum(are_in_conflict(BOARD.mesh, one, other) for one, other in pairs) == 449


def test_every_border_of_the_start_map_has_four_rivals_but_portugals_have_three():
    rivals = {
        cut.border: len(BOARD.mesh.touching(cut.border)) for cut in list_possible_cuts(BOARD.mesh)
    }
    few = {border for border, number in rivals.items() if number != 4}
    por = {border for border in rivals if "Por" in BOARD.mesh.sides(border)}
    assert few == por
    assert {rivals[border] for border in por} == {3}


@given(WALKS, st.integers(0, 10**6))
def test_a_separation_and_a_release_contradict_each_other_where_the_link_arrives(walk, choice):
    board = stirred(BOARD, [*walk, 1, 7, 13])
    links = list_possible_links(board.mesh)
    if not links:
        return
    link = links[choice % len(links)]
    for cut in list_possible_cuts(board.mesh):
        near = {link.a, link.c, *board.mesh.touching(link.a), *board.mesh.touching(link.c)}
        if cut.border in near or cut.border % 9 == choice % 9:
            free = makes_sense_after(board, cut, link) and makes_sense_after(board, link, cut)
            assert are_in_conflict(board.mesh, cut, link) is not free


def laid(board: Board, links: list[Link]) -> bool:
    """Tell whether all links can be laid one after the other."""
    mesh = board.mesh
    for link in links:
        try:
            mesh = release(mesh, link.across, link.a, link.c).mesh
        except MapError:
            return False
    return True


@given(WALKS, st.lists(st.integers(0, 10**6), min_size=2, max_size=5))
def test_links_divide_a_province_exactly_where_they_form_a_circle_between_its_rings(walk, choices):
    board = stirred(BOARD, [*walk, 1, 7, 13])
    links = list_possible_links(board.mesh)
    if not links:
        return
    chosen = list(dict.fromkeys(links[choice % len(links)] for choice in choices))
    assert laid(board, chosen) is not find_divided_provinces(board.mesh, chosen)


def contest(board: Board, events: list[tuple[Event, Power]]) -> tuple[Claim, ...]:
    return group_claims((make_order(board, event, power), event) for event, power in events)


SHEETS = st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)), min_size=2, max_size=7)


def claimed(board: Board, choices: list[tuple[int, int]]) -> tuple[Claim, ...]:
    events: list[tuple[Event, Power]] = []
    for power, (choice, near) in zip(POWERS, choices, strict=False):
        beside = events[near % len(events)][0] if events and near % 4 else None
        same = beside is not None and near % 4 == 3
        events.append((beside if same and beside else picked(board, choice, beside), power))
    return contest(board, events)


@given(WALKS, SHEETS, st.booleans())
def test_what_survives_goes_together_in_any_sequence(walk, choices, block):
    board = stirred(BOARD, [*walk, 1, 7])
    claims = claimed(board, choices)
    failed = find_failures(board.mesh, claims, beaten_block=block)
    events = [claim.event for claim in claims if claim.event not in failed]
    assert not find_divided_provinces(
        board.mesh, [event for event in events if isinstance(event, Link)]
    )
    after, _ = carry_out_events(board, events)
    assert faults(after.mesh) == []
    ends = [border for e in events if isinstance(e, Link) for border in (e.a, e.c)]
    if len(ends) == len({*ends}):
        assert around(one_by_one(board, events[::-1]).mesh) == around(after.mesh)


def one_by_one(board: Board, events: list[Event]) -> Board:
    """Carry out events in the sequence given, each where its borders live on."""
    surgeries: list[Surgery] = []
    for event in events:
        if isinstance(event, Cut):
            board = board.separate(event.border)
        else:
            ends = []
            for border in (event.a, event.c):
                alive = {border}
                for surgery in surgeries:
                    alive = {heir for number in alive for heir in surgery.heirs(number)}
                (now,) = alive
                ends.append(now)
            board = board.release(event.across, ends[0], ends[1])
        surgeries.append(board.pending_surgeries[-1])
    return board


@given(WALKS, SHEETS)
def test_in_every_conflict_each_member_of_least_strength_fails_and_nobody_else(walk, choices):
    """The rule by its own words: enumerate the minimal sets, mark the weakest of each."""
    board = stirred(BOARD, [*walk, 1, 7])
    claims = claimed(board, choices)
    failing = set()
    for size in range(2, len(claims) + 1):
        for group in combinations(claims, size):
            if is_minimal_conflict(board, group):
                least = min(claim.strength for claim in group)
                failing |= {claim.event for claim in group if claim.strength == least}
    assert {*find_failures(board.mesh, claims)} == failing


def is_conflict(board: Board, group: tuple[Claim, ...]) -> bool:
    events = [claim.event for claim in group]
    links = [event for event in events if isinstance(event, Link)]
    return bool(find_divided_provinces(board.mesh, links)) or any(
        are_in_conflict(board.mesh, one, other) for one, other in combinations(events, 2)
    )


def is_minimal_conflict(board: Board, group: tuple[Claim, ...]) -> bool:
    return is_conflict(board, group) and not any(
        is_conflict(board, smaller) for smaller in combinations(group, len(group) - 1)
    )


@given(WALKS, SHEETS, st.booleans())
def test_whoever_fails_is_told_whom_to_blame(walk, choices, block):
    board = stirred(BOARD, [*walk, 1, 7])
    claims = claimed(board, choices)
    strength = {order: claim.strength for claim in claims for order in claim.orders}
    for claim in claims:
        verdict = find_failures(board.mesh, claims, beaten_block=block).get(claim.event)
        if verdict is not None:
            assert verdict.because
            assert all(strength[order] >= claim.strength for order in verdict.because)
            assert not {*verdict.because} & {*claim.orders}
            if verdict.reason is Reason.OVERRULED_BY:
                assert strength[verdict.because[0]] > claim.strength


def border(board: Board, one: str, other: str) -> int:
    return board.mesh.between(ProvinceKey(one), ProvinceKey(other))[0]


@pytest.fixture
def chain() -> tuple[Board, tuple[Cut, ...]]:
    """Three borders in a row round Bulgaria: the middle one conflicts with both others."""
    cuts = tuple(Cut(border(BOARD, "Bul", other)) for other in ("Ser", "Gre", "AEG"))
    return BOARD, cuts


def by(strengths: dict[Cut, int], board: Board) -> tuple[Claim, ...]:
    powers = iter(POWERS)
    return contest(board, [(cut, next(powers)) for cut, n in strengths.items() for _ in range(n)])


def test_a_beaten_event_still_stops_others(chain):
    board, (ser, gre, aeg) = chain
    assert {*find_failures(board.mesh, by({ser: 1, gre: 2, aeg: 3}, board))} == {ser, gre}


def test_without_blocking_a_beaten_event_stops_nobody_weaker(chain):
    board, (ser, gre, aeg) = chain
    claims = by({ser: 1, gre: 2, aeg: 3}, board)
    assert {*find_failures(board.mesh, claims, beaten_block=False)} == {gre}


@pytest.mark.parametrize("beaten_block", [True, False])
def test_equals_stop_each_other_also_when_a_stronger_event_beats_one_of_them(chain, beaten_block):
    board, (ser, gre, aeg) = chain
    claims = by({ser: 1, gre: 1, aeg: 2}, board)
    assert {*find_failures(board.mesh, claims, beaten_block=beaten_block)} == {ser, gre}


def test_without_blocking_equals_still_stop_each_other(chain):
    board, (ser, gre, aeg) = chain
    claims = by({ser: 1, gre: 1, aeg: 1}, board)
    assert {*find_failures(board.mesh, claims, beaten_block=False)} == {ser, gre, aeg}


def test_three_links_in_a_ring_fail_together_and_the_weakest_alone():
    """Three islands in the Mid-Atlantic: Portugal, North Africa, and the mainland's ring."""
    board = BOARD
    for one, other in (("Por", "Spa"), ("NAf", "Out"), ("NAf", "WES"), ("NAf", "Tun")):
        board = board.separate(border(board, one, other))
    links = {
        frozenset(find_connected_provinces(board.mesh, link)): link
        for link in list_possible_links(board.mesh)
    }
    circle = [
        links[frozenset(map(ProvinceKey, pair))]
        for pair in (("Por", "NAf"), ("NAf", "Bre"), ("Por", "Gas"))
    ]
    assert find_divided_provinces(board.mesh, circle) == ("MAO",)
    assert find_divided_provinces(board.mesh, circle[:2]) == ()
    alone = contest(board, list(zip(circle, POWERS, strict=False)))
    assert {*find_failures(board.mesh, alone)} == {*circle}
    helped = contest(
        board, [*zip(circle, POWERS, strict=False), (circle[0], POWERS[3]), (circle[1], POWERS[4])]
    )
    failed = find_failures(board.mesh, helped)
    assert {*failed} == {circle[2]}
    assert failed[circle[2]].reason is Reason.WOULD_DIVIDE
    assert failed[circle[2]].at == ("MAO",)
