"""The map as GeoJSON: every province's polygon exactly as it is drawn.

Drawing units, y down; holes and islands
included; two polygons share a line of positive length if and only if each is in the other's
``adjacent``.
"""

from __future__ import annotations

from zinegen.board.passage import Place
from zinegen.drawing.drawn_map import prepare_map
from zinegen.drawing.unit_points import find_unit_point
from zinegen.game.state import GameState
from zinegen.geometry.shape import TENTHS, Point

Json = str | float | bool | None | list["Json"] | dict[str, "Json"]


def to_geojson(state: GameState) -> dict[str, Json]:
    """Return a FeatureCollection with one feature a province, in order of keys.

    Raises MapError when the state's board was never drawn.
    """
    drawn = prepare_map(state.board)
    board = drawn.board
    features: list[Json] = []
    for face, rings in drawn.outlines.items():
        province = board[face]
        spots = drawn.places[face]
        polygon: list[Json] = [[_units(point) for point in ring] for ring in rings]
        adjacent = sorted(board[other].abbreviation for other in board.mesh.adjacent(face))
        features.append(
            {
                "type": "Feature",
                "id": province.abbreviation,
                "properties": {
                    "abbr": province.abbreviation,
                    "name": province.name,
                    "terrain": str(province.terrain),
                    "centre": province.centre,
                    "owner": state.owners.get(face),
                    "adjacent": [*adjacent],
                    "label": _units(spots.label.at),
                    "unit": _units(find_unit_point(drawn, Place(face))),
                },
                "geometry": {
                    "type": "Polygon",
                    "coordinates": polygon,
                },
            }
        )
    return {"type": "FeatureCollection", "features": features}


def _units(point: Point) -> list[Json]:
    x, y = point
    return [x / TENTHS, y / TENTHS]
