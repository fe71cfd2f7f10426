"""What became of the map is shown change by change, each with its number."""

import math
import re
import time
from typing import get_args

import pytest

from zinegen.board import Terrain
from zinegen.drawing import draw_changes, find_part, simplify_for_drawing, to_svg
from zinegen.drawing.alt_text import describe_change
from zinegen.drawing.geometry import Rect
from zinegen.drawing.map_changes import MapChange
from zinegen.drawing.placement import place_marks
from zinegen.drawing.symbols import MARK
from zinegen.game import (
    BorderChange,
    BorderSeparated,
    GroundChange,
    Report,
    StraitEnded,
    TerrainChanged,
    WaterwaysChanged,
)
from zinegen.game.apply import apply
from zinegen.geometry import ProvinceKey


@pytest.fixture(scope="session")
def picture(upheaval):
    return draw_changes(*upheaval, title="The Winter Game")


def test_every_change_of_the_map_has_a_number_and_a_mark(picture, upheaval):
    changes = [change for report in upheaval[2] for change in report.changes]
    assert [one.change for one in picture.captions] == changes
    assert [one.number for one in picture.captions] == list(range(1, len(changes) + 1))
    marks = re.findall(r'<g class="mark"><title>([^<]*)</title>', to_svg(picture.scene))
    assert marks == [describe_change(upheaval[1].board, change) for change in changes]


def test_a_caption_names_those_who_wanted_the_change(picture):
    by_pair = {
        frozenset(one.change.parted): [ruling.order.power for ruling in one.rulings]
        for one in picture.captions
        if isinstance(one.change, BorderSeparated)
    }
    assert by_pair[frozenset({"Bul", "Gre"})] == ["England", "Turkey"]
    assert by_pair[frozenset({"Por", "Spa"})] == ["France"]
    assert by_pair[frozenset({"Vie", "Bud"})] == []


def test_a_lost_border_is_a_ghost_and_a_new_one_is_emphasised(picture, upheaval):
    before, after = (simplify_for_drawing(state.board).shape.lines for state in upheaval[:2])
    for one in picture.captions[1:4]:
        assert one.lost == (before[one.change.border],)
        [made] = one.made
        assert made in after.values()
    island = picture.captions[0]
    assert (island.change.connected, island.made) == (("MAO", "MAO"), ())
    text = to_svg(picture.scene)
    assert text.count('class="ghost"') == text.count('class="contact"') == 1


def test_the_picture_tells_its_changes_in_words(picture):
    words = picture.scene.description
    assert "2: Bulgaria and Greece part, Serbia and Aegean Sea touch" in words
    assert "1: Portugal and Spain part, Mid-Atlantic Ocean between them" in words
    assert "Sunk: Livonia, Munich." in words
    assert "Canal: Sevastopol from Black Sea to Caspian Sea." in words
    assert picture.scene.title == "The Winter Game, Autumn 1902: map changes"


def test_a_canal_that_was_closed_is_a_ghost(picture):
    [closed] = [one for one in picture.captions if isinstance(one.change, WaterwaysChanged)]
    assert (len(closed.lost), closed.made) == (1, ())


def test_a_season_without_changes_has_no_captions(start):
    assert draw_changes(start, start, [Report()]).captions == ()


def test_a_border_that_comes_and_goes_in_one_season_leaves_no_line(start):
    border = start.board.mesh.between(ProvinceKey("Por"), ProvinceKey("Spa"))[0]
    first = BorderSeparated(
        border=border,
        parted=(ProvinceKey("Por"), ProvinceKey("Spa")),
        connected=start.board.mesh.ends(border),
    )
    never = start.board.mesh.fresh + 7
    lost = StraitEnded(border=never, between=(ProvinceKey("Den"), ProvinceKey("Swe")))
    after = apply(start, [first, lost])
    captions = draw_changes(start, after, [Report(changes=(first, lost))]).captions
    assert [(len(one.lost), len(one.made)) for one in captions] == [(1, 0), (0, 0)]


def test_a_change_is_shown_by_the_smallest_part_that_holds_it(picture, upheaval):
    board = upheaval[1].board
    parts = [find_part(board, caption) for caption in picture.captions]
    for caption, part in zip(picture.captions, parts, strict=True):
        points = [point for line in (*caption.lost, *caption.made) for point in line]
        if part is None:
            continue
        left, top, wide, high = part.box
        assert all(left <= x <= left + wide and top <= y <= top + high for x, y in points)
    assert sum(part is not None and part.times == 3 for part in parts) > len(parts) / 2


def test_marks_keep_clear_of_each_other_and_of_units():
    sheet = Rect(0, 0, 5000, 5000)
    spots = place_marks(
        [(1000, 1000)] * 4, names=(), units=[(1000, 1000)], centres=(), window=sheet
    )
    for place, one in enumerate(spots):
        assert math.dist(one, (1000, 1000)) > MARK
        assert all(math.dist(one, other) > 2 * MARK for other in spots[:place])


def test_a_thousand_marks_find_their_places_in_seconds():
    sheet = Rect(0, 0, 16600, 11000)
    anchors = [(160 * (place % 100) + 300, 1000 * (place // 100) + 500) for place in range(1000)]
    began = time.process_time()
    spots = place_marks(anchors, names=(), units=anchors[::20], centres=(), window=sheet)
    assert time.process_time() - began < 6
    assert all(math.dist(one, anchor) < 560 for one, anchor in zip(spots, anchors, strict=True))
    assert len(set(spots)) > 950


def test_everything_that_can_happen_to_the_map_has_a_caption():
    assert {*get_args(MapChange)} == {*get_args(BorderChange), *get_args(GroundChange)}


def legend_of(scene):
    legend = next(layer for layer in scene.layers if layer.name == "legend")
    return [item.text for item in legend.items if hasattr(item, "text")]


def test_the_legend_has_the_captions_as_long_as_there_are_not_too_many(picture, start):
    legend = legend_of(picture.scene)
    assert "Munich is a lake now" in legend
    flood = [
        TerrainChanged(province=face, terrain=Terrain.WATER)
        for face in start.board.provinces
        if start.board.is_ground(face)
    ]
    scene = draw_changes(start, apply(start, flood), [Report(changes=tuple(flood))]).scene
    assert "see the list of changes" in legend_of(scene)
    assert "Munich is a lake now" not in legend_of(scene)
