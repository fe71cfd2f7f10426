"""Maps late in a long game: whatever has become of the ground, its pictures can be drawn."""

from dataclasses import replace

import pytest

from tests.drawing.positions import packed
from tests.geometry.quakes import happen, walk
from zinegen.drawing import draw_before, to_svg
from zinegen.drawing.geometry import find_polygons, simplify_for_drawing
from zinegen.drawing.placement import find_places
from zinegen.geometry.redraw.update_geometry import draw_surgery


@pytest.mark.slow
@pytest.mark.parametrize("seed", [106])
def test_after_fifty_events_a_furnished_map_is_drawn_with_all_its_names(start, seed):
    """As `tests/geometry/test_update_geometry.py`, with names, islands, lakes and canals on the map."""
    board = start.board.update_geometry()
    mesh, shape = board.mesh, board.shape
    events = walk(mesh, seed)
    event = next(events)
    for _ in range(50):
        surgery = happen(mesh, event)
        shape = draw_surgery(shape, surgery)
        mesh = surgery.mesh
        event = events.send(mesh)
    board = replace(board, mesh=mesh, shape=shape, joins=(), canals=())
    text = to_svg(draw_before(replace(start, board=board, units={})))
    assert packed(text) < 50_000
    assert (
        set(find_places(simplify_for_drawing(board)))
        == set(find_polygons(simplify_for_drawing(board)))
        == set(board.provinces) - {"Out"}
    )
