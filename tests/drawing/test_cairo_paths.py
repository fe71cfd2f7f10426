"""Paths as cairo keeps them: what CairoSVG itself would lay."""

import cairosvg.path
import pytest
from cairosvg.surface import cairo

from zinegen.drawing.lettering import line
from zinegen.drawing.png.cairo_paths import read_path
from zinegen.drawing.png.canvas import _trace
from zinegen.drawing.scene import Face


class Sheet:
    """As much of a surface as CairoSVG's paths ask for."""

    def __init__(self):
        self.context = cairo.Context(cairo.RecordingSurface(cairo.CONTENT_ALPHA, None))


def laid(path):
    """Return the path that cairo has after ours, and the one that it has after CairoSVG."""
    ours, theirs = Sheet(), Sheet()
    _trace(ours.context, path)
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


def test_a_path_can_be_traced_in_another_place():
    ours = Sheet()
    _trace(ours.context, "M1 2l3 4z", 10, -20)
    assert [points for _, points in ours.context.copy_path()][:2] == [(11, -18), (14, -14)]


def test_a_path_may_be_empty():
    assert [len(one) for one in read_path("")] == [0, 0]
    sheet = Sheet()
    _trace(sheet.context, "")
    assert sheet.context.copy_path() == []
