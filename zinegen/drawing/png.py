"""A scene as PNG: CairoSVG draws it in parts, and what has not changed is not drawn again.

The parts of a picture (`scene.Part`) are kept by the text of their SVG, so equal parts of different
pictures are drawn once a process. CairoSVG needs the system's cairo library and is imported when the
first PNG is wanted; without it everything but PNG works.
"""

from __future__ import annotations

import io
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
    from PIL import Image  # noqa: PLC0415  (only for who wants a PNG)

    texts = tuple(_text(scene, part) for part in Part)
    below, above = texts[:-1], texts[-1]
    picture = _base(below, width).copy()
    if above is not None:
        picture.alpha_composite(_drawn(above, width))
    small = picture.convert("RGB").quantize(
        COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )
    target = io.BytesIO()
    small.save(target, "PNG", compress_level=4)
    return target.getvalue()


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
