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
from zlib import crc32

from zinegen.board.board import OUTSIDE, Board, Power
from zinegen.drawing.scene import Ink
from zinegen.geometry.mesh import ProvinceKey

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
    INK, "#f6f6f6 #e1e3da #fef7e9 #eae1db", "#fdfaf3", "#404340 #313233 #4a4648 #403934"
)
"""Ground that belongs to nobody."""
COLOURS: Mapping[str, Hues] = {
    "Austria": _hues(
        "#97251a", "#e1a286 #c98567 #c49580 #e78f68", "#ff8471", "#60220f #4b2b20 #643627 #46190a"
    ),
    "England": _hues(
        "#0d2792", "#8f8cd3 #7887e0 #9da1e7 #8c97ff", "#8f97ff", "#363b5b #272f62 #424677 #273c80"
    ),
    "France": _hues(
        "#1478b4", "#99e3ff #6ed1ff #8deefe #53dcfe", "#6fc7fa", "#4e7792 #3d7284 #107ba0 #146a8c"
    ),
    "Germany": _hues(
        "#2a2822", "#b5b4b3 #9f9f9f #a7aaa0 #ada49a", "#c9c6bf", "#6b706e #626161 #767267 #757070"
    ),
    "Italy": _hues(
        "#577a4c", "#c6d9ba #a8c5a5 #b0e5ba #8fc99c", "#86c795", "#546654 #425444 #42674d #32553b"
    ),
    "Russia": _hues(
        "#693160", "#baaac6 #aa95b0 #caa8d3 #b295c5", "#cf99cc", "#785970 #655565 #704869 #5c4459"
    ),
    "Turkey": _hues(
        "#a86000", "#ffedb2 #e1d299 #f9e68b #e0cb73", "#e9bb4c", "#807135 #6c5f38 #786f4b #6e621f"
    ),
}
"""The seven powers, in the hues that the hobby expects."""
SPARE: Sequence[Hues] = (
    _hues(
        "#00695c", "#8bd3bf #70bca8 #59dabc #33c3a5", "#5cd6c4", "#467a70 #3d6960 #0d7a6a #07685b"
    ),
    _hues(
        "#ad1457", "#ffaeb9 #dea9af #fd93a4 #db939d", "#ff86b3", "#9c5b6c #84515e #a84664 #8d3e55"
    ),
    _hues(
        "#5d4037", "#af9588 #ab8579 #c49889 #be876e", "#d9b09a", "#4d2f1b #452d26 #5a4238 #60382a"
    ),
    _hues(
        "#455a64", "#99a6c2 #8d97a8 #818fb0 #809dc4", "#a9c3cf", "#546074 #425262 #406181 #3b5171"
    ),
    _hues(
        "#5b6b00", "#ccc18f #b4ab79 #cfc271 #b6ac5b", "#c3d455", "#585d33 #475116 #646c32 #52610f"
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


USUAL = {
    face: shade
    for shade, faces in enumerate(
        (
            "Alb Apu Arm Bre Bud Bul Bur Fin Kie Lon Lvn Lvp NAf Sil Spa Tus Tyr Ukr",
            "Bel Cly Den Gal Gre Mar Mos Mun Nwy Par Por Pru Rom Smy Tri Tun Yor",
            "Ank Ber Boh Edi Gas Nap Pic Ruh Rum StP Swe Swi Syr Ven Wal War",
            "Con Hol Pie Ser Sev Vie",
        )
    )
    for face in faces.split()
}
"""The shades of Europe's provinces as printed, from which a changed map departs as little as it can."""


def find_usual_shade(face: ProvinceKey) -> int:
    """Return the shade that a province has unless a neighbour has it too."""
    return USUAL.get(face, crc32(face.encode()) % SHADES)


def assign_shades(board: Board) -> Mapping[ProvinceKey, int]:
    """Return a shade for every province that is ground, neighbours of different shades.

    It depends on the map alone, so a province keeps its shade when its owner changes; and it has its usual
    one wherever neighbours allow that, so what happens to the map elsewhere leaves its colour as it is.
    """
    import networkx as nx  # noqa: PLC0415  (slow to import, and only where a map is drawn)

    ground = sorted(face for face in board.mesh.rings if face != OUTSIDE and board.is_ground(face))
    graph: nx.Graph[ProvinceKey] = nx.Graph()
    graph.add_nodes_from(ground)
    for face in ground:
        graph.add_edges_from((face, to) for to in sorted(board.mesh.adjacent(face)) if to in graph)
    found: dict[ProvinceKey, int] = {}
    for face in ground:
        usual = find_usual_shade(face)
        if usual not in {found.get(other) for other in graph[face]}:
            found[face] = usual
    for face in ground:
        if face not in found:
            found |= _recolour(graph, found, face)
    return found


def _recolour(
    graph: nx.Graph[ProvinceKey], found: dict[ProvinceKey, int], face: ProvinceKey
) -> dict[ProvinceKey, int]:
    """Return shades for a province that has none and those near it, which change only if they must."""
    freed = {face}
    while True:
        around = _list_around(graph, found, freed)
        for more in (set[ProvinceKey](), *({one} for one in sorted(around))):
            near = graph.subgraph(freed | more | _list_around(graph, found, freed | more))
            kept = {one: found[one] for one in near if one not in freed | more}
            whole = _colour_graph(near, kept)
            if whole is not None:
                return whole
        freed |= around


def _list_around(
    graph: nx.Graph[ProvinceKey], found: Mapping[ProvinceKey, int], faces: set[ProvinceKey]
) -> set[ProvinceKey]:
    """Return the neighbours of some provinces that have shades."""
    return {other for one in faces for other in graph[one] if other in found} - faces


def _colour_graph(
    graph: nx.Graph[ProvinceKey], found: dict[ProvinceKey, int]
) -> dict[ProvinceKey, int] | None:
    """Return shades for all provinces, those found so far among them; None where there are too few.

    The next is always the one that has least choice. Four shades are enough for any map (the theorem of
    Appel and Haken), and hardly ever is a choice taken back.
    """
    waiting = sorted(face for face in graph if face not in found)
    if not waiting:
        return found
    taken = {face: {found[one] for one in graph[face] if one in found} for face in waiting}
    face = max(waiting, key=lambda one: (len(taken[one]), graph.degree[one]))
    for shade in sorted(range(SHADES), key=lambda one: one != find_usual_shade(face)):
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
