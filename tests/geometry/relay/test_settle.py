"""Settling gives room round an event, and leaves the rest of the map alone."""

import numpy as np
import pytest
import shapely

from tests.geometry.quakes import assert_true_map, drawn
from zinegen.geometry.draft import check, draft_of, to_line
from zinegen.geometry.mesh import Face
from zinegen.geometry.relay.settle import Effort, settle
from zinegen.geometry.shape import Shape
from zinegen.geometry.tracing import Arc, trace


@pytest.fixture
def strait():
    """A and B, which do not touch, 3 apart: C is all but cut in two between them; D lies far away."""
    out, a, b, c, d = (Face(name) for name in ("Out", "A", "B", "C", "D"))

    def arc(right, left, *line):
        return Arc(right=right, left=left, line=tuple((10 * x, 10 * y) for x, y in line))

    mesh, lines = trace(
        [
            arc(a, c, (400, 0), (498.5, 200), (400, 400)),
            arc(a, out, (400, 400), (0, 400), (0, 0), (400, 0)),
            arc(b, c, (600, 400), (501.5, 200), (600, 0)),
            arc(b, out, (600, 0), (900, 0)),
            arc(b, out, (900, 400), (600, 400)),
            arc(b, d, (900, 0), (900, 200), (900, 400)),
            arc(d, out, (900, 0), (1300, 0), (1300, 400), (900, 400)),
            arc(c, out, (400, 0), (600, 0)),
            arc(c, out, (600, 400), (400, 400)),
        ]
    )
    return mesh, Shape(width=13000, height=4000, lines=lines)


def settled(before):
    """Return the drawing with the ground around the narrowest place settled, and its motion."""
    return next(settle(before, shapely.Point(500, 200), None, Effort()))


def test_a_narrow_place_becomes_wide_enough_to_be_seen(strait):
    mesh, shape = strait
    before = draft_of(mesh, shape)
    after, _ = settled(before)
    now = Shape(
        width=shape.width,
        height=shape.height,
        lines={border: to_line(line) for border, line in after.lines.items()},
    )
    assert not check(mesh, now)
    assert_true_map(mesh, now)
    areas = drawn(mesh, now)
    assert areas["A"].distance(areas["B"]) > 8
    assert len(shapely.get_parts(areas["C"].buffer(-4))) == 1


def test_what_is_far_away_keeps_its_very_lines_and_points(strait):
    mesh, shape = strait
    before = draft_of(mesh, shape)
    after, motion = settled(before)
    for border in mesh.borders:
        if Face("D") in mesh.sides(border):
            assert after.lines[border] is before.lines[border]
    far = np.array([[1100.0, 200.0], [1250.0, 30.0]])
    assert np.array_equal(motion(far), far)


def test_points_move_with_the_ground_they_lie_on(strait):
    mesh, shape = strait
    before = draft_of(mesh, shape)
    after, motion = settled(before)
    inside = np.array([[490.0, 200.0], [200.0, 200.0], [500.0, 200.0], [510.0, 200.0]])
    moved = motion(inside)
    for face, point in zip("AACB", moved.tolist(), strict=True):
        assert after.ground(Face(face)).contains(shapely.Point(point)), face
