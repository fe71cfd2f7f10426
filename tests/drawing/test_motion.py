"""The map that moves: one file, no script, over in five seconds, still for those who want that."""

import io
import re

import numpy as np
import pytest
from PIL import Image, ImageFilter

from tests.drawing.positions import packed
from zinegen.drawing import draw_before, draw_motion, style, to_svg
from zinegen.game import Report


@pytest.fixture(scope="session")
def film(upheaval):
    return to_svg(draw_motion(*upheaval, title="The Winter Game"))


def test_a_motion_is_a_small_file_without_script(film):
    assert packed(film) < 70_000
    assert not re.search(r"<script|<animate|@import|https?://(?!www\.w3\.org/)", film)


def test_nothing_moves_for_those_who_prefer_that(film):
    sheet = re.search(r"<style>(.*)</style>", film)[1]
    outside, _, inside = sheet.partition("@media (prefers-reduced-motion:no-preference){")
    inside = inside.partition("@media")[0]
    assert "animation" not in outside
    assert "animation" in inside


def test_a_motion_is_over_within_five_seconds(film):
    delays = [float(one) for one in re.findall(r"animation-delay:([\d.]+)s", film)]
    steps = [float(one) for one in re.findall(r"animation:\w+ ([\d.]+)s", film)]
    assert max(delays) + max(steps) <= 5
    assert "infinite" not in film


def test_every_page_of_the_flip_book_has_its_moment(film):
    pages = re.findall(r'class="(?:page|last) (p\d+)"', film)
    assert len(pages) > 10
    assert len(set(pages)) == len(pages)
    assert all(f".{page}{{" in film for page in pages)


def test_a_season_that_leaves_the_ground_alone_has_no_motion(start):
    assert draw_motion(start, start, [Report()]) is None


@pytest.mark.browser
def test_a_motion_ends_in_the_map_after_with_and_without_motion(page, film):
    frames = []
    for wish in ("reduce", "no-preference"):
        page.emulate_media(reduced_motion=wish)
        page.set_viewport_size({"width": 830, "height": 700})
        page.set_content(film)
        page.evaluate("document.getAnimations().forEach(one => one.finish())")
        shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        # What was animated may lie a part of a pixel beside what was not: blur that away.
        frames.append(np.asarray(shot.filter(ImageFilter.GaussianBlur(1.5)), dtype=float))
        assert page.evaluate("document.getAnimations().length > 0") == (wish != "reduce")
    gap = np.abs(frames[0] - frames[1]).max(axis=2)
    assert (gap > 40).mean() < 0.0005


def test_a_motion_begins_and_ends_with_the_whole_maps_and_their_units(upheaval, film):
    """With the coasts, the water's lining and the units of both, not with a sketch of them."""
    before, after = upheaval[:2]
    for kind, state in (("old", before), ("new", after)):
        units = re.findall(rf'<g class="units(?: {kind})?">(.*)</g>\n', film)
        drawn = re.findall(r'data-unit="[^"]*" data-province="([^"]*)"', "".join(units))
        assert sorted(drawn) == sorted(state.units)
    lining = [f'stroke="{ink.stroke}"' for ink in style.LINING]
    for level in ("water", "moving", "water new"):
        ground = film.partition(f'<g class="{level}"')[2].partition("\n")[0]
        assert all(ink in ground for ink in lining)
    course = to_svg(draw_before(before), prefix="")
    for face in ("Spa", "Mun", "Nwy"):
        outline = re.search(rf'id="{face}" d="([^"]*)"', course)[1]
        assert outline in film


def test_every_name_in_a_motion_is_given_once_and_every_reference_leads_somewhere(film):
    names = re.findall(r' id="([^"]*)"', film)
    assert len(names) == len(set(names))
    wanted = {*re.findall(r' href="#([^"]*)"', film), *re.findall(r"url\(#([^)]*)\)", film)}
    assert wanted <= set(names)


def test_what_both_maps_have_in_common_stands_once(film):
    old, new = (
        re.search(rf'<g id="[a-z0-9]+{name}">(.*?)</g>', film)[1] for name in ("land", "new-land")
    )
    outlines = [re.findall(r' d="([^"]*)"', one) for one in (old, new)]
    assert len(outlines[0]) > len(outlines[1]) > 0
    assert not {*outlines[0]} & {*outlines[1]}
    assert new.count("<use") > 30


def test_a_frame_shows_no_more_than_where_borders_move_and_the_last_of_an_event_all(film):
    boxes = dict(re.findall(r'<clipPath id="(\w*window\d+)"><rect ([^>]*)/>', film))
    frames = re.findall(r'<g class="(page|last) p\d+"(?: clip-path="url\(#(\w+)\)")?', film)
    assert all((kind == "page") == bool(window) for kind, window in frames)
    assert {window for _, window in frames} - {""} == set(boxes)
    for box in boxes.values():
        wide, high = (int(re.search(rf'{side}="(\d+)"', box)[1]) for side in ("width", "height"))
        assert wide * high < 16_000 * 13_190 / 2
