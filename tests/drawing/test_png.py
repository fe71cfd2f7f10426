"""PNG files: of the right size, drawn in parts, and the same in a browser."""

import io
import sys
from dataclasses import replace

import numpy as np
import pytest
import shapely
from cairosvg import svg2png
from PIL import Image, ImageColor, ImageFilter

from zinegen.drawing import (
    draw_before,
    draw_changes,
    draw_orders,
    draw_social_card,
    draw_thumbnail,
    style,
    to_png,
    to_svg,
)
from zinegen.drawing.drawn_map import prepare_map
from zinegen.drawing.png import png
from zinegen.drawing.png.canvas import Canvas
from zinegen.drawing.scene import Box, Ink, Layer, Part


def opened(data):
    return Image.open(io.BytesIO(data))


SCENES = {
    "before": lambda wanted: draw_before(wanted("start"), title="The Winter Game"),
    "orders": lambda wanted: draw_orders(*wanted("busy")),
    "retreats": lambda wanted: draw_orders(*wanted("driven_out")),
    "landscape": lambda wanted: draw_before(wanted("landscape")),
    "changes": lambda wanted: draw_changes(*wanted("upheaval")).scene,
}


def test_a_png_is_as_wide_as_asked_and_has_at_most_256_colours(start):
    picture = opened(to_png(draw_before(start), 800))
    scene = draw_before(start)
    assert picture.width == 800
    assert picture.height == pytest.approx(800 * scene.height / scene.width, abs=1)
    assert picture.mode == "P"


def test_paper_water_and_ground_keep_their_colours(landscape):
    """No two of them become one where colours are rounded."""
    picture = opened(to_png(draw_before(landscape), 1000)).convert("RGB")
    colours = np.array([colour for _, colour in picture.getcolors(1 << 16)])
    wanted = (style.PAPER, style.SEA, style.LAKE, *style.NEUTRAL.shades[:3])
    found = [
        colours[np.abs(colours - ImageColor.getrgb(one)).max(axis=1).argmin()] for one in wanted
    ]
    for colour, one in zip(found, wanted, strict=True):
        assert np.abs(colour - ImageColor.getrgb(one)).max() <= 2, one


def list_grounds(board, scene, width):
    """Yield each province of a scene with the pixels that lie in it."""
    scale = width / scene.width
    for face, area in prepare_map(board).polygons.items():
        left, top, right, bottom = shapely.bounds(area)
        xs, ys = np.meshgrid(
            np.arange(int((left - scene.left) * scale), int((right - scene.left) * scale)),
            np.arange(int((top - scene.top) * scale), int((bottom - scene.top) * scale)),
        )
        inside = shapely.contains_xy(area, xs / scale + scene.left, ys / scale + scene.top)
        yield face, (ys[inside], xs[inside])


@pytest.mark.parametrize("which", ["before", "landscape", "changes"])
def test_every_province_has_the_tint_that_it_has_in_the_svg(request, which):
    scene = SCENES[which](request.getfixturevalue)
    boards = {"before": "start", "landscape": "landscape", "changes": "upheaval"}
    found = request.getfixturevalue(boards[which])
    state = found if which != "changes" else found[1]
    shown = np.asarray(opened(to_png(scene, 1000)).convert("RGB"), dtype=int)
    true = png.split(png._draw_scene(scene, 1000).pixels()).astype(int)
    lost = {}
    for face, (ys, xs) in list_grounds(state.board, scene, 1000):
        colours, counts = np.unique(true[ys, xs], axis=0, return_counts=True)
        tint = colours[counts.argmax()]
        rows = (true[ys, xs] == tint).all(axis=1)
        gap = np.abs(shown[ys, xs][rows] - tint).max()
        if gap > 2:
            lost[face] = (tint, gap)
    assert lost == {}


def test_a_png_is_the_same_every_time(start):
    first = to_png(draw_before(start), 500)
    png.forget()
    assert to_png(draw_before(start), 500) == first


