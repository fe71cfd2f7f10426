"""Where borders run is followed through events in whole numbers, whatever the drawing does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.border_maps import stirred
from tests.seasons import seasons
from zinegen.board import Board
from zinegen.board.coasts import DIRECTIONS, Coast, coasts, farthest, find, label
from zinegen.board.courses import find_middle, find_nearest, weigh
from zinegen.game import Variant
from zinegen.geometry import ProvinceKey
from zinegen.play import load_board
from zinegen.redrawing import draw_board
from zinegen.rules import adjudicate
from zinegen.variants import VARIANTS

BOARD = load_board()
WALK = st.lists(st.integers(0, 10**6), min_size=1, max_size=50)
BRE, MAO, POR, SPA = map(ProvinceKey, ("Bre", "MAO", "Por", "Spa"))


def border(board: Board, one: str, other: str) -> int:
    (found,) = board.mesh.between(ProvinceKey(one), ProvinceKey(other))
    return found


def list_labels(board: Board) -> dict[tuple[ProvinceKey, Coast], str | None]:
    return {
        (face, coast): label(board, coast)
        for face in board.provinces
        for coast in coasts(board, face)
    }


def test_the_middle_of_lines_weighs_stretches_by_their_lengths() -> None:
    assert find_middle([((0, 0), (10, 0))]) == (5, 0)
    assert find_middle([((0, 0), (30, 0)), ((40, 0), (40, 10))]) == (21, 1)
    assert weigh([]) == (0, 0, 0)


@pytest.mark.parametrize(
    ("to", "point", "index", "share"),
    [
        ((4, 3), (4, 0), 0, Fraction(1, 5)),
        ((-3, -3), (0, 0), 0, Fraction(0)),
        ((12, 6), (10, 6), 1, Fraction(4, 5)),
        ((30, 30), (10, 10), 1, Fraction(1)),
        ((5, 5), (5, 0), 0, Fraction(1, 4)),
    ],
    ids=["beside", "before", "second", "behind", "tie"],
)
def test_the_nearest_point_of_a_line(
    to: tuple[int, int], point: tuple[int, int], index: int, share: Fraction
) -> None:
    found = find_nearest(((0, 0), (10, 0), (10, 10)), to)
    assert (found.point, found.index, found.share) == (point, index, share)


def test_the_courses_of_the_start_are_the_printed_lines() -> None:
    assert BOARD.shape is not None
    assert BOARD.courses == BOARD.shape.lines


def test_a_new_border_lies_across_the_one_that_was_cut() -> None:
    """Munich and Burgundy part, and those at the ends of their border come to lie on either side of it."""
    seam = border(BOARD, "Mun", "Bur")
    start, *_, end = BOARD.courses[seam]
    after = BOARD.separate(seam)
    made = border(after, "Ruh", "Swi")
    (ax, ay), (bx, by) = after.courses[made]
    dx, dy = end[0] - start[0], end[1] - start[1]
    assert abs((bx - ax) * dx + (by - ay) * dy) <= abs(dx) + abs(dy)  # rounded to tenths
    assert find_middle([after.courses[made]]) == pytest.approx(find_middle([(start, end)]), abs=1)
    # Ground lies on the right hand of its darts: that of who was at the start still lies there.
    at_start = BOARD.mesh.ends(seam)
    assert at_start is not None
    dart = after.mesh.dart_in(made, at_start[0])
    (ax, ay), (bx, by) = after.courses[made][:: -1 if dart % 2 else 1]
    assert (bx - ax) * (start[1] - ay) - (by - ay) * (start[0] - ax) > 0
    assert {one: after.courses[one] for one in BOARD.mesh.borders if one != seam} == {
        one: line for one, line in BOARD.courses.items() if one != seam
    }


def test_a_border_that_comes_back_lies_between_the_ends_it_had() -> None:
    seam = border(BOARD, "Mun", "Bur")
    after = BOARD.separate(seam)
    back = after.separate(border(after, "Ruh", "Swi"))
    start, *_, end = BOARD.courses[seam]
    found = back.courses[border(back, "Mun", "Bur")]
    assert sorted(found) == [pytest.approx(point, abs=1) for point in sorted((start, end))]


def test_borders_that_grow_together_run_on_from_one_into_the_other() -> None:
    """Portugal becomes an island, and Spain has one shore with the Mid-Atlantic."""
    seam = border(BOARD, "Por", "Spa")
    before = (*BOARD.mesh.between(SPA, MAO), seam)
    after = BOARD.separate(seam)
    (shore,) = after.mesh.between(SPA, MAO)
    assert sorted(after.courses[shore]) == sorted(
        point for one in before for point in BOARD.courses[one]
    )
    island = after.courses[border(after, "Por", "MAO")]
    assert island[0] == island[-1]
    assert [after.area(face) for face in (POR, SPA)] == [BOARD.area(face) for face in (POR, SPA)]


def test_a_link_splits_a_shore_where_it_is_nearest_and_opens_a_ring_there() -> None:
    island = BOARD.separate(border(BOARD, "Por", "Spa"))
    a, c = border(island, "Por", "MAO"), border(island, "Bre", "MAO")
    after = island.release(MAO, a, c)
    at = find_nearest(island.courses[c], find_middle([island.courses[a]])).point
    halves = [after.courses[one] for one in after.mesh.between(BRE, MAO)]
    assert all(at in (half[0], half[-1]) for half in halves)
    assert {point for half in halves for point in half} == {*island.courses[c], at}
    ring = after.courses[a]
    assert (
        ring[0]
        == ring[-1]
        == find_nearest(island.courses[a], find_middle([island.courses[c]])).point
    )
    assert set(ring) >= set(island.courses[a])


@given(choices=WALK)
def test_every_border_has_a_course_after_any_walk(choices: Sequence[int]) -> None:
    board = stirred(BOARD, choices)
    assert tuple(board.courses) == board.mesh.borders
    assert all(len(line) >= 2 for line in board.courses.values())
    rings = [board.courses[one] for one in board.mesh.borders if board.mesh.is_ring(one)]
    assert all(line[0] == line[-1] for line in rings)


def assert_coasts_are_found(board: Board) -> None:
    """See that every coast is found by its name, and by each water that lies on it alone."""
    for face in board.provinces:
        here = coasts(board, face)
        for coast in here:
            name = label(board, coast)
            assert (name is None) == (len(here) == 1)
            assert name is None or find(board, face, name) == find(board, face, name.upper()) == (
                coast,
            )
            for water in coast.waters:
                if not any(water in one.waters for one in here if one != coast):
                    assert find(board, face, water) == (coast,)


@given(choices=WALK)
def test_a_coast_is_found_by_its_name_and_its_waters_after_any_walk(choices: Sequence[int]) -> None:
    assert_coasts_are_found(stirred(BOARD, choices))


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_games_of_every_rule_set_name_coasts_clearly_and_ask_no_drawing(variant: Variant) -> None:
    for phases in seasons(variant, 21, 5):
        assert_coasts_are_found(phases[-1].after.board)
        for phase in phases:
            undrawn = replace(phase.before, board=replace(phase.before.board, shape=None))
            assert adjudicate(variant, undrawn, phase.sheet)[1] == phase.report


@pytest.mark.slow
def test_what_is_drawn_changes_no_name() -> None:
    board = stirred(BOARD, (5, 90001, 3, 400_000))
    drawn = draw_board(board)
    assert drawn.shape is not None
    assert drawn.shape.lines != drawn.courses
    assert list_labels(drawn) == list_labels(board)


def tie_to_brest(board: Board, island: str) -> Board:
    c = board.mesh.between(BRE, MAO)[0]
    return board.release(MAO, border(board, island, "MAO"), c)


def test_a_coast_that_lies_farthest_in_no_direction_has_a_name_that_is_left() -> None:
    """Brest with two islands tied to it has three coasts, on two of which is nothing but the Mid-Atlantic."""
    board = BOARD
    for pair in (("Por", "Spa"), ("NAf", "Out"), ("NAf", "WES"), ("NAf", "Tun")):
        board = board.separate(border(board, *pair))
    board = tie_to_brest(tie_to_brest(board, "Por"), "NAf")
    own, *twins = sorted(coasts(board, BRE), key=lambda coast: -len(coast.waters))
    assert [coast.waters for coast in twins] == [("MAO",), ("MAO",)]
    places = dict(zip((own, *twins), ((0, 0), (100, 40), (200, 80)), strict=True))
    moved = {one: (at, at) for coast, at in places.items() for one in coast.borders}
    board = replace(board, courses={**board.courses, **moved})
    assert not [word for word in DIRECTIONS if farthest(board, (own, *twins), word) == twins[0]]
    assert [label(board, coast) for coast in (own, *twins)] == ["ENG", "nc", "ec"]
    assert [find(board, BRE, word) for word in ("ENG", "nc", "ec")] == [
        (own,),
        *((one,) for one in twins),
    ]


def test_without_courses_coasts_with_the_same_waters_have_names_all_the_same() -> None:
    board = BOARD.separate(border(BOARD, "Por", "Spa"))
    board = board.separate(border(board, "Bre", "ENG"))
    board = replace(tie_to_brest(board, "Por"), courses={})
    here = coasts(board, BRE)
    names = [label(board, coast) for coast in here]
    assert names == ["nc", "ec"]
    assert [find(board, BRE, name) for name in ("nc", "ec")] == [(coast,) for coast in here]
    assert board.separate(border(board, "Mun", "Bur")).courses == {}
