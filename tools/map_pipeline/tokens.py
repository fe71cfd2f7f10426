"""Borders written as tokens, and the lines they stand for.

A border is a list of tokens between blanks: ``lon,lat`` is a point, ``@NAME`` a named junction, and
``ne:A|B`` follows the modern border of two countries between the tokens before and after it (an
underscore is a blank). What is written point by point is rounded and, on land, roughened: by a
random walk seeded with the border's name, so it is the same every time. A leading ``~`` leaves it
smooth.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from shapely import LineString, Point
from shapely.ops import linemerge, substring

from tools.map_pipeline import inputs
from tools.map_pipeline.inputs import Cuts, Frontiers
from tools.map_pipeline.projection import XY, project
from zinegen.errors import ZinegenError
from zinegen.geometry.pieces import lines_of

_ROUGHNESS = 0.17
"""How far the middle of a stretch may be pushed aside, as a part of its length."""

_SMOOTH = 4.0
"""Stretches shorter than this, in drawing units, stay straight."""

_SPECK = 0.05
"""Pieces of modern borders up to this length, in degrees, are not followed."""


@dataclass(frozen=True, slots=True)
class Atlas:
    """Modern borders as lines in degrees, and the named junctions of the board."""

    borders: Mapping[str, list[LineString]]
    junctions: Mapping[str, XY] = field(default_factory=dict)

    def lines(self, pair: str) -> list[LineString]:
        """Return the pieces of a modern border ``A|B``.

        Raises:
            ZinegenError: there is no such border.
        """
        key = "|".join(sorted(pair.replace("_", " ").split("|")))
        if key not in self.borders:
            raise ZinegenError(f"there is no modern border {pair}: write A|B as the atlas does")
        return self.borders[key]

    def at(self, token: str) -> XY:
        """Return the degrees of a point or a named junction."""
        if not token.startswith("@"):
            return inputs.point(token)
        if token[1:] not in self.junctions:
            raise ZinegenError(f"there is no junction {token}: name it under nodes")
        return self.junctions[token[1:]]

    def follow(self, pair: str, start: XY, end: XY) -> list[XY]:
        """Walk a modern border from where it is nearest to a point to where it is to another.

        Where the border is in pieces the walk leaves each at the end that is near another piece
        and towards the end.
        """
        goal = Point(end)
        left = [line for line in self.lines(pair) if line.length > _SPECK]
        here = Point(start)
        line = min(left, key=here.distance)
        last = min(left, key=goal.distance)
        walked: list[XY] = []
        while line is not last:
            left.remove(line)
            here_on = line.project(here)
            ends = [Point(line.coords[0]), Point(line.coords[-1])]
            leave = min(
                ends,
                key=lambda p: min(p.distance(other) for other in left) + 0.01 * p.distance(goal),
            )
            walked += _cut_out(line, here_on, line.project(leave))
            here = leave
            line = min(left, key=leave.distance)
        return walked + _cut_out(line, line.project(here), line.project(goal))


def make_atlas(cuts: Cuts, frontiers: Frontiers) -> Atlas:
    """Read modern borders, then the named junctions, some of which lie on them."""
    borders = {}
    for pair, packed in frontiers["lines"].items():
        arcs = [LineString(inputs.unpack(flat, frontiers["transform"])) for flat in packed]
        borders[pair] = lines_of(linemerge(arcs)) if len(arcs) > 1 else arcs
    atlas = Atlas(borders)
    junctions = {}
    for name, text in cuts["nodes"].items():
        at, *on = text.split()
        place = inputs.point(at)
        if on:
            near = Point(place)
            line = min(atlas.lines(on[1]), key=near.distance)
            on_line = line.interpolate(line.project(near))
            place = (on_line.x, on_line.y)
        junctions[name] = place
    return Atlas(borders, junctions)


def sea_line(atlas: Atlas, text: str) -> LineString:
    """Draw a border at sea: a smooth curve through its points, in drawing units."""
    return LineString(curve(project([atlas.at(token) for token in text.split()]), 8))


def land_line(atlas: Atlas, name: str, text: str) -> LineString:
    """Draw a border on land, in drawing units; its name seeds the roughness."""
    tokens = text.split()
    smooth = tokens[0] == "~"
    tokens = tokens[1:] if smooth else tokens
    chance = _chance_for(name)
    out: list[XY] = []
    by_hand: list[XY] = []
    for before, token, after in zip(["", *tokens], tokens, [*tokens[1:], ""], strict=False):
        if token.startswith("ne:"):
            _join(out, _roughen_line(by_hand, None if smooth else chance))
            by_hand = []
            start, end = atlas.at(before), atlas.at(after)
            walked = atlas.follow(token.removeprefix("ne:"), start, end)
            _join(out, project([start, *walked[1:-1], end]))
        else:
            by_hand.append(atlas.at(token))
    _join(out, _roughen_line(by_hand, None if smooth else chance))
    return LineString(out)


def curve(points: list[XY], steps: int) -> list[XY]:
    """Draw a centripetal Catmull-Rom spline through points, so many steps between two of them."""
    if len(points) < 3:
        return points
    known = [np.array(point) for point in points]
    known = [2 * known[0] - known[1], *known, 2 * known[-1] - known[-2]]
    out = [points[0]]
    for i in range(1, len(known) - 2):
        p = known[i - 1 : i + 3]
        t = [0.0]
        for a, b in itertools.pairwise(p):
            t.append(t[-1] + float(np.linalg.norm(b - a)) ** 0.5)
        for step in range(1, steps + 1):
            at = t[1] + (t[2] - t[1]) * step / steps
            a1, a2, a3 = (
                (t[k + 1] - at) / (t[k + 1] - t[k]) * p[k]
                + (at - t[k]) / (t[k + 1] - t[k]) * p[k + 1]
                for k in range(3)
            )
            b1 = (t[2] - at) / (t[2] - t[0]) * a1 + (at - t[0]) / (t[2] - t[0]) * a2
            b2 = (t[3] - at) / (t[3] - t[1]) * a2 + (at - t[1]) / (t[3] - t[1]) * a3
            x, y = ((t[2] - at) / (t[2] - t[1]) * b1 + (at - t[1]) / (t[2] - t[1]) * b2).tolist()
            out.append((x, y))
    return out


def _chance_for(name: str) -> random.Random:
    seed = int(hashlib.sha256(name.encode()).hexdigest()[:12], 16)
    return random.Random(seed)  # noqa: S311  the roughness of a border is no secret


def _roughen_line(degrees: list[XY], chance: random.Random | None) -> list[XY]:
    """Round and roughen what was written point by point; a single point is no line."""
    if len(degrees) < 2:
        return []
    through = project(degrees)
    rounded = curve(through, 3) if len(through) > 2 else through
    out = [rounded[0]]
    for a, b in itertools.pairwise(rounded):
        out += [b] if chance is None else _roughen(a, b, chance)
    return out


def _roughen(a: XY, b: XY, chance: random.Random, depth: int = 0) -> list[XY]:
    """Push the middle of a stretch aside, then of its halves; returns the points behind ``a``."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy)
    if length < _SMOOTH or depth > 6:
        return [b]
    aside = chance.uniform(-1, 1) * _ROUGHNESS * length
    along = 0.5 + chance.uniform(-0.1, 0.1)
    middle = (a[0] + dx * along - dy / length * aside, a[1] + dy * along + dx / length * aside)
    first = _roughen(a, middle, chance, depth + 1)
    return first + _roughen(middle, b, chance, depth + 1)


def _join(out: list[XY], more: list[XY]) -> None:
    """Add a stretch to a line; they share a point unless the line is empty."""
    out += more[1:] if out else more


def _cut_out(line: LineString, start: float, end: float) -> list[XY]:
    """Return the points of a line between two distances along it, in that direction."""
    piece = substring(line, min(start, end), max(start, end))
    points: list[XY] = [(x, y) for x, y in piece.coords]
    return points if start <= end else points[::-1]
