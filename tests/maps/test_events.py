"""Whatever map it is: borders part, provinces are tied together, and the drawing follows.

`EVENTS=30 SEED=2 pytest tests/maps/test_events.py` makes so many events on each map, others for each seed.
"""

import os

import pytest

from tests.geometry.quakes import assert_true_map, walk
from tests.maps.conftest import own_map
from tests.maps.example import example_map
from tests.maps.foreign_maps import SOURCES
from zinegen.geometry.draft import check
from zinegen.redrawing import draw_board

EVENTS = int(os.environ.get("EVENTS", "2"))
SEED = int(os.environ.get("SEED", "1"))


@pytest.mark.parametrize("which", [*sorted(SOURCES), "example"])
def test_the_drawing_follows_events_on_any_map(which):
    board = (example_map() if which == "example" else own_map(which)).board
    events = walk(board.mesh, SEED)
    event = next(events)
    for _ in range(EVENTS):
        board = board.separate(*event) if len(event) == 1 else board.release(*event)
        board = draw_board(board)
        event = events.send(board.mesh)
    assert check(board.mesh, board.current_shape) == []
    assert_true_map(board.mesh, board.current_shape)
