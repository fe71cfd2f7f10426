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

PACKING = 6
"""How hard the file is packed: 7 takes a quarter longer and saves a hundredth, 9 five times as long."""
COLOURS = 112
"""Colours of the file; a fifth of the size of one with all of them."""
FLAT = 96
"""How many of them are those of areas: paper, water, each tint of ground, each power's ink."""
AREA = 4
"""An area has so many pixels among those that are looked at; fewer that are alike are so by chance."""
NEAR = 6
"""No other colour is so near to one of these in all channels, or it would take its place here and there."""
ALL = np.uint32(0xFFFFFF)
"""All bits of a colour, without those of its opacity."""
STRIPS = 32
"""Parts of a picture that are looked up one after the other, as nothing large has to be held so."""


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

    Those of areas, however small, stay as they are; what smooth edges mix becomes the nearest of all.
    """
    from PIL import Image  # noqa: PLC0415

    pixels = sheet.pixels()
    flat = _find_flat(pixels).astype(int)
    rounded = Image.fromarray(split(pixels[::3, ::3])).quantize(
        COLOURS - FLAT, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )
    others = np.array(rounded.getpalette()).reshape(-1, 3)
    apart = np.abs(others[:, None] - flat[None]).max(axis=2).min(axis=1, initial=255) > NEAR
    palette = np.vstack([flat, others[apart]])
    found = Image.fromarray(_round(pixels, palette, len(flat)))
    found.putpalette(palette.ravel().tolist())
    return found


def split(colours: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint8]:
    """Return the red, green and blue of colours."""
    return (colours[..., None] >> np.array((16, 8, 0), np.uint32) & 0xFF).astype(np.uint8)


def _find_flat(pixels: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint8]:
    """Return the colours of areas, the most frequent first: of pixels that are like two beside them."""
    left, above = pixels[1::3, :-1], pixels[0:-1:3, 1:]
    here = pixels[1::3, 1:]
    counted = here[(here == left) & (here == above)]
    colours, counts = np.unique(counted, return_counts=True)
    order = np.argsort(-counts, kind="stable")[:FLAT]
    return split(colours[order[counts[order] >= AREA]])


def _round(
    pixels: npt.NDArray[np.uint32], palette: npt.NDArray[np.int_], exact: int
) -> npt.NDArray[np.uint8]:
    """Return the place in a palette of each pixel's colour, of which the first so many stay exactly.

    Others are looked up in cells of 8 by 8 by 8, by whose middles the nearest are found.
    """
    places = np.zeros(1 << 24, np.uint8)  # the system gives memory only to colours that there are
    places[palette[:exact] @ (1 << 16, 1 << 8, 1)] = np.arange(1, exact + 1)
    found = np.vstack([places.take(strip & ALL) for strip in np.array_split(pixels, STRIPS)])
    mixed = np.flatnonzero(found == 0)
    rest = pixels.ravel()[mixed] & ALL
    cells = rest >> 19 << 10 | (rest >> 11 & 31) << 5 | rest >> 3 & 31
    nearest = np.zeros(1 << 15, np.uint8)
    nearest[cells] = 1
    known = np.flatnonzero(nearest)
    middles = (known[:, None] >> (10, 5, 0) & 31) * 8 + 3.5
    alike = np.einsum("ci,pi->cp", middles, palette)  # a product of matrices would wake threads
    nearest[known] = ((palette**2).sum(axis=1) - 2 * alike).argmin(axis=1)
    found -= 1
    found.ravel()[mixed] = nearest[cells]
    return found
