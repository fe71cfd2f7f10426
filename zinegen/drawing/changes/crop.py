"""Cropping a picture: what lies outside the window is left out of the file, not only hidden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from zinegen.drawing import lettering, style
from zinegen.drawing.geometry import Rect
from zinegen.drawing.scene import (
    Again,
    Box,
    Clip,
    Curve,
    Disc,
    Group,
    Ink,
    Layer,
    Lines,
    Need,
    Part,
    Pattern,
    Scene,
    Shape,
    Words,
)
from zinegen.geometry.shape import Line

GROUNDS = frozenset({"land", "seas", "isles", "shores"})
"""Definitions that lie where they are drawn."""
STROKE = 100
"""How far ink may reach over the lines it follows, in tenths."""


def crop(scene: Scene, window: Rect) -> Scene:
    """Return the part of a picture that a window shows, with a frame round it.

    Title and legend go; shapes that reach into the window stay whole.
    """
    defined: dict[str, Shape] = {}
    for layer in scene.layers:
        for shape in (*layer.needs, *layer.items):
            _note(shape, defined)
    clips = {
        need.ident: need for layer in scene.layers for need in layer.needs if isinstance(need, Clip)
    }
    sight = _Sight(window=window, defined=defined, clips=clips)
    layers = [
        sight.layer(layer)
        for layer in scene.layers
        if layer.name not in {"title", "legend", "frame", "paper"}
    ]
    seen = tuple(layer for layer in layers if layer.items)
    wide, high = round(window.right - window.left), round(window.bottom - window.top)
    corner = round(window.left), round(window.top)
    edge = Box(at=corner, width=wide, height=high, ink=Ink(fill="none", stroke=style.INK, width=40))
    frame = Layer(name="frame", part=Part.PLAY, items=(edge,))
    return replace(
        scene, left=corner[0], top=corner[1], width=wide, height=high, layers=(*seen, frame)
    )


def _note(shape: Need, defined: dict[str, Shape]) -> None:
    if isinstance(shape, Clip | Pattern):
        return
    if shape.ident:
        defined[shape.ident] = shape
    if isinstance(shape, Group):
        for item in shape.items:
            _note(item, defined)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sight:
    """Decides what of a picture a window shows."""

    window: Rect
    defined: Mapping[str, Shape]
    clips: Mapping[str, Clip]

    def layer(self, layer: Layer) -> Layer:
        """Return the visible part of a layer, with the definitions it needs."""
        items = self.keep(layer.items)
        wanted = {name for item in items for name in self.list_names(item)}
        needs: list[Need] = []
        for need in layer.needs:
            if isinstance(need, Pattern):
                needs.append(need)
            elif isinstance(need, Clip):
                needs += (need,) if self.keep(need.items) else ()
            elif wanted.intersection(self.list_names(need)):
                needs += self.keep((need,)) if need.ident in GROUNDS else (need,)
        return replace(layer, items=items, needs=tuple(needs))

    def keep(self, items: Iterable[Shape]) -> tuple[Shape, ...]:
        """Return the shapes that reach into the window."""
        return tuple(item for shape in items for item in self._keep(shape))

    def _keep(self, shape: Shape) -> Iterator[Shape]:
        match shape:
            case Group():
                cut = self.clips.get(shape.clip)
                inner = self.keep(shape.items) if cut is None or self.keep(cut.items) else ()
                if inner:
                    yield replace(shape, items=inner)
            case Lines():
                lines = tuple(line for line in shape.lines if self.sees(_box_of(line)))
                if lines:
                    yield replace(shape, lines=lines)
            case Again():
                dx, dy = shape.by
                near = self.window
                aside = Rect(near.left - dx, near.top - dy, near.right - dx, near.bottom - dy)
                if replace(self, window=aside).keep((self.defined[shape.of],)):
                    yield shape
            case Curve():
                if self.sees(_box_of(shape.points)):
                    yield shape
            case Disc(at=(x, y), radius=far):
                if self.sees(Rect(x - far, y - far, x + far, y + far)):
                    yield shape
            case Box(at=(x, y), width=wide, height=high):
                if self.sees(Rect(x, y, x + wide, y + high)):
                    yield shape
            case Words():
                left, (_, y) = lettering.start(shape), shape.at
                end = left + lettering.width(shape.text, shape.face, shape.size, shape.spacing)
                if self.sees(Rect(left, y - shape.size, end, y + shape.size)):
                    yield shape

    def sees(self, box: Rect) -> bool:
        """Tell whether something with ink round it reaches into the window."""
        return box.grow(STROKE).overlaps(self.window)

    def list_names(self, shape: Shape) -> Iterator[str]:
        """Yield the names a shape refers to, and those that its definitions refer to."""
        match shape:
            case Again():
                yield shape.of
                yield from self.list_names(self.defined[shape.of])
            case Group():
                for item in shape.items:
                    yield from self.list_names(item)
                if shape.ident:
                    yield shape.ident
            case _:
                if shape.ident:
                    yield shape.ident
                return


def _box_of(points: Line) -> Rect:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Rect(min(xs), min(ys), max(xs), max(ys))
