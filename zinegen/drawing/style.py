"""The colours and pens of the maps, and the shade of each province.

Colour says who owns. The shades of the seven powers and of neutral ground differ from each other and from
water for the three common kinds of colour-blindness, and colour is never the only sign: every unit and
every owned centre bears its power's letter. The colours here are those of light paper; what each is on
dark paper stands in `dark`.
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

PAPER = "#ffffff"
"""The margin."""
SEA = "#c6dde1"
LAKE = "#b9d5db"
"""Water near a shore and inside provinces."""
SHALLOWS = "#aaccd3"
"""Water at a shore."""
WAVE = "#8fb4c2"
LAKE_SHORE = "#7fa3b1"
SHORE = "#4f6b78"
SEA_LINE = "#3f6b7c"
SEA_NAME = "#1f4a5e"
SEA_ICE = "#f3f8fa"
ICE = "#fcfeff"
CRACK = "#6f9db3"
"""Lines on ice."""
ISLE = "#efe8d6"
"""Islands that are no provinces."""
CLOSED = "#e3dccb"
"""Ground that nobody may enter, and the hatching on it."""
HATCHING = "#b3aa99"
DOTS = "#a89c84"
"""Off the board."""
SAND = "#e6dcc0"
GHOST = "#7d6b45"
"""Where a coast has been."""
PEAK = "#5c4f3d"
RANGE = "#8a7763"
ROCK = "#3a2c20"
"""The edges of rifts and ranges."""
GAP = "#f2dcc0"
"""Between the edges of a rift."""
BORDER = "#4a4038"
FRONTIER = "#231d17"
"""Between the ground of different powers."""
INK = "#1b1a17"
LETTER = PAPER
"""A power's letter on its ink."""
FAILED = "#a3071c"
GAINED = "#1d6b2f"
GONE = "#6b6257"
"""A border or centre that is no more."""
HALO = "#fffdf6"
CHANGED = "#e0007a"
"""What an event of this season has changed."""

SHADES = 4
"""Shades of every tint, so that neighbours of one owner can be told apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hues:
    """The colours of one owner's units and ground, on light paper and on dark."""

    ink: str
    """The strong colour of units and orders; letters on it can be read."""
    shades: tuple[str, ...]
    """The colours of its ground; the first is the one that the legend shows."""
    dark_ink: str
    dark_shades: tuple[str, ...]


def _hues(ink: str, shades: str, dark_ink: str, dark_shades: str) -> Hues:
    return Hues(
        ink=ink,
        shades=tuple(shades.split()),
        dark_ink=dark_ink,
        dark_shades=tuple(dark_shades.split()),
    )


