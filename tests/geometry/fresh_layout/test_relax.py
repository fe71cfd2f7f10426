"""Settling gives room round an event, and leaves the rest of the map alone."""

from dataclasses import replace

import numpy as np
import pytest
import shapely

from tests.geometry.quakes import assert_true_map, drawn
from zinegen.geometry import Arc, ProvinceKey, Shape, trace
from zinegen.geometry.draft import ROOM, SHORTEST, check, draft_of, length_of, to_line
from zinegen.geometry.fresh_layout.relax import RelaxEffort, settle
from zinegen.geometry.legibility import find_widest, measure
from zinegen.geometry.redraw.update_geometry import PARTING, STRAIGHTENING, WIDENING


def arc(right, left, *line):
    return Arc(right=right, left=left, line=tuple((10 * x, 10 * y) for x, y in line))


@pytest.fixture
def strait():
    """A and B, which do not touch, 3 apart: C is all but cut in two between them; D lies far away."""
    out, a, b, c, d = (ProvinceKey(name) for name in ("Out", "A", "B", "C", "D"))
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
    return next(settle(before, shapely.Point(500, 200), None, RelaxEffort()))


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
        if ProvinceKey("D") in mesh.sides(border):
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
        assert after.ground(ProvinceKey(face)).contains(shapely.Point(point)), face


def test_a_short_border_that_ends_on_ground_outside_gets_longer():
    out, a, b, c = (ProvinceKey(name) for name in ("Out", "A", "B", "C"))
    bay = ((380, 0), (380, 190), (400, 195))
    mesh, lines = trace(
        [
            arc(a, b, (400, 195), (400, 200)),
            arc(a, c, (400, 200), (0, 200)),
            arc(c, b, (400, 200), (800, 200)),
            arc(out, a, *bay[::-1], (380, 0)),
            arc(a, out, (0, 200), (0, 0), (380, 0)),
            arc(b, out, (420, 0), (800, 0), (800, 200)),
            arc(out, b, (420, 0), (420, 190), (400, 195)),
            arc(c, out, (800, 200), (800, 400), (0, 400), (0, 200)),
        ]
    )
    shape = Shape(width=8000, height=4000, lines=lines)
    before = draft_of(mesh, shape)
    (short,) = mesh.between(a, b)
    place = shapely.LineString(before.lines[short])
    after, _ = next(settle(before, place, None, WIDENING))
    assert length_of(after.lines[short]) > SHORTEST
    lines = {border: to_line(line) for border, line in after.lines.items()}
    assert not check(mesh, replace(shape, lines=lines))


def test_the_shores_of_the_ground_outside_part_as_those_of_a_province_do():
    out, a, b = (ProvinceKey(name) for name in ("Out", "A", "B"))
    mesh, lines = trace(
        [
            arc(a, b, (500, 300), (500, 400)),
            arc(a, out, (500, 400), (0, 400), (0, 0), (480, 0), (498.5, 150), (500, 300)),
            arc(b, out, (500, 300), (501.5, 150), (520, 0), (1000, 0), (1000, 400), (500, 400)),
        ]
    )
    shape = Shape(width=10000, height=4000, lines=lines)
    before = draft_of(mesh, shape)
    after, _ = next(settle(before, shapely.Point(500, 150), None, PARTING))
    lines = {border: to_line(line) for border, line in after.lines.items()}
    assert not check(mesh, replace(shape, lines=lines))
    strait = shapely.box(480, 140, 520, 160)
    shores = [after.ground(face).intersection(strait) for face in (a, b)]
    assert shores[0].distance(shores[1]) > 6
    assert after.ground(out).is_valid


def draw_ribbon(*more):
    """Return a board with a ribbon that goes up and down, and whatever lies in it."""
    out, north, ribbon, south = (ProvinceKey(name) for name in ("Out", "North", "Ribbon", "South"))
    upper = [(100 * k, 200 + 60 * (-1) ** k) for k in range(9)]
    lower = [(x, y + 20) for x, y in upper]
    mesh, lines = trace(
        [
            *more,
            arc(ribbon, north, *upper),
            arc(south, ribbon, *lower),
            arc(north, out, upper[0], (0, 0), (800, 0), upper[-1]),
            arc(ribbon, out, upper[-1], lower[-1]),
            arc(ribbon, out, lower[0], upper[0]),
            arc(south, out, lower[-1], (800, 400), (0, 400), lower[0]),
        ]
    )
    return mesh, Shape(width=8000, height=4000, lines=lines)


def test_an_island_is_not_pressed_together_by_a_ribbon_round_it():
    island, ribbon = ProvinceKey("Island"), ProvinceKey("Ribbon")
    corners = ((396, 266), (404, 266), (404, 274), (396, 274), (396, 266))
    before = draft_of(*draw_ribbon(arc(island, ribbon, *corners)))
    after, _ = next(settle(before, before.ground(ribbon), None, STRAIGHTENING))
    assert after.ground(island).area > 0.8 * before.ground(island).area


def test_a_ribbon_becomes_shorter_and_wider():
    ribbon = ProvinceKey("Ribbon")
    mesh, shape = draw_ribbon()
    before = draft_of(mesh, shape)
    after, _ = next(settle(before, before.ground(ribbon), None, STRAIGHTENING))
    lines = {border: to_line(line) for border, line in after.lines.items()}
    now = replace(shape, lines=lines)
    assert not check(mesh, now)
    roundness = [measure(mesh, one).compactness[ribbon] for one in (shape, now)]
    assert roundness[1] > 1.3 * roundness[0]


def test_a_province_without_room_for_a_unit_is_blown_up_and_its_host_gives_way(quarters):
    mesh, shape = quarters
    lake, host = ProvinceKey("lake"), ProvinceKey("A")
    before = draft_of(mesh, shape)
    canal = {
        border: (before.lines[border] - 45) * (2.7, 0.5) + (50, 50)
        for border in mesh.between(lake, host)
    }
    before = before.replace_lines(canal)
    after, _ = next(settle(before, before.ground(lake), None, RelaxEffort()))
    assert find_widest(before.ground(lake)).length < ROOM
    assert find_widest(after.ground(lake)).length >= ROOM
    assert after.ground(host).area < before.ground(host).area
