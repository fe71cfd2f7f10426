"""A neighbourhood is drawn anew from its triangles, and what comes out is the mesh."""

import math
from dataclasses import replace

import numpy as np
import pytest
import shapely
from shapely.geometry import LineString

from tests.geometry.quakes import assert_true_map, drawn, happen, legal_events
from zinegen.geometry.draft import check, draft_of, to_line
from zinegen.geometry.net.neighbourhood import redraw
from zinegen.geometry.redraw.attempts import list_affected_faces
from zinegen.geometry.shape import area_of
from zinegen.geometry.surgery import release, separate


def redrawn(shape, surgery, reach=200.0):
    """Return the shape after an event that was drawn by the last resort."""
    made = redraw(
        draft_of(surgery.before, shape),
        surgery,
        list_affected_faces(surgery),
        reach=reach,
        coarseness=1.2,
    )
    assert made is not None
    lines = {border: to_line(line) for border, line in made.draft.lines.items()}
    return replace(shape, lines=lines)


@pytest.mark.parametrize(
    "pair",
    [
        ("Mun", "Tyr"),  # inland
        ("Por", "Spa"),  # a ring: Portugal becomes an island
        ("Arm", "Out"),  # the border lies on the frame
        ("MAO", "NAO"),  # it ends on the frame
        ("Sev", "Out"),  # it lies off the frame, where the Caspian would be
        ("Bel", "Hol"),  # small provinces
        ("Swi", "Tyr"),
    ],
)
def test_a_separation_drawn_anew_shows_the_mesh(base_map, pair):
    mesh, shape = base_map
    surgery = separate(mesh, mesh.between(*pair)[0])
    after = redrawn(shape, surgery)
    assert check(surgery.mesh, after) == []
    assert_true_map(surgery.mesh, after)


@pytest.mark.parametrize("number", [0, 3, 6, 9, 12])
def test_a_release_drawn_anew_shows_the_mesh(base_map, number):
    mesh, shape = base_map
    island = separate(mesh, mesh.between("Por", "Spa")[0])
    shape = redrawn(shape, island)
    (ring,) = island.mesh.between("Por", "MAO")
    shores = [
        b
        for face in ("Bre", "Spa", "NAf", "ENG", "NAO", "WES")
        for b in island.mesh.between(face, "MAO")
    ]
    link = release(island.mesh, "MAO", ring, shores[number % len(shores)])
    after = redrawn(shape, link)
    assert check(link.mesh, after) == []
    assert_true_map(link.mesh, after)


def test_two_islands_can_be_joined_across_the_water_round_them(base_map):
    mesh, shape = base_map
    for pair in (("Por", "Spa"), ("Nap", "Rom"), ("Apu", "Rom")):
        surgery = separate(mesh, mesh.between(*pair)[0])
        mesh, shape = surgery.mesh, redrawn(shape, surgery)
    _, releases = legal_events(mesh)
    for event in releases[:: max(len(releases) // 6, 1)]:
        link = happen(mesh, event)
        assert_true_map(link.mesh, redrawn(shape, link))


def test_a_border_between_lines_that_all_but_touch_finds_room(quarters):
    mesh, shape = quarters
    (shore,) = mesh.between("A", "lake")
    tight = ((10, 10), (990, 10), (990, 990), (10, 990), (10, 10))
    turned = area_of(shape.lines[shore]) < 0
    shape = replace(shape, lines={**shape.lines, shore: tight[::-1] if turned else tight})
    assert check(mesh, shape) == []
    surgery = separate(mesh, mesh.between("A", "B")[0])
    after = redrawn(shape, surgery, math.inf)
    assert check(surgery.mesh, after) == []


def test_lines_out_of_reach_stay_as_they_are(base_map):
    mesh, shape = base_map
    (seam,) = mesh.between("Mun", "Tyr")
    surgery = separate(mesh, seam)
    after = redrawn(shape, surgery, 120.0)
    zone = LineString([(x / 10, y / 10) for x, y in shape.lines[seam]]).buffer(170)
    for border, line in after.lines.items():
        if border in shape.lines:
            one, two = (
                LineString([(x / 10, y / 10) for x, y in each]).difference(zone)
                for each in (shape.lines[border], line)
            )
            assert one.symmetric_difference(two.buffer(0.3)).difference(two.buffer(0.3)).length < 1


def test_small_provinces_keep_room_for_a_counter(base_map):
    mesh, shape = base_map
    surgery = separate(mesh, mesh.between("Bel", "Hol")[0])
    areas = drawn(surgery.mesh, redrawn(shape, surgery))
    for face in list_affected_faces(surgery):
        assert shapely.maximum_inscribed_circle(areas[face], tolerance=0.5).length > 10


def test_the_ground_between_the_lines_moves_with_them(base_map):
    mesh, shape = base_map
    (seam,) = mesh.between("Mun", "Tyr")
    surgery = separate(mesh, seam)
    made = redraw(
        draft_of(mesh, shape), surgery, list_affected_faces(surgery), reach=200.0, coarseness=1.2
    )
    areas = drawn(mesh, shape)
    after = {face: made.draft.ground(face) for face in areas}
    spots = {face: areas[face].representative_point().coords[0] for face in areas}
    moved = made.motion(np.array(list(spots.values())))
    for face, (x, y) in zip(spots, moved, strict=True):
        assert after[face].distance(shapely.Point(x, y)) < 0.5
