"""Orders about the map, and of armies aboard, are on the map of orders with what became of them."""

import math
import re
from dataclasses import replace

import pytest

from zinegen.drawing import alt_text, draw_orders, make_map, simplify_for_drawing, to_svg
from zinegen.drawing.drawn_map import prepare_picture
from zinegen.drawing.geometry import find_outlines, middle_of
from zinegen.drawing.orders.event_marks import PUSH, TAG, draw_map_orders, find_course
from zinegen.game import (
    BorderName,
    Connection,
    Diamond,
    OrderResult,
    PlaceName,
    Reason,
    Report,
    Separation,
    Verdict,
)
from zinegen.geometry import ProvinceKey, is_inside
from zinegen.variants.seismic.orders import Separate


@pytest.fixture(scope="session")
def texts(ferries, council):
    return to_svg(draw_orders(*ferries)), to_svg(draw_orders(*council))


@pytest.mark.parametrize(
    ("classes", "title"),
    [
        ("order event austria succeeds", "Austria: "),
        ("order guard france fails", "France: "),
        ("order event france void", "France: "),
        ("order event germany succeeds", "Germany: "),
        ("order guard russia fails", "Russia: "),
        ("order event turkey succeeds", "Turkey: "),
    ],
)
def test_an_order_about_the_map_bears_its_power_and_its_result(texts, classes, title):
    assert f'<g class="{classes}"><title>{title}' in texts[1]


def test_an_order_without_ground_on_the_board_has_no_mark(texts, council):
    sited = [ruling for ruling in council[1].rulings if ruling.order.site]
    marks = re.findall(r'class="order (?:event|guard) ', texts[1])
    assert len(marks) == len(sited) - 1  # nobody can create a centre in the outside


def find_site(board, *site):
    [at] = find_course(make_map(board), Diamond(site=site))
    return at


def test_a_mark_stands_for_the_border_or_the_province(start):
    board = simplify_for_drawing(start.board)
    assert is_inside(find_outlines(board)[ProvinceKey("Mos")], find_site(board, ProvinceKey("Mos")))
    x, y = find_site(board, ProvinceKey("Por"), ProvinceKey("Spa"))
    [border] = board.mesh.between(ProvinceKey("Por"), ProvinceKey("Spa"))
    xs, ys = zip(*board.shape.lines[border], strict=True)
    assert min(xs) <= x <= max(xs)
    assert min(ys) <= y <= max(ys)
    apart = find_site(board, ProvinceKey("Por"), ProvinceKey("Bre"))
    assert not is_inside(find_outlines(board)[ProvinceKey("Por")], apart)
    assert find_site(board, ProvinceKey("NAf"), ProvinceKey("Out")) is not None
    for nowhere in (
        (),
        (ProvinceKey("Out"),),
        (ProvinceKey("Xyz"),),
        (ProvinceKey("Mun"), ProvinceKey("Out")),
    ):
        assert find_course(make_map(board), Diamond(site=nowhere)) == ()


@pytest.mark.parametrize(
    "sign",
    [
        Separation(site=("Bur", "Mun")),
        Separation(site=("Por", "Spa"), connected=("MAO", "MAO")),
        Connection(site=("Ruh", "Swi")),
        Connection(site=("Por", "Bre")),
    ],
)
def test_a_tie_leads_from_one_that_is_to_touch_to_the_other(start, sign):
    board = simplify_for_drawing(start.board)
    [border] = board.mesh.between(*sign.site) if isinstance(sign, Separation) else [None]
    touching = board.mesh.ends(border) if border is not None else sign.site
    course = find_course(make_map(board), sign)
    ends = {
        next(face for face, rings in find_outlines(board).items() if is_inside(rings, end))
        for end in (course[0], course[-1])
    }
    assert ends == set(touching)


def test_orders_about_one_border_have_one_tie_and_a_tag_each(start):
    orders = [
        Separate(
            power=power,
            border=BorderName(one=PlaceName(province="Bur"), other=PlaceName(province="Mun")),
        )
        for power in ("France", "Germany")
    ]
    rulings = tuple(
        OrderResult(order=order, verdict=Verdict(reason=Reason.BORDER_MOVED)) for order in orders
    )
    drawn, state = prepare_picture(start)
    marks = draw_map_orders(drawn, state, Report(rulings=rulings), {orders[0]: "bur-mun-separate"})
    assert len(marks.ties) == 1
    assert len(marks.marks) == 2
    assert marks.marks[0].data == (("order", "bur-mun-separate"),)
    scene = draw_orders(start, Report(rulings=rulings))
    assert not [one for one in marks.marks if "diamond" in one.kind]
    legend = next(layer for layer in scene.layers if layer.name == "legend")
    shown = [item.text for item in legend.items if hasattr(item, "text")]
    assert "wants the ends to touch, the sides to part" in shown
    assert "wants the map changed here" not in shown


def test_the_tag_of_a_power_leaves_the_arrows_of_a_tie_free(start):
    board = simplify_for_drawing(start.board)
    state, covered = replace(start, board=board), []
    for border in [one for one in board.mesh.borders if "Out" not in board.mesh.sides(one)][::5]:
        sides = board.mesh.sides(border)
        course = find_course(make_map(board), Separation(site=sides))
        one, other = (PlaceName(province=side) for side in sides)
        order = Separate(power="France", border=BorderName(one=one, other=other))
        ruling = OrderResult(order=order, verdict=Verdict(reason=Reason.BORDER_MOVED))
        [mark] = draw_map_orders(make_map(state.board), state, Report(rulings=(ruling,)), {}).marks
        [tag] = [one.grows_at for one in mark.items if one.grows_at]
        if math.dist(tag, middle_of(course)) < TAG + PUSH // 2:
            covered.append(border)
    assert not covered


def test_the_legend_explains_diamond_and_shield_and_calls_nobody_disbanded(council, busy):
    words = draw_orders(*council).layers
    legend = next(layer for layer in words if layer.name == "legend")
    shown = [item.text for item in legend.items if hasattr(item, "text")]
    assert {"wants the map changed here", "stabilised"} <= set(shown)
    assert "disbanded" not in shown
    usual = next(layer for layer in draw_orders(*busy).layers if layer.name == "legend")
    assert "stabilised" not in [item.text for item in usual.items if hasattr(item, "text")]


@pytest.mark.parametrize(
    "title",
    [
        "England: army London goes aboard fleet English Channel",
        "England: army aboard in Mid-Atlantic Ocean lands in Portugal",
        "England: army Liverpool goes aboard fleet Irish Sea, fails",
        "France: army aboard in Gulf of Lyon lands in Piedmont, fails",
        "France: army Gascony supports the landing from Gulf of Lyon in Piedmont",
        "France: fleet Brest supports the landing from English Channel in Picardy, void",
    ],
)
def test_boardings_and_landings_are_arrows_with_words(texts, title):
    assert f"<title>{title}</title>" in texts[0]


def test_an_army_that_becomes_a_fleet_bears_a_ship_or_a_cross(texts, ferries):
    assert texts[0].count('class="refitted"') == 2  # on the map and in the legend
    words = [alt_text.describe_ruling(ferries[0], ruling) for ruling in ferries[1].rulings]
    assert "England: army Edinburgh becomes a fleet" in words
    assert "Italy: army Tunis becomes a fleet, void" in words
