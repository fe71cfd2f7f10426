"""Lists, names, genitives and kinds of ground inside English sentences, for whoever writes any."""

from __future__ import annotations

from collections.abc import Sequence

from zinegen.board.board import OUTSIDE, Board, Power, Terrain
from zinegen.geometry.mesh import ProvinceKey

_TERRAIN_WORDS = {
    Terrain.WATER: "sea",
    Terrain.LAND: "land",
    Terrain.MOUNTAIN: "mountain",
    Terrain.OUTSIDE: "off the board",
}
"""What a province is, behind "is"."""


def describe_terrain(board: Board, face: ProvinceKey) -> str:
    """Return what a province is, behind "is": ``land``, ``sea``, ``a lake`` where no water is beside it."""
    return "a lake" if is_lake(board, face) else _TERRAIN_WORDS[board[face].terrain]


def is_lake(board: Board, face: ProvinceKey) -> bool:
    """Tell whether a province is water that touches no other water."""
    return board.is_water(face) and not board.mesh.adjacent(face) & board.waters


def join_words(words: Sequence[str]) -> str:
    """Return words as a list in a sentence: ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def possessive(power: Power) -> str:
    """Return whose something is: ``Germany's``."""
    return f"{power}'" if power.endswith("s") else f"{power}'s"


def full_name(board: Board, face: ProvinceKey) -> str:
    """Return a province's full name; what lies off the board has one as well."""
    return "the outside" if face == OUTSIDE else board[face].name


def name_in_sentence(board: Board, face: ProvinceKey) -> str:
    """Return a province's full name with the article of a sea: ``the Ionian Sea``, ``Serbia``."""
    name = full_name(board, face)
    return f"the {name}" if face.isupper() else name
