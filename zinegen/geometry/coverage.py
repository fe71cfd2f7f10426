"""Provinces as strangers draw them made a map without gaps: every two share their border to the point.

Drawn outlines overlap a little, leave slits, meet four at a point, leave ground that is nobody's. What can be
mended is mended and told with its place; what cannot is left to whoever drew it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase

import shapely
from shapely import Point, Polygon
from shapely.geometry.base import BaseGeometry

from zinegen.errors import MapError, ZinegenError
from zinegen.geometry.cleaning import (
    clean_coverage,
    measure_borders,
    open_narrows,
    round_coverage,
    tidy,
)
from zinegen.geometry.corners import part_corners
from zinegen.geometry.flaws import GRID, XY, Flaw, OutlineFacts, OutlineFault
from zinegen.geometry.lines import CellLine, lines_between
from zinegen.geometry.pieces import largest, polygons_of
from zinegen.geometry.shape import OUTSIDE
from zinegen.languages.texts import gettext

SPECK = 40.0
"""Smaller pieces of ground are no islands, in drawing units squared."""
LARGE = 0.5
"""A second piece of a province this part of the first as large is told."""
ON_TOP = 0.6
"""An outline of which this part lies in another is drawn on top of it, however narrow it is."""
UNCLAIMED = 30.0
"""Ground that nobody drew is shared out while it is narrower, in drawing units."""


HAIR = GRID / 100
"""The grid on which shares of ground are laid together."""
OPENINGS = (0.0, 0.3, 0.8, 2.0)
"""What is narrower is cut off where rounding breaks it, from try to try, in drawing units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """Provinces without gap and overlap, and what lies in them."""

    grounds: Mapping[str, Polygon]
    islets: tuple[Polygon, ...] = ()
    """Ground of provinces away from them: it is drawn, and belongs to what lies round it."""
    holes: tuple[tuple[str, Polygon], ...] = ()
    """Ground within one province that was drawn as none."""
    closed: tuple[str, ...] = ()
    """Those of the grounds that no outline drew: nobody's."""
    flaws: tuple[Flaw, ...] = ()


def cover(shapes: Mapping[str, BaseGeometry], plan: OutlineFacts) -> Coverage:
    """Return provinces that fill the map, made of their outlines, with what could not be mended.

    Raises MapError when the outlines are such that nothing can be made of them.
    """
    try:
        return _cover(shapes, plan)
    except shapely.errors.GEOSException:
        what = gettext(
            "the outlines lie so confusedly over each other that no map can be made of them: clean them (in "
            "Inkscape: Path, Simplify)"
        )
        raise MapError(what) from None
    except MapError:
        raise
    except ZinegenError as error:
        what = gettext("a province is lost between its neighbours: {error}", error=error)
        raise MapError(what) from None


def _cover(shapes: Mapping[str, BaseGeometry], plan: OutlineFacts) -> Coverage:
    shapes = {name: tidy(shape) for name, shape in shapes.items()}
    shapes, flaws = _cut_out(shapes, plan.gap)
    found: dict[str, Polygon] = {}
    islets: list[tuple[str, Polygon]] = []
    for name, ground in clean_coverage(shapes, plan.gap).items():
        pieces = sorted(polygons_of(ground), key=lambda piece: piece.area, reverse=True)
        found[name] = pieces[0]
        for piece in pieces[1:]:
            if piece.area > LARGE * pieces[0].area:
                at = piece.representative_point()
                flaws.append(Flaw(fault=OutlineFault.PIECES, at=(at.x, at.y), names=(name,)))
            if piece.area > SPECK:
                islets.append((name, piece))
    rest = _Rest(plan=plan, found=found, islets=islets)
    rest.deal()
    found = rest.found
    flaws += rest.flaws
    if not any(flaw.is_grave for flaw in flaws):
        found, more = _finish(found, plan)
        flaws += more
    return Coverage(
        grounds=found,
        islets=tuple(piece for _, piece in islets),
        holes=tuple(rest.holes),
        closed=tuple(rest.closed),
        flaws=tuple(flaws),
    )


def _finish(
    grounds: Mapping[str, Polygon], plan: OutlineFacts
) -> tuple[dict[str, Polygon], list[Flaw]]:
    """Return provinces in whole tenths that meet three at a point, and what had to be done for that.

    Where rounding breaks them, what broke is opened by a little, and they are rounded again. Raises MapError
    when that does not help.
    """
    told: dict[tuple[str, ...], Flaw] = {}
    for opening in OPENINGS:
        found, flaws = open_narrows(grounds, plan.size, opening) if opening else (grounds, [])
        grounds, more = part_corners(found, plan)
        told = {flaw.names: flaw for flaw in (*told.values(), *flaws, *more)}
        try:
            return round_coverage(grounds), [*told.values()]
        except MapError:
            continue
    raise MapError(
        gettext("the outlines do not fit each other even in whole tenths: draw them more simply")
    )


