"""A map laid anew shows its mesh, whatever became of that, and nothing narrower than can be seen."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest
import shapely

from tests.geometry.quakes import assert_true_map, drawn, happen, legal_events
from zinegen.errors import MapError
from zinegen.geometry import Arc, ProvinceKey, Shape, trace
from zinegen.geometry.draft import check, draft_of, to_line
from zinegen.geometry.fresh_layout.fresh_layout import lay_anew
from zinegen.geometry.shape import PrintedMap


def board(columns=3, rows=3, size=240):
    """Return a board of bricks, as a start and as a shape, in drawing units."""
    arcs = []

    def name(row, column):
        if not 0 <= row < rows:
            return ProvinceKey("Out")
        return (
            ProvinceKey(f"p{row}{column}")
            if 0 <= column < columns + row % 2
            else ProvinceKey("Out")
        )

    def stops(row):
        shift = size // 2 if row % 2 else 0
        inner = [column * size - shift for column in range(1, columns + row % 2)]
        return [0, *inner, columns * size]

    for row in range(rows):
        top, low = row * size, (row + 1) * size
        places = stops(row)
        for column in range(columns + row % 2 - 1):
            x = places[column + 1]
            arcs.append(
                Arc(right=name(row, column), left=name(row, column + 1), line=((x, top), (x, low)))
            )
        for x, side, face in ((0, "left", name(row, 0)), (columns * size, "right", None)):
            inner = face or name(row, columns + row % 2 - 1)
            line = ((x, low), (x, top)) if side == "left" else ((x, top), (x, low))
            arcs.append(Arc(right=inner, left=ProvinceKey("Out"), line=line))
    for row in range(rows + 1):
        y = row * size
        above = stops(row - 1) if row else stops(0)
        below = stops(row) if row < rows else stops(rows - 1)
        marks = sorted({*above, *below}) if 0 < row < rows else above if row else below
        for a, b in pairwise(marks):
            one = next((c for c in range(len(above) - 1) if above[c] <= a < above[c + 1]), 0)
            two = next((c for c in range(len(below) - 1) if below[c] <= a < below[c + 1]), 0)
            upper, lower = name(row - 1, one), name(row, two)
            arcs.append(Arc(right=lower, left=upper, line=((a, y), (b, y))))
    mesh, lines = trace(
        Arc(right=arc.right, left=arc.left, line=tuple((10 * x, 10 * y) for x, y in arc.line))
        for arc in arcs
    )
    shape = Shape(width=10 * columns * size, height=10 * rows * size, lines=lines)
    return PrintedMap(
        mesh=mesh, lines=lines, waters=(ProvinceKey("p00"), ProvinceKey("p11"))
    ), shape


def shake(mesh, seed, count):
    """Return the mesh after some random events, every other one a release where there are any."""
    dice = random.Random(seed)
    for _ in range(count):
        separations, releases = legal_events(mesh)
        event = dice.choice(releases if releases and dice.random() < 0.5 else separations)
        mesh = happen(mesh, event).mesh
    return mesh


@pytest.fixture(scope="module")
def bricks():
    return board()


@pytest.mark.parametrize("seed", range(3))
def test_whatever_happens_to_a_small_map_it_can_be_laid_anew(bricks, seed):
    start, shape = bricks
    mesh = shake(start.mesh, seed, 12)
    after, motion = lay_anew(draft_of(start.mesh, shape), mesh, start)
    lines = {border: to_line(line) for border, line in after.lines.items()}
    now = Shape(width=shape.width, height=shape.height, lines=lines)
    assert not check(mesh, now)
    assert_true_map(mesh, now)
    areas = drawn(mesh, now)
    for face, area in areas.items():
        near = [
            other
            for other in areas
            if other not in {face, *mesh.adjacent(face)} and areas[other].distance(area) < 6
        ]
        assert not near, (face, near)
        parts = shapely.get_parts(area.buffer(-4))
        assert sum(part.area > 60 for part in parts) == 1, face
    middles = {face: area.centroid for face, area in drawn(start.mesh, shape).items()}
    at = motion(shapely.get_coordinates(list(middles.values())))
    assert all(
        areas[face].contains(shapely.Point(point))
        for face, point in zip(middles, at.tolist(), strict=True)
    )


def lines_of(*arcs):
    """Return mesh and lines of some borders: right, left, and points in drawing units."""
    return trace(
        Arc(
            right=ProvinceKey(a), left=ProvinceKey(b), line=tuple((10 * x, 10 * y) for x, y in line)
        )
        for a, b, *line in arcs
    )


LAND = (("A", "B", (400, 200), (400, 500)),)


@pytest.mark.parametrize(
    "around",
    [
        # Nothing but the outside lies round A and B.
        (
            ("A", "Out", (400, 500), (150, 500), (150, 200), (400, 200)),
            ("B", "Out", (400, 200), (650, 200), (650, 500), (400, 500)),
        ),
        # A sea does, whose one border is the frame.
        (
            ("A", "Sea", (400, 500), (150, 500), (150, 200), (400, 200)),
            ("B", "Sea", (400, 200), (650, 200), (650, 500), (400, 500)),
            ("Sea", "Out", (0, 0), (800, 0), (800, 700)),
            ("Sea", "Out", (800, 700), (0, 700), (0, 0)),
        ),
    ],
    ids=["outside", "sea"],
)
def test_what_lies_round_all_of_a_map_still_does(around):
    mesh, lines = lines_of(*LAND, *around)
    shape = Shape(width=8000, height=7000, lines=lines)
    start = PrintedMap(mesh=mesh, lines=lines, waters=frozenset({ProvinceKey("Sea")}))
    after, _ = lay_anew(draft_of(mesh, shape), mesh, start)
    lines = {border: to_line(line) for border, line in after.lines.items()}
    assert not check(mesh, Shape(width=8000, height=7000, lines=lines))
    for face in "AB":
        assert after.ground(ProvinceKey(face)).distance(shapely.box(0, 0, 800, 700).exterior) > 20
        assert 0.5 < after.ground(ProvinceKey(face)).area / (250 * 300) < 2
    west, east = (after.ground(ProvinceKey(face)).centroid for face in "AB")
    assert east.x - west.x > 150
    assert abs(east.y - west.y) < 60


def square(right, left, middle, reach):
    """Return a border that runs round a square, clockwise on the map."""
    x, y = middle
    corners = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]
    return right, left, *((x + dx * reach, y + dy * reach) for dx, dy in corners)


def test_islands_in_lakes_on_islands_are_large_enough_to_be_seen():
    mesh, lines = lines_of(
        square("Sea", "Out", (400, 400), 400),
        square("A", "Sea", (400, 400), 300),
        square("B", "A", (420, 400), 220),
        square("C", "B", (440, 420), 150),
        square("D", "C", (440, 420), 90),
        ("E", "F", (440, 390), (440, 450)),
        ("E", "D", (440, 450), (400, 450), (400, 390), (440, 390)),
        ("F", "D", (440, 390), (480, 390), (480, 450), (440, 450)),
    )
    shape = Shape(width=8000, height=8000, lines=lines)
    start = PrintedMap(mesh=mesh, lines=lines, waters=(ProvinceKey("Sea"),))
    after, _ = lay_anew(draft_of(mesh, shape), mesh, start)
    lines = {border: to_line(line) for border, line in after.lines.items()}
    now = replace(shape, lines=lines)
    assert not check(mesh, now)
    assert_true_map(mesh, now)
    assert min(area.area for area in drawn(mesh, now).values()) > 400


@pytest.mark.parametrize("depth", [12, 16])
def test_provinces_that_lie_in_too_many_others_are_not_drawn_anew(depth):
    names = ["Out", *(f"P{number}" for number in range(depth))]
    sizes = range(400, 0, -20)
    mesh, lines = lines_of(
        *(
            square(*pair[::-1], (400, 400), size)
            for pair, size in zip(pairwise(names), sizes, strict=False)
        )
    )
    draft = draft_of(mesh, Shape(width=8000, height=8000, lines=lines))
    with pytest.raises(MapError, match="lie so deep in others"):
        lay_anew(draft, mesh, PrintedMap(mesh=mesh, lines=lines, waters=()))


def test_the_same_mesh_gives_the_same_bytes():
    start, shape = board(columns=2, rows=2)
    mesh = shake(start.mesh, 1, 5)
    draft = draft_of(start.mesh, shape)
    one, two = (lay_anew(draft, mesh, start)[0] for _ in range(2))
    assert all(line.tobytes() == two.lines[border].tobytes() for border, line in one.lines.items())
