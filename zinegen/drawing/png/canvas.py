"""A sheet of pixels, and cairo as the pen that draws a scene's shapes on it.

Importing this module imports cairocffi, which needs the system's cairo library.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import assert_never

import cairocffi as cairo
from PIL import Image

from zinegen.drawing.labels.lettering import start
from zinegen.drawing.png.glyph_paths import Command, glyph_path
from zinegen.drawing.scene import (
    Again,
    Box,
    Clip,
    Curve,
    Disc,
    Group,
    Ink,
    Lines,
    Need,
    Pattern,
    Scene,
    Shape,
    Words,
)
from zinegen.drawing.svg import letters_of, number, scale_of
from zinegen.geometry.shape import TENTHS, Line, Point

BROAD = 100
"""Strokes of this width are bands in pale colours: their edges, and those of halos, may be rougher."""
ROUNDING = 4 * (math.sqrt(2) - 1) / 3
"""How long the handles of a cubic curve are that draws a quarter of a circle of radius 1."""
BLACK = Ink(fill="#000000", stroke="none", width=1, fill_opacity=1, stroke_opacity=None)
"""What SVG takes where nobody says anything."""


class Canvas:
    """A sheet of pixels."""

    __slots__ = ("_pixels", "_surface", "height", "width")

    def __init__(self, width: int, height: int, colour: str | None = None) -> None:
        """Make a sheet of one colour, ``#rrggbb``, or a transparent one."""
        self._use(bytearray(width * height * 4), width, height)
        if colour is not None:
            context = cairo.Context(self._surface)
            context.set_source_rgba(*_channels(colour))
            context.paint()

    def _use(self, pixels: bytearray, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._pixels = pixels
        self._surface = cairo.ImageSurface.create_for_data(
            pixels, cairo.FORMAT_ARGB32, width, height, width * 4
        )

    def copy(self, sheet: Canvas | None = None) -> Canvas:
        """Return a sheet with the same on it; one of this size that is given is written over."""
        if sheet is None:
            sheet = object.__new__(Canvas)
            sheet._use(bytearray(self._pixels), self.width, self.height)
        else:
            sheet._pixels[:] = self._pixels
            sheet._surface.mark_dirty()
        return sheet

    def draw(self, scene: Scene) -> None:
        """Draw a scene, as wide as the sheet, over what is there."""
        context = cairo.Context(self._surface)
        _fit(context, scene, self.width)
        pen = _Pen(context, scene)
        for layer in scene.layers:
            for shape in layer.items:
                pen.draw(shape, BLACK)
        self._surface.flush()

    def lay(self, other: Canvas) -> None:
        """Lay another sheet of the same size over this one."""
        context = cairo.Context(self._surface)
        context.set_source_surface(other._surface)
        context.paint()
        self._surface.flush()

    def image(self) -> Image.Image:
        """Return what is on an opaque sheet."""
        size = self.width, self.height
        return Image.frombuffer("RGB", size, self._pixels, "raw", "BGRX", self.width * 4, 1)


def _fit(context: cairo.Context, scene: Scene, width: int) -> None:
    """Let a context take a scene's coordinates, as an SVG viewer fits the scene's file to a width."""
    wide, high = (
        float(number(side * scene.scale / TENTHS)) for side in (scene.width, scene.height)
    )
    high *= width / wide
    scale = min(width / scene.width, high / scene.height)
    left, top = scene.left * scale, scene.top * scale
    context.translate(-left, -top)
    context.rectangle(left, top, width, high)
    context.clip()
    context.scale(scale, scale)
    context.translate((width / scale - scene.width) / 2, (high / scale - scene.height) / 2)


class _Pen:
    """Draws shapes; each inherits what its ink leaves open from the group around it."""

    def __init__(self, context: cairo.Context, scene: Scene) -> None:
        self.context = context
        self.named: dict[str, Shape] = {}
        self.clips: dict[str, Clip] = {}
        self.patterns: dict[str, Pattern] = {}
        for layer in scene.layers:
            for need in (*layer.needs, *layer.items):
                self._note(need)

    def _note(self, need: Need) -> None:
        """Remember something, and the shapes in it, under its name."""
        match need:
            case Clip():
                self.clips[need.ident] = need
            case Pattern():
                self.patterns[need.ident] = need
            case _:
                if need.ident:
                    self.named[need.ident] = need
                if isinstance(need, Group):
                    for item in need.items:
                        self._note(item)

    def draw(self, shape: Shape, around: Ink) -> None:
        """Draw a shape; what its ink leaves open is as in the ink around it."""
        ink = _mix(around, shape.ink)
        match shape:
            case Again():
                self.context.save()
                self.context.translate(*shape.by)
                self.draw(self.named[shape.of], ink)
                self.context.restore()
            case Group(rim=rim) if rim and ink.fill == "none":
                self._paint(Lines(lines=rim), ink)
            case Group():
                self.context.save()
                if shape.clip:
                    for item in self.clips[shape.clip].items:
                        self._cut(item)
                    self.context.clip()
                for item in shape.items:
                    self.draw(item, ink)
                self.context.restore()
            case _:
                self._paint(shape, ink)

    def _cut(self, shape: Shape) -> None:
        """Add a shape to the path that what follows is cut to."""
        match shape:
            case Again():
                self._cut(self.named[shape.of])
            case Group():
                for item in shape.items:
                    self._cut(item)
            case Lines():
                _trace_steps(self.context, shape)
            case _:
                _trace(self.context, shape)

    def _paint(self, shape: Lines | Curve | Disc | Box | Words, ink: Ink) -> None:
        """Fill and stroke a shape."""
        context = self.context
        context.save()
        if isinstance(shape, Words):
            scale = float(scale_of(shape))
            context.translate(start(shape), shape.at[1])
            context.scale(scale, scale)
        _trace(context, shape)
        fill = ink.fill or "none"
        if fill.startswith("url"):
            self._tile(self.patterns[fill[4:-1]])
            _trace(context, shape)
        elif fill != "none":
            context.set_source_rgba(*_channels(fill, ink.fill_opacity))
            context.fill_preserve()
        self._stroke(ink)
        context.restore()

    def _tile(self, pattern: Pattern) -> None:
        """Fill the current path with a pattern: each line of it is drawn once, in all places."""
        context = self.context
        context.save()
        context.clip()
        context.rotate(math.radians(pattern.turned))
        places = list(_places(context.clip_extents(), pattern.width, pattern.height))
        for item in pattern.items:
            ink = _mix(BLACK, item.ink)
            if isinstance(item, Box):
                context.set_source_rgba(*_channels(ink.fill or "", ink.fill_opacity))
                context.paint()
            elif isinstance(item, Lines | Curve):
                for at in places:
                    _trace(context, item, at)
                self._stroke(ink)
        context.restore()

    def _stroke(self, ink: Ink) -> None:
        """Stroke the current path, which is done with then."""
        context = self.context
        if ink.stroke and ink.stroke != "none":
            context.set_source_rgba(*_channels(ink.stroke, ink.stroke_opacity))
            width = ink.width or 0
            soft = width >= BROAD or ink.stroke_opacity is not None
            context.set_antialias(cairo.ANTIALIAS_FAST if soft else cairo.ANTIALIAS_DEFAULT)
            context.set_line_width(width)
            context.set_line_cap(cairo.LINE_CAP_ROUND if ink.round else cairo.LINE_CAP_BUTT)
            context.set_line_join(cairo.LINE_JOIN_ROUND if ink.round else cairo.LINE_JOIN_MITER)
            context.set_miter_limit(4)
            context.set_dash(ink.dash)
            context.stroke_preserve()
        context.new_path()


def _mix(around: Ink, own: Ink) -> Ink:
    """Return an ink whose open parts are those of the ink around it."""
    return _mixed(around, own) if own != Ink() else around


@lru_cache(maxsize=1024)
def _mixed(around: Ink, own: Ink) -> Ink:
    return Ink(
        fill=around.fill if own.fill is None else own.fill,
        stroke=around.stroke if own.stroke is None else own.stroke,
        width=around.width if own.width is None else own.width,
        fill_opacity=around.fill_opacity if own.fill_opacity is None else own.fill_opacity,
        stroke_opacity=around.stroke_opacity if own.stroke_opacity is None else own.stroke_opacity,
        dash=own.dash or around.dash,
        round=own.round or around.round,
    )


@lru_cache(maxsize=256)
def _channels(colour: str, opacity: float | None = None) -> tuple[float, float, float, float]:
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue, 1.0 if opacity is None else float(number(opacity))


def _places(ground: tuple[float, float, float, float], width: int, height: int) -> Iterator[Point]:
    """Yield the corners of the tiles that reach into a rectangle, given as left, top, right, bottom."""
    left, top, right, bottom = ground
    for row in range(math.floor(top / height), math.ceil(bottom / height)):
        for column in range(math.floor(left / width), math.ceil(right / width)):
            yield column * width, row * height


def _trace(
    context: cairo.Context, shape: Lines | Curve | Disc | Box | Words, by: Point = (0, 0)
) -> None:
    """Add a shape's outline to the current path, shifted by a distance; cairo's scale is the shape's."""
    match shape:
        case Lines():
            for line in shape.lines:
                _trace_line(context, line, by, closed=shape.closed)
        case Curve(points=points):
            dx, dy = by
            context.move_to(points[0][0] + dx, points[0][1] + dy)
            for place in range(1, len(points) - 2, 3):
                (ax, ay), (bx, by_), (x, y) = points[place : place + 3]
                context.curve_to(ax + dx, ay + dy, bx + dx, by_ + dy, x + dx, y + dy)
            if shape.closed:
                context.close_path()
        case Disc():
            context.new_sub_path()
            context.arc(*shape.at, shape.radius, 0, 2 * math.pi)
            context.close_path()
        case Box():
            _trace_box(context, shape)
        case Words():
            for glyph, at in letters_of(shape):
                _follow(context, glyph_path(glyph.outline), glyph.x + at, glyph.y)
        case _:
            assert_never(shape)


def _trace_line(context: cairo.Context, line: Line, by: Point, *, closed: bool) -> None:
    dx, dy = by
    line_to = context.line_to
    context.move_to(line[0][0] + dx, line[0][1] + dy)
    for x, y in line[1:-1] if closed and line[0] == line[-1] else line[1:]:
        line_to(x + dx, y + dy)
    if closed:
        context.close_path()


def _trace_steps(context: cairo.Context, shape: Lines) -> None:
    """Add outlines in relative steps, as CairoSVG lays a clip; cairo rounds each of them."""
    for line in shape.lines:
        x, y = line[0]
        context.move_to(x, y)
        for to_x, to_y in line[1:-1] if shape.closed and line[0] == line[-1] else line[1:]:
            context.rel_line_to(to_x - x, to_y - y)
            x, y = to_x, to_y
        if shape.closed:
            context.close_path()


def _trace_box(context: cairo.Context, box: Box) -> None:
    x, y = box.at
    width, height = box.width, box.height
    if not box.corner:
        context.rectangle(x, y, width, height)
        return
    rx, ry = min(box.corner, width / 2), min(box.corner, height / 2)
    hx, hy = ROUNDING * rx, ROUNDING * ry
    context.new_path()
    context.move_to(x + rx, y)
    context.rel_line_to(width - 2 * rx, 0)
    context.rel_curve_to(hx, 0, rx, hy, rx, ry)
    context.rel_line_to(0, height - 2 * ry)
    context.rel_curve_to(0, hy, hx - rx, ry, -rx, ry)
    context.rel_line_to(-width + 2 * rx, 0)
    context.rel_curve_to(-hx, 0, -rx, -hy, -rx, -ry)
    context.rel_line_to(0, -height + 2 * ry)
    context.rel_curve_to(0, -hy, rx - hx, -ry, rx, -ry)
    context.close_path()


def _follow(context: cairo.Context, path: Iterable[Command], x: int, y: int) -> None:
    """Add a letter whose outline starts at a point."""
    line_to, curve_to = context.line_to, context.curve_to
    context.move_to(x, y)
    for name, numbers in path:
        if name == "c":
            ax, ay, bx, by, to_x, to_y = numbers
            curve_to(x + ax, y + ay, x + bx, y + by, x + to_x, y + to_y)
        elif name == "z":
            context.close_path()
        else:
            to_x, to_y = numbers
            (line_to if name == "l" else context.move_to)(x + to_x, y + to_y)
