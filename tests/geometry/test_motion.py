"""The pictures between before and after."""

from itertools import pairwise

import pytest

from tests.geometry.quakes import drawn, happen
from zinegen.errors import MapError
from zinegen.geometry import draw_surgery, frames, release, separate
from zinegen.geometry.draft import check


def faults(mesh, shape):
    """Return what is wrong with a picture, new borders apart that are still short."""
    return [fault for fault in check(mesh, shape) if "long" not in fault]


def gaps(pictures, one, other):
    """Return how far apart two provinces are in each picture."""
    areas = [drawn(*picture) for picture in pictures]
    return [each[one].distance(each[other]) for each in areas]


@pytest.mark.parametrize(
    "pair", [("Mun", "Tyr"), ("MAO", "NAO"), ("Por", "Spa"), ("Arm", "Out"), ("BLA", "Sev")]
)
def test_every_picture_on_the_way_is_a_valid_map(base_map, pair):
    mesh, shape = base_map
    surgery = happen(mesh, (mesh.between(*pair)[0],))
    after = draw_surgery(shape, surgery)
    pictures = frames(shape, after, surgery, 7)
    assert len(pictures) == 7
    assert [faults(*picture) for picture in pictures] == [[]] * 7
    assert pictures[0] == (mesh, shape)
    assert pictures[-1] == (surgery.mesh, after)


@pytest.mark.parametrize("pair", [("Mun", "Tyr"), ("Por", "Spa"), ("Gas", "Par")])
def test_the_strip_between_two_provinces_opens_little_by_little(base_map, pair):
    mesh, shape = base_map
    surgery = separate(mesh, mesh.between(*pair)[0])
    pictures = frames(shape, draw_surgery(shape, surgery), surgery, 9)
    found = gaps(pictures, *pair)
    assert found[0] == 0
    assert sum(0 < gap < 0.8 * found[-1] for gap in found) >= 2
    assert all(later >= earlier - 0.2 for earlier, later in pairwise(found))


def test_the_ground_moves_little_by_little_too(base_map):
    mesh, shape = base_map
    surgery = separate(mesh, mesh.between("Mun", "Tyr")[0])
    pictures = frames(shape, draw_surgery(shape, surgery), surgery, 9)
    areas = [drawn(*picture)["Boh"] for picture in pictures]
    steps = [one.symmetric_difference(two).area for one, two in pairwise(areas)]
    assert max(steps) < 0.4 * sum(steps)


def test_the_arms_of_a_link_grow_until_they_meet(base_map):
    mesh, shape = base_map
    island = separate(mesh, mesh.between("Por", "Spa")[0])
    shape = draw_surgery(shape, island)
    (ring,) = island.mesh.between("Por", "MAO")
    link = release(island.mesh, "MAO", ring, island.mesh.between("Bre", "MAO")[0])
    pictures = frames(shape, draw_surgery(shape, link), link, 8)
    assert [faults(*picture) for picture in pictures] == [[]] * 8
    found = gaps(pictures, "Por", "Bre")
    assert found[-1] == 0
    assert all(gap > 0 for gap in found[:-1])
    assert all(later < earlier + 0.5 for earlier, later in pairwise(found))
    assert found[-2] < 0.5 * found[0]


def test_two_pictures_are_those_of_before_and_after(base_map):
    mesh, shape = base_map
    surgery = separate(mesh, mesh.between("Mun", "Tyr")[0])
    after = draw_surgery(shape, surgery)
    assert frames(shape, after, surgery, 2) == ((mesh, shape), (surgery.mesh, after))


def test_a_map_to_which_nothing_happened_does_not_move(base_map):
    mesh, shape = base_map
    surgery = happen(mesh, (mesh.between("Mun", "Tyr")[0],))
    with pytest.raises(MapError, match="just been drawn"):
        frames(shape, shape, surgery, 5)
