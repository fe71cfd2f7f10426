"""A scene as PNG: CairoSVG draws it in parts, and what has not changed is not drawn again.

The parts of a picture (`scene.Part`) are kept by the text of their SVG, so equal parts of different
pictures are drawn once a process. CairoSVG needs the system's cairo library and is imported when the
first PNG is wanted; without it everything but PNG works.
"""

from __future__ import annotations

import io
import zlib
from functools import lru_cache
from typing import TYPE_CHECKING

from zinegen.drawing.scene import Part, Scene
from zinegen.drawing.svg import Writer
from zinegen.errors import ZinegenError

if TYPE_CHECKING:
    from PIL import Image

COLOURS = 256
"""Colours of the file; a third of the size of one with all of them."""


class NoPngError(ZinegenError):
    """The system has no cairo library, so there are only SVG pictures."""


def to_png(scene: Scene, width: int) -> bytes:
    """Return a scene as a PNG file ``width`` pixels wide, in 256 colours.

    Raises NoPngError where CairoSVG finds no cairo library.
    """
    texts = tuple(_text(scene, part) for part in Part)
    below, above = texts[:-1], texts[-1]
    picture = _base(below, width).copy()
    if above is not None:
        picture.alpha_composite(_drawn(above, width))
    target = io.BytesIO()
    _in_few_colours(picture.convert("RGB")).save(
        target, "PNG", compress_level=2, compress_type=zlib.Z_FILTERED
    )
    return target.getvalue()


def _in_few_colours(picture: Image.Image) -> Image.Image:
    """Return a picture in `COLOURS` colours, chosen by every ninth pixel: as true, in half of the time."""
    from PIL import Image  # noqa: PLC0415

    width, height = (max(1, length // 3) for length in picture.size)
    chosen = picture.resize((width, height), Image.Resampling.NEAREST).quantize(
        COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )
    return picture.quantize(palette=chosen, dither=Image.Dither.NONE)


def _text(scene: Scene, part: Part) -> str | None:
    """Return one part of a scene as SVG without words, or None where the scene has no such part."""
    layers = tuple(layer for layer in scene.layers if layer.part is part)
    if not layers:
        return None
    return Writer(sharing=False).written(scene, layers, told=False)


@lru_cache(maxsize=8)
def _base(texts: tuple[str | None, ...], width: int) -> Image.Image:
    """Return everything below units and orders."""
    from PIL import Image  # noqa: PLC0415

    picture: Image.Image | None = None
    for text in texts:
        if text is not None:
            layer = _kept(text, width)
            picture = layer.copy() if picture is None else picture
            picture.alpha_composite(layer)
    return picture if picture is not None else Image.new("RGBA", (width, width), "white")


def forget() -> None:
    """Draw everything anew from now on."""
    _base.cache_clear()
    _kept.cache_clear()


@lru_cache(maxsize=10)
def _kept(text: str, width: int) -> Image.Image:
    return _drawn(text, width)


def _drawn(text: str, width: int) -> Image.Image:
    """Return an SVG as pixels with transparency."""
    from PIL import Image  # noqa: PLC0415

    try:
        from cairosvg.parser import Tree  # noqa: PLC0415
        from cairosvg.surface import PNGSurface  # noqa: PLC0415
    except (ImportError, OSError) as error:
        message = "no PNG can be made: the cairo library is missing; SVG pictures still work"
        raise NoPngError(message) from error
    tree = Tree(bytestring=text.encode())
    surface = PNGSurface(tree, None, 96, output_width=width)
    cairo = surface.cairo
    cairo.flush()
    size = cairo.get_width(), cairo.get_height()
    pixels = Image.frombuffer(
        "RGBa", size, bytes(cairo.get_data()), "raw", "BGRa", cairo.get_stride(), 1
    )
    return pixels.convert("RGBA")
