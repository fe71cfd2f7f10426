"""The board as graphs: steps of fleets from place to place, provinces that touch, and distances in steps.

Plain mappings from a node to its neighbours: the engine imports nothing but the standard library, so that
it runs in a browser too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import TypeAlias, TypeVar

from zinegen.board.board import Board, cache_on_board
from zinegen.board.passage import Passage, Place, places
from zinegen.geometry.mesh import ProvinceKey

Node = TypeVar("Node")
Graph: TypeAlias = Mapping[Node, AbstractSet[Node]]
"""The neighbours of each node; every neighbour has it as its own."""


@cache_on_board
def fleet_graph(board: Board, passage: Passage) -> Graph[Place]:
    """Return the places where fleets can be, joined where a move leads from either to the other."""
    here = [place for face in sorted(board.provinces) for place in places(board, face)]
    return _join(here, ((place, to) for place in here for to in passage.fleets(board, place)))


@cache_on_board
def any_graph(board: Board) -> Graph[ProvinceKey]:
    """Return all passable provinces, joined where they touch, irrespective of terrain."""
    passable = [face for face, province in sorted(board.provinces.items()) if province.passable]
    touching = ((face, to) for face in passable for to in board.touching(face))
    return _join(passable, (pair for pair in touching if board[pair[1]].passable))


def _join(nodes: Iterable[Node], pairs: Iterable[tuple[Node, Node]]) -> Graph[Node]:
    graph: dict[Node, set[Node]] = {node: set() for node in nodes}
    for one, other in pairs:
        graph[one].add(other)
        graph.setdefault(other, set()).add(one)
    return graph


def distances(graph: Graph[Node], starts: Iterable[Node]) -> Mapping[Node, int]:
    """Return for every node that can be reached the number of steps from the nearest of several starts."""
    found = {start: 0 for start in starts if start in graph}
    reached = list(found)
    for node in reached:
        new = graph[node] - found.keys()
        found |= dict.fromkeys(new, found[node] + 1)
        reached += new
    return found
