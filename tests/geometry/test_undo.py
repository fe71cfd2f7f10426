"""An event that undoes another puts the borders back where they were."""

import os
from dataclasses import replace

import pytest

from tests.border_maps import around
from tests.geometry.quakes import (
    assert_true_map,
    farthest_after_undoing,
    gap,
    gaps,
    happen,
    undo,
    walk,
)
from zinegen.geometry import draw_surgery, frames, release, separate
from zinegen.geometry.redraw.undo import SLIGHT

EACH = int(os.environ.get("BORDERS", "8"))
"""Each eighth border of the map is tried; BORDERS=1 for every one."""


def assert_undone(mesh, shape, border):
    surgery = separate(mesh, border)
    after = draw_surgery(shape, surgery)
    undone = undo(surgery)
    again = draw_surgery(after, undone)
    assert_true_map(undone.mesh, again)
    assert max(gaps(surgery, undone, shape, again)) < 12


def test_an_island_gets_its_shore_back_though_it_was_in_another_province_meanwhile(base_map):
    mesh, shape = base_map
    island = separate(mesh, mesh.between("Por", "Spa")[0])
    mesh, shape = island.mesh, draw_surgery(shape, island)
    (ring,), (coast,) = mesh.between("Por", "MAO"), mesh.between("Bre", "MAO")
    link, before = release(mesh, "MAO", ring, coast), shape
    mesh, shape = link.mesh, draw_surgery(shape, link)
    inland = separate(mesh, mesh.between("Por", "MAO")[0])
    mesh, shape = inland.mesh, draw_surgery(shape, inland)
    assert mesh.adjacent("Por") == {"Bre"}
    back = release(mesh, "Bre", mesh.between("Por", "Bre")[0], coast)
    mesh, shape = back.mesh, draw_surgery(shape, back)
    cut = separate(mesh, link.made)
    again = draw_surgery(shape, cut)
    assert_true_map(cut.mesh, again)
    (now,) = cut.mesh.between("Por", "MAO")
    assert now != ring
    assert gap(again.lines[now], before.lines[ring]) < 12
    assert gap(again.lines[coast], before.lines[coast]) < 12


@pytest.fixture(scope="module")
def parted(base_map):
    """The separation of Munich and Tyrolia, with the shape before it and after it."""
    mesh, shape = base_map
    surgery = separate(mesh, mesh.between("Mun", "Tyr")[0])
    return surgery, shape, draw_surgery(shape, surgery)


def assert_put_back(surgery, shape, later, drawn):
    """Assert that a separation can be undone after another event, given as it was drawn."""
    undone = separate(later.mesh, surgery.made)
    again = draw_surgery(drawn, undone)
    assert_true_map(undone.mesh, again)
    assert gap(again.lines[undone.made], shape.lines[surgery.cut]) < 12


@pytest.mark.parametrize("pair", [("Gas", "Par"), ("Arm", "Out")])
def test_an_event_and_its_undoing_leave_the_borders_where_they_were(base_map, pair):
    mesh, shape = base_map
    assert_undone(mesh, shape, mesh.between(*pair)[0])


def test_an_island_that_is_joined_again_comes_back_to_its_shore(base_map):
    mesh, shape = base_map
    surgery = separate(mesh, mesh.between("Por", "Spa")[0])
    after = draw_surgery(shape, surgery)
    undone = undo(surgery)
    again = draw_surgery(after, undone)
    assert_true_map(undone.mesh, again)
    (seam,) = undone.mesh.between("Por", "Spa")
    assert gap(again.lines[seam], shape.lines[surgery.cut]) < 1


def test_a_link_that_is_cut_again_leaves_the_rims_as_they_were(base_map):
    mesh, shape = base_map
    island = separate(mesh, mesh.between("Por", "Spa")[0])
    shape = draw_surgery(shape, island)
    (shore,) = island.mesh.between("Bre", "MAO")
    (ring,) = island.mesh.between("Por", "MAO")
    link = release(island.mesh, "MAO", ring, shore)
    joined = draw_surgery(shape, link)
    assert_true_map(link.mesh, joined)
    cut = separate(link.mesh, link.made)
    again = draw_surgery(joined, cut)
    assert_true_map(cut.mesh, again)
    assert gap(again.lines[ring], shape.lines[ring]) < 1
    assert gap(again.lines[shore], shape.lines[shore]) < 1


def test_an_event_elsewhere_leaves_a_scar_alone(parted):
    surgery, shape, after = parted
    far = separate(surgery.mesh, surgery.mesh.between("Ank", "Con")[0])
    undone = separate(far.mesh, surgery.made)
    again = draw_surgery(draw_surgery(after, far), undone)
    assert gap(again.lines[undone.made], shape.lines[surgery.cut]) < 1


def test_an_event_next_to_another_does_not_keep_it_from_being_undone(parted):
    surgery, shape, after = parted
    corners = set(surgery.mesh.touching(surgery.made))
    beside = {one for corner in corners for one in surgery.mesh.touching(corner)} - corners
    assert len(beside) > 4
    for border in sorted(beside - {surgery.made})[:4]:
        near = separate(surgery.mesh, border)
        assert_put_back(surgery, shape, near, draw_surgery(after, near))