NEUTRAL = _hues(
    INK, "#f5f6f2 #d7d7d0 #fef4e4 #f0e3de", "#fdfaf3", "#424842 #323433 #544d4b #413a35"
)
"""Ground that belongs to nobody."""
COLOURS: Mapping[str, Hues] = {
    "Austria": _hues(
        "#97251a", "#ea9f89 #bf8c7e #d49d7b #ce896a", "#ff8471", "#6b2f27 #492b20 #5a3018 #511f12"
    ),
    "England": _hues(
        "#0d2792", "#978dce #7f8dcc #94a3ee #7599dc", "#8f97ff", "#424373 #252a56 #374e7e #243a68"
    ),
    "France": _hues(
        "#1478b4", "#99e3ff #6ed1ff #8deefe #53dcfe", "#6fc7fa", "#4b718d #47798b #1d7aa0 #086a8a"
    ),
    "Germany": _hues(
        "#2a2822", "#b5b4b5 #a0a098 #afb5ae #b2a398", "#c9c6bf", "#6c7273 #5f625f #757269 #726a6a"
    ),
    "Italy": _hues(
        "#577a4c", "#c7d8b3 #a8c5a6 #b2e8c0 #87cea0", "#86c795", "#4d614d #3c5039 #476e53 #2f5f41"
    ),
    "Russia": _hues(
        "#693160", "#c1b3db #a698a7 #d4abdf #b69cca", "#cf99cc", "#756075 #635461 #78526f #594251"
    ),
    "Turkey": _hues(
        "#a86000", "#fee4ac #dcd599 #faf1a5 #e3c987", "#e9bb4c", "#856f48 #6a653b #7d723d #6b5a29"
    ),
}
"""The seven powers, in the hues that the hobby expects."""
SPARE: Sequence[Hues] = (
    _hues(
        "#00695c", "#85d3bd #72b7a3 #56e2bf #40c2a8", "#5cd6c4", "#427571 #326559 #127f78 #007262"
    ),
    _hues(
        "#ad1457", "#f8b5bd #db9fa7 #ffa0b6 #ea8c9a", "#ff86b3", "#9a6275 #85525e #9f4e61 #84374c"
    ),
    _hues(
        "#5d4037", "#a59087 #ad877f #c3987e #bd826b", "#d9b09a", "#55442c #3a2522 #5b4233 #59342c"
    ),
    _hues(
        "#455a64", "#a4b1cb #8a9199 #8996be #7193ba", "#a9c3cf", "#4a5d7b #4b5162 #466a80 #3b5061"
    ),
    _hues(
        "#5b6b00", "#d2c38f #ada761 #bebe79 #c5ae6d", "#c3d455", "#6b6c34 #48531f #566d2d #58521a"
    ),
)
"""For powers of other names, in alphabetical order, over and over; their letters differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """The letter, colours and short name that stand for one power on the map."""

    power: Power
    slug: str
    """A short name in small letters and digits, for classes and ids; unique in its game."""
    letter: str
    """One letter or two, unique in its game; on units and owned centres."""
    ink: str
    """The strong colour of its units and orders; letters on it can be read."""
    shades: tuple[str, ...]
    """The pale colours of its ground."""


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
        hues = COLOURS.get(power) or SPARE[others.index(power) % len(SPARE)]
        slug = _make_unique(_make_slug(power), slugs)
        letter = _find_letter(power, letters)
        found[power] = Sign(power=power, slug=slug, letter=letter, ink=hues.ink, shades=hues.shades)
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
        graph.add_edges_from((face, to) for to in sorted(board.mesh.adjacent(face)) if to in graph)
    return _colour_graph(graph, {}) or {}


def _colour_graph(graph: nx.Graph[Face], found: dict[Face, int]) -> dict[Face, int] | None:
    """Return shades for all provinces, those found so far among them; None where there are too few.

    The next is always the one that has least choice. Four shades are enough for any map (the theorem of
    Appel and Haken), and hardly ever is a choice taken back.
    """
    waiting = [face for face in graph if face not in found]
    if not waiting:
        return found
    taken = {face: {found[one] for one in graph[face] if one in found} for face in waiting}
    face = max(waiting, key=lambda one: (len(taken[one]), graph.degree[one]))
    for shade in range(SHADES):
        if shade not in taken[face]:
            whole = _colour_graph(graph, {**found, face: shade})
            if whole is not None:
                return whole
    return None


SHORE_INK = Ink(fill="none", stroke=SHORE, width=27, round=True)
LINING = (
    Ink(fill="none", stroke=LAKE, width=190, round=True),
    Ink(fill="none", stroke=SHALLOWS, width=110, round=True),
)
"""Bands of water along every shore, the widest first."""
BORDER_INK = Ink(fill="none", stroke=BORDER, width=9, round=True)
FRONTIER_INK = Ink(fill="none", stroke=FRONTIER, width=17, round=True)
SEA_INK = Ink(fill="none", stroke=SEA_LINE, width=11, dash=(65, 32))
OLD_COAST = (
    Ink(stroke=SAND, width=84, stroke_opacity=0.75),
    Ink(stroke=GHOST, width=16, dash=(4, 36)),
)
"""The ghost of a coast, where land has sunk into the sea."""
CHANGED_INK = Ink(fill="none", stroke=CHANGED, width=120, stroke_opacity=0.28, round=True)
"""The ground of what an event of this season has changed."""
