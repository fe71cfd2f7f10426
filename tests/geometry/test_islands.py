"""A province that lies in the ground outside goes to the shore that it is linked with, wherever that is."""

import numpy as np
import pytest
import shapely

from tests.geometry.quakes import assert_true_map, drawn, undo_gap
from zinegen.geometry import OUTSIDE, ProvinceKey, draw_surgery, frames, release, separate
from zinegen.geometry.draft import check, draft_of
from zinegen.geometry.redraw.islands import bring_island

BAR, SYR = ProvinceKey("BAR"), ProvinceKey("Syr")


@pytest.fixture(scope="module")
def sealed(base_map):
    """The base map with nothing but the ground outside round the Barents Sea."""
    mesh, shape = base_map
    for other in ("StP", "NWG", "Nwy"):
        (border,) = mesh.between(BAR, ProvinceKey(other))
        surgery = separate(mesh, border)
        mesh, shape = surgery.mesh, draw_surgery(shape, surgery)
    assert mesh.adjacent(BAR) == {OUTSIDE}
    return mesh, shape


def link(mesh, one, two):
    """Return the link of two provinces across the ground outside."""
    borders = (mesh.between(face, OUTSIDE)[0] for face in (one, two))
    return release(mesh, OUTSIDE, *borders)


def test_a_province_sealed_outside_moves_to_the_far_shore_it_is_linked_with(sealed):
    mesh, shape = sealed
    surgery = link(mesh, BAR, SYR)
    after = draw_surgery(shape, surgery)
    assert after.relaid == shape.relaid
    assert check(surgery.mesh, after) == []
    assert_true_map(surgery.mesh, after)
    before, now = drawn(mesh, shape), drawn(surgery.mesh, after)
    assert now[BAR].distance(before[SYR]) < 30
    assert now[BAR].area > 700
    moved = {face for face in before if before[face].symmetric_difference(now[face]).area > 3000}
    assert moved <= {BAR, SYR}


def test_an_island_that_moved_to_a_far_shore_comes_back_when_the_link_is_undone(sealed):
    mesh, shape = sealed
    surgery = link(mesh, BAR, SYR)
    after = draw_surgery(shape, surgery)
    assert undo_gap(surgery, shape, surgery.mesh, after) < 12


def test_a_moving_picture_shows_an_island_on_its_way_to_the_far_shore(sealed):
    mesh, shape = sealed
    surgery = link(mesh, BAR, SYR)
    pictures = frames(shape, draw_surgery(shape, surgery), surgery, 6)
    spots = [
        np.mean(np.array(now.lines[mesh.between(BAR, OUTSIDE)[0]]), axis=0) for _, now in pictures
    ]
    steps = np.hypot(*np.diff(spots, axis=0).T)
    assert (steps > 500).all()


@pytest.mark.parametrize("other", ["Syr", "Mos", "NAO"])
def test_whatever_lies_on_an_island_moves_with_it_and_nothing_else_moves(sealed, other):
    mesh, shape = sealed
    before = draft_of(mesh, shape)
    darts = tuple(
        mesh.dart_in(mesh.between(face, OUTSIDE)[0], OUTSIDE) for face in (BAR, ProvinceKey(other))
    )
    after, motion = bring_island(before, darts)
    outer, inner = (np.array(draft.ground(BAR).centroid.coords) for draft in (before, after))
    assert np.allclose(motion(outer), inner, atol=0.5)
    away = np.array([before.ground(ProvinceKey("Boh")).centroid.coords[0]])
    assert np.array_equal(motion(away), away)
    assert after.ground(BAR).within(shapely.box(0, 0, *after.size))
    # It keeps its form.
    sizes = [draft.ground(BAR).area for draft in (before, after)]
    alike = [
        draft.ground(BAR).length ** 2 / size
        for draft, size in zip((before, after), sizes, strict=True)
    ]
    assert alike[0] == pytest.approx(alike[1], rel=1e-3)
    untouched = [b for b in mesh.borders if not {BAR, ProvinceKey(other)} & set(mesh.sides(b))]
    assert all(after.lines[border] is before.lines[border] for border in untouched)
