"""Short names on small maps, and names that step aside for the lines of orders."""

import re
from itertools import combinations

import pytest
import shapely
import shapely.affinity

from tests.drawing.test_real_phases import phases
from tests.drawing.walks import list_walked_boards
from tests.positions import play
from zinegen.drawing import (
    draw_orders,
    find_unit_point,
    make_map,
    simplify_for_drawing,
    style,
    to_svg,
)
from zinegen.drawing.drawn_map import prepare_map, prepare_picture
from zinegen.drawing.lettering import width
from zinegen.drawing.orders.arrows import Arrows
from zinegen.drawing.pieces import find_plate
from zinegen.drawing.placement import cut_of, find_label_box, letter_size
from zinegen.drawing.scene import Sight, Typeface, find_sight
from zinegen.drawing.short_names import (
    CAPITAL,
    FLOOR,
    SIZES,
    find_middles,
    find_size,
    find_size_on,
    list_points,
    move_off_lines,
    plan_without_lines,
)
from zinegen.game import Report

WIDEST = 1660


@pytest.fixture(scope="module")
def crowded():
    """Some crowded phases that people played."""
    return [
        play(one["before"]["units"], one["orders"], one["phase"], one["before"]["centers"])
        for one in phases()[:4]
    ]


def struck(board, names, lines):
    """Return the provinces whose names, as boxes, the lines cross."""
    drawn = shapely.MultiLineString([line for line in lines if len(line) > 1])
    return {face for face, box in names.items() if shapely.intersects(drawn, box)}


def test_lines_of_orders_strike_no_more_names_than_there_is_no_help_for(crowded):
    """On a busy map every fifth name was struck through; hardly one is that has room beside the line."""
    was, now = 0, 0
    for one in crowded:
        drawn, state = prepare_picture(one.before)
        arrows = Arrows(
            drawn=drawn,
            state=state,
            report=one.report,
            signs=style.assign_signs(state.powers),
        )
        arrows.draw()
        boxes = {
            face: find_label_box(state.board, face, spots.label)
            for face, spots in make_map(state.board).places.items()
        }
        names = {f: shapely.box(b.left, b.top, b.right, b.bottom) for f, b in boxes.items()}
        before = struck(state.board, names, arrows.courses)
        plan = move_off_lines(make_map(state.board), Sight.WIDE, list_points(arrows.courses))
        moved = {
            face: shapely.affinity.translate(name, *plan.shifts.get(face, (0, 0)))
            for face, name in names.items()
        }
        after = struck(state.board, moved, arrows.courses)
        assert after <= plan.struck  # what cannot move away lies on top, on a strong edge
        for face in plan.shifts:
            ground = make_map(state.board).polygons[face]
            out = shapely.difference(moved[face], ground).area / moved[face].area
            assert out <= 0.1
            others = [name for other, name in moved.items() if other != face]
            assert not shapely.intersects(moved[face], shapely.union_all(others))
            for unit in state.units.values():
                at = shapely.Point(find_unit_point(make_map(state.board), unit.at))
                assert shapely.distance(moved[face], at) > 90
        was, now = was + len(before), now + len(after)
    assert was > 20
    assert now <= was / 4


def test_what_is_struck_all_the_same_lies_on_an_edge_of_its_own(crowded):
    scene = draw_orders(crowded[0].before, crowded[0].report)
    [full] = [one for one in scene.layers if one.name == "names" and Sight.WIDE in one.sights]
    names = [one.name for one in scene.layers]
    assert names.index("orders") < names.index("names")
    edges = [item.ink.stroke_opacity for item in full.items if item.ink.stroke_opacity]
    assert edges == sorted(edges)


def test_full_names_are_seven_pixels_high_where_they_are_shown(start):
    for board in (start.board, *list_walked_boards()):
        for face, spots in prepare_map(board).places.items():
            assert letter_size(spots.label) / 10 * 1200 / WIDEST >= 7, face


PHONE = 358
"""How wide a map is on a phone of 390 pixels, which has some margin."""


@pytest.mark.parametrize(
    ("sight", "shown", "least"), [(Sight.MIDDLE, 653, 9), (Sight.NARROW, PHONE, 8)]
)
def test_short_names_are_high_enough_to_be_read_where_they_are_shown(sight, shown, least):
    assert find_sight(shown / WIDEST) is sight
    assert SIZES[sight] / 10 * shown / WIDEST >= least


