"""SVG files: whole, small, alone in the world, the same every time."""

import hashlib
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.drawing import positions
from zinegen.drawing import (
    Scene,
    draw_after,
    draw_before,
    draw_changes,
    draw_motion,
    draw_orders,
    draw_social_card,
    draw_thumbnail,
    style,
    to_svg,
)
from zinegen.drawing.path_data import course, number
from zinegen.drawing.scene import Box, Layer, Part, Typeface, Words
from zinegen.drawing.style_sheet.dark import DARK
from zinegen.game import Phase

SVG = "{http://www.w3.org/2000/svg}"
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="session")
def pictures(request):
    """Every kind of picture, by the name of its approved file."""
    names = ("start", "busy", "driven_out", "builds", "changed", "upheaval", "landscape")
    start, busy, driven_out, builds, changed, upheaval, landscape = map(
        request.getfixturevalue, names
    )
    changes = draw_changes(*upheaval, title="The Winter Game")
    return {
        "before": draw_before(start, title="The Winter Game"),
        "orders": draw_orders(*busy, title="The Winter Game"),
        "after": draw_after(busy[0], title="The Winter Game"),
        "dislodged": draw_before(driven_out[0]),
        "retreats": draw_orders(*driven_out, title="<b>&"),
        "adjustments": draw_orders(*builds),
        "changed": draw_after(changed[1], earlier=changed[0]),
        "thumbnail": draw_thumbnail(start),
        "changes": changes.scene,
        "upheaval": draw_after(upheaval[1], earlier=upheaval[0]),
        "ferries": draw_orders(*request.getfixturevalue("ferries")),
        "council": draw_orders(*request.getfixturevalue("council")),
        "landscape": draw_before(landscape),
        "card": draw_social_card(start, title="The Winter Game"),
    }


def parsed(text):
    return ET.fromstring(text)  # noqa: S314  (our own file)


NAMES = [
    *("before", "orders", "after", "dislodged", "retreats"),
    *("adjustments", "changed", "thumbnail", "card"),
    *(
        "ferries",
        "council",
        "changes",
        "upheaval",
        "landscape",
    ),
]


@pytest.mark.parametrize("name", [name for name in NAMES if name != "changed"])
def test_a_picture_is_as_approved(pictures, approved, name):
    approved(f"{name}.svg", to_svg(pictures[name]))


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_has_less_than_48_kilobytes_as_it_is_sent(pictures, name):
    assert positions.packed(to_svg(pictures[name])) < 48_000


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_needs_nothing_from_outside(pictures, name):
    text = to_svg(pictures[name])
    root = parsed(text)
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    drawn = {"path", "circle", "rect", "use", "g"}
    assert tags <= drawn | {"view", "svg", "title", "desc", "style", "defs", "clipPath", "pattern"}
    outside = r"https?://(?!www\.w3\.org/2000/svg\")|style=|font|@(?!media )| on\w+=\""
    assert not re.search(outside, text)


@pytest.mark.parametrize("name", NAMES)
def test_every_colour_of_a_picture_is_exchanged_on_dark_paper(pictures, name):
    text = to_svg(pictures[name])
    sheet = re.search(r"@media \(prefers-color-scheme:dark\)\{(.*)\}</style>", text)[1]
    rules = dict(re.findall(r"\[((?:fill|stroke)=\"#\w{6}\")\]\{(\w+:#\w{6})\}", sheet))
    assert set(rules) == set(re.findall(r' ((?:fill|stroke)="#\w{6}")', text))
    assert rules[f'fill="{style.SEA}"'] == f"fill:{DARK[style.SEA]}"


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_given_once_and_every_reference_leads_somewhere(pictures, name):
    text = to_svg(pictures[name], prefix="m1-")
    names = re.findall(r' id="([^"]*)"', text)
    assert len(names) == len(set(names))
    views = re.findall(r'<view id="([^"]*)"', text)
    assert all(one.startswith("m1-") for one in names if one not in views)
    wanted = set(re.findall(r'href="#([^"]*)"', text)) | set(re.findall(r"url\(#([^)]*)\)", text))
    labels = re.findall(r'aria-labelledby="([^"]*)"', text)[0].split()
    assert wanted | set(labels) <= set(names)


def test_what_shows_a_province_a_unit_or_an_order_says_so(busy):
    state, report = busy
    anchors = {ruling.order: f"no-{place}" for place, ruling in enumerate(report.rulings)}
    text = to_svg(draw_orders(state, report, anchors=anchors))
    assert set(re.findall(r'data-order="([^"]*)"', text)) == set(anchors.values())
    units = re.findall(r'data-unit="([AF]) (\w+)" data-province="(\w+)"', text)
    assert {face for _, _, face in units} == set(state.units)
    ground = {face for face in state.board.provinces if state.board.is_ground(face)}
    for layer in ("ground", "names wide", "names middle", "names narrow"):
        level = text.partition(f'<g class="{layer}"')[2].partition("\n")[0]
        unsaid = ground - set(re.findall(r'data-province="(\w+)"', level))
        assert len(unsaid) <= (2 if "narrow" in layer else 0)  # the least have no room there


