"""A scene as PNG: it is drawn in parts, and what has not changed is not drawn again.

Sheets with drawn parts of a picture (`scene.Part`) are kept, so equal parts of different pictures are drawn
once a process. Drawing needs the system's cairo library, which is loaded for the first PNG; without it
everything but PNG works.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from zinegen.drawing import style
from zinegen.drawing.scene import Part, Scene
from zinegen.errors import ZinegenError

if TYPE_CHECKING:
    from PIL import Image

    from zinegen.drawing.png.canvas import Canvas

COLOURS = 256
"""Colours of the file; a third of the size of one with all of them."""

Size = tuple[int, int]
"""Width and height, in pixels."""


class NoPngError(ZinegenError):
    """The system has no cairo library, so there are only SVG pictures."""


def to_png(scene: Scene, width: int) -> bytes:
    """Return a scene as a PNG file ``width`` pixels wide, in 256 colours.

    Raises NoPngError where there is no cairo library.
    """
    target = io.BytesIO()
    _quantize(_draw_scene(scene, width)).save(
        target, "PNG", compress_level=2, compress_type=zlib.Z_FILTERED
    )
    return target.getvalue()


def forget() -> None:
    """Draw everything anew from now on."""
    _draw_parts.cache_clear()


def _draw_scene(scene: Scene, width: int) -> Image.Image:
    """Return the pixels of a scene.

    What lies under the orders and what lies over them is kept; orders and units are drawn each time.
    """
    size = width, round(width * scene.height / scene.width)
    ground = _draw_parts((*_parts(scene, Part.SHORE, Part.GROUND),), size, style.PAPER)
    sheet = ground.copy(_reuse_sheet(size))
    for part in _parts(scene, Part.ORDERS):
        sheet.draw(part)
    for part in _parts(scene, Part.NAMES, Part.LEGEND):
        sheet.lay(_draw_parts((part,), size, None))
    for part in _parts(scene, Part.PLAY):
        sheet.draw(part)
    return sheet.image()


def _parts(scene: Scene, *parts: Part) -> Iterator[Scene]:
    """Yield some parts of a scene, those that are not empty, as scenes that say nothing."""
    for part in parts:
        layers = tuple(layer for layer in scene.layers if layer.part is part)
        if layers:
            yield replace(scene, layers=layers, title="", description="", kind="", motion="")


@lru_cache(maxsize=12)
def _draw_parts(parts: tuple[Scene, ...], size: Size, colour: str | None) -> Canvas:
    """Return a sheet with parts of a picture upon each other; whoever draws on it takes a copy."""
    below, above = parts[:-1], parts[-1:]
    sheet = _draw_parts(below, size, colour).copy() if below else _sheet(size, colour)
    for part in above:
        sheet.draw(part)
    return sheet


@lru_cache(maxsize=1)
def _reuse_sheet(size: Size) -> Canvas:
    """Return the sheet that pictures of one size are put together on, one after another."""
    return _sheet(size, None)


def _sheet(size: Size, colour: str | None) -> Canvas:
    """Return an empty sheet."""
    try:
        from zinegen.drawing.png.canvas import Canvas  # noqa: PLC0415
    except (ImportError, OSError) as error:
        message = "no PNG can be made: the cairo library is missing; SVG pictures still work"
        raise NoPngError(message) from error
    return Canvas(*size, colour)


def _quantize(picture: Image.Image) -> Image.Image:
    """Return a picture in `COLOURS` colours, chosen by every ninth pixel: as true, in half of the time."""
    from PIL import Image  # noqa: PLC0415

    width, height = (max(1, length // 3) for length in picture.size)
    chosen = picture.resize((width, height), Image.Resampling.NEAREST).quantize(
        COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )
    return picture.quantize(palette=chosen, dither=Image.Dither.NONE)
