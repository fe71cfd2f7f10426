"""What the printed map has not is drawn so that nobody needs its colour, and explained if it is there."""

import math
import re
from dataclasses import replace

import pytest
import shapely

from tests.drawing.positions import joined, standard, upheaval
from tests.rule_sets import rule_set
from zinegen.board import Canal, Place, Terrain
from zinegen.board.coasts import coasts
from zinegen.drawing import (
    draw_after,
    draw_before,
    draw_changes,
    make_map,
    simplify_for_drawing,
    to_svg,
)
from zinegen.drawing.alt_text import describe_ground
from zinegen.drawing.drawn_map import prepare_map
from zinegen.drawing.geometry import find_outlines
from zinegen.drawing.margin import (
    GROUND_RULE,
    NO_TINTS,
    list_centre_entries,
    list_ground_entries,
    list_kind_entries,
)
from zinegen.drawing.pieces import is_immobile
from zinegen.drawing.placement import find_label_box
from zinegen.drawing.scene import Words
from zinegen.drawing.symbols import CENTRE, UNIT
from zinegen.drawing.terrain.waterways import find_canal_course, find_strait_courses, list_canals
from zinegen.drawing.unit_points import find_coast_point
from zinegen.game import Kind, Phase
from zinegen.geometry import ProvinceKey
from zinegen.play import Setup, start_state
from zinegen.rules import public_state

EVERYTHING = ("sunk", "old-coast", "ice", "peaks", "rift", "range", "strait", "canal", "trapped")


@pytest.fixture(scope="session")
def texts(start, landscape):
    return to_svg(draw_before(start), prefix=""), to_svg(draw_before(landscape), prefix="")


@pytest.mark.parametrize("kind", EVERYTHING)
def test_a_feature_is_drawn_where_it_is_and_not_where_it_is_not(texts, kind):
    plain, full = texts
    assert f'class="{kind}"' in full
    assert (f'class="{kind}"' in plain) == (kind == "canal")


def test_the_legend_explains_what_is_on_the_map_and_nothing_else(start, landscape):
    assert [one.text for one in list_ground_entries(prepare_map(start.board), changed=False)] == [
        "nobody may enter",
        "canal in Kiel",
    ]
    assert [
        one.text for one in list_ground_entries(prepare_map(landscape.board), changed=False)
    ] == [
        *("nobody may enter", "sunk", "mountain", "ice", "rift", "mountain range"),
        *("double mountain range", "strait", "canal in Spain and Sevastopol"),
    ]
    words = [
        one.text
        for one in list_kind_entries(
            replace(landscape, board=simplify_for_drawing(landscape.board))
        )
    ]
    assert {"mutant force", "fleet with army", "trapped", "on the ice"} <= set(words)
    assert {"mutant force", "fleet with army", "trapped"}.isdisjoint(
        one.text for one in list_kind_entries(start)
    )


def test_the_map_is_told_in_words(landscape):
    words = describe_ground(landscape.board)
    assert "Sunk: Livonia, Munich, Prussia, Smyrna, Yorkshire." in words
    assert "Mountain: Bohemia, Piedmont, Skagerrak, Switzerland, Tyrolia." in words
    assert "Under ice: Barents Sea, Bohemia, " in words
    assert "Rift between: Gascony and Paris, Moscow and Ukraine, Albania and Ionian Sea." in words
    assert "Double mountain range between: Burgundy and Ruhr, Galicia and Warsaw." in words
    assert describe_ground(standard().board) == "Closed: Switzerland."


def test_sunk_land_keeps_its_name_in_capitals_inside_its_shores(landscape):
    board = simplify_for_drawing(landscape.board)
    sunk = [
        face for face in board.provinces if face in find_outlines(board) and board.is_sunk(face)
    ]
    assert sunk == ["Lvn", "Mun", "Pru", "Smy", "Yor"]
    for face in sunk:
        label = make_map(board).places[face].label
        assert all(line.isupper() for line in label.lines)
        box = find_label_box(board, face, label)
        name = shapely.box(box.left, box.top, box.right, box.bottom)
        inside = shapely.intersection(make_map(board).polygons[face], name)
        assert shapely.area(inside) > 0.95 * shapely.area(name), face


def test_a_raised_sea_is_not_called_sunk(landscape):
    board = simplify_for_drawing(landscape.board)
    assert not board.is_sunk(ProvinceKey("SKA"))
    assert make_map(board).places[ProvinceKey("SKA")].label.lines != ("SKA",)


def test_a_printed_canal_is_drawn_while_it_is_open(start):
    board = simplify_for_drawing(start.board)
    kiel = joined("Kie", "HEL", "BAL")
    [course] = find_strait_courses(make_map(board), kiel)
    assert find_strait_courses(make_map(board), replace(kiel, open=False)) == ()
    dry = board.replace_province(replace(board[ProvinceKey("BAL")], terrain=Terrain.LAND))
    assert find_strait_courses(make_map(dry), kiel) == ()
    iced = board.replace_province(replace(board[ProvinceKey("Kie")], iced=True))
    assert find_strait_courses(make_map(iced), kiel) == ()
    [border] = board.mesh.between(ProvinceKey("Kie"), ProvinceKey("HEL"))
    other = board.mesh.between(ProvinceKey("Kie"), ProvinceKey("BAL"))[0]
    assert find_canal_course(
        make_map(board), Canal(province=ProvinceKey("Kie"), terminals=(border, other))
    ) == (course,)


