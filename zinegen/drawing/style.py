"""The colours and pens of the maps, and the shade of each province.

Colour says who owns. The tints of the seven powers differ from each other, from paper and from water
for the three common kinds of colour-blindness, and colour is never the only sign: every unit and
every owned centre bears its power's letter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from zinegen.board.board import OUTSIDE, Board, Power, cache_on_board
from zinegen.drawing.scene import Ink
from zinegen.geometry.mesh import Face

if TYPE_CHECKING:
    import networkx as nx

PAPER = "#fbf8f0"
"""The margin."""
LAND = "#f8f3e6"
"""Ground that belongs to nobody."""
SEA = "#e3eef0"
LAKE = "#d3e5ea"
SHORE = "#4f6b78"
SEA_LINE = "#5f8b9c"
SEA_NAME = "#2f5d72"
BORDER = "#6d6358"
FRONTIER = "#453d34"
"""Between the ground of different powers."""
INK = "#1b1a17"
FAILED = "#a3071c"
GAINED = "#1d6b2f"
HALO = "#fffdf6"
CHANGED = "#e0007a"
"""What an event of this season has changed."""

SHADES = 4
"""Shades of every tint, so that neighbours of one owner can be told apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """The letter, colours and short name that stand for one power on the map."""

    power: Power
    slug: str
    """A short name in small letters and digits, for classes and ids; unique in its game."""
    letter: str
    """One letter or two, unique in its game; on units and owned centres."""
    ink: str
    """The strong colour of its units and orders; white letters on it can be read."""
    tint: str
    """The pale colour of its ground."""


COLOURS: Mapping[str, tuple[str, str]] = {
    "Austria": ("#97251a", "#f1ab8d"),
    "England": ("#0d2792", "#8fa9d6"),
    "France": ("#1478b4", "#b0e4fd"),
    "Germany": ("#2a2822", "#b4b0a9"),
    "Italy": ("#577a4c", "#b4e1b5"),
    "Russia": ("#693172", "#d7b5d1"),
    "Turkey": ("#a86000", "#f4e389"),
}
"""Ink and tint of the seven powers, in the hues that the hobby expects."""

SPARE: Sequence[tuple[str, str]] = (
    ("#00695c", "#8fcdc2"),
    ("#ad1457", "#f0a3c0"),
    ("#5d4037", "#c4a894"),
    ("#455a64", "#b5c6cd"),
    ("#5b6b00", "#cdd68a"),
)
"""For powers of other names, in alphabetical order, over and over; their letters differ."""


def assign_signs(powers: Sequence[Power]) -> dict[Power, Sign]:
    """Return what stands for each power of a game; the same powers get the same signs."""
    return dict(_assign_signs(tuple(sorted(powers))))


@cache
def _assign_signs(powers: tuple[Power, ...]) -> dict[Power, Sign]:
    others = [power for power in powers if power not in COLOURS]
    found: dict[Power, Sign] = {}
    letters: set[str] = set()
    slugs: set[str] = set()
    for power in powers:
        ink, tint = COLOURS.get(power) or SPARE[others.index(power) % len(SPARE)]
        slug = _make_unique(_make_slug(power), slugs)
        letter = _find_letter(power, letters)
        found[power] = Sign(power=power, slug=slug, letter=letter, ink=ink, tint=tint)
    return found


def _make_slug(name: str) -> str:
    return "".join(one for one in name.lower() if one.isascii() and one.isalnum()) or "power"


def _make_unique(slug: str, taken: set[str]) -> str:
    name = slug
    while name in taken:
        name += "x"
    taken.add(name)
    return name


def _find_letter(power: str, taken: set[str]) -> str:
    """Return the shortest beginning that no other power has: E, or Ep where E is taken."""
    letters = [one for one in power if one.isalnum()] or ["?"]
    candidates = [letters[0].upper()]
    candidates += [letters[0].upper() + one.lower() for one in letters[1:]]
    candidates += [f"{letters[0].upper()}{number}" for number in range(2, 100)]
    letter = next(one for one in candidates if one not in taken)
    taken.add(letter)
    return letter


def mix(one: str, other: str, part: float) -> str:
    """Return a colour between two; ``part`` 0 is the first, 1 the second."""
    channels = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in channels)


def _channels(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return red, green, blue


def shade_tint(tint: str, shade: int) -> str:
    """Return one of the shades of a tint, all close to it."""
    towards = ((tint, 0.0), ("#ffffff", 0.13), ("#6b5f45", 0.07), ("#ffffff", 0.25))[shade % SHADES]
    return mix(tint, *towards)


@cache_on_board
def assign_shades(board: Board) -> Mapping[Face, int]:
    """Return a shade for every province that is ground, neighbours of different shades.

    It depends on the map alone, so a province keeps its shade when its owner changes.
    """
    import networkx as nx  # noqa: PLC0415  (slow to import, and only where a map is drawn)

    ground = [face for face in board.mesh.rings if face != OUTSIDE and board.is_ground(face)]
    graph: nx.Graph[Face] = nx.Graph()
    graph.add_nodes_from(ground)
    for face in ground:
        graph.add_edges_from(
            (face, other) for other in sorted(board.mesh.adjacent(face)) if other in graph
        )
    colours = nx.greedy_color(graph, strategy="DSATUR")
    return {face: colours[face] for face in ground}


SHORE_INK = Ink(fill="none", stroke=SHORE, width=27, round=True)
LINING = (
    Ink(fill="none", stroke="#cfe2e8", width=190, round=True),
    Ink(fill="none", stroke="#bad5de", width=110, round=True),
)
"""Bands of water along every shore, the widest first."""
BORDER_INK = Ink(fill="none", stroke=BORDER, width=9, round=True)
FRONTIER_INK = Ink(fill="none", stroke=FRONTIER, width=17, round=True)
SEA_INK = Ink(fill="none", stroke=SEA_LINE, width=11, dash=(65, 32))
OLD_COAST = (
    Ink(stroke="#e6dcc0", width=84, stroke_opacity=0.75),
    Ink(stroke="#7d6b45", width=16, dash=(4, 36)),
)
"""The ghost of a coast, where land has sunk into the sea."""
CHANGED_INK = Ink(fill="none", stroke=CHANGED, width=120, stroke_opacity=0.28, round=True)