@pytest.mark.parametrize("width", [1, 2, 5, 40])
def test_the_smallest_picture_has_its_colour(start, width):
    red = Box(at=(0, 0), width=100, height=100, ink=Ink(fill="#ff0000"))
    layer = Layer(name="red", part=Part.PLAY, items=(red,))
    scene = replace(draw_before(start), left=0, top=0, width=100, height=100, layers=(layer,))
    picture = opened(to_png(scene, width)).convert("RGB")
    assert picture.getcolors() == [(width * width, (255, 0, 0))]


def test_what_has_not_changed_is_not_drawn_again(start, busy, monkeypatch):
    to_png(draw_before(start), 800)
    calls = []
    painted = Canvas.paint
    monkeypatch.setattr(
        Canvas, "paint", lambda sheet, layers: calls.append(layers) or painted(sheet, layers)
    )
    to_png(draw_before(start, title="Another game on the same map"), 800)
    assert len(calls) == 1
    to_png(
        draw_before(busy[0]), 800
    )  # other owners: ground, legend and units, but neither shore nor names
    assert len(calls) == 4


def test_without_the_cairo_library_there_is_one_clear_error(start, monkeypatch):
    monkeypatch.setitem(sys.modules, "zinegen.drawing.png.canvas", None)
    png.forget()
    with pytest.raises(png.NoPngError, match="SVG pictures still work"):
        to_png(draw_thumbnail(start), 123)


def test_orders_are_drawn_upon_ground_that_is_kept(busy):
    png.forget()
    anew = to_png(draw_orders(*busy), 500)
    to_png(draw_before(busy[0]), 500)
    assert to_png(draw_orders(*busy), 500) == anew


@pytest.mark.parametrize("which", ["orders", "retreats"])
def test_cairosvg_draws_the_same_picture_from_the_svg_file(request, which):
    scene = SCENES[which](request.getfixturevalue)
    ours = opened(to_png(scene, 1210)).convert("RGB")
    theirs = opened(svg2png(to_svg(scene).encode(), output_width=1210)).convert("RGBA")
    paper = Image.new("RGBA", theirs.size, style.PAPER)
    paper.alpha_composite(theirs)
    assert alike(ours, paper.convert("RGB"))


def alike(one, other):
    """Tell whether two pictures are the same, but for how two programs smooth edges."""
    soft = [
        np.asarray(each.filter(ImageFilter.GaussianBlur(1.5)), dtype=float) for each in (one, other)
    ]
    gap = np.abs(soft[0] - soft[1]).max(axis=2)
    return gap.mean() < 3.2 and (gap > 40).mean() < 0.001


def test_a_card_for_links_is_1200_by_630(start):
    assert opened(to_png(draw_social_card(start, title="The Winter Game"), 1200)).size == (
        1200,
        630,
    )


@pytest.mark.browser
@pytest.mark.parametrize("which", SCENES)
def test_a_browser_draws_the_same_picture(request, page, which):
    """Where nothing is drawn larger than it is: a PNG has lines as thick as the largest picture has."""
    scene = SCENES[which](request.getfixturevalue)
    ours = opened(to_png(scene, 1250)).convert("RGB")
    page.set_viewport_size({"width": ours.width, "height": ours.height})
    page.set_content(f"<style>*{{margin:0}}svg{{width:100%;height:auto}}</style>{to_svg(scene)}")
    theirs = opened(page.screenshot()).convert("RGB")
    assert alike(ours, theirs)


def test_units_in_a_png_have_the_very_ink_of_their_powers(start):
    """However little of a picture that is."""
    card = opened(to_png(draw_social_card(start, title="The Winter Game"), 1200)).convert("RGB")
    seen = {colour for _, colour in card.getcolors(1200 * 630)}
    inks = {power: sign.ink for power, sign in style.assign_signs(start.powers).items()}
    assert {power for power, ink in inks.items() if ImageColor.getrgb(ink) not in seen} == set()
