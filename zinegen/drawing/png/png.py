"""A scene as PNG: it is painted in parts, and what has not changed is not painted again.

The parts of a picture (`scene.Part`) are kept as pixels by their layers, so equal parts of different
pictures are painted once a process. CairoSVG needs the system's cairo library and is imported when the
first PNG is wanted; without it everything but PNG works.
"""

from __future__ import annotations

import ctypes.util
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from zinegen.drawing import style
from zinegen.drawing.scene import (
    Box,
    Layer,
    Part,
    Scene,
    find_sight,
)
from zinegen.errors import ZinegenError
from zinegen.geometry.shape import TENTHS

if TYPE_CHECKING:
    import numpy.typing as npt
    from PIL import Image

    from zinegen.drawing.png.canvas import Canvas

PACKING = 7
"""How hard the file is packed: 9 takes 80 ms longer and saves a twenty-fifth."""
COLOURS = 112
"""Colours of the file; a fifth of the size of one with all of them."""
FLAT = 96
"""How many of them are those of areas: paper, water, each tint of ground, each power's ink."""
NEAR = 6
"""No other colour is so near to one of these in all channels, or it would take its place here and there."""


class NoPngError(ZinegenError):
    """The system has no cairo library, so there are only SVG pictures."""


def to_png(scene: Scene, width: int) -> bytes:
    """Return a scene as a PNG file ``width`` pixels wide, in 256 colours.

    Raises NoPngError where CairoSVG finds no cairo library.
    """
    target = io.BytesIO()
    _quantize(_draw_scene(scene, width)).save(
        target, "PNG", compress_level=PACKING, compress_type=zlib.Z_DEFAULT_STRATEGY
    )
    return target.getvalue()


def forget() -> None:
    """Forget what has been drawn, so that everything is drawn anew."""
    _draw_parts.cache_clear()


def _draw_scene(scene: Scene, width: int) -> Canvas:
    """Return a sheet with a scene on it.

    What lies under the orders and what lies over them is kept; orders and units are drawn each time.
    """
    window = Box(at=(scene.left, scene.top), width=scene.width, height=scene.height)
    sight = find_sight(width * TENTHS / scene.width)

    def find(*parts: Part) -> tuple[tuple[Layer, ...], ...]:
        """Return the layers of some parts that are seen; those that are not empty."""
        seen = [layer for layer in scene.layers if sight in layer.sights]
        found = (tuple(layer for layer in seen if layer.part is part) for part in parts)
        return tuple(filter(None, found))

    sheet = _draw_parts(find(Part.SHORE, Part.GROUND), window, width, style.PAPER).copy()
    for layers in find(Part.ORDERS):
        sheet.paint(layers)
    if over := find(Part.NAMES, Part.LEGEND):
        sheet.lay(_draw_parts(over, window, width))
    for layers in find(Part.PLAY):
        sheet.paint(layers)
    return sheet


@lru_cache(maxsize=12)
def _draw_parts(
    parts: tuple[tuple[Layer, ...], ...], window: Box, width: int, colour: str | None = None
) -> Canvas:
    """Return a sheet with parts of a picture drawn on each other; copy it before drawing on it."""
    *below, above = parts or ((),)
    if below:
        sheet = _draw_parts(tuple(below), window, width, colour).copy()
    else:
        sheet = _sheet(window, width, colour)
    sheet.paint(above)
    return sheet


def _sheet(window: Box, width: int, colour: str | None) -> Canvas:
    """Return an empty sheet."""
    try:
        with _without_compiler():
            from zinegen.drawing.png.canvas import Canvas  # noqa: PLC0415
    except (ImportError, OSError) as error:
        message = "no PNG can be made: the cairo library is missing; SVG pictures still work"
        raise NoPngError(message) from error
    return Canvas(window, width, colour)


def _find_nothing(name: str) -> str | None:  # noqa: ARG001  (as Python's own)
    return None


@contextmanager
def _without_compiler() -> Iterator[None]:
    """Keep Python from asking a C compiler where cairo is, if it can be loaded by its name.

    Asking takes a fifth of a second and writes into the system's folder for temporary files.
    """
    find_library = ctypes.util.find_library
    try:
        ctypes.CDLL("libcairo.so.2")
        ctypes.util.find_library = _find_nothing
    except OSError:
        pass
    try:
        yield
    finally:
        ctypes.util.find_library = find_library


def _quantize(sheet: Canvas) -> Image.Image:
    """Return an opaque sheet in few colours, chosen by every ninth pixel: as true, in half of the time.

    Those of areas, however small, hardly change; what smooth edges mix is rounded to others.
    """
    from PIL import Image  # noqa: PLC0415

    picture, pixels = sheet.image(), sheet.pixels()
    width, height = (max(1, length // 3) for length in picture.size)
    sample = picture.resize((width, height), Image.Resampling.NEAREST)
    flat = _find_flat(pixels)
    rounded = sample.quantize(
        COLOURS - FLAT, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )
    others = np.array(rounded.getpalette()).reshape(-1, 3)
    apart = np.abs(others[:, None] - flat[None]).max(axis=2).min(axis=1) > NEAR
    palette = Image.new("P", (1, 1))
    palette.putpalette(np.vstack([flat, others[apart]]).ravel().tolist())
    return _restore(pixels, picture.quantize(palette=palette, dither=Image.Dither.NONE), flat)


def _find_flat(pixels: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    """Return the colours of areas, the most frequent first: of pixels that are like two beside them."""
    left, above = pixels[1::3, :-1], pixels[0:-1:3, 1:]
    here = pixels[1::3, 1:]
    counted = here[(here == left) & (here == above)]
    colours, counts = np.unique(counted, return_counts=True)
    often = colours[np.argsort(-counts, kind="stable")][:FLAT]
    return (often[:, None] >> (16, 8, 0) & 0xFF).astype(np.uint32)


def _restore(
    pixels: npt.NDArray[np.uint32], rounded: Image.Image, flat: npt.NDArray[np.uint32]
) -> Image.Image:
    """Return a rounded picture in which the first colours of its palette stand wherever they were.

    Pillow looks colours up in cells of 4 by 4 by 4, so one of two in a cell would take the other's place.
    """
    from PIL import Image  # noqa: PLC0415

    table = np.zeros(
        1 << 24, np.uint8
    )  # of all colours; the system gives memory only to those used
    table[flat @ (1 << 16, 1 << 8, 1)] = np.arange(1, len(flat) + 1)
    exact = table.take(pixels)
    found = Image.fromarray(np.where(exact, exact - 1, np.asarray(rounded)))
    found.putpalette(rounded.getpalette() or [])
    return found
