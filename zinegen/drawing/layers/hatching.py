"""Patterns that show terrain to those who do not see its tint."""

from __future__ import annotations

from collections.abc import Iterator

from zinegen.board.board import Board, Terrain
from zinegen.drawing import style
from zinegen.drawing.geometry import outlines
from zinegen.drawing.layers.off_board import beyond
from zinegen.drawing.scene import Box, Curve, Ink, Lines, Pattern

WAVE = Ink(fill="none", stroke="#8fb4c2", width=13, round=True)
HATCH = Pattern(
    ident="hatch",
    width=70,
    height=70,
    turned=45,
    items=(
        Box(at=(0, 0), width=70, height=70, ink=Ink(fill="#e3dccb")),
        Lines(lines=(((10, 0), (10, 70)),), ink=Ink(stroke="#b3aa99", width=20)),
    ),
)
"""Ground that nobody may enter."""
WAVES = Pattern(
    ident="waves",
    width=300,
    height=220,
    items=(
        Curve(points=((30, 60), (60, 30), (90, 90), (120, 60)), ink=WAVE),
        Curve(points=((180, 170), (210, 140), (240, 200), (270, 170)), ink=WAVE),
    ),
)
"""Water where land was."""
ICE = Pattern(
    ident="ice",
    width=80,
    height=80,
    turned=30,
    items=(
        Box(at=(0, 0), width=80, height=80, ink=Ink(fill="#ffffff", fill_opacity=0.55)),
        Lines(lines=(((20, 0), (20, 80)),), ink=Ink(stroke="#6f9db3", width=8)),
    ),
)
"""Laid over the ground, so that what lies beneath can still be seen."""
BEYOND = Pattern(
    ident="beyond",
    width=140,
    height=140,
    items=(
        Box(at=(0, 0), width=140, height=140, ink=Ink(fill=style.PAPER)),
        Lines(
            lines=(((35, 35), (35, 36)), ((105, 105), (105, 106))),
            ink=Ink(stroke="#a89c84", width=22, round=True),
        ),
    ),
)
"""Off the board."""
PEAKS = Pattern(
    ident="peaks",
    width=260,
    height=200,
    items=(
        Lines(
            lines=(
                ((20, 90), (60, 30), (100, 90)),
                ((150, 190), (190, 130), (230, 190)),
            ),
            ink=Ink(fill="none", stroke="#5c4f3d", width=10, round=True),
        ),
        Lines(
            lines=(
                ((60, 30), (70, 62), (64, 88)),
                ((190, 130), (200, 162), (194, 188)),
            ),
            ink=Ink(fill="none", stroke="#5c4f3d", width=6, round=True),
        ),
    ),
)
"""Mountain: nobody can cross it."""


def patterns(board: Board) -> Iterator[Pattern]:
    """Yield the patterns that an up-to-date board needs."""
    if any(board.is_sunk(face) for face in outlines(board)):
        yield WAVES
    provinces = [board[face] for face in outlines(board)]
    if any(not one.passable for one in provinces):
        yield HATCH
    if any(one.iced for one in provinces):
        yield ICE
    if beyond(board):
        yield BEYOND
    if any(one.terrain is Terrain.MOUNTAIN for one in provinces):
        yield PEAKS
