"""Maps after long walks of random events, for tests of what is drawn of them.

Three lie in `tests/data/walked_maps.json.xz`, after 30, 60 and 120 events. Where WALKS is set, so many
others are walked besides, with seeds of their own: `WALKS=10 pytest tests/drawing/test_walked_maps.py`.
"""

import json
import lzma
import os
from dataclasses import replace
from functools import cache
from pathlib import Path

from tests.geometry.quakes import happen, walk
from zinegen.board import Canal
from zinegen.geometry import Mesh, Shape, draw_surgery
from zinegen.play import load_board
from zinegen.play.records import decode
from zinegen.redrawing import draw_board
from zinegen.variants.standard import STANDARD

WALKS = int(os.environ.get("WALKS", "0"))
WALKED = Path(__file__).parent.parent / "data" / "walked_maps.json.xz"
EVENTS = (15, 30, 60, 120)


@cache
def list_walked_boards():
    """Return the standard board after walks of 30, 60 and 120 events, with all its decoration."""
    start = draw_board(load_board(STANDARD.overlays, STANDARD.joins))
    maps = [
        (decode(one["mesh"], Mesh), decode(one["shape"], Shape))
        for one in json.loads(lzma.decompress(WALKED.read_bytes()))
    ]
    for seed in range(WALKS):
        maps += walk_on(start, 1000 + seed)
    return tuple(
        replace(start, mesh=mesh, shape=shape, courses=shape.lines) for mesh, shape in maps
    )


def walk_on(board, seed):
    """Yield the map at some points of a walk."""
    mesh, shape = board.mesh, board.shape
    events = walk(mesh, seed)
    event = next(events)
    for number in range(1, EVENTS[-1] + 1):
        surgery = happen(mesh, event)
        shape = draw_surgery(shape, surgery)
        mesh = surgery.mesh
        event = events.send(mesh)
        if number in EVENTS:
            yield mesh, shape


def with_canals(board):
    """Return a board with a canal in every province of ground that has two borders with waters."""
    found = []
    for face in board.mesh.rings:
        if face != "Out" and board.is_ground(face):
            shores = sorted(
                {
                    dart // 2
                    for ring in board.mesh.rings[face]
                    for dart in ring
                    if (water := board.mesh.across(dart)) != "Out" and board.is_water(water)
                }
            )
            if len(shores) > 1:
                found.append(Canal(province=face, terminals=(shores[0], shores[-1])))
    return replace(board, canals=tuple(found))
