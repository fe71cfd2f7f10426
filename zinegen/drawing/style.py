"""The colours and pens of the maps, and the shade of each province.

Colour says who owns. The shades of all hues and of neutral ground differ from each other and from water for
the three common kinds of colour-blindness, most of all those of the seven powers; what differs how much is
measured by `tests/drawing/test_style.py`. Colour is never the only sign: every unit and every owned centre
bears its power's letter, and powers that share a hue have patterns. The colours here are those of light
paper; what each is on dark paper stands in `dark`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import cycle
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
SEA_TINTS = (SHALLOWS, "#b8d2df", "#bcd7d8")
"""Laid over seas whose neighbours have the bare colour of water; the last only where three are too few."""
SEA_TINT = 0.75
"""How much of the water's own colour a tint covers."""
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
        "#796e8f", "#c6bbe7 #bbbbe7 #bbb0e7 #b0b0e7", "#c6dcfd", "#0754a8 #1c5ba8 #00549a #2a54a1"
    ),
    _hues(
        "#d11684", "#e7798f #e76384 #f26e8f #dc6e84", "#fd4284", "#690e4d #621c4d #70154d #692a4d"
    ),
    _hues(
        "#000042", "#9a84bb #a584b0 #a584bb #b084bb", "#d1bbd1", "#4d69cb #5b69cb #6262c4 #5469bd"
    ),
    _hues(
        "#796e63", "#fdd163 #fdc658 #f2c658 #f2bb4d", "#d1d184", "#704623 #704d23 #774623 #774d23"
    ),
    _hues(
        "#371637", "#fd8fb0 #f29ab0 #f2a5bb #fd9abb", "#a56eb0", "#af387e #b63f7e #a8467e #b64d7e"
    ),
    _hues(
        "#584d37", "#b0b04d #bbb037 #bbb04d #b0b037", "#d1fd8f", "#707700 #627700 #707000 #697000"
    ),
    _hues(
        "#dc2158", "#dc6e42 #e76e4d #dc794d #e77958", "#d16300", "#a83154 #a1384d #a81c4d #9a1c46"
    ),
    _hues(
        "#374dc6", "#8fbbfd #79bbfd #6eb0fd #84b0fd", "#8f6ee7", "#071c69 #071569 #231569 #1c1c70"
    ),
    _hues(
        "#582c21", "#f2a56e #f2a563 #fda563 #f2b079", "#a57958", "#853838 #8c3138 #852a31 #7e3131"
    ),
    _hues(
        "#165816", "#fdfd84 #fdfda5 #f2fd84 #f2fda5", "#b08f4d", "#4d5b00 #545400 #545b00 #4d5400"
    ),
    _hues(
        "#58636e", "#84a58f #849a8f #799a84 #849a84", "#798484", "#0e695b #156254 #2a6254 #386254"
    ),
    _hues(
        "#4d0063", "#a5849a #b0849a #bb8fa5 #bb84a5", "#9a8fa5", "#38074d #2a0746 #31004d #230e46"
    ),
    _hues(
        "#586337", "#b09a21 #b08f16 #a58f16 #bb9a2c", "#fde74d", "#4d4607 #464607 #4d3f00 #54460e"
    ),
    _hues(
        "#37634d", "#f2fddc #e7fdd1 #f2fdd1 #f2fdc6", "#b0a500", "#074d2a #1c4d2a #004d31 #005b31"
    ),
    _hues(
        "#2c842c", "#799a42 #849a4d #6e9a4d #799a58", "#6e8f79", "#2a3f15 #383f1c #31380e #313f15"
    ),
    _hues(
        "#162c00", "#d1d1a5 #c6c68f #c6d1a5 #bbc68f", "#9aa59a", "#1c1c15 #151c0e #1c1c0e #232315"
    ),
    _hues(
        "#2c4237", "#a5bb8f #8fbb84 #9ab079 #9abb8f", "#21fdb0", "#007e62 #3f775b #007e5b #3f7e5b"
    ),
)
"""For more powers: each as far from those before it as can be, for every kind of eye."""
HUES: Sequence[Hues] = (*COLOURS.values(), *SPARE)
"""All hues, in the order in which powers of other names get those that are free."""
PATTERNS = ("", "stripes", "dots", "bars")
"""What lies on the ground of powers that share a hue, when all have been given away."""


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
    pattern: str = ""
    """Which of the patterns lies on its ground and round its units; none as long as there are hues."""


