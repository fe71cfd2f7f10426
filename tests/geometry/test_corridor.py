"""What a strip leaves of a province."""

import numpy as np
from shapely.geometry import GeometryCollection, LineString, box

from tests.geometry.quakes import assert_true_map
from zinegen.geometry import OUTSIDE, Arc, ProvinceKey, Shape, draw_surgery, separate, trace
from zinegen.geometry.draft import check, draft_of
from zinegen.geometry.redraw.corridor import remaining_rings
from zinegen.geometry.strips import leaves_coasts


def test_bare_lines_that_a_strip_leaves_are_no_ground(quarters, monkeypatch):
    ground = GeometryCollection([box(0, 0, 10, 10), LineString([(10, 5), (30, 5)])])
    monkeypatch.setattr("zinegen.geometry.draft.Draft.ground", lambda *_: ground)
    rings = remaining_rings(draft_of(*quarters), ProvinceKey("B"), box(4, 0, 7, 10))
    assert [len(piece) for piece in rings] == [1, 1]
    assert [piece[0][:, 0].max() for piece in rings] == [4, 10]


def test_a_hole_beside_the_border_is_not_taken_for_the_rim_of_the_new_island():
    sea, land, bay, lake = map(ProvinceKey, ("Sea", "Land", "Bay", "Lake"))
    seam = ((9000, 6000), (16500, 6000), (16500, 15000), (9000, 15000))
    coast = (
        (9000, 15000),
        (9000, 21000),
        (24000, 21000),
        (24000, 3000),
        (9000, 3000),
        (9000, 6000),
    )
    mouth = ((9000, 15000), (9000, 6000))
    hole = ((11000, 8000), (15500, 8000), (15500, 13000), (11000, 13000), (11000, 8000))
    frame = ((0, 0), (30000, 0), (30000, 24000), (0, 24000), (0, 0))
    mesh, lines = trace(
        [
            Arc(right=bay, left=land, line=seam),
            Arc(right=sea, left=land, line=coast),
            Arc(right=bay, left=sea, line=mouth),
            Arc(right=lake, left=bay, line=hole),
            Arc(right=sea, left=OUTSIDE, line=frame),
        ]
    )
    shape = Shape(width=30000, height=24000, lines=lines)
    assert not check(mesh, shape)
    surgery = separate(mesh, mesh.between(bay, land)[0])
    after = draw_surgery(shape, surgery)
    assert after.relaid == 0
    assert_true_map(surgery.mesh, after)


def test_a_link_does_not_run_along_the_coast_that_it_starts_from():
    fjord, island = [(0, 0), (0, 40), (60, 3), (90, 40)], [(80, 0), (80, -30), (110, -30)]
    ways = np.array([LineString([start, (80, 0)]) for start in ((0, 0), (90, 40))])
    clear = leaves_coasts(ways, [np.array(line, dtype=float) for line in (fjord, island)])
    assert clear.tolist() == [False, True]
