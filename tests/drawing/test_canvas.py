"""Sheets of pixels: drawn on, copied, laid over each other, and with patterns as CairoSVG draws them."""

import io

import numpy as np
import pytest
from cairosvg import svg2png
from PIL import Image

from zinegen.drawing.png.canvas import Canvas
from zinegen.drawing.svg import Writer
from zinegen.drawing.terrain.ground import HATCH, ICE, PEAKS, WAVES


def picture(body, defs=""):
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 500" width="100" height="50">'
        f"<defs>{defs}</defs>{body}</svg>"
    )


RED = picture('<rect x="0" y="0" width="500" height="500" fill="#ff0000"/>')
GREEN = picture('<circle cx="500" cy="250" r="200" fill="#00ff00"/>')


def at(sheet, x, y):
    return sheet.image().getpixel((x, y))


def test_what_is_drawn_covers_what_is_there():
    sheet = Canvas(100, 50, "#0000ff")
    sheet.draw(RED)
    sheet.draw(GREEN)
    assert (at(sheet, 5, 5), at(sheet, 50, 25), at(sheet, 95, 5)) == (
        (255, 0, 0),
        (0, 255, 0),
        (0, 0, 255),
    )


def test_a_blank_line_of_text_is_nothing_on_the_sheet():
    sheet = Canvas(100, 50, "#0000ff")
    sheet.draw(picture('<path d="" fill="#ff0000" stroke="#ff0000"/>'))
    assert at(sheet, 0, 0) == (0, 0, 255)


def test_a_copy_is_a_sheet_of_its_own():
    sheet = Canvas(100, 50, "#0000ff")
    other = sheet.copy()
    other.draw(RED)
    assert (at(sheet, 5, 5), at(other, 5, 5)) == ((0, 0, 255), (255, 0, 0))


def test_one_sees_through_a_sheet_where_nothing_is_drawn():
    sheet, over = Canvas(100, 50, "#0000ff"), Canvas(100, 50)
    over.draw(RED)
    sheet.lay(over)
    assert (at(sheet, 5, 5), at(sheet, 95, 5)) == ((255, 0, 0), (0, 0, 255))


def test_nothing_is_drawn_outside_a_clip():
    sheet = Canvas(100, 50, "#0000ff")
    clip = '<clipPath id="half"><rect x="0" y="0" width="500" height="500"/></clipPath>'
    all_of_it = '<rect x="0" y="0" width="1000" height="500" fill="#00ff00"/>'
    sheet.draw(picture(f'{all_of_it}<g clip-path="url(#half)">{all_of_it}</g>', clip))
    assert at(sheet, 95, 5) == (0, 255, 0)
    sheet.draw(
        picture(f'<g clip-path="url(#half)">{all_of_it.replace("00ff00", "ff0000")}</g>', clip)
    )
    assert (at(sheet, 5, 5), at(sheet, 95, 5)) == ((255, 0, 0), (0, 255, 0))


@pytest.mark.parametrize("pattern", [HATCH, ICE, PEAKS, WAVES], ids=lambda one: one.ident)
def test_a_pattern_looks_as_cairosvg_draws_it(pattern):
    ground = f'<path d="M100 50l800 0 0 400-800 0z" fill="url(#{pattern.ident})"/>'
    text = picture(ground, Writer().need(pattern))
    sheet = Canvas(800, 400, "#ffffff")
    sheet.draw(text)
    theirs = Image.new("RGBA", (800, 400), "white")
    theirs.alpha_composite(Image.open(io.BytesIO(svg2png(text.encode(), output_width=800))))
    ours = np.asarray(sheet.image(), dtype=float)
    gap = np.abs(ours - np.asarray(theirs.convert("RGB"), dtype=float)).max(axis=2)
    assert ours.std() > 5
    assert (gap > 60).mean() < 0.01
