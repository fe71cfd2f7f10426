"""With its bays open, all ground within the frame is some province's, and the frame the outside's."""

import numpy as np
import pytest
import shapely

from tests.rule_sets import rule_set
from zinegen.geometry import OUTSIDE, Arc, ProvinceKey, Shape, trace
from zinegen.geometry.draft import draft_of
from zinegen.geometry.fresh_layout.outside_pockets import open_bays
from zinegen.play import start_state
from zinegen.redrawing import draw_board

SIZE = (800, 400)


def board(*arcs):
    """Return the drawing of some borders: right, left, and points in drawing units."""
    mesh, lines = trace(
        Arc(
            right=ProvinceKey(a), left=ProvinceKey(b), line=tuple((10 * x, 10 * y) for x, y in line)
        )
        for a, b, *line in arcs
    )
    return draft_of(mesh, Shape(width=8000, height=4000, lines=lines))


def island(name, x, y):
    """Return the borders of two provinces side by side that make an island in the outside."""
    return (
        (f"{name}1", f"{name}2", (x + 40, y), (x + 40, y + 40)),
        (f"{name}1", "Out", (x + 40, y + 40), (x, y + 40), (x, y), (x + 40, y)),
        (f"{name}2", "Out", (x + 40, y), (x + 80, y), (x + 80, y + 40), (x + 40, y + 40)),
    )


WEST = ("West", "Out", (400, 400), (0, 400), (0, 0), (400, 0))
ALL_EAST = ("East", "Out", (400, 0), (800, 0), (800, 400), (400, 400))
EAST = ("East", "Out", (500, 0), (800, 0), (800, 400), (500, 400))

MAPS = {
    "nothing of it within the frame": (
        (("West", "East", (400, 0), (400, 400)), WEST, ALL_EAST),
        0,
    ),
    "a bay": (
        (
            ("West", "East", (400, 200), (400, 400)),
            (*WEST, (380, 100), (400, 200)),
            ("East", "Out", (400, 200), (500, 0), *EAST[3:], (400, 400)),
        ),
        1,
    ),
    "a strait from edge to edge": (((*WEST, (400, 400)), (*EAST, (500, 0))), 1),
    "a strait with an island": (
        ((*WEST, (400, 400)), (*EAST, (500, 0)), *island("I", 410, 100)),
        1,
    ),
    "a strait with an island on the frame": (
        ((*WEST, (400, 400)), (*EAST, (500, 0)), *island("I", 410, 0)),
        1,
    ),
    "two islands and nothing else": ((*island("I", 100, 100), *island("J", 300, 200)), 1),
}


def assert_full(draft):
    """Fail unless the provinces fill the board, none overlaps another, and the outside is the frame."""
    framed, pieces = open_bays(draft)
    grounds = [framed.ground(face) for face in framed.mesh.rings if face != OUTSIDE]
    assert all(ground.is_valid for ground in grounds)
    assert sum(ground.area for ground in grounds) == pytest.approx(np.prod(draft.size))
    assert shapely.union_all(grounds).area == pytest.approx(np.prod(draft.size))
    (frame,) = framed.mesh.rings[OUTSIDE]
    board = shapely.LinearRing([(0, 0), (draft.width, 0), draft.size, (0, draft.height)])
    assert shapely.LineString(framed.ring(frame)).hausdorff_distance(board) < 1e-9
    for ring in (ring for rings in framed.mesh.rings.values() for ring in rings):
        assert framed.is_closed(ring)
    for border, line in draft.lines.items():
        first, *others = (framed.lines[piece] for piece in pieces.get(border, (border,)))
        assert np.array_equal(np.vstack([first, *(other[1:] for other in others)]), line)
    return framed


@pytest.mark.parametrize("name", MAPS)
def test_the_ground_outside_within_the_frame_becomes_bays(name):
    arcs, bays = MAPS[name]
    framed = assert_full(board(*arcs))
    assert len([face for face in framed.mesh.rings if face.startswith(f"{OUTSIDE} ")]) == bays


def test_the_bays_of_a_real_map_fill_what_its_provinces_leave():
    start = draw_board(start_state(rule_set("seismic-acerunner")).board)
    assert_full(draft_of(start.mesh, start.shape))
