"""Every province keeps room for its unit and its name, whatever happens.

By default a few events of each march are drawn. ``ROOM=1 pytest tests/geometry/test_room.py`` draws them all,
and thirty walks of 200 random events besides: half an hour.
"""

import os

import pytest
import shapely

from tests.geometry.quakes import assert_true_map, drawn, happen, walk
from zinegen.geometry import draw_surgery, release, separate
from zinegen.geometry.draft import ROOM
from zinegen.geometry.legibility import measure
from zinegen.geometry.redraw.update_geometry import update_geometry

LONG = int(os.environ.get("ROOM", "0"))

MARCHES = {
    "Par": ("Gas", "Par", "Bre", "Pic", "Bel", "Hol", "Kie", "Den"),
    "Bel": ("ENG", "Bel", "Ruh", "Kie", "HEL", "Den", "SKA", "Nwy", "Fin"),
    "Wal": ("IRI", "Wal", "Lvp", "Yor", "Lon", "ENG", "Pic"),
}
"""The hosts to which Portugal is handed on, one after the other, once it is an island."""

HOSTS = {"Par": 3, "Bel": 2, "Wal": 1}
"""So many of them if the tests are to be quick."""

KINDS = ("uniform", "islands", "region") if LONG else ("islands",)


def march(mesh, hosts):
    """Yield the surgeries by which Portugal becomes an island and is handed from host to host."""
    surgery = separate(mesh, mesh.between("Por", "Spa")[0])
    yield surgery
    host = "MAO"
    for new in hosts:
        mesh = surgery.mesh
        surgery = release(mesh, host, mesh.between("Por", host)[0], mesh.between(host, new)[0])
        yield surgery
        shore = surgery.mesh.between("Por", host)[0]
        surgery = separate(surgery.mesh, shore)
        yield surgery
        host = new


def find_cramped(mesh, shape):
    """Return the provinces in which no circle of a unit's size has room, measured from their polygons."""
    radii = {
        face: shapely.maximum_inscribed_circle(area, tolerance=0.2).length
        for face, area in drawn(mesh, shape).items()
    }
    return {face: radius for face, radius in radii.items() if radius < ROOM}


@pytest.mark.parametrize("name", MARCHES)
def test_an_island_that_is_handed_from_host_to_host_keeps_room_for_its_unit_and_so_do_they(
    base_map, name
):
    mesh, shape = base_map
    hosts = MARCHES[name] if LONG else MARCHES[name][: HOSTS[name]]
    for surgery in march(mesh, hosts):
        shape = draw_surgery(shape, surgery)
        assert find_cramped(surgery.mesh, shape) == {}
    assert_true_map(surgery.mesh, shape)
    found = measure(surgery.mesh, shape)
    assert found.strangers == {}
    assert len(found.necks) <= 5


def test_an_island_withdraws_to_its_new_host_and_leaves_the_old_one_its_ground(base_map):
    mesh, shape = base_map
    *_, parting = islanders = list(march(mesh, ["Gas"]))
    shape = update_geometry(shape, islanders[:-1])
    before, after = drawn(parting.before, shape), drawn(parting.mesh, draw_surgery(shape, parting))
    gate = before["Por"].intersection(before["Gas"])
    assert after["Por"].distance(gate) < before["Por"].centroid.distance(gate) / 2
    assert after["Por"].area < before["Por"].area / 2
    assert after["Por"].within(before["Por"].buffer(20))
    assert after["MAO"].intersection(before["Por"]).area > before["Por"].area / 3


@pytest.mark.parametrize("seed", range(10 if LONG else 1))
@pytest.mark.parametrize("kind", KINDS)
def test_in_long_games_every_province_keeps_room_for_its_unit(base_map, kind, seed):
    mesh, shape = base_map
    events = walk(mesh, 2000 + seed, kind)
    event = next(events)
    for _ in range(200 if LONG else 10):
        surgery = happen(mesh, event)
        mesh, shape = surgery.mesh, draw_surgery(shape, surgery)
        assert find_cramped(mesh, shape) == {}
        event = events.send(mesh)
