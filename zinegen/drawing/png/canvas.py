"""A canvas of pixels on which CairoSVG draws the parts of a picture, one above another.

CairoSVG asks every element for whatever SVG may say of it: markers, masks, filters, fonts, cursors of
text. Our writer says little of all that, so plain shapes and groups go straight to cairo here, with
outlines that were read once; whatever says more is left to CairoSVG itself.

Importing this module imports CairoSVG, which needs the system's cairo library.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import lru_cache

from cairosvg.colors import color
from cairosvg.parser import Node, Tree
from cairosvg.shapes import circle, rect
from cairosvg.surface import PNGSurface, cairo
from PIL import Image

from zinegen.drawing.png.cairo_paths import read_path

DOTS = 96
"""Pixels an inch; nothing of ours is measured in inches."""

BROAD = 100
"""Strokes of this width are bands in pale colours: their edges, and those of halos, may be rougher."""
CAPS = {"round": cairo.LINE_CAP_ROUND, "butt": cairo.LINE_CAP_BUTT}
JOINS = {"round": cairo.LINE_JOIN_ROUND, "miter": cairo.LINE_JOIN_MITER}
PLACE = re.compile(r"translate\((-?\d+) ?(-?\d+)\)(?:scale\(([\d.]+)\))?")
TURNED = re.compile(r"rotate\((-?\d+)\)")


class Canvas:
    """A sheet of pixels."""

    __slots__ = ("_pixels", "_surface", "height", "width")

    def __init__(self, width: int, height: int, colour: str | None = None) -> None:
        """Make a sheet of one colour, ``#rrggbb``, or a transparent one."""
        self._use(bytearray(width * height * 4), width, height)
        if colour is not None:
            context = cairo.Context(self._surface)
            context.set_source_rgba(*color(colour))
            context.paint()

    def _use(self, pixels: bytearray, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._pixels = pixels
        self._surface = cairo.ImageSurface.create_for_data(
            pixels, cairo.FORMAT_ARGB32, width, height, width * 4
        )

    def copy(self) -> Canvas:
        """Return a copy of the sheet."""
        sheet = object.__new__(Canvas)
        sheet._use(bytearray(self._pixels), self.width, self.height)
        return sheet

    def draw(self, text: str) -> None:
        """Draw an SVG file, as wide as the sheet, over what is there."""
        _Surface(Tree(bytestring=text.encode()), self._surface, self.width)
        self._surface.flush()

    def lay(self, other: Canvas) -> None:
        """Lay another sheet of the same size over this one."""
        context = cairo.Context(self._surface)
        context.set_source_surface(other._surface)
        context.paint()
        self._surface.flush()

    def image(self) -> Image.Image:
        """Return the content of an opaque sheet as an image."""
        size = self.width, self.height
        return Image.frombuffer("RGB", size, self._pixels, "raw", "BGRX", self.width * 4, 1)


class _Surface(PNGSurface):  # type: ignore[misc]  # CairoSVG has no types
    """CairoSVG's surface, on a sheet that is there already."""

    def __init__(self, tree: Tree, sheet: cairo.ImageSurface, width: int) -> None:
        self._sheet = sheet
        super().__init__(tree, None, DOTS, output_width=width)

    def _create_surface(
        self, width: float, height: float
    ) -> tuple[cairo.ImageSurface, float, float]:
        """Return the sheet; CairoSVG asks for one of this size."""
        return self._sheet, width, height

    def draw(self, node: Node) -> None:
        """Draw an element and what is in it."""
        if node.tag == "g" and "clip-path" not in node:
            self._group(node)
        elif node.tag in OUTLINES and self.stroke_and_fill:
            self._shape(node)
        else:
            super().draw(node)

    def _group(self, node: Node) -> None:
        """Draw what is in a group that is not cut to anything."""
        self.context.save()
        self._move(node)
        for child in node.children:
            self.draw(child)
        self.context.restore()

    def _move(self, node: Node) -> None:
        """Move and scale what is drawn from now on, as our writer says it."""
        found = PLACE.fullmatch(node.get("transform", ""))
        if found is not None:
            x, y, scale = (float(one or 1) for one in found.groups())
            self.context.translate(x, y)
            self.context.scale(scale, scale)

    def _shape(self, node: Node) -> None:
        """Draw a shape, filled and stroked."""
        context = self.context
        context.save()
        self._move(node)
        OUTLINES[node.tag](self, node)
        fill = node.get("fill", "black")
        if fill.startswith("url"):
            self._tile(self.patterns[fill[5:-1]])
            OUTLINES[node.tag](self, node)
        elif fill != "none":
            self._take_colour(fill, node.get("fill-opacity", "1"))
            context.fill_preserve()
        self._stroke(node)
        context.restore()

    def _tile(self, pattern: Node) -> None:
        """Fill the current path with a pattern, whose boxes are as large as its tiles.

        CairoSVG has the whole tile drawn again for each place; here every line of it is drawn once, in all
        places.
        """
        context = self.context
        context.save()
        context.clip()
        turned = TURNED.fullmatch(pattern.get("patternTransform", ""))
        context.rotate(math.radians(float(turned[1])) if turned else 0)
        tile = float(pattern["width"]), float(pattern["height"])
        places = _list_places(context.clip_extents(), *tile)
        for child in pattern.children:
            if child.tag == "rect":
                self._take_colour(child["fill"], child.get("fill-opacity", "1"))
                context.paint()
            else:
                for place in places:
                    _trace(context, child["d"], *place)
                self._stroke(child)
        context.restore()

    def _take_colour(self, colour: str, opacity: str) -> None:
        self.context.set_source_rgba(*_channels(colour, opacity))

    def _stroke(self, node: Node) -> None:
        """Stroke the current path, which is done with then."""
        context = self.context
        stroke = node.get("stroke", "none")
        if stroke != "none":
            self._take_colour(stroke, node.get("stroke-opacity", "1"))
            width = float(node.get("stroke-width", 1))
            soft = width >= BROAD or "stroke-opacity" in node
            context.set_antialias(cairo.ANTIALIAS_FAST if soft else cairo.ANTIALIAS_DEFAULT)
            context.set_line_width(width)
            context.set_line_cap(CAPS[node.get("stroke-linecap", "butt")])
            context.set_line_join(JOINS[node.get("stroke-linejoin", "miter")])
            context.set_miter_limit(4)
            context.set_dash([float(one) for one in node.get("stroke-dasharray", "").split()])
            context.stroke_preserve()
        context.new_path()


def _list_places(
    ground: tuple[float, float, float, float], width: float, height: float
) -> list[tuple[float, float]]:
    """Return the corners of the tiles that reach into a rectangle, given as left, top, right, bottom."""
    left, top, right, bottom = ground
    rows = range(math.floor(top / height), math.ceil(bottom / height))
    columns = range(math.floor(left / width), math.ceil(right / width))
    return [(column * width, row * height) for row in rows for column in columns]


@lru_cache(maxsize=256)
def _channels(colour: str, opacity: str) -> tuple[float, float, float, float]:
    red, green, blue, alpha = color(colour, float(opacity))
    return red, green, blue, alpha


def _path(surface: _Surface, node: Node) -> None:
    _trace(surface.context, node["d"])


def _trace(context: cairo.Context, path: str, dx: float = 0, dy: float = 0) -> None:
    """Add a path, shifted by (dx, dy), to the current one."""
    table, points = read_path(path)
    if dx or dy:
        table = table.copy()
        table[points] += (dx, dy)
    if len(table):
        data = cairo.ffi.from_buffer("cairo_path_data_t[]", table)
        whole = cairo.ffi.new("cairo_path_t *", {"data": data, "num_data": len(table)})
        cairo.cairo.cairo_append_path(context._pointer, whole)  # noqa: SLF001  (documented for this)


OUTLINES: dict[str, Callable[[_Surface, Node], None]] = {
    "path": _path,
    "circle": circle,
    "rect": rect,
}
"""What lays the outline of a shape."""
