"""Ground off the board within the frame: dotted where it is land's breadth, bare where it is none."""

from dataclasses import replace

import pytest
import shapely

from zinegen.board import OUTSIDE
from zinegen.drawing import draw_before, make_map, simplify_for_drawing, to_svg
from zinegen.drawing.off_board.islands import APART
from zinegen.drawing.off_board.outside import draw_outside
from zinegen.geometry import Decoration, DecorationKind, ProvinceKey
from zinegen.redrawing import draw_board


@pytest.fixture(scope="module")
def let_in(start):
    """The standard map after Syria has parted from Armenia, and the outside come in between."""
    board = start.board
    [border] = board.mesh.between("Arm", "Syr")
    return simplify_for_drawing(draw_board(board.separate(border)))


def test_the_printed_map_has_no_ground_off_the_board(start):
    board = simplify_for_drawing(start.board)
    assert len(list(draw_outside(board))) == 1  # the paper under the Caspian Sea
    assert make_map(board).beyond == ()
    assert "beyond" not in to_svg(draw_before(start))


def test_what_comes_in_from_outside_is_shown_between_the_provinces(let_in):
    assert let_in.mesh.adjacent("Arm") & {OUTSIDE}
    [part] = make_map(let_in).beyond
    ground = shapely.Polygon(part[0], part[1:])
    shape = let_in.current_shape
    assert ground.is_valid
    assert shapely.box(0, 0, shape.width, shape.height).buffer(1).contains(ground)
    for face, province in make_map(let_in).polygons.items():
        assert ground.intersection(province).area < 0.01 * ground.area, face
    assert all(ground.distance(make_map(let_in).polygons[face]) == 0 for face in ("Arm", "Syr"))


def test_the_legend_says_what_the_dots_mean(let_in, start):
    scene = draw_before(replace(start, board=let_in, units={}))
    text = to_svg(scene, prefix="")
    assert 'class="beyond"' in text
    assert text.count('<pattern id="beyond"') == 1
    legend, _ = (layer for layer in scene.layers if layer.name == "legend")
    assert "off the board" in repr(legend.items)


def test_no_island_lies_on_what_is_off_the_board_or_at_its_edge(let_in):
    [part] = make_map(let_in).beyond
    ground = shapely.Polygon(part[0], part[1:])
    middle = shapely.maximum_inscribed_circle(ground, tolerance=5)
    isle = shapely.Point(middle.coords[0]).buffer(0.9 * middle.length)
    line = tuple((round(x), round(y)) for x, y in isle.exterior.coords)
    one = Decoration(kind=DecorationKind.ISLAND, line=line, within=(ProvinceKey("EAS"),))
    shape = replace(let_in.current_shape, decoration=(one,))
    drawn = make_map(replace(let_in, shape=shape)).islands
    assert all(shapely.distance(shapely.Polygon(ring), ground) > APART - 2 for ring in drawn)