def _cut_out(
    shapes: Mapping[str, BaseGeometry], gap: float
) -> tuple[dict[str, BaseGeometry], list[Flaw]]:
    """Cut outlines out of larger ones that they overlap, and return where; cleaning does what is narrow."""
    names, given = [*shapes], [*shapes.values()]
    left = dict(shapes)
    flaws: list[Flaw] = []
    tree = shapely.STRtree(given)
    for one, other in sorted(zip(*tree.query(given, "intersects").tolist(), strict=True)):
        if one >= other:
            continue
        both = shapely.intersection(given[one], given[other])
        if not both.area:
            continue
        small, large = sorted((one, other), key=lambda at: given[at].area)
        part = both.area / given[small].area
        is_wide = not shapely.buffer(both, -gap / 2).is_empty
        if part >= ON_TOP or is_wide:
            left[names[large]] = shapely.difference(left[names[large]], given[small])
            told = (names[small], names[large])
            flaws += _flaws_of(OutlineFault.COVERED, both, gap, told, share=part)
    return left, flaws


def _flaws_of(
    fault: OutlineFault, area: BaseGeometry, gap: float, names: tuple[str, ...], share: float = 0.0
) -> Iterator[Flaw]:
    """Yield a flaw where an area is wider than is mended."""
    for piece in polygons_of(area):
        if not shapely.buffer(piece, -gap / 2).is_empty:
            circle = shapely.maximum_inscribed_circle(piece, tolerance=0.5)
            x, y = circle.coords[0]
            yield Flaw(fault=fault, at=(x, y), names=names, size=2 * circle.length, share=share)


@dataclass(slots=True, kw_only=True)
class _Rest:
    """The ground that nobody drew, and how it is dealt."""

    plan: OutlineFacts
    found: dict[str, Polygon]
    islets: Sequence[tuple[str, Polygon]]
    """Second pieces of provinces: each goes to what lies round it, best of all to its own province."""
    given: dict[str, list[Polygon]] = field(default_factory=dict)
    holes: list[tuple[str, Polygon]] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    flaws: list[Flaw] = field(default_factory=list)

    def deal(self) -> None:
        """Give the ground to provinces: to one without outline, to what lies round it, or to nobody."""
        frame = shapely.box(0, 0, *self.plan.size)
        islets = [piece for _, piece in self.islets]
        drawn = shapely.union_all([*self.found.values(), *islets])
        rest = polygons_of(shapely.difference(frame, drawn))
        for piece in _cut_tails(rest, self.plan.gap):
            seeded = [name for name, at in self.plan.seeds.items() if piece.covers(Point(at))]
            beside = measure_borders(piece, self.found)
            if seeded:
                self.given.setdefault(seeded[0], []).append(piece)
                self.flaws += (
                    Flaw(
                        fault=OutlineFault.SAME_SEED,
                        at=self.plan.seeds[name],
                        names=(seeded[0], name),
                    )
                    for name in seeded[1:]
                )
            elif beside:
                self._give(piece, beside, touches_frame=piece.intersects(frame.exterior))
        for name, at in self.plan.seeds.items():
            if name not in self.given:
                self.flaws.append(Flaw(fault=OutlineFault.SEED, at=at, names=(name,)))
        for name, pieces in self.given.items():
            parts = [*pieces, self.found[name]] if name in self.found else pieces
            self.found[name] = largest(shapely.union_all(parts))
        for name, piece in self.islets:
            if beside := measure_borders(piece, self.found):
                most = name if name in beside else max(sorted(beside), key=beside.__getitem__)
                self.found[most] = largest(shapely.union_all([self.found[most], piece]))

    def _give(self, piece: Polygon, beside: Mapping[str, float], *, touches_frame: bool) -> None:
        """Give a piece without a seed to whom it fits best."""
        most = max(sorted(beside), key=beside.__getitem__)
        around = tuple(sorted(beside))
        is_inner = (len(beside) == 1 or self.plan.waters.issuperset(beside)) and not touches_frame
        if shapely.buffer(piece, -self.plan.gap / 2).is_empty:
            self._share(piece, around)
        elif is_inner:
            self.given.setdefault(most, []).append(piece)
            self.holes.append((most, piece))
            if len(beside) > 1:
                spot = piece.representative_point()
                self.flaws.append(
                    Flaw(fault=OutlineFault.ISLAND, at=(spot.x, spot.y), names=around)
                )
        elif shapely.buffer(piece, -UNCLAIMED / 2).is_empty:
            self._share(piece, around)
            self.flaws += _flaws_of(OutlineFault.GAP, piece, 0, around)
        elif not touches_frame and (owner := self._find_islander(piece, beside)):
            self.given.setdefault(owner, []).append(piece)
            self.flaws += _flaws_of(OutlineFault.AROUND, piece, 0, (owner,))
        else:
            self._close(piece)
            self.flaws += _flaws_of(OutlineFault.UNCLAIMED, piece, 0, around)

    def _find_islander(self, piece: Polygon, beside: Mapping[str, float]) -> str:
        """Return the province whose islands lie along a piece of ground, empty where there is none."""
        own = {name for name, islet in self.islets if name in beside and piece.touches(islet)}
        return max(sorted(own), key=beside.__getitem__, default="")

    def _share(self, piece: Polygon, around: Iterable[str]) -> None:
        for name, part in _share(piece, {name: self.found[name] for name in around}):
            self.given.setdefault(name, []).append(part)

    def _close(self, piece: Polygon) -> None:
        """Let a piece of ground be a province that nobody may enter."""
        taken = {name.lower() for name in (*self.found, *self.plan.seeds, *self.closed)}
        keys = (f"X{one}{other}" for one in ascii_lowercase for other in ascii_lowercase)
        key = next(key for key in keys if key.lower() not in taken)
        self.closed.append(key)
        self.given[key] = [piece]


