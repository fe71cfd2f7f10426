"""Ground is drawn as it is now, in the tint of who holds it."""

import re

import pytest
import shapely
from shapely.geometry import Polygon

from tests.drawing.positions import BUSY_OWNERS, standard
from tests.drawing.walks import list_walked_boards
from zinegen.board import Board
from zinegen.drawing import draw_after, draw_before, simplify_for_drawing, to_svg
from zinegen.drawing.drawn_map import prepare_map
from zinegen.drawing.style import SEA_TINTS, assign_sea_shades
from zinegen.drawing.terrain.ground import find_holders
from zinegen.drawing.terrain.seas import draw_sea_tints
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


def test_each_sea_is_covered_by_its_own_tint_and_by_no_other(start):
    for board in (start.board, *list_walked_boards()):
        drawn = prepare_map(board)
        tints = {tint.ink.fill: cover(tint.lines) for tint in draw_sea_tints(drawn)}
        for face, shade in assign_sea_shades(drawn.board).items():
            sea = shapely.buffer(drawn.polygons[face], -BORDER)
            for fill, area in tints.items():
                wanted = sea if fill == (None, *SEA_TINTS)[shade] else Polygon()
                assert shapely.intersection(sea, area).area == pytest.approx(
                    wanted.area, rel=1e-3, abs=500
                )


BORDER = 20
"""How far from its border a sea has its tint for sure, in tenths."""


def cover(rings):
    """Return the ground within some rings, holes left out."""
    area = Polygon()
    for ring in rings:
        area = shapely.symmetric_difference(area, shapely.make_valid(Polygon(ring)))
    return area
