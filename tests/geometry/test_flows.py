"""Flows move the ground and never tear or fold it."""

from dataclasses import replace

import numpy as np
import pytest
import shapely

from zinegen.geometry.draft import draft_of, faults_of
from zinegen.geometry.redraw.flows import (
    move_draft,
    move_flows,
    move_lines,
    move_points,
    reverse,
    shorten,
    squeeze,
    swell,
)

SIZE = (1600.0, 1319.0)


@pytest.fixture(scope="module")
def field():
    """Points all over the board, the frame included."""
    xs, ys = np.meshgrid(np.linspace(0, 1600, 81), np.linspace(0, 1319, 67))
    return np.column_stack([xs.ravel(), ys.ravel()])


FLOWS = [
    squeeze(np.array([[600.0, 500.0], [800.0, 620.0]]), 70),
    squeeze(np.array([[20.0, 500.0], [260.0, 620.0]]), 70),
    swell(np.array([700.0, 600.0]), 60, 0.5),
    swell(np.array([10.0, 600.0]), 60, 0.5),
]


@pytest.mark.parametrize("flow", FLOWS)
def test_a_flow_run_backwards_is_undone(field, flow):
    there = move_points(field, flow, SIZE)
    assert np.abs(there - field).max() > 1
    assert np.abs(move_points(there, reverse(flow), SIZE) - field).max() < 0.05


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


def test_a_squeeze_draws_the_ends_of_its_line_together():
    line = np.array([[600.0, 500.0], [800.0, 500.0]])
    ends = move_points(line, squeeze(line, 70), SIZE)
    assert 100 < np.hypot(*(ends[1] - ends[0])) < 180


def test_a_squeeze_keeps_every_area(base_map):
    draft = draft_of(*base_map)
    after = move_draft(draft, FLOWS[0])
    for face in draft.mesh.rings:
        assert after.ground(face).area == pytest.approx(draft.ground(face).area, rel=1e-3)


@pytest.mark.parametrize("flow", FLOWS)
def test_a_flow_changes_nothing_about_who_touches_whom(base_map, flow):
    after = move_draft(draft_of(*base_map), flow)
    assert [fault for face in after.mesh.rings for fault in faults_of(after, face)] == []


def test_lines_that_a_flow_does_not_reach_are_the_same_objects(base_map):
    draft = draft_of(*base_map)
    after = move_draft(draft, FLOWS[2])
    near = shapely.Point(FLOWS[2].centre).buffer(FLOWS[2].reach)
    for border, line in draft.lines.items():
        assert (after.lines[border] is line) == (not shapely.LineString(line).intersects(near))


def test_a_long_stretch_is_bent_by_added_points():
    line = np.array([[500.0, 550.0], [900.0, 550.0]])
    (after,) = move_lines({0: line}, FLOWS[2], SIZE).values()
    assert len(after) > 10
    assert (after[[0, -1]] == line[[0, -1]]).all()


def test_points_that_hardly_matter_are_dropped():
    xs = np.linspace(650, 750, 201)
    comb = np.column_stack([xs, 600 + 0.05 * (np.arange(201) * 7 % 5)])
    (after,) = move_lines({0: comb}, swell(np.array([700.0, 600.0]), 90, 0.01), SIZE).values()
    assert len(after) < 120


def test_a_part_of_a_flow_goes_part_of_the_way():
    line = np.array([[600.0, 500.0], [800.0, 500.0]])
    flow = squeeze(line, 70)
    spans = [
        np.hypot(*np.diff(move_points(line, shorten(flow, share), SIZE), axis=0)[0])
        for share in (0, 0.5, 1)
    ]
    assert spans[0] == 200
    assert spans[0] > spans[1] > spans[2]


def test_a_flow_is_itself_moved_by_a_later_one():
    later = swell(np.array([700.0, 500.0]), 200, 0.4)
    flow = replace(FLOWS[2], centre=(750.0, 500.0))
    (after,) = move_flows([flow], later, SIZE)
    assert after.centre[0] > 760
    assert np.hypot(*after.axis) == pytest.approx(1)
    assert after.amount == flow.amount
