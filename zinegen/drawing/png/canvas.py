"""A canvas of pixels on which the layers of a scene are painted, one above another.

It is painted by cairo's own calls, as CairoSVG brings them along, and looks as the SVG of the scene does.
Importing this module imports CairoSVG, which needs the system's cairo library.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, assert_never

import numpy as np
from cairosvg.colors import color
from cairosvg.surface import cairo

from zinegen.drawing.lettering import EM, start, visible_letters
from zinegen.drawing.png.paths import Path, repeat_path, trace_curve, trace_letters, trace_lines
from zinegen.drawing.scene import (
    Again,
    Box,
    Curve,
    Disc,
    Group,
    Ink,
    Layer,
    Lines,
    Pattern,
    SceneNames,
    Shape,
    Words,
    find_names,
)

if TYPE_CHECKING:
    import numpy.typing as npt

QUARTER = math.tau / 4


class Canvas:
    """A sheet of pixels."""

    __slots__ = ("_pixels", "_surface", "_window", "size")

    def __init__(self, window: Box, width: int, colour: str | None = None) -> None:
        """Make a sheet ``width`` pixels wide of one colour, ``#rrggbb``, or a transparent one.

        It shows what of a scene lies in a window.
        """
        self._window = window
        self.size = width, round(width * window.height / window.width)
        self._pixels = np.zeros((self.size[1], width), np.uint32)  # in large pages of memory
        places, stride = self._pixels.view(np.uint8).ravel(), self._pixels.strides[0]
        self._surface = cairo.ImageSurface(
            cairo.FORMAT_ARGB32, *self.size, data=places, stride=stride
        )
        if colour is not None:
            context = cairo.Context(self._surface)
            context.set_source_rgba(*color(colour))
            context.paint()

    def copy(self) -> Canvas:
        """Return a copy of the sheet."""
        sheet = Canvas(self._window, self.size[0])
        context = cairo.Context(sheet._surface)
        context.set_operator(cairo.OPERATOR_SOURCE)
        context.set_source_surface(self._surface)
        context.paint()
        return sheet

    def paint(self, layers: Sequence[Layer]) -> None:
        """Paint layers over what is there; what they refer to is among them."""
        context = cairo.Context(self._surface)
        (left, top), scale = self._window.at, self.size[0] / self._window.width
        context.scale(scale, scale)
        context.translate(-left, -top)
        context.set_miter_limit(4)  # as SVG has it
        # Edges are left as cairo has them: its quick ones (ANTIALIAS_FAST) write beyond memory of theirs.
        painter = _Painter(context=context, named=find_names(layers))
        for layer in layers:
            for item in layer.items:
                painter.paint(item, PLAIN)

    def lay(self, other: Canvas) -> None:
        """Lay another sheet of the same size over this one."""
        context = cairo.Context(self._surface)
        context.set_source_surface(other._surface)
        context.paint()

    def pixels(self) -> npt.NDArray[np.uint32]:
        """Return the colours of the sheet as they are now as numbers, 0xAARRGGBB, in rows."""
        self._surface.flush()
        return self._pixels


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pen:
    """An ink of which everything is said; by default, what is so where nothing is."""

    fill: str = "#000000"
    stroke: str = "none"
    width: int = 1
    fill_opacity: float = 1
    stroke_opacity: float = 1
    dash: tuple[int, ...] = ()
    round: bool = False


PLAIN = _Pen()


@lru_cache(maxsize=1024)
def _take_ink(around: _Pen, ink: Ink) -> _Pen:
    """Return an ink with what it does not say as in the group around."""
    return _Pen(
        fill=ink.fill or around.fill,
        stroke=ink.stroke or around.stroke,
        width=around.width if ink.width is None else ink.width,
        fill_opacity=around.fill_opacity if ink.fill_opacity is None else ink.fill_opacity,
        stroke_opacity=around.stroke_opacity if ink.stroke_opacity is None else ink.stroke_opacity,
        dash=ink.dash or around.dash,
        round=ink.round or around.round,
    )


@lru_cache(maxsize=256)
def _find_colour(colour: str, opacity: float) -> tuple[float, float, float, float]:
    """Return a colour's red, green, blue and opacity, from 0 to 1."""
    red, green, blue, alpha = color(colour, opacity)
    return red, green, blue, alpha


