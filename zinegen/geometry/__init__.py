"""The map as a mesh of borders, the surgery on it, and its shape: the lines that are drawn."""

from typing import TYPE_CHECKING

from zinegen.late_names import late_names

if TYPE_CHECKING:
    from zinegen.geometry.mesh import (
        Dart,
        Mesh,
        ProvinceKey,
        border_of,
        faults,
        require_valid,
        twin,
    )
    from zinegen.geometry.redraw.motion import frames
    from zinegen.geometry.redraw.update_geometry import draw_surgery
    from zinegen.geometry.shape import (
        OUTSIDE,
        Decoration,
        DecorationKind,
        Flow,
        FlowKind,
        Scar,
        Shape,
        area_of,
        is_inside,
        outline,
        polygons,
    )
    from zinegen.geometry.surgery import Surgery, release, separate
    from zinegen.geometry.tracing import Arc, trace

__all__ = [
    "OUTSIDE",
    "Arc",
    "Dart",
    "Decoration",
    "DecorationKind",
    "Flow",
    "FlowKind",
    "Mesh",
    "ProvinceKey",
    "Scar",
    "Shape",
    "Surgery",
    "area_of",
    "border_of",
    "draw_surgery",
    "faults",
    "frames",
    "is_inside",
    "outline",
    "polygons",
    "release",
    "require_valid",
    "separate",
    "trace",
    "twin",
]

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
