"""The board: provinces with their ground and marks on the mesh, and what follows from them."""

from zinegen.late_names import late_names

_HOMES = {
    "board": "Board Canal Crossing NamedStrait OUTSIDE Power Province Terrain pair",
    "graphs": "any_graph",
    "passage": "Passage Place places",
}
"""The modules of this package that have what it offers."""

__getattr__ = late_names(__name__, _HOMES)