def test_a_border_is_put_back_where_it_was_though_the_ground_has_moved_since(parted):
    surgery, shape, after = parted
    near = separate(surgery.mesh, surgery.mesh.between("Pie", "Swi")[0])
    later = draw_surgery(after, near)
    scar, *others = later.scars
    assert scar.drawn[0] == after.scars[0].lines[0] != scar.lines[0]
    farther = tuple(tuple((x + 150, y) for x, y in line) for line in scar.lines)
    assert_put_back(
        surgery, shape, near, replace(later, scars=(replace(scar, lines=farther), *others))
    )


def test_a_border_whose_old_place_is_taken_comes_back_as_near_to_that_as_fits(parted):
    surgery, _, after = parted
    (scar,) = after.scars
    lower = tuple(tuple((x, y + 300) for x, y in line) for line in scar.lines)
    undone = undo(surgery)
    again = draw_surgery(replace(after, scars=(replace(scar, drawn=lower),)), undone)
    assert_true_map(undone.mesh, again)
    assert 0 < gap(again.lines[undone.made], lower[0]) < 0.7 * gap(scar.lines[0], lower[0])


def test_a_cut_link_leaves_no_loose_end_where_a_rim_was_drawn_elsewhere_and_changed_since(base_map):
    mesh, shape = base_map
    island = separate(mesh, mesh.between("Por", "Spa")[0])
    (shore,), (ring,) = (island.mesh.between(face, "MAO") for face in ("Bre", "Por"))
    link = release(island.mesh, "MAO", ring, shore)
    near = separate(link.mesh, link.mesh.between("Bre", "Gas")[0])
    for event in (island, link, near):
        shape = draw_surgery(shape, event)
    scars = {scar.healed_by: scar for scar in shape.scars}
    scar = scars[link.made,]
    aside = tuple(tuple((x + 30, y) for x, y in line) for line in scar.lines)
    scars[link.made,] = replace(scar, drawn=aside)
    cut = separate(near.mesh, link.made)
    assert_true_map(cut.mesh, draw_surgery(replace(shape, scars=tuple(scars.values())), cut))


def test_an_event_at_the_same_borders_waits_until_the_later_one_is_undone(parted):
    surgery, shape, after = parted
    near = separate(surgery.mesh, surgery.mesh.touching(surgery.made)[0])
    later = draw_surgery(after, near)
    assert [scar.healed_by for scar in later.scars] == [(surgery.made,), (near.made,)]
    first = undo(near)
    assert_put_back(surgery, shape, first, draw_surgery(later, first))


def test_a_scar_that_no_longer_fits_is_passed_over(parted):
    surgery, _, after = parted
    (scar,) = after.scars
    far = tuple(((0, 0), *line[1:-1], (0, 0)) for line in scar.lines)
    undone = undo(surgery)
    again = draw_surgery(replace(after, scars=(replace(scar, lines=far),)), undone)
    assert_true_map(undone.mesh, again)


def test_lines_that_were_drawn_tight_are_put_back_too(base_map):
    mesh, shape = base_map
    events = walk(mesh, 106)
    event = next(events)
    worst = []
    for _ in range(12):
        surgery = happen(mesh, event)
        after = draw_surgery(shape, surgery)
        undone = undo(surgery)
        assert around(undone.mesh) == around(mesh)
        if surgery.made is not None or not surgery.merged:
            again = draw_surgery(after, undone)
            worst.append(max(gaps(surgery, undone, shape, again), default=0.0))
        mesh, shape = surgery.mesh, after
        event = events.send(mesh)
    assert sorted(worst)[len(worst) // 2] < SLIGHT
    assert max(worst) < 12


def test_where_the_whole_map_is_drawn_anew_the_way_is_shown_and_the_event_can_be_undone(
    base_map, monkeypatch
):
    mesh, shape = base_map
    surgery = separate(mesh, mesh.between("Mun", "Tyr")[0])
    monkeypatch.setattr("zinegen.geometry.redraw.update_geometry.EFFORTS", ())
    after = draw_surgery(shape, surgery)
    assert after.relaid == 1
    assert_true_map(surgery.mesh, after)
    far = mesh.between("Mos", "Sev")[0]
    pictures = frames(shape, after, surgery, 5)
    assert len({picture.lines[far] for _, picture in pictures}) == 5
    undone = undo(surgery)
    again = draw_surgery(after, undone)
    assert max(gaps(surgery, undone, shape, again)) <= SLIGHT


@pytest.mark.slow
@pytest.mark.parametrize("quarter", range(4))  # for two processes to share
def test_a_border_of_the_start_map_can_be_separated_and_is_put_back_within_twelve_units(
    base_map, quarter
):
    mesh, shape = base_map
    found = {}
    for border in sorted(mesh.borders)[quarter::4][::EACH]:
        surgery = separate(mesh, border)
        after = draw_surgery(shape, surgery)
        assert_true_map(surgery.mesh, after)
        found[border] = farthest_after_undoing(surgery, shape, after)
    assert max(found.values()) < 12, found