@dataclass(frozen=True, slots=True, kw_only=True)
class _Painter:
    """Paints shapes that refer to others by name."""

    context: cairo.Context
    named: SceneNames

    def paint(self, shape: Shape, around: _Pen) -> None:
        """Paint a shape, in its own ink as far as it has one."""
        context, pen = self.context, _take_ink(around, shape.ink)
        match shape:
            case Again():
                with context:
                    context.translate(*shape.by)
                    self.paint(self.named.shapes[shape.of], pen)
            case Group(rim=rim) if rim:
                for item in shape.items:
                    self.paint(item, replace(pen, stroke="none"))
                self.ink(Lines(lines=rim), replace(pen, fill="none"))
            case Group():
                with context:
                    self.cut(shape.clip)
                    for item in shape.items:
                        self.paint(item, pen)
            case Words():
                with context:
                    context.translate(start(shape), shape.at[1])
                    context.rotate(math.radians(shape.turned))
                    scale = round(shape.size / EM, 2)  # as in the SVG
                    context.scale(scale, scale)
                    self.ink(shape, pen)
            case _:
                self.ink(shape, pen)

    def cut(self, clip: str) -> None:
        """Let nothing be painted outside a clip, if one is named."""
        if clip:
            for item in self.named.clips[clip].items:
                self.trace(item)
            self.context.clip()

    def ink(self, shape: Shape, pen: _Pen) -> None:
        """Fill and stroke a shape."""
        if pen.fill == pen.stroke == "none":
            return
        context = self.context
        self.trace(shape)
        if pen.fill.startswith("url("):
            self.fill_with(self.named.patterns[pen.fill[4:-1]])
            self.trace(shape)
        elif pen.fill != "none":
            context.set_source_rgba(*_find_colour(pen.fill, pen.fill_opacity))
            context.fill_preserve()
        self.stroke(pen)

    def stroke(self, pen: _Pen) -> None:
        """Stroke the current path, which is done with then."""
        context = self.context
        if pen.stroke == "none":
            context.new_path()
            return
        with context:
            context.set_source_rgba(*_find_colour(pen.stroke, pen.stroke_opacity))
            context.set_line_width(pen.width)
            if pen.dash:
                context.set_dash(pen.dash)
            if pen.round:
                context.set_line_cap(cairo.LINE_CAP_ROUND)
                context.set_line_join(cairo.LINE_JOIN_ROUND)
            context.stroke()

    def fill_with(self, pattern: Pattern) -> None:
        """Fill the current path, which is done with then, with a pattern whose boxes are whole tiles."""
        context = self.context
        with context:
            context.clip()
            context.rotate(math.radians(pattern.turned))
            places = _list_places(context.clip_extents(), pattern)
            for shape in pattern.items:
                pen = _take_ink(PLAIN, shape.ink)
                if isinstance(shape, Box):
                    context.set_source_rgba(*_find_colour(pen.fill, pen.fill_opacity))
                    context.paint()
                    continue
                if places:
                    self.append(repeat_path(_trace_outline(shape), places))
                    self.stroke(pen)

    def trace(self, shape: Shape) -> None:
        """Add the outline of a shape to the current path."""
        context = self.context
        match shape:
            case Lines(lines=()):
                pass
            case Lines() | Curve():
                self.append(_trace_outline(shape))
            case Disc():
                context.new_sub_path()
                context.arc(*shape.at, shape.radius, 0, math.tau)
            case Box():
                self.trace_box(shape)
            case Words():
                if letters := visible_letters(shape):
                    self.append(trace_letters(letters))
            case Again():
                with context:
                    context.translate(*shape.by)
                    self.trace(self.named.shapes[shape.of])
            case Group():
                for item in shape.items:
                    self.trace(item)
            case _:
                assert_never(shape)

    def append(self, path: Path) -> None:
        """Add a path to the current one, by the part of CairoCFFI that its page "CFFI API" describes."""
        data = cairo.ffi.from_buffer("cairo_path_data_t[]", path)
        whole = cairo.ffi.new(
            "cairo_path_t *", {"status": cairo.STATUS_SUCCESS, "data": data, "num_data": len(path)}
        )
        cairo.cairo.cairo_append_path(self.context._pointer, whole)  # noqa: SLF001  (described there)

    def trace_box(self, box: Box) -> None:
        """Add a rectangle, its corners perhaps round, to the current path."""
        context, radius, (left, top) = self.context, box.corner, box.at
        if not radius:
            context.rectangle(left, top, box.width, box.height)
            return
        context.new_sub_path()
        xs = left + box.width - radius, left + radius
        ys = top + box.height - radius, top + radius
        for turn, (x, y) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
            context.arc(xs[x], ys[y], radius, turn * QUARTER, (turn + 1) * QUARTER)
        context.close_path()


def _trace_outline(shape: Shape) -> Path:
    """Return lines or curves as a path; patterns are made of these, and of boxes that are whole tiles."""
    if isinstance(shape, Curve):
        return trace_curve(shape.points, closed=shape.closed)
    if not isinstance(shape, Lines):
        raise TypeError(f"a pattern of {shape}")
    return trace_lines(shape.lines, closed=shape.closed)


def _list_places(
    ground: tuple[float, float, float, float], tile: Pattern
) -> list[tuple[float, float]]:
    """Return the corners of the tiles that reach into a rectangle, given as left, top, right, bottom."""
    left, top, right, bottom = ground
    rows = range(math.floor(top / tile.height), math.ceil(bottom / tile.height))
    columns = range(math.floor(left / tile.width), math.ceil(right / tile.width))
    return [(column * tile.width, row * tile.height) for row in rows for column in columns]
