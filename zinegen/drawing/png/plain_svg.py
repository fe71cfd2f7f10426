"""Layers of a scene as SVG for CairoSVG alone: no references, no texts for readers.

CairoSVG reads what is referred to anew for every reference, and each element costs it time, drawn or
not. So there are no references here but to patterns and clips, every line of text is one outline, and
titles, class names and groups that change nothing are left out. What is drawn is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from zinegen.drawing.scene import (
    NO_INK,
    Again,
    Clip,
    Group,
    Ink,
    Layer,
    Lines,
    Mark,
    Need,
    Pattern,
    Scene,
    Shape,
    Words,
)
from zinegen.drawing.svg import Writer, opening, place, steps, visible_letters


def plain(scene: Scene, layers: Iterable[Layer]) -> str:
    """Return some layers of a scene as an SVG file without words."""
    return _Plain(tuple(layers)).file(scene)


class _Plain(Writer):
    """Writes layers without references between shapes."""

    def __init__(self, layers: tuple[Layer, ...]) -> None:
        super().__init__()
        self.layers = layers
        self.named: dict[str, Shape] = {}
        for layer in layers:
            for shape in (*layer.needs, *layer.items):
                self.note(shape)

    def note(self, shape: Need) -> None:
        """Remember a shape, and those in it, under its name."""
        if isinstance(shape, Clip | Pattern):
            return
        if shape.ident:
            self.named[shape.ident] = shape
        if isinstance(shape, Group):
            for item in shape.items:
                self.note(item)

    def file(self, scene: Scene) -> str:
        """Return the file: the layers, and the patterns and clips that they use."""
        body = "".join(self.shape(item) for layer in self.layers for item in layer.items)
        needs = {
            need.ident: need
            for layer in self.layers
            for need in layer.needs
            if isinstance(need, Clip | Pattern) and f"url(#{need.ident})" in body
        }
        defs = "".join(self.need(need) for need in needs.values())
        return f"{opening(scene)}><defs>{defs}</defs>{body}</svg>"

    def shape(self, shape: Shape) -> str:
        """Return one shape as an element, or what a group without any ink holds."""
        match shape:
            case Again():
                return self.again(shape)
            case Group(ink=ink, clip="") if ink is NO_INK:
                return "".join(self.shape(item) for item in shape.items)
            case Group(ink=Ink(fill="none")):
                return super().shape(replace(shape, items=tuple(self.draw_rims(shape))))
            case _:
                return super().shape(shape)

    def again(self, shape: Again) -> str:
        """Return a named shape where it is drawn once more."""
        drawn = self.named[shape.of]
        if shape.by == (0, 0) and NO_INK in (shape.ink, drawn.ink):
            ink = drawn.ink if shape.ink is NO_INK else shape.ink
            return self.shape(replace(drawn, ink=ink))
        moved = f' transform="translate({steps(shape.by).strip()})"'
        return self.element("g", moved, shape, self.shape(drawn))

    def draw_rims(self, group: Group) -> Iterator[Shape]:
        """Yield what is in a group whose lines alone are drawn: of what has a rim, only that."""
        if group.rim:
            yield Lines(lines=group.rim)
            return
        for item in group.items:
            drawn = self.named[item.of] if isinstance(item, Again) else item
            yield Lines(lines=drawn.rim) if isinstance(drawn, Group) and drawn.rim else item

    def words(self, words: Words) -> str:
        """Return a line of text as one outline."""
        path = "".join(
            f"M{letter.x + at} {letter.y}{letter.outline}" for letter, at in visible_letters(words)
        )
        return self.element("path", f' d="{path}"{place(words)}', words)

    def element(self, tag: str, places: str, mark: Mark, inside: str = "") -> str:
        """Return an element with its inks and nothing else."""
        end = f">{inside}</{tag}>" if inside else "/>"
        return f"<{tag}{places}{self.inks(mark.ink)}{end}"
