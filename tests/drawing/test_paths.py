"""Paths that are handed to cairo whole: it reads back what was traced."""

from __future__ import annotations

import pytest

from zinegen.drawing.lettering import glyph
from zinegen.drawing.png.paths import (
    CLOSE_PATH,
    CURVE_TO,
    LINE_TO,
    MOVE_TO,
    repeat_path,
    trace_curve,
    trace_letters,
    trace_lines,
)
from zinegen.drawing.scene import Box, Typeface

canvas = pytest.importorskip(
    "zinegen.drawing.png.canvas", reason="needs the cairo library", exc_type=OSError
)


def read_back(path):
    """Return the steps of a path as cairo has it."""
    sheet = canvas.Canvas(Box(at=(0, 0), width=100, height=100), 100)
    context = canvas.cairo.Context(sheet._surface)
    canvas._Painter(context=context, named=None).append(path)
    return list(context.copy_path())


def test_open_lines_stay_open():
    path = trace_lines((((0, 0), (10, 5)), ((3, 3), (4, 4), (5, 6))), closed=False)
    assert read_back(path) == [
        (MOVE_TO, (0, 0)),
        (LINE_TO, (10, 5)),
        (MOVE_TO, (3, 3)),
        (LINE_TO, (4, 4)),
        (LINE_TO, (5, 6)),
    ]


@pytest.mark.parametrize("last", [(), ((0, 0),)], ids=["open ring", "closed ring"])
def test_rings_are_closed_once(last):
    path = trace_lines((((0, 0), (10, 0), (10, 10), *last),), closed=True)
    assert read_back(path)[:4] == [
        (MOVE_TO, (0, 0)),
        (LINE_TO, (10, 0)),
        (LINE_TO, (10, 10)),
        (CLOSE_PATH, ()),
    ]


def test_a_ring_of_one_point_spoils_no_other():
    path = trace_lines((((0, 0), (10, 0), (10, 10)), ((5, 5),)), closed=True)
    assert read_back(path)[3:6] == [(CLOSE_PATH, ()), (MOVE_TO, (5, 5)), (CLOSE_PATH, ())]
    assert read_back(trace_lines((((5, 5),),), closed=True))[:2] == [
        (MOVE_TO, (5, 5)),
        (CLOSE_PATH, ()),
    ]


def list_drawn(path):
    """Return the steps of a path as cairo has it, but for that back to the beginning when it is closed."""
    steps = read_back(path)
    return steps[:-1] if steps[-1][0] == MOVE_TO else steps


@pytest.mark.parametrize(
    "path",
    [
        trace_lines((((0, 0), (10, 5)), ((3, 3), (4, 4), (5, 6))), closed=False),
        trace_lines((((0, 0), (10, 0), (10, 10)), ((5, 5),)), closed=True),
        trace_curve(((0, 0), (1, 2), (3, 4), (5, 6), (7, 8), (9, 10), (11, 12)), closed=True),
        trace_letters(((glyph("o", Typeface.REGULAR), 0),)),
    ],
    ids=["lines", "rings", "curves", "letters"],
)
def test_a_path_that_is_repeated_is_at_each_place_what_it_is_at_its_own(path):
    places = ((0, 0), (300, -20))
    alone, found = map(list_drawn, (path, repeat_path(path, places)))
    assert found == [
        (kind, tuple(one + by[place % 2] for place, one in enumerate(points)))
        for by in places
        for kind, points in alone
    ]


def test_a_chain_of_curves_has_two_handles_and_an_end_for_each():
    path = trace_curve(((0, 0), (1, 2), (3, 4), (5, 6), (7, 8), (9, 10), (11, 12)), closed=False)
    assert read_back(path) == [
        (MOVE_TO, (0, 0)),
        (CURVE_TO, (1, 2, 3, 4, 5, 6)),
        (CURVE_TO, (7, 8, 9, 10, 11, 12)),
    ]


def test_letters_begin_where_they_are_said_to():
    letter = glyph("o", Typeface.REGULAR)
    alone, shifted = (read_back(trace_letters(((letter, at),))) for at in (0, 40))
    assert alone[0] == (MOVE_TO, (letter.x, letter.y))
    assert {kind for kind, _ in alone} >= {CURVE_TO, CLOSE_PATH}
    moved = [
        (kind, tuple(one + 40 * (place % 2 == 0) for place, one in enumerate(points)))
        for kind, points in alone
    ]
    assert shifted == moved
    both = trace_letters(((letter, 0), (letter, 40)))
    assert read_back(both)[: len(alone) - 1] == alone[:-1]  # cairo goes back to the last beginning
    assert read_back(both)[-1] == shifted[-1]
