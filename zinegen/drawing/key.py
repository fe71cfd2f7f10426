"""What the legend says of the map itself: only what is on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from zinegen.board.board import OUTSIDE, Board, Terrain
from zinegen.drawing import style
from zinegen.drawing.badges import dead, fresh
from zinegen.drawing.beyond import beyond
from zinegen.drawing.features import RANGE, RIFT, jagged, peaks
from zinegen.drawing.geometry import is_sunk, outlines
from zinegen.drawing.legend import Entry
from zinegen.drawing.scene import Box, Disc, Group, Ink, Lines, Shape
from zinegen.drawing.waterways import BED, CUT, STRAIT, canals
from zinegen.planar.shape import Line

SAMPLE: Line = ((-200, 0), (200, 0))


def ground_entries(board: Board, *, changed: bool) -> Iterator[Entry]:
    """Yield the kinds of ground and borders on a settled board that do not speak for themselves."""
    provinces = [board[face] for face in outlines(board) if face != OUTSIDE]
    swatches = (
        ("hatch", style.LAND, "nobody may enter", any(not one.passable for one in provinces)),
        ("waves", style.SEA, "sunk", any(is_sunk(board, face) for face in outlines(board))),
        (
            "peaks",
            style.LAND,
            "mountain",
            any(one.terrain is Terrain.MOUNTAIN for one in provinces),
        ),
        ("ice", style.LAND, "ice", any(one.iced for one in provinces)),
        ("beyond", style.PAPER, "off the board", bool(beyond(board))),
    )
    for pattern, ground, text, there in swatches:
        if there:
            edge = Ink(stroke=style.BORDER, width=9)
            box = Box(at=(-190, -120), width=380, height=240, ink=Ink(fill=ground))
            filled = replace(box, ink=replace(edge, fill=f"url({pattern})"))
            yield Entry(wide=380, items=(box, filled), text=text)
    yield from _line_entries(board)
    if changed:
        halo = replace(style.CHANGED_INK, fill="none")
        yield Entry(wide=420, items=(Lines(lines=(SAMPLE,), ink=halo),), text="changed")


def _line_entries(board: Board) -> Iterator[Entry]:
    """Yield what is marked along borders and through provinces."""
    heights = set(board.ranges.values())
    samples: tuple[tuple[bool, str, tuple[Shape, ...]], ...] = (
        (bool(board.rifts), "rift", _stroked((jagged(SAMPLE),), RIFT)),
        (1 in heights, "mountain range", _range(1)),
        (2 in heights, "double mountain range", _range(2)),
        (any(border in board.mesh for border in board.straits), "strait", _straits()),
        (bool(canals(board)), "canal", _stroked((SAMPLE,), (CUT, BED))),
    )
    for there, text, items in samples:
        if there:
            yield Entry(wide=440, items=items, text=text)


def _stroked(lines: tuple[Line, ...], inks: tuple[Ink, ...]) -> tuple[Shape, ...]:
    return tuple(Lines(lines=lines, ink=replace(ink, fill="none")) for ink in inks)


def _straits() -> tuple[Shape, ...]:
    return _stroked((SAMPLE,), STRAIT)


def _range(height: int) -> tuple[Shape, ...]:
    chains = tuple(peak for row in range(height) for peak in peaks(SAMPLE, row, height))
    return (Lines(lines=chains, closed=True, ink=RANGE),)


def centre_entries(before: Board, after: Board) -> Iterator[Entry]:
    """Yield the marks of centres that are new or gone."""
    if set(after.centres) - set(before.centres):
        dot = Disc(at=(0, 0), radius=44, ink=Ink(fill=style.HALO, stroke=style.INK, width=10))
        yield Entry(wide=280, items=(Group(items=(dot, fresh((0, 0)))),), text="new centre")
    if set(before.centres) - set(after.centres):
        yield Entry(wide=180, items=(dead((0, 0)),), text="centre destroyed")
