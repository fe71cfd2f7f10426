"""Name, unit, centre mark and coasts of every province: the search of ``placing``, applied."""

from __future__ import annotations

import numpy as np
import shapely
from shapely import LineString, MultiLineString, Point, Polygon

from tools.map_pipeline import inputs
from tools.map_pipeline.decoration import Decoration
from tools.map_pipeline.europe import CoastEntry, FaceEntry, Label
from tools.map_pipeline.inputs import Province
from tools.map_pipeline.lettering import Setting
from tools.map_pipeline.outside import label_beside
from tools.map_pipeline.partition import (
    OUT,
    TENTHS,
    Coast,
    Net,
    Partition,
    full_board,
    standard_coasts,
)
from tools.map_pipeline.placing import UNIT, Placement, make_room, place
from tools.map_pipeline.polygons import largest, lines_of, longest
from tools.map_pipeline.raster import clearance, extent_of, mask_of

_FRAME_LINE = 1.5
"""Everything keeps this much more off the outline."""

_PART_OF_LAND = ("CAS", "Arc", "Sic")
"""Overlays that are no islands in a sea when they are off."""

_WITHOUT_OVERLAY = ("StP", "Nap")
"""Provinces whose points must suit them with their overlay on, too."""

_WITH_STRAITS = ("Con", "Den")
"""Land provinces with drawn water that names keep clear of where they can."""

_TOO_TIGHT = 22
"""An island whose name costs more than this has it in the sea beside."""


