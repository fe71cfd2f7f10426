"""The drawing: pictures of a state and of what happened to it, as scenes, SVG, PNG and GeoJSON."""

from zinegen.drawing.alterations import Caption
from zinegen.drawing.changes import Changes, draw_changes, draw_neighbourhood
from zinegen.drawing.geojson import to_geojson
from zinegen.drawing.moving import draw_motion
from zinegen.drawing.pictures import (
    draw_after,
    draw_before,
    draw_orders,
    social_card,
    thumbnail,
)
from zinegen.drawing.png import NoPngError, to_png
from zinegen.drawing.scene import Scene
from zinegen.drawing.style import signs
from zinegen.drawing.svg import to_svg

__all__ = [
    "Caption",
    "Changes",
    "NoPngError",
    "Scene",
    "draw_after",
    "draw_before",
    "draw_changes",
    "draw_motion",
    "draw_neighbourhood",
    "draw_orders",
    "signs",
    "social_card",
    "thumbnail",
    "to_geojson",
    "to_png",
    "to_svg",
]
