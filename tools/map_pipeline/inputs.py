"""What the map is made of: the files under ``sources/``, typed.

``cuts.json`` says where borders run, ``names.json`` what provinces are, ``places.json`` where names,
units and marks go, ``standard.json`` what must come out, and ``coastlines.json.xz`` holds the coasts of
nature. ``sources/README.md`` tells their origin.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NotRequired, TypedDict

from tools.map_pipeline.projection import XY
from zinegen.play.maps.map_file import Label

SOURCES = Path(__file__).parent / "sources"


class DividingLine(TypedDict):
    """A border inside a province, for an overlay: its tokens, and a point of the overlay."""

    base: str
    pts: str
    seed: str


class Island(TypedDict):
    """An island that can be a province: a point in it, its enlargement, its shift."""

    at: str
    scale: float | list[float]
    shift: NotRequired[list[float]]


class Cuts(TypedDict):
    """``cuts.json``: junctions, borders, straits filled, narrows cut, overlays, seeds."""

    nodes: dict[str, str]
    land: dict[str, str]
    sea: dict[str, str]
    fills: dict[str, list[str]]
    carves: dict[str, list[str]]
    overlay_lines: dict[str, DividingLine]
    overlay_strait: dict[str, str]
    overlay_islands: dict[str, Island]
    seeds: dict[str, str]
    straits: list[list[str]]
    canals: list[str]
    printed: dict[str, dict[str, list[str]]]
    canal_lines: dict[str, str]
    drawn_water: list[str]


class Transform(TypedDict):
    """How quantised integers become degrees: ``integer * scale + translate``, x and y."""

    scale: list[float]
    translate: list[float]


class Shore(TypedDict):
    """A quantised polygon: its rings, each ``[x, y, dx, dy, ...]``, the outline first.

    ``turn`` is by how many degrees it was turned to lie in the window: 0, or 360 either way for a
    continent that crosses the antimeridian.
    """

    turn: int
    rings: list[list[int]]


class Shores(TypedDict):
    """Polygons and how their whole numbers become degrees."""

    transform: Transform
    polygons: list[Shore]


class Frontiers(TypedDict):
    """Quantised modern borders by ``A|B``: each a list of lines ``[x, y, dx, dy, ...]``."""

    transform: Transform
    lines: dict[str, list[list[int]]]


class Coastlines(TypedDict):
    """``coastlines.json.xz``: land and lakes of the window, and the borders that cuts follow."""

    land: Shores
    lakes: Shores
    borders: Frontiers


class Facts(TypedDict):
    """``standard.json``: the relations of the standard board, each ``A|B``; coasts ``Bul/EC``."""

    borders: list[str]
    army: list[str]
    fleet: list[str]


class KnownPlaces(TypedDict):
    """Where the things in a province go: drawing units; ``coasts`` by their seas, ``BAR|NWG``."""

    label: Label
    unit: list[float]
    scp: NotRequired[list[float]]
    coasts: NotRequired[dict[str, list[float]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Province:
    """What a province is, whatever its shape."""

    name: str
    terrain: str
    home: str = ""
    centre: bool = False

    @property
    def is_sea(self) -> bool:
        """True where fleets sail."""
        return self.terrain == "sea"


def _text(name: str) -> str:
    return (SOURCES / name).read_text(encoding="utf-8")


@cache
def cuts() -> Cuts:
    """Read ``cuts.json``."""
    read: Cuts = json.loads(_text("cuts.json"))
    return read


@cache
def coastlines() -> Coastlines:
    """Read ``coastlines.json.xz``."""
    packed = (SOURCES / "coastlines.json.xz").read_bytes()
    read: Coastlines = json.loads(lzma.decompress(packed))
    return read


@cache
def provinces() -> dict[str, Province]:
    """Read ``names.json``: abbreviation to province."""
    read: dict[str, list[str]] = json.loads(_text("names.json"))
    return {
        key: Province(
            name=entry[0],
            terrain=entry[1],
            home=entry[2] if len(entry) > 2 else "",
            centre=len(entry) > 3,
        )
        for key, entry in read.items()
    }


@cache
def standard_facts() -> Facts:
    """Read ``standard.json``."""
    read: Facts = json.loads(_text("standard.json"))
    return read


@cache
def places() -> dict[str, KnownPlaces]:
    """Read ``places.json``."""
    read: dict[str, KnownPlaces] = json.loads(_text("places.json"))
    return read


def points(text: str) -> list[XY]:
    """Read ``'lon,lat lon,lat'``; any other two numbers too."""
    return [point(token) for token in text.split()]


def point(token: str) -> XY:
    """Read ``'lon,lat'``."""
    first, second = token.split(",")
    return float(first), float(second)


def unpack(flat: Sequence[int], transform: Transform) -> list[XY]:
    """Turn ``[x, y, dx, dy, ...]`` into degrees."""
    (sx, sy), (tx, ty) = transform["scale"], transform["translate"]
    x = y = 0
    out = []
    for dx, dy in zip(flat[::2], flat[1::2], strict=True):
        x += dx
        y += dy
        out.append((x * sx + tx, y * sy + ty))
    return out


def pack(line: Sequence[XY], transform: Transform) -> list[int]:
    """Turn degrees into ``[x, y, dx, dy, ...]``; points that fall together become one."""
    (sx, sy), (tx, ty) = transform["scale"], transform["translate"]
    out: list[int] = []
    x = y = 0
    for longitude, latitude in line:
        to_x, to_y = round((longitude - tx) / sx), round((latitude - ty) / sy)
        if not out or (to_x, to_y) != (x, y):
            out += [to_x - x, to_y - y]
        x, y = to_x, to_y
    return out
