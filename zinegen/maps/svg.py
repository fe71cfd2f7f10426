"""Outlines in an SVG: paths and simple shapes, where transforms put them. The door to its two libraries.

A drawing comes from a stranger: nothing outside it is fetched, and entities, with which a small file can
fill a computer's memory, are refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError

import defusedxml
from defusedxml import ElementTree
from svgelements import Close, Matrix, Move, Path
from svgelements import Line as Straight

from zinegen.errors import MapError
from zinegen.maps.outlines import DrawingShape, Ring, close_ring

UNDRAWN = frozenset(
    {"defs", "symbol", "clipPath", "mask", "marker", "pattern", "metadata", "linearGradient"}
)
"""Elements of which nothing is drawn where they stand."""
NAMES = ("id", "label", "data-name", "data-province", "title")
"""Attributes that name a shape; Inkscape's ``label`` is what people see."""
STEPS = 12
"""Points to a curve."""
ROUND = 48
"""Points to a circle."""
MOST_NUMBERS = 200_000
"""Numbers in all paths together."""
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_FILL = re.compile(r"fill\s*:\s*([^;]+)")


def parse_svg(content: bytes, shown: str) -> tuple[DrawingShape, ...]:
    """Return all outlines of an SVG that have a name; raises MapError when it cannot be read."""
    try:
        root: Element = ElementTree.fromstring(content, forbid_entities=True, forbid_external=True)
    except ParseError as error:
        line, column = error.position
        raise MapError(f"{shown}:{line}:{column + 1}: this is no XML: {error}") from None
    except (defusedxml.DefusedXmlException, ValueError, RecursionError) as error:
        what = (
            "it declares entities"
            if isinstance(error, defusedxml.EntitiesForbidden)
            else str(error)
        )
        hint = "save it as plain SVG"
        raise MapError(f"{shown}: this drawing is not opened: {what}; {hint}") from None
    if _tag(root) != "svg":
        raise MapError(f"{shown} is no SVG: its first element is <{_tag(root)}>")
    numbers = sum(
        len(_NUMBER.findall(element.get(name, "")))
        for element in root.iter()
        for name in ("d", "points")
    )
    if numbers > MOST_NUMBERS:
        what = f"its paths have {numbers} numbers, and at most {MOST_NUMBERS} are read"
        raise MapError(f"{shown}: {what}: simplify them, and delete what is no province")
    try:
        return tuple(one for one in _walk(root, Matrix(), ()) if one.names)
    except RecursionError:
        raise MapError(f"{shown}: groups lie in groups too deep to be read") from None


def _tag(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _attributes(element: Element) -> dict[str, str]:
    return {name.rpartition("}")[2]: value for name, value in element.attrib.items()}


def _walk(element: Element, matrix: Matrix, layers: tuple[str, ...]) -> Iterator[DrawingShape]:
    tag, said = _tag(element), _attributes(element)
    style = said.get("style", "").replace(" ", "")
    if tag in UNDRAWN or said.get("display") == "none" or "display:none" in style:
        return
    own = tuple(dict.fromkeys(said[name].strip() for name in NAMES if said.get(name)))
    own += tuple(child.text.strip() for child in element if _tag(child) == "title" and child.text)
    trouble = ""
    if said.get("transform"):
        try:
            matrix = Matrix(said["transform"]) * matrix
        except (ValueError, TypeError, ArithmeticError, IndexError):
            trouble = f"its transform cannot be read: {said['transform'][:40]}"
    if tag in {"svg", "g", "a"}:
        for child in element:
            if isinstance(child.tag, str):
                yield from _walk(child, matrix, (*own, *layers) if tag != "svg" else layers)
        return
    if tag not in _SHAPES:
        return
    rings: list[Ring] = []
    gap = 0.0
    try:
        for points, closed in _SHAPES[tag](said):
            placed = [_place(matrix, x, y) for x, y in points]
            ring = close_ring(placed)
            if len(ring) > 2:
                rings.append(ring)
                if not closed:
                    gap = max(gap, math.dist(placed[0], placed[-1]))
    except (ValueError, TypeError, ArithmeticError, IndexError, KeyError, AttributeError):
        trouble = trouble or f"its <{tag}> cannot be read"
    fill = _FILL.search(said.get("style", ""))
    yield DrawingShape(
        names=(*own, *layers),
        layers=layers,
        rings=tuple(rings),
        open_by=gap,
        colour=(fill[1] if fill else said.get("fill", "") or said.get("class", "")).strip(),
        trouble=trouble,
    )


def _place(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    point = matrix.point_in_matrix_space((x, y))
    found = float(point[0]), float(point[1])
    if not all(map(math.isfinite, found)):
        raise ValueError("no place")
    return found


Points = list[tuple[float, float]]
Pieces = Iterator[tuple[Points, bool]]
"""Lines, each with whether it is meant as closed."""


def _read_path(said: dict[str, str]) -> Pieces:
    for part in Path(said["d"]).as_subpaths():
        points: Points = []
        closed = False
        for segment in part:
            if isinstance(segment, Close):
                closed = True
            elif isinstance(segment, Move | Straight):
                points.append((float(segment.end.x), float(segment.end.y)))
            else:
                for step in range(1, STEPS + 1):
                    at = segment.point(step / STEPS)
                    points.append((float(at.x), float(at.y)))
        if points:
            yield points, closed


def _read_polygon(said: dict[str, str]) -> Pieces:
    numbers = [float(number) for number in _NUMBER.findall(said["points"])]
    yield list(zip(numbers[::2], numbers[1::2], strict=False)), True


def _read_polyline(said: dict[str, str]) -> Pieces:
    for points, _ in _read_polygon(said):
        yield points, False


def _read_rect(said: dict[str, str]) -> Pieces:
    x, y, wide, high = (_length(said, name) for name in ("x", "y", "width", "height"))
    yield [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)], True


def _read_ellipse(said: dict[str, str]) -> Pieces:
    x, y = _length(said, "cx"), _length(said, "cy")
    wide, high = (_length(said, name) or _length(said, "r") for name in ("rx", "ry"))
    turns = (2 * math.pi * step / ROUND for step in range(ROUND))
    yield [(x + wide * math.cos(turn), y + high * math.sin(turn)) for turn in turns], True


def _length(said: dict[str, str], name: str) -> float:
    found = _NUMBER.match(said.get(name, "0").strip())
    return float(found[0]) if found else 0.0


_SHAPES = {
    "path": _read_path,
    "polygon": _read_polygon,
    "polyline": _read_polyline,
    "rect": _read_rect,
    "circle": _read_ellipse,
    "ellipse": _read_ellipse,
}
