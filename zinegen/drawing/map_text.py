"""The map in words: its changes, and what is on it beside provinces.

These are descriptions of what is drawn, for captions and for those who cannot see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from zinegen.board.board import OUTSIDE, Board, Canal, Terrain
from zinegen.drawing.alt_text import place_name
from zinegen.drawing.changes.changes import MapChange
from zinegen.game.changes import (
    BorderSeparated,
    CanalEnded,
    CanalMade,
    CanalMoved,
    CentreDestroyed,
    CentreFounded,
    IceChanged,
    PassageChanged,
    ProvincesJoined,
    RiftChanged,
    StraitEnded,
    StraitMade,
    TerrainChanged,
    WaterwaysChanged,
)
from zinegen.geometry.mesh import Face

GROUNDS = {
    Terrain.WATER: "sea",
    Terrain.LAND: "land",
    Terrain.MOUNTAIN: "mountain",
    Terrain.OUTSIDE: "off the board",
}


def describe_change(board: Board, change: MapChange) -> str:
    """Return a change of the map in a few words, with the names that a board knows."""

    def name(face: Face) -> str:
        return "the outside" if face == OUTSIDE else place_name(board, face)

    match change:
        case BorderSeparated(parted=(a, b), connected=(c, d)):
            if c == d:
                return f"{name(a)} and {name(b)} part, {name(c)} between them"
            return f"{name(a)} and {name(b)} part, {name(c)} and {name(d)} touch"
        case ProvincesJoined(connected=(c, d)):
            return f"{name(c)} and {name(d)} touch across {name(change.across)}"
        case StraitMade(between=(a, b)):
            return f"strait between {name(a)} and {name(b)}"
        case StraitEnded(between=(a, b)):
            return f"no strait any more between {name(a)} and {name(b)}"
        case CanalMade():
            return f"canal in {name(change.canal.province)}"
        case CanalMoved():
            return f"canal in {name(change.canal.province)} moved"
        case CanalEnded():
            return f"no canal any more in {name(change.canal.province)}"
        case TerrainChanged():
            return f"{name(change.province)} is {GROUNDS[change.terrain]} now"
        case PassageChanged():
            return f"{name(change.province)} {'opens' if change.passable else 'closes'}"
        case IceChanged():
            return f"{name(change.province)} is {'under ice' if change.iced else 'free of ice'} now"
        case RiftChanged(between=(a, b)):
            return f"rift between {name(a)} and {name(b)} {'opens' if change.open else 'closes'}"
        case WaterwaysChanged():
            return f"waterways of {name(change.province)} changed"
        case CentreFounded():
            return f"new centre {name(change.province)}"
        case CentreDestroyed():
            return f"centre {name(change.province)} destroyed"
    assert_never(change)


def describe_ground(board: Board) -> str:
    """Return in words what is special about a board; empty when there is nothing."""
    return " ".join(f"{words}." for words in _ground(board))


def _ground(board: Board) -> Iterator[str]:
    faces = [face for face in board.provinces if face != OUTSIDE]

    def name_provinces(what: str, wanted: Iterable[Face]) -> Iterator[str]:
        names = [place_name(board, face) for face in wanted]
        if names:
            yield f"{what}: {', '.join(names)}"

    yield from name_provinces("Sunk", (face for face in faces if board.is_sunk(face)))
    yield from name_provinces(
        "Mountain", (face for face in faces if board[face].terrain is Terrain.MOUNTAIN)
    )
    yield from name_provinces("Under ice", (face for face in faces if board[face].iced))
    yield from name_provinces("Closed", (face for face in faces if not board[face].passable))
    for what, pairs in _lines(board):
        if pairs:
            yield f"{what}: {', '.join(pairs)}"


def _lines(board: Board) -> Iterator[tuple[str, list[str]]]:
    def both(one: Face, other: Face) -> str:
        return f"{place_name(board, one)} and {place_name(board, other)}"

    yield "Rift between", [both(*pair) for pair in board.rifts]
    for height, what in ((1, "Mountain range between"), (2, "Double mountain range between")):
        yield what, [both(*pair) for pair, high in sorted(board.ranges.items()) if high == height]
    yield (
        "Strait between",
        [both(*board.mesh.sides(border)) for border in board.straits if border in board.mesh],
    )
    yield "Canal", [_course(board, canal) for canal in board.canals]


def _course(board: Board, canal: Canal) -> str:
    name = place_name(board, canal.province)
    ends = [
        place_name(board, board.mesh.across(board.mesh.dart_in(border, canal.province)))
        for border in canal.terminals
        if border in board.mesh and canal.province in board.mesh.sides(border)
    ]
    return f"{name} from {' to '.join(ends)}" if len(ends) > 1 else name
