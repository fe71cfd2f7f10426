"""Ground is drawn as it is now, in the tint of who holds it."""

import re

import pytest

from tests.drawing.positions import BUSY_OWNERS, standard
from zinegen.board import Board
from zinegen.drawing import draw_after, draw_before, simplify_for_drawing, to_svg
from zinegen.drawing.terrain.ground import find_holders
from zinegen.errors import MapError
from zinegen.geometry import ProvinceKey


def test_a_centre_goes_with_its_owner():
    state = standard(owners=BUSY_OWNERS)
    held = find_holders(state.board, state.owners)
    assert held[ProvinceKey("Bre")] == "England"
    assert ProvinceKey("Swe") not in held


@pytest.mark.parametrize(
    ("owners", "holder"),
    [
        ({"France": "Par Bre Mar"}, "France"),
        ({"Germany": "Par Bre", "France": "Mar"}, "Germany"),
        ({"Germany": "Par", "France": "Mar"}, "France"),
        ({"Germany": "Par", "Italy": "Mar"}, None),
        ({}, None),
    ],
)
def test_land_without_a_centre_goes_with_most_of_its_countrys_centres(owners, holder):
    state = standard(owners=owners)
    assert find_holders(state.board, state.owners).get(ProvinceKey("Gas")) == holder


def test_land_that_has_become_water_has_no_tint(changed):
    assert ProvinceKey("Mun") not in find_holders(changed[1].board, changed[1].owners)


def test_the_map_shows_the_ground_of_this_moment(changed):
    before, after = changed
    plain, shaken = (
        to_svg(draw_before(before), prefix=""),
        to_svg(draw_after(after, earlier=before), prefix=""),
    )
    land, raised = (re.search(r'<g id="land">(.*?)</g>', text)[1] for text in (plain, shaken))
    assert '<path id="Mun"' in land
    assert '<path id="Mun"' not in raised
    assert '<path id="SKA"' in raised
    for kind in ("rift", "range", "strait", "canal", "changed", "ice", "peaks"):
        assert f'class="{kind}"' in shaken
        assert f'class="{kind}"' not in plain or kind == "canal"


def test_a_board_that_was_never_drawn_cannot_be_shown(start):
    bare = Board(mesh=start.board.mesh, provinces=start.board.provinces)
    with pytest.raises(MapError, match="never been drawn"):
        simplify_for_drawing(bare)


def test_drawing_twice_costs_nothing(start):
    board = simplify_for_drawing(start.board)
    assert simplify_for_drawing(start.board) is board
    assert simplify_for_drawing(board) is board
