"""Paths as cairo keeps them: what CairoSVG itself would lay."""

import cairosvg.path
import numpy as np
import pytest
from cairosvg.surface import cairo

from zinegen.drawing.labels.lettering import line
from zinegen.drawing.png.cairo_paths import track
from zinegen.drawing.scene import Face


class Sheet:
    """As much of a surface as CairoSVG's paths ask for."""

    def __init__(self):
        self.context = cairo.Context(cairo.RecordingSurface(cairo.CONTENT_ALPHA, None))


def laid(path):
    """Return the path that cairo has after our rows, and the one that it has after CairoSVG."""
    ours, theirs = Sheet(), Sheet()
    rows = cairo.ffi.from_buffer("cairo_path_data_t[]", path_rows := track(path).rows)
    block = cairo.ffi.new("cairo_path_t *", {"status": 0, "data": rows, "num_data": len(path_rows)})
    cairo.cairo.cairo_append_path(ours.context._pointer, block)
    cairosvg.path.path(theirs, Node(d=path))
    return ours.context.copy_path(), theirs.context.copy_path()


class Node(dict):
    """An element, as CairoSVG's paths know it."""

    vertices = ()


LETTERS = "".join(
    f"M{place * 200} -7{letter.outline}"
    for place, letter in enumerate(
        letter for face in Face for letter, _ in line("Quöß&8%", face) if letter.outline
    )
)


@pytest.mark.parametrize(
    "path",
    [
        "M5 -7l10 20-30-5zM100 100l7 7",
        "M-10-20c5 5 10-5 15 0 20 30 40-30 60 60z",
        "M0 0h10v20h-10zm40 40l5 5z",
        "M8 0l5 5zm2 2h3l1 1z",
        LETTERS,
    ],
)
def test_a_path_is_laid_as_cairosvg_lays_it(path):
    ours, theirs = laid(path)
    assert [kind for kind, _ in ours] == [kind for kind, _ in theirs]
    for (_, here), (_, there) in zip(ours, theirs, strict=True):
        assert here == pytest.approx(there, abs=0.05)  # cairo rounds every step of CairoSVG's


def test_a_path_in_other_places_keeps_its_commands():
    path = track("M1 2l3 4c1 1 2 2 3 3z")
    both = path.repeated(np.array([(10, -20), (0, 0)]))
    once = len(path.rows)
    assert (both.rows[:once] - path.rows)[~path.headers].tolist() == [[10, -20]] * 5
    assert both.rows[:once][path.headers].tobytes() == path.rows[path.headers].tobytes()
    assert both.rows[once:].tobytes() == path.rows.tobytes()
    assert both.headers.tolist() == path.headers.tolist() * 2
    assert len(path.repeated(np.empty((0, 2))).rows) == 0


def test_a_path_may_be_empty():
    assert len(track("").rows) == 0


def test_pieces_of_a_path_begin_where_they_are_told():
    one, other = track("M1 2l3 4"), track("M5 6l7 8z")
    both = track("M1 2l3 4M5 6l7 8z")
    assert both.rows.tobytes() == one.rows.tobytes() + other.rows.tobytes()
    assert np.count_nonzero(both.headers) == 5
