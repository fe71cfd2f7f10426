"""A map as pictures show it: made once from a board, and handed on to whatever draws a part of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import TypeVar, TypeVarTuple

import shapely

from zinegen.board.board import Board, cache_on_board
from zinegen.drawing.geometry import (
    Outline,
    Rect,
    find_outlines,
    find_polygons,
    simplify_board,
    simplify_for_drawing,
    simplify_lines,
)
from zinegen.drawing.off_board.islands import list_islands
from zinegen.drawing.off_board.outside import find_beyond
from zinegen.drawing.placement import find_label_box, find_places
from zinegen.drawing.position import ShownPosition, read_position
from zinegen.game.state import GameState
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.shape import Line, Places
from zinegen.languages.texts import spoken_language


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DrawnMap:
    """What all pictures of a board share."""

    board: Board
    """Up to date."""
    outlines: Mapping[ProvinceKey, Outline]
    """Of every province; the outside is left out, as it is of all that follows."""
    polygons: Mapping[ProvinceKey, shapely.Polygon]
    places: Mapping[ProvinceKey, Places]
    """Where the name, the unit and the mark of the centre of each province lie."""
    islands: tuple[Line, ...]
    """The outlines of those that are no provinces."""
    beyond: tuple[Outline, ...]
    """What lies off the board and within the frame, other than strips and lakes."""
    name_boxes: tuple[Rect, ...]
    """What the names cover."""
    full: DrawnMap | None = None
    """The map of which this is a coarse one, on which units stand where they stand there."""
    derived: dict[Hashable, object] = field(default_factory=dict, init=False, repr=False)
    """Finished values that follow from this map and the key alone; see `cache_on_map`."""


Arguments = TypeVarTuple("Arguments")
Value = TypeVar("Value")


def cache_on_map(
    function: Callable[[DrawnMap, *Arguments], Value],
) -> Callable[[DrawnMap, *Arguments], Value]:
    """Let a function answer once for each map and arguments; on these alone its answers may depend."""

    @wraps(function)
    def answer(drawn: DrawnMap, *args: *Arguments) -> Value:
        key = function, args
        if key not in drawn.derived:
            drawn.derived[key] = function(drawn, *args)
        return drawn.derived[key]  # type: ignore[return-value]

    return answer


def make_map(board: Board) -> DrawnMap:
    """Return the map of an up-to-date board, with the lines that it has, in the language spoken now."""
    return _make_map(board, spoken_language().code)


@cache_on_board
def _make_map(board: Board, _code: str) -> DrawnMap:
    outlines = find_outlines(board)
    polygons = find_polygons(outlines)
    beyond = tuple(find_beyond(board))
    islands = list_islands(board, polygons, beyond)
    places = find_places(board, outlines, islands)
    return DrawnMap(
        board=board,
        outlines=outlines,
        polygons=polygons,
        places=places,
        islands=islands,
        beyond=beyond,
        name_boxes=tuple(find_label_box(board, face, at.label) for face, at in places.items()),
    )


def prepare_map(board: Board) -> DrawnMap:
    """Return the map of a board, up to date and in lines as simple as what can be seen.

    Raises MapError when the board never had a drawing.
    """
    return make_map(simplify_for_drawing(board))


COARSE = 40
"""How far lines of a small picture may be from the map's, in tenths: half a pixel where it is shown."""


@cache_on_map
def coarsen(drawn: DrawnMap) -> DrawnMap:
    """Return a map with lines that are simple enough for small pictures, and everything where it was."""
    board = simplify_board(drawn.board, COARSE)
    return replace(
        drawn,
        board=board,
        outlines=find_outlines(board),
        islands=tuple(simplify_lines(drawn.islands, COARSE)),
        full=drawn,
    )


def prepare_picture(state: GameState) -> tuple[DrawnMap, ShownPosition]:
    """Return the map of a state, and what pictures show of it upon that map; raises MapError as above."""
    drawn = prepare_map(state.board)
    return drawn, replace(read_position(state), board=drawn.board)
