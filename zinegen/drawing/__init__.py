"""The drawing: pictures of a state and of what happened to it, as scenes, SVG, PNG and GeoJSON.

What draws is loaded when it is first asked for: numpy and shapely take longer to load than most
commands take altogether, and most commands, even a build whose maps are drawn already, draw nothing.
"""

from typing import TYPE_CHECKING

from zinegen.late_names import late_names

if TYPE_CHECKING:
    from zinegen.drawing.changes.border_counts import draw_border_counts
    from zinegen.drawing.changes.change_map import Changes, draw_changes, find_part
    from zinegen.drawing.changes.motion import draw_motion
    from zinegen.drawing.drawn_map import make_map, prepare_map
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

_HOMES = {
    "changes.border_counts": "draw_border_counts",
    "changes.change_map": "Changes draw_changes find_part",
    "changes.motion": "draw_motion",
    "drawn_map": "make_map prepare_map",
    "geojson": "to_geojson",
    "geometry": "simplify_for_drawing",
    "map_changes": "Caption",
    "pictures": "draw_after draw_before draw_orders draw_social_card draw_thumbnail",
    "png.png": "NoPngError to_png",
    "replay.game": "replay_data",
    "replay.season": "season_data",
    "scene": "Scene",
    "style": "assign_signs",
    "svg": "to_svg",
    "unit_points": "find_unit_point",
}
"""The modules of this package that have what it offers."""

__getattr__ = late_names(__name__, _HOMES)
