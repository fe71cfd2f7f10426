"""The drawing follows every event and always shows the mesh."""

import hashlib
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import shapely
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.drawing.walks import list_walked_boards
from tests.geometry.conftest import europe
from tests.geometry.quakes import assert_true_map, drawn, happen, legal_events, walk
from zinegen.errors import MapError
from zinegen.geometry import faults, separate
from zinegen.geometry.draft import check
from zinegen.geometry.legibility import measure
from zinegen.geometry.redraw.undo import KEPT
from zinegen.geometry.redraw.update_geometry import EFFORTS, draw_surgery, update_geometry


def after_events(mesh, shape, seed, count):
    """Return mesh and shape after random events."""
    events = walk(mesh, seed)
    event = next(events)
    for _ in range(count):
        surgery = happen(mesh, event)
        mesh, shape = surgery.mesh, draw_surgery(shape, surgery)
        event = events.send(mesh)
    return mesh, shape


@pytest.mark.parametrize("seed", [2])
def test_after_thirty_events_the_drawing_shows_the_mesh_and_keeps_only_its_youngest_scars(
    base_map, seed
):
    mesh, shape = after_events(*base_map, seed, 30)
    assert check(mesh, shape) == []
    assert_true_map(mesh, shape)
    assert 0 < len(shape.scars) <= KEPT


@pytest.mark.slow
@pytest.mark.parametrize("seed", [102])
def test_after_eighty_events_the_drawing_shows_the_mesh_and_can_be_read(seed):
    """The first sixty of them have been walked before."""
    walked = list_walked_boards()[1]
    mesh, shape = walked.mesh, walked.shape
    for _ in range(2):
        mesh, shape = after_events(mesh, shape, seed, 10)
        assert faults(mesh) == []
        assert check(mesh, shape) == []
        assert_true_map(mesh, shape)
    for area in drawn(mesh, shape).values():
        assert shapely.maximum_inscribed_circle(area, tolerance=0.5).length >= 9
    found = measure(mesh, shape)
    assert min(found.strangers.values(), default=6.0) >= 3
    assert len(found.necks) <= 5
    assert found.mean_compactness >= 0.3


def chosen(mesh, choice):
    """Return the event of a mesh that a number stands for."""
    separations, releases = legal_events(mesh)
    among = releases if releases and choice % 3 == 0 else separations
    return happen(mesh, among[choice // 3 % len(among)])


@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(choices=st.lists(st.integers(min_value=0, max_value=10**6), max_size=12))
def test_any_sequence_of_events_can_be_drawn(base_map, choices):
    mesh, shape = base_map
    for choice in choices:
        surgery = chosen(mesh, choice)
        mesh, shape = surgery.mesh, draw_surgery(shape, surgery)
    assert faults(mesh) == []
    assert_true_map(mesh, shape)


@pytest.mark.slow
@pytest.mark.parametrize("choice", [1])
def test_so_can_event_after_event_at_the_same_place(base_map, choice):
    mesh, shape = base_map
    for _ in range(20):
        surgery = chosen(mesh, choice)
        mesh, shape = surgery.mesh, draw_surgery(shape, surgery)
    assert check(mesh, shape) == []
    assert_true_map(mesh, shape)


def test_lines_far_from_an_event_are_untouched(base_map):
    mesh, shape = base_map
    surgery = happen(mesh, (mesh.between("Por", "Spa")[0],))
    after = draw_surgery(shape, surgery)
    far = [mesh.between(*pair)[0] for pair in (("Mos", "StP"), ("Ank", "Con"), ("Nwy", "Swe"))]
    assert all(after.lines[border] is shape.lines[border] for border in far)


def test_a_lone_island_lies_wholly_in_the_province_round_it(base_map):
    mesh, shape = base_map
    surgery = happen(mesh, (mesh.between("Por", "Spa")[0],))
    after = draw_surgery(shape, surgery)
    areas = drawn(surgery.mesh, after)
    hole = shapely.Polygon(areas["MAO"].interiors[0])
    assert shapely.normalize(hole) == shapely.normalize(areas["Por"])


def digest_of_walk():
    """Return a digest of the map after some events."""
    _, shape = after_events(*europe(["Sic", "Ire"]), 4, 8)
    return hashlib.sha256(repr(shape).encode()).hexdigest()


def test_the_same_events_give_the_same_bytes_whatever_the_hash_seed():
    program = "from tests.geometry.test_update_geometry import *; print(digest_of_walk())"
    elsewhere = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": "77"},
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert elsewhere.stdout.strip() == digest_of_walk()


def test_several_events_are_drawn_one_after_the_other(base_map):
    mesh, shape = base_map
    first = happen(mesh, (mesh.between("Mun", "Tyr")[0],))
    second = happen(first.mesh, (mesh.between("Gas", "Par")[0],))
    together = update_geometry(shape, [first, second])
    assert together == draw_surgery(draw_surgery(shape, first), second)


def test_a_drawing_of_another_map_is_refused(base_map):
    mesh, shape = base_map
    first = happen(mesh, (mesh.between("Mun", "Tyr")[0],))
    with pytest.raises(MapError, match="not that of the map"):
        draw_surgery(replace(shape), happen(first.mesh, (mesh.between("Gas", "Par")[0],)))


def test_a_strip_that_is_all_but_a_line_is_widened_as_the_ground_settles(base_map, monkeypatch):
    mesh, shape = base_map
    monkeypatch.setattr("zinegen.geometry.redraw.update_geometry.EFFORTS", EFFORTS[-1:])
    for pair in (("Boh", "Sil"), ("HEL", "Den")):
        surgery = separate(mesh, mesh.between(*pair)[0])
        after = draw_surgery(shape, surgery)
        assert after.relaid == 0
        assert_true_map(surgery.mesh, after)
        assert not measure(surgery.mesh, after).strangers
