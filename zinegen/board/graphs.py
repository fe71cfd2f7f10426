"""Views of the board as networkx graphs: steps of armies and fleets, waters that can carry a convoy.

Only views: the map itself is the mesh, where two provinces may share several borders. The library is
imported when the first graph is wanted: that takes a quarter of a second, and a build may want none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

from zinegen.board.board import Board, cache_on_board
from zinegen.board.passage import Passage, Place, places
from zinegen.geometry.mesh import Face

if TYPE_CHECKING:
    import networkx as nx

Node = TypeVar("Node")


@cache_on_board
def fleet_graph(board: Board, passage: Passage) -> nx.Graph[Place]:
    """Return the places fleets can be, joined where one move leads from one to the other."""
    import networkx as nx  # noqa: PLC0415

    graph: nx.Graph[Place] = nx.Graph()
    for face in sorted(board.provinces):
        for place in places(board, face):
            graph.add_node(place)
            graph.add_edges_from((place, to) for to in sorted(passage.fleets(board, place)))
    return graph


@cache_on_board
def any_graph(board: Board) -> nx.Graph[Face]:
    """Return all passable provinces, joined where they touch, irrespective of terrain."""
    import networkx as nx  # noqa: PLC0415

    graph: nx.Graph[Face] = nx.Graph()
    graph.add_nodes_from(f for f, province in sorted(board.provinces.items()) if province.passable)
    graph.add_edges_from(
        (face, to)
        for face in sorted(graph)
        for to in sorted(board.mesh.adjacent(face))
        if board[to].passable
    )
    return graph


def distances(graph: nx.Graph[Node], starts: Iterable[Node]) -> Mapping[Node, int]:
    """Return for every node the number of steps from the nearest of several starts."""
    import networkx as nx  # noqa: PLC0415

    present = {start for start in starts if start in graph}
    if not present:
        return {}
    found = nx.multi_source_dijkstra_path_length(graph, present, weight=None)
    return {node: round(steps) for node, steps in found.items()}
