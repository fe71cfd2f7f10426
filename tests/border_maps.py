"""Maps after many events, and sheets full of events, for the tests of the rule sets whose borders move."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from zinegen.board import Board, Place, Power
from zinegen.board.coasts import coasts
from zinegen.game import GameState, Kind, Unit
from zinegen.geometry import Mesh, ProvinceKey

pytest.importorskip("zinegen.variants.seismic")
from zinegen.variants.seismic.meanings import (
    Cut,
    Event,
    Link,
    list_possible_cuts,
    list_possible_links,
)


def stirred(board: Board, choices: Sequence[int]) -> Board:
    """Return a board after one random legal event for each number; every third is a link if one is possible.

    Half of the cuts are chosen among those that make islands, so that rings and links are common.
    """
    for choice in choices:
        links = list_possible_links(board.mesh)
        if links and choice % 3 == 0:
            link = links[choice // 3 % len(links)]
            board = board.release(link.across, link.a, link.c)
            continue
        cuts = list_possible_cuts(board.mesh)
        rings = [cut for cut in cuts if len({*(board.mesh.ends(cut.border) or ())}) == 1]
        among = rings if rings and choice % 2 else cuts
        board = board.separate(among[choice // 6 % len(among)].border)
    return board


def around(mesh: Mesh) -> dict[ProvinceKey, list[tuple[ProvinceKey, ...]]]:
    """Return the neighbour lists of all provinces without the numbers of borders, comparable."""
    return {
        face: sorted(
            min(ring[step:] + ring[:step] for step in range(len(ring)))
            for ring in mesh.neighbours(face)
        )
        for face in mesh.rings
    }


def picked(board: Board, choice: int, near: Event | None = None) -> Event:
    """Return a legal event; with ``near`` often one that touches the same place."""
    cuts, links = list_possible_cuts(board.mesh), list_possible_links(board.mesh)
    if isinstance(near, Cut) and choice % 2:
        beside = board.mesh.touching(near.border)
        return Cut(beside[choice // 2 % len(beside)])
    if isinstance(near, Link) and choice % 4 == 1:
        border = (near.a, near.c)[choice // 4 % 2]
        return near if board.mesh.is_ring(border) else Cut(border)
    if links and choice % 3 == 0:
        return links[choice // 3 % len(links)]
    return cuts[choice // 3 % len(cuts)]


def manned(state: GameState, choices: Sequence[int]) -> GameState:
    """Return a state with a fleet on a coast, or trapped, for each number."""
    board = state.board
    shores = [face for face in board.provinces if board.is_ground(face) and board[face].passable]
    units: dict[ProvinceKey, Unit] = {}
    for choice in choices:
        face = shores[choice % len(shores)]
        here = coasts(board, face)
        coast = here[choice // 7 % len(here)].borders if here else ()
        power: Power = state.powers[choice % len(state.powers)]
        units[face] = Unit(power=power, kind=Kind.FLEET, at=Place(face, coast))
    return GameState(
        phase=state.phase,
        board=board,
        powers=state.powers,
        units=dict(sorted(units.items())),
        owners=state.owners,
    )