def test_a_canal_that_was_dug_runs_from_shore_to_shore_within_its_province(start):
    board = simplify_for_drawing(start.board)
    [course] = find_strait_courses(make_map(board), joined("Spa", "MAO", "GOL WES", natural=False))
    describe_ground = shapely.buffer(make_map(board).polygons[ProvinceKey("Spa")], 30)
    assert shapely.contains(describe_ground, shapely.LineString(course))
    for waters in (("MAO",), ("GOL", "WES")):
        shores = [
            shapely.LineString(board.shape.lines[border])
            for water in waters
            for border in board.mesh.between(ProvinceKey("Spa"), ProvinceKey(water))
        ]
        ends = shapely.points([course[0], course[-1]])
        assert min(shapely.distance(shore, end) for shore in shores for end in ends) < 20


def test_a_third_sea_is_led_to_the_printed_canal(start):
    board = simplify_for_drawing(start.board)
    assert (
        len(find_strait_courses(make_map(board), joined("Den", "NTH", "BAL", natural=False))) == 1
    )
    both = find_strait_courses(make_map(board), joined("Kie", "HEL", "BAL", natural=False))
    assert len(both) == 1
    assert list_canals(make_map(board)) == both


@pytest.mark.parametrize(("province", "waters"), [("Den", ("SKA", "BAL")), ("Con", ("BLA", "AEG"))])
def test_water_within_a_province_is_there_while_its_waterway_is_open(start, province, waters):
    def inlets(board):
        state = replace(start, board=board)
        return re.findall(rf"url\(#in-{province}\)", to_svg(draw_before(state), prefix=""))

    board = start.board
    assert inlets(board)
    closed = tuple(
        replace(join, open=False) if join.province == province else join for join in board.joins
    )
    assert not inlets(replace(board, joins=closed))
    assert inlets(replace(board, joins=()))
    face = ProvinceKey(province)
    assert not inlets(board.replace_province(replace(board[face], iced=True)))
    assert not inlets(board.replace_province(replace(board[face], terrain=Terrain.WATER)))
    assert joined(province, *waters) in board.joins


def test_a_natural_waterway_without_a_printed_canal_has_no_line(start):
    assert find_strait_courses(prepare_map(start.board), joined("Con", "BLA", "AEG")) == ()


def test_a_frozen_fleet_is_caught_and_an_army_on_ice_is_not(landscape):
    board = simplify_for_drawing(landscape.board)
    caught = {face for face, unit in landscape.units.items() if is_immobile(board, unit)}
    assert caught == {"BAR", "NWG", "Mar"}


def test_fleets_on_coasts_keep_clear_of_names_and_centres(landscape):
    board = simplify_for_drawing(landscape.board)
    for face in board.provinces:
        if face not in find_outlines(board) or len(coasts(board, face)) < 2:
            continue
        for coast in coasts(board, face):
            at = find_coast_point(make_map(board), Place(face, coast.borders))
            centre = make_map(board).places[face].centre
            assert centre is None or math.dist(at, centre) > 0.75 * (UNIT + CENTRE), face


def test_new_centres_have_rays_and_destroyed_ones_a_cross():
    before, after, reports = upheaval()
    texts = [one.text for one in list_centre_entries(before.board, after.board)]
    assert texts == ["new centre", "centre destroyed"]
    for scene in (draw_after(after, earlier=before), draw_changes(before, after, reports).scene):
        text = to_svg(scene, prefix="")
        assert len(re.findall(r'class="centre-new"><title>New centre: North Africa', text)) == 1
        assert len(re.findall(r'class="centre-gone"><title>Centre destroyed: Munich', text)) == 1


def test_every_kind_of_unit_has_a_shape_of_its_own(texts):
    _, full = texts
    shapes = {
        kind: re.search(rf'<g id="{kind}-\w+">(.*?)</g>', full)[1]
        for kind in ("army", "fleet", "mutant", "ferry")
    }
    bare = {re.sub(r"#[0-9a-f]{6}|<g transform.*", "", text) for text in shapes.values()}
    assert len(bare) == len(Kind)


def test_a_map_without_owners_says_that_they_are_secret_and_others_what_the_tints_mean(start):
    secret = start_state(rule_set("post-atomic"), Setup(phase=Phase.parse("S2021M")))
    for state, rule in ((public_state(secret), NO_TINTS), (start, GROUND_RULE)):
        legend, _ = (layer for layer in draw_before(state).layers if layer.name == "legend")
        assert rule in [item.text for item in legend.items if isinstance(item, Words)]
