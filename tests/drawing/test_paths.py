"""Paths that are handed to cairo whole: it reads back what was traced."""

from __future__ import annotations

import pytest

from zinegen.drawing.lettering import glyph
from zinegen.drawing.png.paths import (
    CLOSE_PATH,
    CURVE_TO,
    LINE_TO,
    MOVE_TO,
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
