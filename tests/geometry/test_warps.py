"""Flows move the ground and never tear or fold it."""

import numpy as np
import pytest
import shapely

from zinegen.geometry.draft import draft_of, faults_of
from zinegen.geometry.redraw.warps import move_draft, move_lines, move_points, shorten, swell

SIZE = (1600.0, 1319.0)


@pytest.fixture(scope="module")
def field():
    """Points all over the board, the frame included."""
    xs, ys = np.meshgrid(np.linspace(0, 1600, 81), np.linspace(0, 1319, 67))
    return np.column_stack([xs.ravel(), ys.ravel()])


FLOWS = [
    swell(np.array([700.0, 600.0]), 60, 0.5),
    swell(np.array([10.0, 600.0]), 60, 0.5),
]


@pytest.mark.parametrize("flow", FLOWS)
def test_a_flow_run_backwards_is_undone(field, flow):
    there = move_points(field, flow, SIZE)
    assert np.abs(there - field).max() > 1
    assert np.abs(move_points(there, shorten(flow, -1), SIZE) - field).max() < 0.05


@pytest.mark.parametrize("flow", FLOWS)
def test_a_flow_moves_nothing_out_of_its_reach(field, flow):
    far = np.hypot(*(field - flow.centre).T) >= flow.reach
    assert (move_points(field, flow, SIZE)[far] == field[far]).all()


@pytest.mark.parametrize("flow", FLOWS)
def test_the_frame_stays_where_it_is(field, flow):
    there = move_points(field, flow, SIZE)
    for axis, extent in enumerate(SIZE):
        for side in (0, extent):
            on = field[:, axis] == side
            assert (there[on, axis] == side).all()
    inside = (field > 0).all(axis=1) & (field < SIZE).all(axis=1)
    assert (there[inside] > 0).all()
    assert (there[inside] < SIZE).all()


@pytest.mark.parametrize("flow", FLOWS)
def test_a_flow_changes_nothing_about_who_touches_whom(base_map, flow):
    after = move_draft(draft_of(*base_map), flow)
    assert [fault for face in after.mesh.rings for fault in faults_of(after, face)] == []


def test_lines_that_a_flow_does_not_reach_are_the_same_objects(base_map):
    draft = draft_of(*base_map)
    after = move_draft(draft, FLOWS[0])
    near = shapely.Point(FLOWS[0].centre).buffer(FLOWS[0].reach)
    for border, line in draft.lines.items():
        assert (after.lines[border] is line) == (not shapely.LineString(line).intersects(near))


def test_a_long_stretch_is_bent_by_added_points():
    line = np.array([[500.0, 550.0], [900.0, 550.0]])
    (after,) = move_lines({0: line}, FLOWS[0], SIZE).values()
    assert len(after) > 10
    assert (after[[0, -1]] == line[[0, -1]]).all()


def test_points_that_hardly_matter_are_dropped():
    xs = np.linspace(650, 750, 201)
    comb = np.column_stack([xs, 600 + 0.05 * (np.arange(201) * 7 % 5)])
    (after,) = move_lines({0: comb}, swell(np.array([700.0, 600.0]), 90, 0.01), SIZE).values()
    assert len(after) < 120


def test_a_part_of_a_flow_goes_part_of_the_way():
    point = np.array([[720.0, 600.0]])
    away = [move_points(point, shorten(FLOWS[0], share), SIZE)[0, 0] - 700 for share in (0, 0.5, 1)]
    assert away[0] == 20
    assert away[0] < away[1] < away[2]
