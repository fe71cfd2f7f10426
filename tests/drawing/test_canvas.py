"""Sheets of pixels: drawn on, copied, laid over each other, and with patterns as CairoSVG draws them."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
import pytest
from cairosvg import svg2png
from PIL import Image

from zinegen.drawing import to_svg
from zinegen.drawing.layers.hatching import HATCH, ICE, PEAKS, WAVES
from zinegen.drawing.png.canvas import Canvas
from zinegen.drawing.scene import (
    Anchor,
    Box,
    Clip,
    Curve,
    Disc,
    Group,
    Ink,
    Layer,
    Lines,
    Need,
    Part,
    Scene,
    Shape,
    Words,
)


def picture(*items: Shape, needs: Sequence[Need] = ()) -> Scene:
    layer = Layer(name="all", part=Part.SHORE, items=items, needs=tuple(needs))
    return Scene(left=0, top=0, width=1000, height=500, title="", description="", layers=(layer,))


def left(colour: str) -> Box:
    return Box(at=(0, 0), width=500, height=500, ink=Ink(fill=colour))


RED = picture(left("#ff0000"))
GREEN = picture(Disc(at=(500, 250), radius=200, ink=Ink(fill="#00ff00")))


def at(sheet: Canvas, x: int, y: int) -> object:
    return sheet.image().getpixel((x, y))


def test_what_is_drawn_covers_what_is_there() -> None:
    sheet = Canvas(100, 50, "#0000ff")
    sheet.draw(RED)
    sheet.draw(GREEN)
    assert (at(sheet, 5, 5), at(sheet, 50, 25), at(sheet, 95, 5)) == (
        (255, 0, 0),
        (0, 255, 0),
        (0, 0, 255),
    )


def test_a_blank_line_of_text_is_nothing_on_the_sheet() -> None:
    sheet = Canvas(100, 50, "#0000ff")
    ink = Ink(fill="#ff0000", stroke="#ff0000")
    sheet.draw(picture(Words(text=" ", at=(0, 0), size=100, ink=ink)))
    assert at(sheet, 0, 0) == (0, 0, 255)


def test_a_copy_is_a_sheet_of_its_own() -> None:
    sheet = Canvas(100, 50, "#0000ff")
    other = sheet.copy()
    other.draw(RED)
    assert (at(sheet, 5, 5), at(other, 5, 5)) == ((0, 0, 255), (255, 0, 0))


def test_a_copy_may_write_over_another_sheet() -> None:
    sheet, other = Canvas(100, 50, "#0000ff"), Canvas(100, 50, "#00ff00")
    assert sheet.copy(other) is other
    other.draw(RED)
    assert (at(sheet, 5, 5), at(other, 5, 5), at(other, 95, 5)) == (
        (0, 0, 255),
        (255, 0, 0),
        (0, 0, 255),
    )


def test_one_sees_through_a_sheet_where_nothing_is_drawn() -> None:
    sheet, over = Canvas(100, 50, "#0000ff"), Canvas(100, 50)
    over.draw(RED)
    sheet.lay(over)
    assert (at(sheet, 5, 5), at(sheet, 95, 5)) == ((255, 0, 0), (0, 0, 255))


def test_nothing_is_drawn_outside_a_clip() -> None:
    sheet = Canvas(100, 50, "#0000ff")
    clip = Clip(ident="half", items=(Box(at=(0, 0), width=500, height=500),))
    everything = Box(at=(0, 0), width=1000, height=500)
    group = Group(clip="half", items=(everything,), ink=Ink(fill="#ff0000"))
    sheet.draw(picture(group, needs=(clip,)))
    assert (at(sheet, 5, 5), at(sheet, 95, 5)) == ((255, 0, 0), (0, 0, 255))


def difference(scene: Scene) -> float:
    """Return the part of the pixels in which CairoSVG draws a scene's SVG otherwise."""
    sheet = Canvas(800, 400, "#ffffff")
    sheet.draw(scene)
    theirs = Image.new("RGBA", (800, 400), "white")
    file = svg2png(to_svg(scene).encode(), output_width=800)
    theirs.alpha_composite(Image.open(io.BytesIO(file)))
    ours = np.asarray(sheet.image(), dtype=float)
    assert ours.std() > 5
    gap = np.abs(ours - np.asarray(theirs.convert("RGB"), dtype=float)).max(axis=2)
    return float((gap > 60).mean())


@pytest.mark.parametrize("pattern", [HATCH, ICE, PEAKS, WAVES], ids=lambda one: one.ident)
def test_a_pattern_looks_as_cairosvg_draws_it(pattern: Need) -> None:
    line = ((100, 50), (900, 50), (900, 450), (100, 450), (100, 50))
    ground = Lines(lines=(line,), closed=True, ink=Ink(fill=f"url({pattern.ident})"))
    assert difference(picture(ground, needs=(pattern,))) < 0.01


SHAPES: dict[str, Shape] = {
    "lines": Lines(lines=(((100, 100), (900, 200), (400, 450)),), closed=True),
    "curve": Curve(points=((100, 100), (300, 0), (700, 500), (900, 250)), closed=True),
    "disc": Disc(at=(400, 250), radius=180),
    "box": Box(at=(100, 100), width=700, height=300, corner=60),
    "words": Words(text="Ångström & Óbidos", at=(500, 300), size=110, anchor=Anchor.MIDDLE),
    "dashed": Lines(
        lines=(((50, 50), (950, 450)),),
        ink=Ink(fill="none", stroke="#3344aa", width=50, dash=(1, 80), round=True),
    ),
    "group": Group(
        items=(Disc(at=(300, 250), radius=90), Disc(at=(600, 250), radius=90)),
        ink=Ink(fill="#aa4433", stroke="#000000", width=30, stroke_opacity=0.5),
    ),
}


@pytest.mark.parametrize("which", SHAPES)
def test_every_shape_looks_as_cairosvg_draws_it(which: str) -> None:
    assert difference(picture(SHAPES[which])) < 0.002
