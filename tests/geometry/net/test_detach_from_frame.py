"""The map draws back from its frame only along the way of a link that goes round outside."""

from dataclasses import replace

import numpy as np
import pytest

from tests.geometry.quakes import assert_true_map
from zinegen.geometry.draft import check, draft_of, is_sound
from zinegen.geometry.mesh import Face
from zinegen.geometry.net.neighbourhood import detach_from_frame
from zinegen.geometry.redraw.update_geometry import draw_surgery
from zinegen.geometry.shape import Shape
from zinegen.geometry.surgery import release, separate
from zinegen.geometry.tracing import Arc, trace


@pytest.fixture
def row():
    """Five provinces in a row, 300 wide and 400 high each, in tenths; the frame is round them all."""
    out = Face("Out")
    arcs = []
    for number, name in enumerate("ABCDE"):
        face, left, right = Face(name), 3000 * number, 3000 * (number + 1)
        arcs += [
            Arc(right=face, left=out, line=((left, 0), (right, 0))),
            Arc(right=face, left=out, line=((right, 4000), (left, 4000))),
        ]
        if number:
            before = Face("ABCDE"[number - 1])
            arcs.append(Arc(right=face, left=before, line=((left, 4000), (left, 0))))
    arcs.append(Arc(right=Face("A"), left=out, line=((0, 4000), (0, 0))))
    arcs.append(Arc(right=Face("E"), left=out, line=((15000, 0), (15000, 4000))))
    mesh, lines = trace(arcs)
    return mesh, Shape(width=15000, height=4000, lines=lines)


def parted(mesh, shape, pair):
    """Return mesh and shape after the outside has come in between two provinces."""
    surgery = separate(mesh, mesh.between(*pair)[0])
    return surgery.mesh, draw_surgery(shape, surgery)


def on_the_frame(shape, border):
    """Return how much of a border lies on the frame, in tenths."""
    line = np.array(shape.lines[border])
    steps = np.abs(np.diff(line, axis=0)).sum(axis=1)
    size = (shape.width, shape.height)
    flat = [
        ((line[:-1, axis] == value) & (line[1:, axis] == value))
        for axis in (0, 1)
        for value in (0, size[axis])
    ]
    return int(steps[np.logical_or.reduce(flat)].sum())


def test_a_link_goes_round_what_reaches_the_frame(row):
    mesh, shape = parted(*row, ("A", "B"))
    (a,) = mesh.between("A", "Out")
    borders = mesh.between("D", "Out")
    for target in borders:
        link = release(mesh, "Out", a, target)
        after = draw_surgery(shape, link)
        assert check(link.mesh, after) == []
        assert_true_map(link.mesh, after)


def test_far_from_the_way_the_map_reaches_the_frame_as_before(row):
    mesh, shape = parted(*row, ("A", "B"))
    (a,) = mesh.between("A", "Out")
    top = min(mesh.between("C", "Out"), key=lambda border: shape.lines[border][0][1])
    link = release(mesh, "Out", a, top)
    after = draw_surgery(shape, link)
    (end,) = mesh.between("E", "Out")
    assert on_the_frame(after, end) > 0.9 * on_the_frame(shape, end)
    bottom = max(mesh.between("C", "Out"), key=lambda border: shape.lines[border][0][1])
    assert on_the_frame(after, bottom) == on_the_frame(shape, bottom)


def test_a_map_detached_from_the_frame_is_the_same_map(row):
    mesh, shape = parted(*row, ("A", "B"))
    (a,) = mesh.between("A", "Out")
    draft = draft_of(mesh, shape)
    made = detach_from_frame(draft, (a, mesh.between("D", "Out")[0]))
    assert made.draft.mesh == mesh
    assert all(is_sound(made.draft, face) for face in mesh.rings)
    loose = [b for b in mesh.between("C", "Out") if on_the_frame(shape, b)]
    lines = {
        b: tuple((round(x * 10), round(y * 10)) for x, y in made.draft.lines[b]) for b in loose
    }
    after = replace(shape, lines={**shape.lines, **lines})
    assert sorted(on_the_frame(after, b) > 0 for b in loose) == [False, True]


def test_where_a_way_leads_through_the_outside_the_frame_is_left_alone(row):
    mesh, shape = parted(*row, ("A", "B"))
    (a,) = mesh.between("A", "Out")
    (b,) = [b for b in mesh.between("B", "Out") if on_the_frame(shape, b) < 7000]
    link = release(mesh, "Out", a, b)
    after = draw_surgery(shape, link)
    assert check(link.mesh, after) == []
    far = [border for border in mesh.borders if {"C", "D"} & {*mesh.sides(border)}]
    assert all(on_the_frame(after, n) == on_the_frame(shape, n) for n in far if n in after.lines)


def test_an_island_off_the_map_can_be_joined_to_every_province_at_the_frame(base_map):
    mesh, shape = base_map
    for pair in (("Arm", "Syr"), ("Smy", "Syr"), ("EAS", "Syr")):
        mesh, shape = parted(mesh, shape, pair)
    (island,) = mesh.between("Syr", "Out")
    assert mesh.is_ring(island)
    far = [("Arm", 1), ("Mos", 1), ("MAO", 2), ("BAR", 1)]
    for face, count in far:
        for border in mesh.between(face, "Out")[:count]:
            link = release(mesh, "Out", island, border)
            after = draw_surgery(shape, link)
            assert check(link.mesh, after) == []
            assert_true_map(link.mesh, after)