def test_two_pictures_in_one_page_share_no_name(pictures):
    first, second = (
        set(re.findall(r'<[^v]\w* id="([^"]*)"', to_svg(pictures[name])))
        for name in ("before", "orders")
    )
    assert first.isdisjoint(second)


def test_the_map_after_bears_the_season_of_its_page(builds):
    state, _ = builds
    earlier = replace(state, phase=Phase.parse("F1901M"))
    title = draw_after(state, earlier=earlier, phase=state.phase).title
    assert title == "Autumn 1901: after the adjustments"


def test_the_picture_says_in_words_what_it_shows(pictures):
    root = parsed(to_svg(pictures["before"]))
    assert root.get("role") == "img"
    assert root.find(f"{SVG}title").text == "The Winter Game, Spring 1901: before the moves"
    words = root.find(f"{SVG}desc").text
    assert (
        "Russia: army in Moscow, fleet in Sevastopol, fleet in St Petersburg (south coast)" in words
    )
    assert "Neutral centres: Belgium, " in words


def test_strangers_texts_are_escaped(start):
    scene = draw_before(start, title='</title><script>alert("1")</script>\x00\ud800')
    root = parsed(to_svg(scene))
    assert root.find(f".//{SVG}script") is None
    assert root.find(f"{SVG}title").text.startswith('</title><script>alert("1")</script>, ')


def test_classes_say_what_a_thing_is(pictures):
    classes = set(re.findall(r'class="([^"]*)"', to_svg(pictures["orders"])))
    assert {
        "unit fleet turkey",
        "order move austria succeeds",
        "order move austria fails",
    } <= classes
    assert {"order convoy england succeeds", "order support germany succeeds", "failed"} <= classes


def digest_of_pictures():
    """Return a digest of one picture of each kind."""
    old, new = positions.changed()
    season = positions.upheaval()
    text = to_svg(draw_orders(*positions.busy())) + to_svg(draw_after(new, earlier=old))
    text += to_svg(draw_changes(*season).scene) + to_svg(draw_motion(*season))
    text += to_svg(draw_before(positions.landscape()))
    return hashlib.sha256(text.encode()).hexdigest()


def test_the_same_state_gives_the_same_bytes_whatever_the_hash_seed():
    program = "from tests.drawing.test_svg import *; print(digest_of_pictures())"
    elsewhere = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": "2"},
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    assert elsewhere.stdout.strip() == digest_of_pictures()


def test_a_course_is_an_absolute_start_and_relative_steps():
    assert course(((10, 20), (15, 18), (5, 20)), closed=False) == "M10 20l5-2-10 2"
    assert course(((0, -5), (10, 0), (0, -5)), closed=True) == "M0-5l10 5z"


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (0.5, ".5"), (-0.25, "-.25"), (10, "10")])
def test_numbers_are_written_short(value, text):
    assert number(value) == text


def test_a_scene_without_words_draws_no_letters():
    box = Box(at=(0, 0), width=10, height=10)
    bare = Scene(
        left=0,
        top=0,
        width=10,
        height=10,
        title="t",
        description="d",
        layers=(Layer(name="a", part=Part.PLAY, items=(box,)),),
    )
    assert "<defs></defs>" in to_svg(bare)
    worded = replace(
        bare,
        layers=(Layer(name="a", part=Part.PLAY, items=(Words(text="A a", at=(0, 0), size=10),)),),
    )
    assert to_svg(worded).count("<use ") == 2


def test_letters_are_text_where_the_file_brings_its_typeface_along(busy):
    scene = draw_before(busy[0], title="<The> Winter Game")
    fonts = dict.fromkeys(Typeface, b"woff2")
    text = to_svg(scene, fonts=fonts)
    root = parsed(text)
    words = [one.text for one in root.iter(f"{SVG}text")]
    assert {"Bohemia", "Boh", "Sea", "<The> Winter Game"} <= set(words)
    assert text.count("@font-face") == len(fonts)
    assert not re.search(r'id="[^"]*-[rib][a-zA-Z]"', text)
    only_names = to_svg(scene, fonts={Typeface.ITALIC: b"woff2"})
    assert "Bohemia" not in [one.text for one in parsed(only_names).iter(f"{SVG}text")]


def test_a_small_map_is_drawn_in_whole_units_and_says_nothing_of_what_it_shows(pictures, start):
    """Lists have one for each season, and words beside it."""
    text = to_svg(pictures["thumbnail"])
    width, height = start.board.current_shape.width, start.board.current_shape.height
    assert f'viewBox="0 0 {round(width / 20)} {round(height / 20)}" width="400"' in text
    assert "data-" not in text
    assert text.count("<title") == 1
    assert len(text) < 37_000
