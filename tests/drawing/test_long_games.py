"""Maps late in a long game: whatever has become of the ground, its pictures can be drawn."""

from dataclasses import replace

import pytest

from tests.drawing.positions import packed
from tests.drawing.walks import list_walked_boards
from tests.geometry.quakes import farthest_after_undoing, happen, walk
from tests.rule_sets import rule_set
from zinegen.drawing import draw_before, to_svg
from zinegen.drawing.drawn_map import prepare_map
from zinegen.geometry import draw_surgery
from zinegen.play import start_state
from zinegen.redrawing import draw_board


@pytest.mark.slow
@pytest.mark.parametrize("seed", [106])
def test_after_seventy_events_the_last_are_undone_and_the_map_is_drawn_with_all_its_names(seed):
    """As `tests/geometry/test_update_geometry.py`, with names, islands, lakes and canals on the map.

    Undoing leaves no border farther than twelve units from where it was. The first sixty have been walked
    before.
    """
    start = start_state(rule_set("seismic-acerunner"))
    walked, board = list_walked_boards()[1], draw_board(start.board)
    mesh, shape = walked.mesh, walked.shape
    events = walk(mesh, seed)
    event = next(events)
    found = []
    for _ in range(12):
        surgery = happen(mesh, event)
        after = draw_surgery(shape, surgery)
        found.append(farthest_after_undoing(surgery, shape, after))
        mesh, shape = surgery.mesh, after
        event = events.send(mesh)
    assert max(found) < 12, found
    board = replace(board, mesh=mesh, shape=shape, joins=(), canals=())
    text = to_svg(draw_before(replace(start, board=board, units={})))
    assert packed(text) < 50_000
    assert (
        set(prepare_map(board).places)
        == set(prepare_map(board).polygons)
        == set(board.provinces) - {"Out"}
    )