def _cut_tails(pieces: Iterable[Polygon], gap: float) -> list[Polygon]:
    """Return pieces of ground, the strips that hang on wider ones cut off, from left to right."""
    found: list[Polygon] = []
    for piece in pieces:
        wide = shapely.buffer(shapely.buffer(piece, -gap / 2), gap * 0.55, join_style="mitre")
        core = shapely.intersection(piece, wide)
        found += [*polygons_of(core), *polygons_of(shapely.difference(piece, core))]
    return sorted(found, key=lambda one: one.bounds)


def _share(piece: Polygon, beside: Mapping[str, Polygon]) -> Iterator[tuple[str, Polygon]]:
    """Yield the parts of a strip of ground, each with the province it is nearest to."""
    near: dict[XY, str] = {}
    for name, ground in beside.items():
        shared = shapely.segmentize(shapely.intersection(piece, ground), 2.0)
        for x, y in shapely.get_coordinates(shared).tolist():
            near.setdefault((round(x, 1), round(y, 1)), name)
    if len(near) < 2:
        yield from ((name, piece) for name in near.values())
        return
    cells = shapely.voronoi_polygons(
        shapely.MultiPoint([*near]), extend_to=shapely.envelope(piece), ordered=True
    )
    around: dict[str, list[BaseGeometry]] = {}
    for cell, owner in zip(cells.geoms, near.values(), strict=True):
        around.setdefault(owner, []).append(cell)
    for name, own in around.items():
        whole = shapely.union_all(shapely.make_valid(own), grid_size=HAIR)
        for part in polygons_of(shapely.intersection(piece, whole)):
            yield name, part


def find_small(grounds: Mapping[str, Polygon], room: float) -> Iterator[Flaw]:
    """Yield the provinces that have no room for a circle of a radius, in drawing units."""
    for name, ground in grounds.items():
        circle = shapely.maximum_inscribed_circle(ground, tolerance=0.5)
        if circle.length < room:
            x, y = circle.coords[0]
            yield Flaw(fault=OutlineFault.SMALL, at=(x, y), names=(name,), size=2 * circle.length)


def make_ground(outlines: Iterable[Iterable[Sequence[XY]]]) -> BaseGeometry:
    """Return the area of a province's outlines: of each the rings are filled by turns (even-odd)."""
    areas: list[BaseGeometry] = []
    for rings in outlines:
        area: BaseGeometry = Polygon()
        for ring in rings:
            inside = shapely.MultiPolygon(polygons_of(shapely.make_valid(Polygon(ring))))
            area = shapely.symmetric_difference(area, inside)
        areas.append(area)
    return shapely.MultiPolygon(polygons_of(shapely.union_all(areas)))


def lines_of_coverage(grounds: Mapping[str, Polygon]) -> list[CellLine[str]]:
    """Return the lines between the provinces of a finished coverage, in whole tenths."""
    return lines_between([*grounds.values()], [*grounds], GRID, str(OUTSIDE))
