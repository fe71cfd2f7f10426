"""The board: provinces with their ground and marks on the mesh, and what follows from them."""

from typing import TYPE_CHECKING

from zinegen.late_names import late_names

if TYPE_CHECKING:
    from zinegen.board.board import (
        OUTSIDE,
        Board,
        Canal,
        Crossing,
        NamedStrait,
        Power,
        Province,
        Terrain,
        pair,
    )
    from zinegen.board.graphs import any_graph
    from zinegen.board.passage import Passage, Place, places

__all__ = [
    "OUTSIDE",
    "Board",
    "Canal",
    "Crossing",
    "NamedStrait",
    "Passage",
    "Place",
    "Power",
    "Province",
    "Terrain",
    "any_graph",
    "pair",
    "places",
]

_HOMES = {
    "board": "Board Canal Crossing NamedStrait OUTSIDE Power Province Terrain pair",
    "graphs": "any_graph",
    "passage": "Passage Place places",
}
"""The modules of this package that have what it offers."""

__getattr__ = late_names(__name__, _HOMES)
