"""Sheets of pixels: painted on, copied, laid over each other, and with all shapes as CairoSVG draws them."""

import io
from dataclasses import replace

import numpy as np
import pytest
from cairosvg import svg2png
from PIL import Image

from zinegen.drawing import Scene, to_svg
from zinegen.drawing.png.canvas import Canvas
from zinegen.drawing.png.png import split
from zinegen.drawing.scene import (
    Again,
    Anchor,
    Box,
    Clip,
    Curve,
    Disc,
    Group,
    Ink,
    Layer,
    Lines,
    Part,
    Typeface,
    Words,
)
from zinegen.drawing.terrain.ground import HATCH, ICE, PEAKS, WAVES

WIDE, HIGH = 1000, 500
ALL = Box(at=(0, 0), width=WIDE, height=HIGH)
LEFT = replace(ALL, width=WIDE // 2)
RED, GREEN, BLUE = (Ink(fill=colour) for colour in ("#ff0000", "#00ff00", "#0000ff"))


def inked(shape, ink):
    return replace(shape, ink=ink)


def layer(*items, needs=()):
    return Layer(name="one", part=Part.PLAY, items=items, needs=needs)


def painted(*items, needs=()):
    sheet = Canvas(ALL, 100, "#0000ff")
    sheet.paint([layer(*items, needs=needs)])
    return sheet


def at(sheet, x, y):
    return tuple(split(sheet.pixels())[y, x].tolist())


def test_what_is_painted_covers_what_is_there():
    sheet = painted(inked(LEFT, RED), Disc(at=(500, 250), radius=200, ink=GREEN))
    assert (at(sheet, 5, 5), at(sheet, 50, 25), at(sheet, 95, 5)) == (
        (255, 0, 0),
        (0, 255, 0),
        (0, 0, 255),
    )


def test_a_sheet_shows_what_is_in_its_window():
    sheet = Canvas(Box(at=(-400, 100), width=2000, height=1000), 100, "#0000ff")
    sheet.paint([layer(inked(LEFT, RED))])
    found = [at(sheet, x, 0) for x in (18, 22, 43, 47)]
    assert found == [(0, 0, 255), (255, 0, 0), (255, 0, 0), (0, 0, 255)]
    assert (at(sheet, 30, 18), at(sheet, 30, 22)) == ((255, 0, 0), (0, 0, 255))


def test_a_blank_line_of_text_is_nothing_on_the_sheet():
    ink = Ink(fill="#ff0000", stroke="#ff0000")
    assert at(painted(Words(text=" ", at=(0, 0), size=100, ink=ink)), 0, 0) == (0, 0, 255)


def test_a_copy_is_a_sheet_of_its_own():
    sheet = painted()
    other = sheet.copy()
    other.paint([layer(inked(LEFT, RED))])
    assert (at(sheet, 5, 5), at(other, 5, 5)) == ((0, 0, 255), (255, 0, 0))


def test_one_sees_through_a_sheet_where_nothing_is_painted():
    sheet, over = painted(), Canvas(ALL, 100)
    over.paint([layer(inked(LEFT, RED))])
    sheet.lay(over.copy())
    assert (at(sheet, 5, 5), at(sheet, 95, 5)) == ((255, 0, 0), (0, 0, 255))


@pytest.mark.parametrize("half", [LEFT, Again(of="left")])
def test_nothing_is_painted_outside_a_clip(half):
    needs = (Group(items=(replace(LEFT, ident="left"),)), Clip(ident="half", items=(half,)))
    sheet = painted(Group(clip="half", items=(inked(ALL, RED),)), needs=needs)
    assert (at(sheet, 5, 5), at(sheet, 95, 5)) == ((255, 0, 0), (0, 0, 255))
    sheet = painted(Group(clip="half", items=(inked(ALL, RED),)), inked(ALL, GREEN), needs=needs)
    assert at(sheet, 95, 5) == (0, 255, 0)


def test_of_ground_with_a_rim_that_is_stroked_once_when_all_is_filled():
    land = Group(items=(LEFT,), ident="land", rim=(((0, 250), (WIDE, 250)),))
    pen = Ink(fill="none", stroke="#ff0000", width=100)
    sheet = painted(Group(items=(Again(of="land"),), ink=pen), needs=(land,))
    assert (at(sheet, 95, 25), at(sheet, 50, 5)) == ((255, 0, 0), (0, 0, 255))
    sheet = painted(Again(of="land", ink=replace(pen, fill="#00ff00")), needs=(land,))
    assert (at(sheet, 95, 25), at(sheet, 25, 25)) == ((255, 0, 0), (255, 0, 0))
    assert (at(sheet, 25, 5), at(sheet, 50, 5)) == ((0, 255, 0), (0, 0, 255))


PEN = Ink(fill="#fffdf6", stroke="#a3071c", width=24)
HEART = ((300, 420), (0, 200), (200, 0), (300, 150), (400, 0), (600, 200), (300, 420))
SHAPES = {
    "lines": Lines(lines=(((50, 50), (450, 90), (300, 420)), ((600, 60), (900, 400))), ink=PEN),
    "ring": Lines(lines=(((50, 50), (900, 90), (300, 420), (50, 50)),), closed=True, ink=PEN),
    "round": Lines(
        lines=(((100, 100), (900, 120), (120, 300)),), ink=replace(PEN, round=True, width=60)
    ),
    "broken": Disc(at=(400, 250), radius=200, ink=replace(PEN, dash=(60, 30))),
    "pale": Group(
        items=(LEFT, Disc(at=(500, 250), radius=200)),
        ink=replace(PEN, fill_opacity=0.5, stroke_opacity=0.3, width=120),
    ),
    "curve": Curve(points=HEART, closed=True, ink=PEN),
    "box": Box(at=(100, 100), width=600, height=300, corner=80, ink=PEN),
    "black": Disc(at=(400, 250), radius=200),
    **{
        f"words-{face}": Words(
            text="Quöß & 8% AV",
            at=(500, 300),
            size=150,
            face=face,
            anchor=Anchor.MIDDLE,
            spacing=9,
            ink=replace(PEN, width=6),
        )
        for face in Typeface
    },
    "words-turned": Words(text="NTH", at=(300, 400), size=250, turned=-40, ink=PEN),
    **{
        pattern.ident: Lines(
            lines=(((100, 50), (900, 50), (900, 450), (100, 450)),),
            closed=True,
            ink=replace(PEN, fill=f"url({pattern.ident})"),
        )
        for pattern in (HATCH, ICE, PEAKS, WAVES)
    },
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_shape_looks_as_cairosvg_draws_it(shape):
    one = layer(shape, needs=(HATCH, ICE, PEAKS, WAVES))
    scene = Scene(left=0, top=0, width=WIDE, height=HIGH, title="", description="", layers=(one,))
    sheet = Canvas(ALL, 800, "#ffffff")
    sheet.paint([one])
    theirs = Image.new("RGBA", (800, 400), "white")
    theirs.alpha_composite(
        Image.open(io.BytesIO(svg2png(to_svg(scene).encode(), output_width=800)))
    )
    ours = split(sheet.pixels()).astype(float)
    gap = np.abs(ours - np.asarray(theirs.convert("RGB"), dtype=float)).max(axis=2)
    assert ours.std() > 5
    assert (gap > 60).mean() < 0.01