class Places:
    """Finds the points of all provinces of a map."""

    def __init__(self, net: Net, decoration: Decoration) -> None:
        self._standard = Partition(net)
        self._full = full_board(net)
        self._overlays = net.overlay_names()
        self._provinces = inputs.provinces()
        decorative = [Polygon(ring) for ring in decoration["islands"]]
        self._islands = decorative + [
            Polygon(self._full.polygon(name).exterior)
            for name in self._overlays
            if name not in _PART_OF_LAND
        ]
        self._decorative = decorative
        self._lakes = [Polygon(ring) for ring in decoration["lakes"]]
        self._water = [Polygon(ring) for ring in decoration["water"]]
        self._seas = {
            name: self._standard.polygon(name)
            for name in self._standard.provinces
            if self.is_sea(name)
        }

    def is_sea(self, province: str) -> bool:
        """True where fleets sail; the outside is no sea."""
        return province in self._provinces and self._provinces[province].is_sea

    def faces(self) -> dict[str, FaceEntry]:
        """Return the entries of the standard board's provinces, without rings."""
        out = {}
        for key in self._standard.provinces:
            if key != OUT:
                board = self._full if key in _WITHOUT_OVERLAY else self._standard
                out[key] = self._entry(key, board.polygon(key), self._found(key, board))
        for key, entry in out.items():
            if self._provinces[key].terrain == "land":
                coasts = self._coasts(key, entry)
                if coasts:
                    entry["coasts"] = coasts
        return out

    def overlay_faces(self, faces: dict[str, FaceEntry]) -> dict[str, FaceEntry]:
        """Return the entries of the overlays, without rings; ``faces`` have taken their places."""
        out = {}
        for key in self._overlays:
            found = self._found(key, self._full)
            island = self._provinces[key].terrain == "island"
            if island and found and (found.price > _TOO_TIGHT or found.setting.lines == (key,)):
                found = None
            polygon = self._full.polygon(key)
            out[key] = self._entry(key, polygon, found)
            if found is None:
                taken = [
                    (entry["label"], entry["unit"])
                    for entry in faces.values()
                    if entry["terrain"] == "sea"
                ]
                out[key]["label"] = label_beside(
                    self._provinces[key].name,
                    polygon,
                    seas=[self._full.polygon(k) for k in self._full.provinces if self.is_sea(k)],
                    lines=self._full_lines(),
                    islands=self._decorative,
                    taken=taken,
                )
        return out

    def _full_lines(self) -> list[LineString]:
        return [_drawn(border.points) for border in self._full.borders]

    def _found(self, key: str, board: Partition) -> Placement | None:
        """Search for a province's points; drawn water is avoided where that leaves room."""
        province = self._provinces[key]
        body = largest(board.polygon(key).buffer(-_FRAME_LINE))
        if province.is_sea:
            room = make_room(body, [] if key in self._overlays else self._islands, None)
            return place(room, province.name, key, is_sea=True, has_centre=False)
        own = (self._standard if key in self._standard.provinces else self._full).polygon(key)
        coastal = [own, *self._seas.values()]
        avoided = [self._lakes]
        if key in _WITH_STRAITS:
            avoided = [self._lakes + self._water, self._lakes]
        found: Placement | None = None
        for avoid in avoided:
            room = make_room(body, avoid, coastal)
            found = (
                place(room, province.name, key, is_sea=False, has_centre=self._has_centre(key))
                or found
            )
            if found is not None and found.setting.lines != (key,):
                break
        return found

    def _has_centre(self, key: str) -> bool:
        return self._provinces[key].centre and self._provinces[key].terrain != "island"

    def _entry(self, key: str, polygon: Polygon, found: Placement | None) -> FaceEntry:
        province: Province = self._provinces[key]
        if found is None:
            circle = shapely.maximum_inscribed_circle(polygon.buffer(-_FRAME_LINE))
            unit = circle.coords[0]
            label: Label = {"x": unit[0], "y": unit[1], "size": 11, "lines": [key]}
        else:
            unit = found.unit
            label = {
                "x": round(found.label[0], 1),
                "y": round(found.label[1], 1),
                "size": found.setting.size,
                "lines": list(found.setting.lines),
            }
        entry: FaceEntry = {
            "name": province.name,
            "terrain": province.terrain,
            "label": label,
            "unit": [round(v, 1) for v in unit],
            "rings": [],
        }
        if province.home:
            entry["home"] = province.home
        if self._has_centre(key):
            entry["sc"] = 1
        if found is not None and found.centre is not None:
            entry["scp"] = [round(v, 1) for v in found.centre]
        _set_by_hand(key, entry)
        return entry

    def _coasts(self, key: str, entry: FaceEntry) -> list[CoastEntry]:
        cuts = inputs.cuts()
        found = standard_coasts(
            self._standard, key, self.is_sea, straits=cuts["straits"], canals=cuts["canals"]
        )
        if len(found) < 2:
            return [{"seas": sorted(coast.seas)} for coast in found]
        return [
            {"seas": sorted(coast.seas), "unit": self._coast_unit(key, entry, coast)}
            for coast in found
        ]

    def _coast_unit(self, key: str, entry: FaceEntry, coast: Coast) -> list[float]:
        """Find a unit's place near the middle of a coast, clear of name, mark and outline."""
        body = largest(self._standard.polygon(key).buffer(-2))
        borders = [self._standard.borders[i] for i in coast.borders]
        shore = [_drawn(b.points) for b in borders if self.is_sea(b.left) or self.is_sea(b.right)]
        run = longest(lines_of(shapely.line_merge(MultiLineString(shore))))
        # The long coast of the far north has its middle in the part that may become Archangel.
        far_north = key == "StP" and "GOB" not in coast.seas
        middle = run.interpolate(0.35 if far_north else 0.5, normalized=True)
        extent = extent_of(body, 2)
        inside = mask_of([body], extent)
        for taken in _taken(entry):
            inside &= ~mask_of([taken], extent)
        rows, columns = np.mgrid[0 : extent.shape[0], 0 : extent.shape[1]]
        away = np.hypot(columns + extent.left - middle.x, rows + extent.top - middle.y)
        prices = away * 0.4 + np.maximum(0, UNIT + 0.5 - clearance(inside)) * 8
        row, column = np.unravel_index(int(prices.argmin()), prices.shape)
        return [int(column) + extent.left + 0.5, int(row) + extent.top + 0.5]


def label_box(label: Label, *, is_sea: bool, margin: float = 0) -> Polygon:
    """Return the rectangle of a name, drawing units."""
    setting = Setting(label["size"], tuple(label["lines"]), is_sea)
    half_width = setting.width / 2 + margin
    half_height = setting.height / 2 + margin
    return shapely.box(
        label["x"] - half_width,
        label["y"] - half_height,
        label["x"] + half_width,
        label["y"] + half_height,
    )


def _taken(entry: FaceEntry) -> list[Polygon]:
    """Return what a coast's unit keeps clear of: the name, the centre mark."""
    out = [label_box(entry["label"], is_sea=False, margin=3)]
    if "scp" in entry:
        out.append(Point(entry["scp"]).buffer(6))
    return out


def _set_by_hand(key: str, entry: FaceEntry) -> None:
    by_hand = inputs.hand_points().get(key)
    if by_hand is None:
        return
    if "label" in by_hand:
        label = by_hand["label"]
        entry["label"] = {
            "x": label["x"],
            "y": label["y"],
            "size": label["size"],
            "lines": label["lines"],
        }
    if "unit" in by_hand:
        entry["unit"] = by_hand["unit"]
    if "scp" in by_hand:
        entry["scp"] = by_hand["scp"]


def _drawn(points: list[tuple[int, int]]) -> LineString:
    return LineString([(x / TENTHS, y / TENTHS) for x, y in points])
