"""Shapes as plain data for programs that draw paths alone: no groups, no references, letters as outlines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import assert_never

from zinegen.drawing.geojson import Json
from zinegen.drawing.lettering import EM, start, visible_letters
from zinegen.drawing.path_data import bends, course
from zinegen.drawing.scene import (
    NO_INK,
    Again,
    Box,
    Curve,
    Disc,
    Group,
    Ink,
    Lines,
    Pattern,
    Shape,
    Words,
)

ROUND = 0.5523
"""How far the handles of a quarter of a circle are from its ends, as a part of the radius."""


def flatten(shape: Shape, ink: Ink = NO_INK, clip: str = "") -> Iterator[dict[str, Json]]:
    """Yield a shape as paths, each with its ink; ``ink`` and ``clip`` are those of what it lies in.

    A shape that is drawn once more is left out: whoever reads these has to know what it is.
    """
    ink = _inherit(shape.ink, ink)
    match shape:
        case Group():
            for item in shape.items:
                yield from flatten(item, ink, shape.clip or clip)
        case Again():
            pass
        case Lines():
            path = "".join(course(one, closed=shape.closed) for one in shape.lines)
            yield {"path": path, **write_ink(ink, clip)}
        case Curve():
            yield {"path": bends(shape.points, closed=shape.closed), **write_ink(ink, clip)}
        case Disc():
            yield {"path": _write_circle(shape), **write_ink(ink, clip)}
        case Box():
            yield {"path": _write_box(shape), **write_ink(ink, clip)}
        case Words():
            outline = "".join(
                f"M{letter.x + at} {letter.y}{letter.outline}"
                for letter, at in visible_letters(shape)
            )
            place: list[Json] = [shape.size / EM, start(shape), shape.at[1]]
            yield {"path": outline, "place": place, **write_ink(ink, clip)}
        case _:
            assert_never(shape)


def write_ink(ink: Ink, clip: str = "") -> dict[str, Json]:
    """Return an ink as data; what is not there is left out."""
    facts: dict[str, Json] = {
        "fill": ink.fill,
        "stroke": ink.stroke,
        "width": ink.width,
        "dash": [*ink.dash],
        "fillOpacity": ink.fill_opacity,
        "strokeOpacity": ink.stroke_opacity,
        "round": ink.round,
        "clip": clip.removeprefix("in-"),
    }
    return {
        name: value for name, value in facts.items() if value not in (None, False, [], "", "none")
    }


def flatten_pattern(pattern: Pattern) -> dict[str, Json]:
    """Return a tile as data."""
    shapes: list[Json] = [path for item in pattern.items for path in flatten(item)]
    size: dict[str, Json] = {"width": pattern.width, "height": pattern.height}
    return size | {"turned": pattern.turned, "shapes": shapes}


def _inherit(ink: Ink, outer: Ink) -> Ink:
    """Return an ink in which what is left open is as in the one around it."""
    if outer is NO_INK:
        return ink
    known = {one.name: getattr(ink, one.name) for one in fields(ink)}
    return replace(outer, **{name: value for name, value in known.items() if value})


def _write_circle(disc: Disc) -> str:
    (x, y), far = disc.at, disc.radius
    near = round(far * ROUND)
    quarters = (
        ((x + far, y + near), (x + near, y + far), (x, y + far)),
        ((x - near, y + far), (x - far, y + near), (x - far, y)),
        ((x - far, y - near), (x - near, y - far), (x, y - far)),
        ((x + near, y - far), (x + far, y - near), (x + far, y)),
    )
    points = (point for quarter in quarters for point in quarter)
    return bends(((x + far, y), *points), closed=True)


def _write_box(box: Box) -> str:
    """Return a rectangle as a path; its corners are cut where they are round."""
    x, y = box.at
    right, low, cut = x + box.width, y + box.height, round(box.corner * 0.3)
    points = (
        (x + cut, y),
        (right - cut, y),
        (right, y + cut),
        (right, low - cut),
        (right - cut, low),
        (x + cut, low),
        (x, low - cut),
        (x, y + cut),
    )
    return course((*dict.fromkeys(points), points[0]), closed=True)
