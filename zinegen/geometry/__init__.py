"""The map as a mesh of borders, the surgery on it, and its shape: the lines that are drawn."""

from zinegen.late_names import late_names

_HOMES = {
    "mesh": "Dart Mesh ProvinceKey border_of faults require_valid twin",
    "redraw.motion": "frames",
    "redraw.update_geometry": "draw_surgery",
    "shape": (
        "Decoration DecorationKind Flow FlowKind OUTSIDE Scar Shape area_of is_inside outline "
        "polygons"
    ),
    "surgery": "Surgery release separate",
    "tracing": "Arc trace",
}
"""The modules of this package that have what it offers."""

__getattr__ = late_names(__name__, _HOMES)
