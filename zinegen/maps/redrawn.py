"""A stranger's drawing drawn anew: its outlines, each with a name of its own, and nothing else that is in it.

What is drawn anew runs nothing, loads nothing, and can be named shape by shape, whatever it came from.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from html import escape
from math import dist, isclose

from zinegen.maps.outlines import DrawingShape, Ring, measure_ring

PROVINCES, LEFT_OUT = "provinces", "left-out"
"""The groups of what is drawn anew: what may be a province, and what is none."""
MOST = 1_000
"""Shapes of a drawing that are kept, the largest."""
_LONGEST = 100
_PLAIN = re.compile(r"#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}")


def name_shapes(outlines: Sequence[DrawingShape]) -> tuple[DrawingShape, ...]:
    """Return the shapes that have ground, each by a name that no other has; a number where it has none."""
    grounds = [sum(map(measure_ring, one.rings)) for one in outlines]
    largest = sorted(range(len(outlines)), key=lambda at: -grounds[at])[:MOST]
    taken: set[str] = set()
    found = []
    for at in sorted(at for at in largest if grounds[at] > 0):
        one = outlines[at]
        own = _show(one.own_name)
        name = own or f"shape-{len(taken) + 1}"
        count = 1
        while name.lower() in taken:
            count += 1
            name = f"{own or 'shape'}-{count}"
        taken.add(name.lower())
        found.append(replace(one, names=(name, *one.layers)))
    return tuple(found)


def _show(text: str) -> str:
    return "".join(sign for sign in text if sign.isprintable())[:_LONGEST].strip()


def write_drawing(shapes: Sequence[DrawingShape], left_out: Collection[str]) -> str:
    """Return an SVG of shapes, y down; ``left_out``: the names of those that are no provinces."""
    points = [point for one in shapes for ring in one.rings for point in ring] or [(0.0, 0.0)]
    xs, ys = zip(*points, strict=True)
    left, top, wide, high = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
    box = " ".join(map(_number, (left, top, wide, high)))
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">',
            f'<g id="{PROVINCES}" fill="#f4ecd8" stroke="#333">',
            *(_write_shape(one) for one in shapes if one.own_name not in left_out),
            "</g>",
            f'<g id="{LEFT_OUT}" fill="none" stroke="#999">',
            *(_write_shape(one) for one in shapes if one.own_name in left_out),
            "</g>",
            "</svg>\n",
        )
    )


def _write_shape(one: DrawingShape) -> str:
    said = {
        "id": one.own_name,
        "data-name": _show(one.title),
        "fill" if _PLAIN.fullmatch(one.colour) else "class": _show(one.colour),
        "d": " ".join(_write_rings(one)),
    }
    attributes = (f'{name}="{escape(text)}"' for name, text in said.items() if text)
    return f"<path {' '.join(attributes)}/>"


def _write_rings(one: DrawingShape) -> Iterator[str]:
    """Yield the lines of a shape; one whose ends lie apart is not closed here either."""
    for ring in one.rings:
        end = "" if one.open_by and isclose(dist(ring[0], ring[-1]), one.open_by) else "Z"
        yield f"M{_write_points(ring)}{end}"


def _write_points(ring: Ring) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in ring)


def _number(value: float) -> str:
    return f"{value:.8g}"
