"""The drawing: pictures of a state and of what happened to it, as scenes, SVG, PNG and GeoJSON.

What draws is loaded when it is first asked for: numpy and shapely take longer to load than most
commands take altogether, and most commands, even a build whose maps are drawn already, draw nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zinegen.drawing.changes.change_map import Changes, draw_changes, draw_neighbourhood
    from zinegen.drawing.changes.motion import draw_motion
    from zinegen.drawing.geojson import to_geojson
    from zinegen.drawing.geometry import simplify_for_drawing
    from zinegen.drawing.map_changes import Caption
    from zinegen.drawing.pictures import (
        draw_after,
        draw_before,
        draw_orders,
        draw_social_card,
        draw_thumbnail,
    )
    from zinegen.drawing.png.png import NoPngError, to_png
    from zinegen.drawing.replay.game import replay_data
    from zinegen.drawing.replay.season import season_data
    from zinegen.drawing.scene import Scene
    from zinegen.drawing.style import assign_signs
    from zinegen.drawing.svg import to_svg
    from zinegen.drawing.unit_points import find_unit_point

__all__ = [
    "Caption",
    "Changes",
    "NoPngError",
    "Scene",
    "assign_signs",
    "draw_after",
    "draw_before",
    "draw_changes",
    "draw_motion",
    "draw_neighbourhood",
    "draw_orders",
    "draw_social_card",
    "draw_thumbnail",
    "find_unit_point",
    "replay_data",
    "season_data",
    "simplify_for_drawing",
    "to_geojson",
    "to_png",
    "to_svg",
]

_HOMES = {
    "map_changes": ("Caption",),
    "changes.change_map": ("Changes", "draw_changes", "draw_neighbourhood"),
    "geojson": ("to_geojson",),
    "geometry": ("simplify_for_drawing",),
    "changes.motion": ("draw_motion",),
    "pictures": ("draw_after", "draw_before", "draw_orders", "draw_social_card", "draw_thumbnail"),
    "png.png": ("NoPngError", "to_png"),
    "replay.game": ("replay_data",),
    "replay.season": ("season_data",),
    "scene": ("Scene",),
    "style": ("assign_signs",),
    "svg": ("to_svg",),
    "unit_points": ("find_unit_point",),
}
"""The modules of this package that have what it offers."""


def __getattr__(name: str) -> object:
    """Return a name that the package offers, loading its module only now."""
    for home, names in _HOMES.items():
        if name in names:
            found: object = getattr(import_module(f"{__name__}.{home}"), name)
            globals()[name] = found
            return found
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
