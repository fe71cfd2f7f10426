"""Arms of provinces are lettered again, where nothing else lies; see `walks` for more maps."""

import math

import pytest
import shapely

from tests.drawing.positions import standard
from tests.drawing.walks import list_walked_boards
from tests.rule_sets import rule_set
from zinegen.board import Place
from zinegen.board.coasts import coasts
from zinegen.drawing import find_unit_point, lettering
from zinegen.drawing.drawn_map import prepare_map
from zinegen.drawing.geometry import Rect
from zinegen.drawing.pieces import draw_names_layers
from zinegen.drawing.placement import find_label_box
from zinegen.drawing.position import read_position
from zinegen.drawing.scene import Group, Sight, Words
from zinegen.drawing.short_names import list_points, move_off_lines
from zinegen.drawing.symbols import CENTRE, UNIT
from zinegen.drawing.terrain.arms import letter_arms, letter_free_arms
from zinegen.play import start_state
from zinegen.redrawing import draw_board


@pytest.fixture(scope="module")
def maps():
    return [prepare_map(board) for board in list_walked_boards()]


def cover(words):
    """Return the ground of a name that is turned about its beginning, as letters fill it."""
    wide, high = lettering.width(words.text, words.face, words.size), 0.7 * words.size
    along = complex(math.cos(math.radians(words.turned)), math.sin(math.radians(words.turned)))
    corners = (complex(*words.at) + along * one for one in (0, wide, wide - high * 1j, -high * 1j))
    return shapely.Polygon([(one.real, one.imag) for one in corners])


def list_arms(drawn, sight=Sight.WIDE):
    """Return each name in an arm with its province."""
    return [(face, one) for face, names in letter_arms(drawn, sight).items() for one in names]


def test_names_in_arms_lie_in_their_province_and_cover_nothing(maps):
    for drawn in maps:
        board = drawn.board
        taken = [box.area for box in drawn.name_boxes]
        taken += [shapely.Polygon(line) for line in drawn.islands]
        for face, spots in drawn.places.items():
            grounds = (Place(face, one.borders) for one in coasts(board, face))
            units = {find_unit_point(drawn, place) for place in (Place(face), *grounds)}
            taken += [shapely.Point(at).buffer(UNIT) for at in units]
            taken += [shapely.Point(spots.centre).buffer(CENTRE)] if spots.centre else []
        found = [(face, cover(one.words)) for face, one in list_arms(drawn)]
        assert len(found) > 15
        for place, (face, area) in enumerate(found):
            assert shapely.contains(drawn.polygons[face], area), (face, area)
            others = [*taken, *(other for _, other in found[:place])]
            assert not shapely.intersects(area, others).any(), (face, area)


def test_on_the_first_map_only_arms_far_from_their_names_are_lettered():
    drawn = prepare_map(standard().board)
    water = {face: drawn.board.is_water(face) for face, _ in list_arms(drawn)}
    assert {face for face, wet in water.items() if not wet} == {"Nwy", "StP", "Nap"}
    assert {"BAR", "GOB"} <= {face for face, wet in water.items() if wet}


def test_a_map_without_any_centre_has_names_in_its_arms_too():
    start = start_state(rule_set("post-atomic"))
    assert not start.board.centres
    drawn = prepare_map(draw_board(start.board))
    assert len(letter_arms(drawn, Sight.WIDE)) > 3


def find_farthest(drawn, face, names):
    """Return how far a part of a province that is narrow and has room for letters is from some names."""
    inner = shapely.buffer(drawn.polygons[face], -60)
    wide = shapely.buffer(shapely.buffer(inner, -240), 300)
    ribbons = shapely.segmentize(shapely.difference(inner, wide), 100)
    points = shapely.points(shapely.get_coordinates(ribbons))
    points = points[shapely.distance(points, wide) > 300] if len(points) else points
    return shapely.distance(points, names).max(initial=0)


def test_few_ribbons_are_far_from_each_name_of_their_province(maps):
    drawn = maps[-1]
    far = {"without": 0, "with": 0}
    for face, spots in drawn.places.items():
        name = find_label_box(drawn.board, face, spots.label).area
        again = [cover(one.words) for one in letter_arms(drawn, Sight.WIDE).get(face, ())]
        far["without"] += find_farthest(drawn, face, name) > 1500
        far["with"] += find_farthest(drawn, face, shapely.union_all([name, *again])) > 1500
    assert 3 * far["with"] < far["without"]


def list_words(shape):
    """Yield the lines of text in a shape."""
    for item in shape.items:
        if isinstance(item, Words):
            yield item
        elif isinstance(item, Group):
            yield from list_words(item)


def test_names_in_arms_are_short_and_the_smallest_pictures_have_none(maps):
    drawn = maps[-1]
    arms = {
        sight: {one.words for _, one in list_arms(drawn, sight)}
        for sight in (Sight.WIDE, Sight.MIDDLE)
    }
    assert len(arms[Sight.WIDE]) > len(arms[Sight.MIDDLE]) > 5
    both = set.union(*arms.values())
    for layer in draw_names_layers(drawn, read_position(standard())):
        assert {*list_words(layer)} & both == arms.get(*layer.sights, set())
    assert {one.text for one in both} <= {
        one.abbreviation for one in drawn.board.provinces.values()
    }


def test_a_name_in_an_arm_gives_way_to_lines_and_to_names_that_move_off_lines(maps):
    drawn = maps[-1]
    every = list_arms(drawn)
    face, struck = every[0]
    middle = shapely.centroid(cover(struck.words))
    x, y = round(middle.x), round(middle.y)
    points = list_points([((x - 10, y), (x + 10, y))])
    free = letter_free_arms(drawn, Sight.WIDE, move_off_lines(drawn, Sight.WIDE, points), points)
    assert struck not in free[face]
    assert sum(map(len, free.values())) > len(every) - 5
    lines = [
        ((round(box.left), round(box.top)), (round(box.right), round(box.bottom)))
        for box in drawn.name_boxes
    ]
    points = list_points(
        [
            tuple((x, y) for x in range(a, c, 40) for y in range(b, d, 40))
            for (a, b), (c, d) in lines
        ]
    )
    plan = move_off_lines(drawn, Sight.WIDE, points)
    kept = letter_free_arms(drawn, Sight.WIDE, plan, points)
    moved = [
        find_label_box(drawn.board, face, drawn.places[face].label).shift(by)
        for face, by in plan.shifts.items()
    ]
    assert moved
    assert not any(
        box.overlaps(one.box) for box in moved for names in kept.values() for one in names
    )


def test_a_rectangle_is_shifted():
    assert Rect(1, 2, 3, 4).shift((10, 20)) == Rect(11, 22, 13, 24)
