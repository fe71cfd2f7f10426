"""The file of a base map as typed data: Europe's, and those that people make; ``zinegen/data/README.md``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NotRequired, TypedDict

from zinegen.errors import MapError
from zinegen.geometry.shape import TENTHS, Lettering, Line, Point


class Meta(TypedDict):
    """Size in drawing units, whole numbers to a unit, origin, tolerance of the simplification."""

    w: int
    h: int
    q: int
    source: str
    tol: float


class ArcLine(TypedDict):
    """A line: cells left and right where y runs up, junctions at its ends, points in tenths."""

    l: str  # noqa: E741  (the file's own key)
    r: str
    p: list[int]
    j: list[int]


class Label(TypedDict):
    """A name: its middle and size in drawing units, its lines; ``out``: it stands beside."""

    x: float
    y: float
    size: float
    lines: list[str]
    out: NotRequired[int]


class CoastEntry(TypedDict):
    """One coast: the seas along it, and a point for a unit where there are several coasts."""

    seas: list[str]
    unit: NotRequired[list[float]]


class FaceEntry(TypedDict):
    """One province: what it is, where its name, unit and centre mark go, the arcs round it."""

    name: str
    terrain: str
    closed: NotRequired[int]
    home: NotRequired[str]
    sc: NotRequired[int]
    label: Label
    unit: list[float]
    scp: NotRequired[list[float]]
    coasts: NotRequired[list[CoastEntry]]
    rings: list[list[int]]


class CrossingEntry(TypedDict):
    """A way between provinces that share no border; the labels of its coasts may be empty."""

    ends: list[str]
    coasts: list[str]
    armies: bool
    fleets: bool


class CalendarEntry(TypedDict):
    """What years do to the map: provinces by the year of the winter; JSON has years as texts."""

    sinking: dict[str, list[str]]
    founding: dict[str, list[str]]


class GameEntry(TypedDict):
    """How games on a map of one's own begin, and what of its ways no line shows.

    ``facts`` is the SHA-256 of the ``map.toml`` it was made of.
    """

    title: str
    facts: str
    begins: str
    victory: int
    units: dict[str, list[str]]
    aliases: dict[str, list[str]]
    joined: dict[str, list[list[str]]]
    crossings: list[CrossingEntry]
    no_armies: list[list[str]]
    calendar: CalendarEntry


class _Lines(TypedDict):
    """What every base map has."""

    meta: Meta
    arcs: list[ArcLine]
    cells: dict[str, str]
    overlays: dict[str, list[str]]
    faces: dict[str, FaceEntry]
    straits: list[list[str]]
    canals: list[str]
    decor: dict[str, list[list[list[float]]]]
    overlay_faces: dict[str, FaceEntry]
    junctions: list[list[int]]
    printed: dict[str, dict[str, list[str]]]


class BaseMap(_Lines, total=False):
    """A base map: the whole of ``europe.json``, or of the ``map.json`` of one's own."""

    game: GameEntry


def read_map(text: str) -> BaseMap:
    """Read the text of a map.

    Raises MapError when it is no JSON object with the keys of a map.
    """
    try:
        data: BaseMap = json.loads(text)
        missing = BaseMap.__required_keys__ - set(data)
    except (ValueError, TypeError, RecursionError) as error:
        raise MapError(f"the map is no JSON: {error}") from error
    if missing:
        raise MapError(f"the map lacks {', '.join(sorted(missing))}")
    return data


def map_text(data: BaseMap) -> str:
    """Write a map as one line of JSON."""
    return json.dumps(data, separators=(",", ":"))


def points_of(steps: Sequence[int]) -> Line:
    """Return the points of a line that is stored as its first point and the steps from there."""
    xs, ys = accumulate(steps[::2]), accumulate(steps[1::2])
    return tuple(zip(xs, ys, strict=True))


def steps(points: Sequence[Point]) -> list[int]:
    """Turn points into ``[x, y, dx, dy, ...]``; the inverse of `points_of`."""
    x = y = 0
    out: list[int] = []
    for to_x, to_y in points:
        out += [to_x - x, to_y - y]
        x, y = to_x, to_y
    return out


def tenths(point: Iterable[float]) -> Point:
    """Return a point that is given in drawing units."""
    x, y = point
    return round(x * TENTHS), round(y * TENTHS)


def lettering_of(label: Label) -> Lettering:
    """Return a name of the file as boards have it."""
    return Lettering(
        at=tenths((label["x"], label["y"])),
        size=round(label["size"] * TENTHS),
        lines=tuple(label["lines"]),
        beside=bool(label.get("out")),
    )
