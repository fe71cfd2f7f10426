"""Maps for the tests of `geometry`: the base map, and a small one that can be checked by eye."""

import json

import pytest

from tools.map_pipeline.europe import EUROPE
from zinegen.geometry import Arc, ProvinceKey, Shape, trace


def europe(overlays=()):
    """Return mesh and shape of the base map, with some overlays on."""
    data = json.loads(EUROPE.read_text())
    owner = {**data["cells"], "Out": "Out"}
    for overlay in overlays:
        owner |= dict.fromkeys(data["overlays"][overlay], overlay)
    arcs = []
    for arc in data["arcs"]:
        x, y = arc["p"][:2]
        line = [(x, y)]
        for dx, dy in zip(arc["p"][2::2], arc["p"][3::2], strict=True):
            x, y = x + dx, y + dy
            line.append((x, y))
        # The file's "left" is that of a map whose y runs up.
        arcs.append(
            Arc(
                right=ProvinceKey(owner[arc["l"]]),
                left=ProvinceKey(owner[arc["r"]]),
                line=tuple(line),
            )
        )
    mesh, lines = trace(arcs)
    tenths = data["meta"]["q"]
    return mesh, Shape(
        width=data["meta"]["w"] * tenths, height=data["meta"]["h"] * tenths, lines=lines
    )


@pytest.fixture(scope="session")
def base_map():
    """Mesh and shape of the base map."""
    return europe()


@pytest.fixture
def quarters():
    """Two provinces side by side, a lake in one of them, all in tenths.

    ::

        (0,0) ───────┬────── (2000,0)
              │  A   │   B   │
              │ lake │       │
              └──────┴───────┘ (2000,1000)
    """
    out, a, b, lake = (ProvinceKey(name) for name in ("Out", "A", "B", "lake"))
    top, low = (1000, 0), (1000, 1000)
    arcs = [
        Arc(right=a, left=b, line=(top, low)),
        Arc(right=a, left=out, line=(low, (0, 1000), (0, 0), top)),
        Arc(right=b, left=out, line=(top, (2000, 0), (2000, 1000))),
        Arc(right=b, left=out, line=((2000, 1000), low)),
        Arc(right=lake, left=a, line=((300, 300), (600, 300), (600, 600))),
        Arc(right=a, left=lake, line=((300, 300), (300, 600), (600, 600))),
    ]
    mesh, lines = trace(arcs)
    return mesh, Shape(width=2000, height=1000, lines=lines)