def assign_signs(powers: Sequence[Power]) -> dict[Power, Sign]:
    """Return what stands for each power of a game; the same powers get the same signs."""
    return dict(_assign_signs(tuple(sorted(powers))))


@cache
def _assign_signs(powers: tuple[Power, ...]) -> dict[Power, Sign]:
    found: dict[Power, Sign] = {}
    letters: set[str] = set()
    slugs: set[str] = set()
    for power, (hues, pattern) in _assign_hues(powers).items():
        slug = _make_unique(_make_slug(power), slugs)
        letter = _find_letter(power, letters)
        found[power] = Sign(
            power=power,
            slug=slug,
            letter=letter,
            ink=hues.ink,
            shades=hues.shades,
            pattern=pattern,
        )
    return found


def _assign_hues(powers: tuple[Power, ...]) -> dict[Power, tuple[Hues, str]]:
    """Return the hue and pattern of each power: the seven have their own, others the first that are free."""
    taken = {COLOURS[power] for power in powers if power in COLOURS}
    free = [
        (hues, pattern) for pattern in PATTERNS for hues in HUES if pattern or hues not in taken
    ]
    rest = cycle(free)
    return {power: (COLOURS[power], "") if power in COLOURS else next(rest) for power in powers}


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
} | {
    face: shade
    for shade, faces in enumerate(
        (
            "ADR BLA EAS GOB HEL IRI NWG SKA TYS",
            "BAR GOL ION MAO NTH",
            "AEG BAL CAS ENG NAO WES",
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
    return _colour_apart(board, board.is_ground)


def assign_sea_shades(board: Board) -> Mapping[ProvinceKey, int]:
    """Return a shade for every sea, neighbouring ones of different shades, by the same rules as ground."""
    return _colour_apart(board, board.is_water)


def _colour_apart(
    board: Board, is_wanted: Callable[[ProvinceKey], bool]
) -> Mapping[ProvinceKey, int]:
    """Return a shade for every province of a kind, neighbours of different shades."""
    wanted = {face for face in board.mesh.rings if face != OUTSIDE and is_wanted(face)}
    near = ((face, tuple(sorted(board.mesh.adjacent(face) & wanted))) for face in sorted(wanted))
    return _colour_all(tuple(near))


@lru_cache(maxsize=64)
def _colour_all(
    wanted: tuple[tuple[ProvinceKey, tuple[ProvinceKey, ...]], ...],
) -> Mapping[ProvinceKey, int]:
    """Return a shade for every province of some, given with their neighbours among them."""
    import networkx as nx  # noqa: PLC0415  (slow to import, and only where a map is drawn)

    graph: nx.Graph[ProvinceKey] = nx.Graph()
    graph.add_nodes_from(face for face, _ in wanted)
    graph.add_edges_from((face, to) for face, near in wanted for to in near)
    found: dict[ProvinceKey, int] = {}
    for face in graph:
        usual = find_usual_shade(face)
        if usual not in {found.get(other) for other in graph[face]}:
            found[face] = usual
    for face in graph:
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
    Ink(fill="none", stroke=LAKE, width=130, round=True),
    Ink(fill="none", stroke=SHALLOWS, width=70, round=True),
)
"""Bands of water along every shore, the widest first."""
BORDER_INK = Ink(fill="none", stroke=BORDER, width=9, round=True)
FRONTIER_INK = Ink(fill="none", stroke=FRONTIER, width=17, round=True)
SEA_BORDER = (
    Ink(stroke=HALO, width=48, stroke_opacity=0.45),
    Ink(stroke=SEA_LINE, width=20, dash=(100, 32)),
)
"""The border of two seas: a dash on a pale band, which is clear without any colours."""
OLD_COAST = (
    Ink(stroke=SAND, width=84, stroke_opacity=0.75),
    Ink(stroke=GHOST, width=16, dash=(4, 36)),
)
"""The ghost of a coast, where land has sunk into the sea."""
CHANGED_INK = Ink(fill="none", stroke=CHANGED, width=120, stroke_opacity=0.28, round=True)
"""The ground of what an event of this season has changed."""
