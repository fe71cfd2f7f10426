"""A plain proof of the map as SVG: to see whether borders, names, units and marks sit well.

Readers' maps are drawn elsewhere; this one shows every unit's place, and with all overlays on.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from tools.map_pipeline.europe import net_of
from tools.map_pipeline.partition import OUT, TENTHS, Partition, full_board
from zinegen.drawing.placement import LEADING
from zinegen.geometry.pieces import polygons_of
from zinegen.play.maps.map_file import BaseMap, FaceEntry

_SEA, _PAPER, _INK, _SHORE = "#e4eff1", "#f5eedc", "#2e2a26", "#54707d"

_TINTS = {
    "Austria": "#ecc7a0",
    "England": "#e7bfc3",
    "France": "#b3cbe5",
    "Germany": "#c4c4bd",
    "Italy": "#c3d9ac",
    "Russia": "#dccfe4",
    "Turkey": "#efdf9c",
}


def picture(data: BaseMap, *, overlays: bool = False, units: bool = True) -> str:
    """Draw the standard board, or the one with all overlays on, as an SVG document."""
    net = net_of(data)
    board = full_board(net) if overlays else Partition(net)
    faces = {**data["faces"], **(data["overlay_faces"] if overlays else {})}
    faces = {key: face for key, face in faces.items() if key in board.provinces}
    width, height = data["meta"]["w"], data["meta"]["h"]
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="Libre Caslon Text, serif">',
        f'<rect width="{width}" height="{height}" fill="{_SEA}"/>',
        *(_ground(board.polygon(key), face) for key, face in sorted(faces.items())),
        *_borders(board),
        *_decoration(data, overlays=overlays),
        *(_marks(face, units=units) for _, face in sorted(faces.items())),
        "</svg>",
    ]
    return "\n".join(parts)


def _ground(outline: Polygon, face: FaceEntry) -> str:
    if face["terrain"] == "sea":
        return ""
    tint = (
        "#cfc8b8" if face["terrain"] == "impassable" else _TINTS.get(face.get("home", ""), _PAPER)
    )
    return f'<path d="{_path(outline)}" fill="{tint}" fill-rule="evenodd"/>'


def _decoration(data: BaseMap, *, overlays: bool) -> Iterable[str]:
    islands: list[BaseGeometry] = [Polygon(ring) for ring in data["decor"]["islands"]]
    if not overlays:
        whole = full_board(net_of(data))
        islands += [
            whole.polygon(key)
            for key, face in data["overlay_faces"].items()
            if face["terrain"] == "island" and key not in {"Sic", "Arc"}
        ]
    for island in islands:
        yield f'<path d="{_path(island)}" fill="#efe9da" stroke="{_SHORE}" stroke-width=".8"/>'
    for ring in data["decor"]["lakes"] + data["decor"]["water"]:
        yield f'<path d="{_path(Polygon(ring))}" fill="#c9dee5" stroke="{_SHORE}" stroke-width=".6"/>'
    for canal in data["decor"]["canals"]:
        course = "L".join(f"{x:.1f} {y:.1f}" for x, y in canal)
        yield f'<path d="M{course}" fill="none" stroke="{_SHORE}" stroke-width="2.4"/>'


def _borders(board: Partition) -> Iterable[str]:
    for points, left, right in board.borders:
        wet = [key == OUT or key.isupper() for key in (left, right)]
        colour, dash = _INK, "none"
        if any(wet):
            colour = _SHORE
        if all(wet):
            dash = "6 3"
        course = "L".join(f"{x / TENTHS:.1f} {y / TENTHS:.1f}" for x, y in points)
        yield (
            f'<path d="M{course}" fill="none" stroke="{colour}" stroke-width="1.1"'
            f' stroke-dasharray="{dash}"/>'
        )


def _marks(face: FaceEntry, *, units: bool) -> str:
    """Draw a province's name, centre mark and, as empty rings, its units."""
    label = face["label"]
    is_sea = face["terrain"] == "sea"
    style = ("italic", ".6", "#3f6b7e") if is_sea else ("normal", ".2", _INK)
    out = []
    for i, line in enumerate(label["lines"]):
        down = (i - (len(label["lines"]) - 1) / 2) * label["size"] * LEADING + label["size"] * 0.32
        out.append(
            f'<text x="{label["x"]}" y="{label["y"] + down:.1f}" font-size="{label["size"]}"'
            f' font-style="{style[0]}" letter-spacing="{style[1]}" fill="{style[2]}"'
            f' text-anchor="middle">{escape(line)}</text>'
        )
    if "scp" in face:
        x, y = face["scp"]
        out.append(f'<circle cx="{x}" cy="{y}" r="4.6" fill="#fff" stroke="{_INK}"/>')
        out.append(f'<circle cx="{x}" cy="{y}" r="1.9" fill="{_INK}"/>')
    if units and face["terrain"] != "impassable":
        coasts = [coast["unit"] for coast in face.get("coasts", []) if "unit" in coast]
        for colour, (x, y) in [("#d0208f", face["unit"]), *(("#2020d0", at) for at in coasts)]:
            out.append(f'<circle cx="{x}" cy="{y}" r="11" fill="none" stroke="{colour}"/>')
    return "".join(out)


def _path(geometry: BaseGeometry) -> str:
    rings = [
        ring
        for polygon in polygons_of(shapely.set_precision(geometry, 0.1))
        for ring in (polygon.exterior, *polygon.interiors)
    ]
    return "".join(
        "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in ring.coords[:-1]) + "Z" for ring in rings
    )