def test_on_a_phone_nothing_is_smaller_than_eight_pixels_and_no_names_collide(start):
    """Centres have no marks of their own there: their names lie on plates."""
    for place, board in enumerate((start.board, *list_walked_boards()[:2])):
        drawn = prepare_map(board)
        hidden = plan_without_lines(drawn, Sight.NARROW).hidden
        assert len(hidden) <= 3 * min(place, 1)
        boxes = []
        for face, (x, y) in find_middles(drawn, Sight.NARROW).items():
            half, high = measure_name(drawn, face)
            if drawn.places[face].centre:
                plate = find_plate(drawn, face)
                assert plate.height / 10 * PHONE / WIDEST >= 8
                half, high = plate.width / 2, plate.height / 2
            if face not in hidden:
                boxes.append(shapely.box(x - half + 1, y - high + 1, x + half - 1, y + high - 1))
        assert not [pair for pair in combinations(boxes, 2) if shapely.intersects(*pair)]


def measure_name(drawn, face):
    """Return half of the width and of the height of a name on a phone."""
    cut = cut_of(is_water=drawn.board.is_water(face))
    size = find_size_on(drawn, Sight.NARROW)
    assert size / 10 * PHONE / WIDEST >= 8
    return width(drawn.board[face].abbreviation, cut, size) / 2, size * CAPITAL / 2


def test_the_marks_of_centres_are_seen_where_their_letters_can_be_read(start):
    [centres] = re.findall(r'<g class="centres([^"]*)"', to_svg(draw_orders(start, Report())))
    assert centres == " wide middle"


@pytest.mark.parametrize("sight", [Sight.MIDDLE, Sight.NARROW])
def test_short_names_lie_on_their_ground_apart_from_each_other_and_from_units(start, sight):
    board = simplify_for_drawing(start.board)
    boxes = {}
    for face, (x, y) in find_middles(make_map(board), sight).items():
        half = width(board[face].abbreviation, Typeface.REGULAR, SIZES[sight]) / 2
        high = SIZES[sight] * CAPITAL / 2
        boxes[face] = shapely.box(x - half, y - high, x + half, y + high)
        assert shapely.intersects(make_map(board).polygons[face], shapely.Point(x, y))
    shared = [one.intersection(other).area for one, other in combinations(boxes.values(), 2)]
    assert max(shared) <= 0.25 * max(box.area for box in boxes.values())
    assert sum(area > 0 for area in shared) <= (0 if sight is Sight.MIDDLE else 12)
    covered = [
        face
        for face, spots in make_map(board).places.items()
        if shapely.distance(boxes[face], shapely.Point(spots.unit)) < 60
    ]
    assert len(covered) <= (3 if sight is Sight.MIDDLE else 8)


def test_short_names_are_smaller_on_a_map_with_more_provinces_than_it_has_room_for(start):
    board = simplify_for_drawing(start.board)
    shape = board.current_shape
    size, count = (shape.width, shape.height), len(make_map(board).places)
    assert find_size_on(make_map(board), Sight.NARROW) == SIZES[Sight.NARROW]
    assert FLOOR == find_size(Sight.NARROW, size, 2 * count) < SIZES[Sight.NARROW]
    assert find_size(Sight.MIDDLE, size, 2 * count) == SIZES[Sight.MIDDLE]


@pytest.mark.browser
def test_a_picture_shows_the_names_that_can_be_read_at_its_size(page, start, busy):
    """The same file at three widths: each shows one lot of names, in no other way than by its style sheet."""
    text = to_svg(draw_orders(*busy))
    ident = re.search(r'id="([^"]*map)"', text)[1]
    for wide, lot in ((1300, "wide"), (653, "middle"), (375, "narrow")):
        page.set_viewport_size({"width": wide, "height": 800})
        page.set_content(f"<body style='margin:0'>{text}</body>")
        seen = page.evaluate(
            "ident => [...document.querySelectorAll(`#${ident} .names`)]"
            ".filter(one => getComputedStyle(one).display != 'none').map(one => one.classList[1])",
            ident,
        )
        assert seen == [lot]
