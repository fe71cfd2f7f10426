"""Lists, names, genitives and kinds of ground inside sentences, for whoever writes any."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from zinegen.board.board import OUTSIDE, Board, Power, Terrain
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.names import PowerInSentence, name_power, name_province
from zinegen.languages.texts import N_, gettext

_TERRAIN_WORDS = {
    Terrain.WATER: N_("sea"),
    Terrain.LAND: N_("land"),
    Terrain.MOUNTAIN: N_("mountain"),
    Terrain.OUTSIDE: N_("off the board"),
}
"""What a province is, behind "is"."""


def describe_terrain(board: Board, face: ProvinceKey) -> str:
    """Return what a province is, behind "is": ``land``, ``sea``, ``a lake`` where no water is beside it."""
    return gettext("a lake") if is_lake(board, face) else name_terrain(board[face].terrain)


def name_terrain(terrain: Terrain) -> str:
    """Return a kind of ground, behind "is"."""
    return gettext(_TERRAIN_WORDS[terrain])


def is_lake(board: Board, face: ProvinceKey) -> bool:
    """Tell whether a province is water that touches no other water."""
    return board.is_water(face) and not board.mesh.adjacent(face) & board.waters


def join_words(words: Sequence[str]) -> str:
    """Return words as a list in a sentence: ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return gettext("{some} and {last}", some=", ".join(words[:-1]), last=words[-1])


def join_powers(powers: Iterable[str]) -> str:
    """Return the names of powers as a list in a sentence, in the language of the zine."""
    return join_words([name_power(power) for power in powers])


def join_choices(words: Sequence[str]) -> str:
    """Return words as a choice in a sentence: ``a, b or c``."""
    if len(words) < 2:
        return "".join(words)
    return gettext("{some} or {last}", some=", ".join(words[:-1]), last=words[-1])


def name_owned(power: Power, thing: str) -> str:
    """Return something with whose it is: ``Germany's A Mun``."""
    return gettext("{power:of} {thing}", power=PowerInSentence(power), thing=thing)


def full_name(board: Board, face: ProvinceKey) -> str:
    """Return a province's full name; what lies off the board has one as well."""
    return name_province("the outside" if face == OUTSIDE else board[face].name)


def name_in_sentence(board: Board, face: ProvinceKey) -> str:
    """Return a province's full name with the article of a sea: ``the Ionian Sea``, ``Serbia``."""
    name = full_name(board, face)
    return gettext("the {sea}", sea=name) if face.isupper() else name
