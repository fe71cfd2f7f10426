"""The margin of a map: its frame, the title above it, the legend below it, the panel of a card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from zinegen.board.board import OUTSIDE, Board, Power, Terrain
from zinegen.drawing import lettering, style
from zinegen.drawing.drawn_map import DrawnMap, cache_on_map
from zinegen.drawing.orders.event_marks import draw_map_order, draw_tag, draw_tie
from zinegen.drawing.pieces import is_immobile
from zinegen.drawing.position import ShownPosition
from zinegen.drawing.scene import (
    Again,
    Anchor,
    Box,
    Curve,
    Disc,
    Group,
    Ink,
    Layer,
    Lines,
    Need,
    Part,
    Shape,
    Typeface,
    Words,
    shift,
)
from zinegen.drawing.style import Sign
from zinegen.drawing.symbols import (
    define_centre,
    draw_centre,
    draw_cross,
    draw_letters,
    draw_lost_centre,
    draw_new_centre,
    draw_plus,
    draw_refit,
    draw_trapped_frame,
    name_symbol,
)
from zinegen.drawing.terrain.features import RANGE, RIFT, add_teeth, list_peaks
from zinegen.drawing.terrain.ground import list_power_patterns
from zinegen.drawing.terrain.waterways import (
    BED,
    CROSSING,
    CUT,
    STRAIT,
    list_canal_names,
    list_crossings,
)
from zinegen.game.units import Kind
from zinegen.game.wording import join_words
from zinegen.geometry.shape import Line
from zinegen.languages.names import name_power
from zinegen.languages.texts import N_, gettext


@dataclass(frozen=True, slots=True, kw_only=True)
class LegendEntry:
    """One thing the legend explains: a sign and its words."""

    wide: int
    """Width of the sign, in tenths."""
    items: tuple[Shape, ...]
    """Drawn round the middle of the sign."""
    text: str


def list_power_entries(state: ShownPosition) -> Iterator[LegendEntry]:
    """Yield each power that is in the game, with its number of centres and units."""
    signs = style.assign_signs(state.powers)
    for power, count in state.totals.items():
        sign = signs[power]
        tint = Ink(fill=sign.shades[0], stroke=style.BORDER, width=9)
        swatch = Box(at=(-210, -130), width=420, height=260, corner=40, ink=tint)
        weave = Ink(fill=f"url({sign.pattern})")
        yield LegendEntry(
            wide=420,
            items=(
                swatch,
                *((replace(swatch, ink=weave),) if sign.pattern else ()),
                Again(of=f"mark-{sign.slug}", by=(0, 0)),
            ),
            text=name_power(power) if count is None else f"{name_power(power)} {count}",
        )


def _list_trapped_entries(state: ShownPosition) -> Iterator[LegendEntry]:
    """Yield the frames round units that are not as free as others."""
    units = state.units.values()
    held = any(is_immobile(state.board, unit) for unit in units)
    ice = any(
        state.board[unit.province].iced and not is_immobile(state.board, unit) for unit in units
    )
    for there, frame, text in (
        (held, draw_trapped_frame((0, 0)), gettext("trapped")),
        (ice, draw_trapped_frame((0, 0), on_ice=True), gettext("on the ice")),
    ):
        if there:
            yield LegendEntry(wide=340, items=(frame,), text=text)


def define_powers(state: ShownPosition) -> tuple[Need, ...]:
    """Return the powers' letters as the legend shows them, and one power's mark of a centre."""
    signs = style.assign_signs(state.powers)
    owners = sorted(set(state.owners.values()))[:1]
    return (
        *list_power_patterns(state.powers),
        *(define_centre(signs[power]) for power in owners),
        *(_define_power(signs[power]) for power in state.totals),
    )


@lru_cache(maxsize=256)
def _define_power(sign: Sign) -> Shape:
    return Group(
        ident=f"mark-{sign.slug}",
        items=(
            Disc(at=(0, 0), radius=105, ink=Ink(fill=sign.ink)),
            draw_letters(sign.letter, (0, 48), (132, 96)),
        ),
    )


def list_kind_entries(state: ShownPosition) -> Iterator[LegendEntry]:
    """Yield the kinds of units and marks that are on the map."""
    signs = style.assign_signs(state.powers)
    kinds = sorted({unit.kind for unit in state.units.values()})
    texts = {
        Kind.ARMY: N_("army"),
        Kind.FLEET: N_("fleet"),
        Kind.MUTANT: N_("mutant force"),
        Kind.ARMY_ABOARD: N_("fleet with army"),
    }
    for kind in kinds:
        first = min(unit.power for unit in state.units.values() if unit.kind is kind)
        name = name_symbol(kind, signs[first])
        yield LegendEntry(wide=270, items=(Again(of=name),), text=gettext(texts[kind]))
    yield from _list_trapped_entries(state)
    if state.dislodged:
        ring = Ink(fill=style.HALO, stroke=style.FAILED, width=20, dash=(50, 28))
        yield LegendEntry(
            wide=320, items=(Disc(at=(0, 0), radius=130, ink=ring),), text=gettext("dislodged")
        )
    owners = sorted(set(state.owners.values()))
    if owners:
        marks = tuple(draw_centre((0, 0), signs[owners[0]]))
        yield LegendEntry(wide=130, items=marks, text=gettext("centre of that power"))
    if len(state.owners) < len(state.board.centres):
        yield LegendEntry(
            wide=110, items=tuple(draw_centre((0, 0), None)), text=gettext("neutral centre")
        )


def _draw_sample_arrow(dash: tuple[int, ...] = ()) -> tuple[Shape, ...]:
    shaft = Ink(fill="none", stroke=style.INK, width=46, dash=dash, round=bool(dash))
    head = (((270, 0), (105, 84), (151, 0), (105, -84), (270, 0)),)
    return (
        Curve(points=((-250, 0), (-100, 0), (0, 0), (170, 0)), ink=shaft),
        Lines(lines=head, closed=True, ink=Ink(fill=style.INK)),
    )


def _draw_ring(dash: tuple[int, ...] = ()) -> tuple[Shape, ...]:
    ink = Ink(fill="none", stroke=style.INK, width=22, dash=dash)
    return (Disc(at=(0, 0), radius=130, ink=ink),)


_NEUTRAL = Sign(power=Power(""), slug="", letter="", ink=style.INK, shades=())
_CONVOY = (((-220, 0), (220, 0)),)
_ORDER_ENTRIES: Mapping[str, tuple[int, tuple[Shape, ...], str]] = {
    "move": (520, _draw_sample_arrow(), N_("move")),
    "support": (
        460,
        (
            Lines(
                lines=(((-220, 0), (190, 0)),),
                ink=Ink(fill="none", stroke=style.INK, width=30, dash=(1, 56), round=True),
            ),
            Disc(at=(200, 0), radius=32, ink=Ink(fill=style.INK)),
        ),
        N_("support"),
    ),
    "convoy": (
        460,
        (
            Lines(lines=_CONVOY, ink=Ink(stroke=style.INK, width=50)),
            Lines(lines=_CONVOY, ink=Ink(stroke=style.HALO, width=22)),
        ),
        N_("convoy"),
    ),
    "hold": (300, _draw_ring(), N_("holds")),
    "unordered": (300, _draw_ring((30, 40)), N_("no order")),
    "failed": (660, (*_draw_sample_arrow((55, 105)), draw_cross((270, 0))), N_("fails")),
    "void": (160, (draw_cross((0, 0), void=True),), N_("void")),
    "refused": (160, (draw_cross((0, 0), void=True),), N_("not built")),
    "built": (180, (draw_plus((0, 0)),), N_("built")),
    "refitted": (180, (draw_refit((0, 0)),), N_("becomes a fleet")),
    "cut": (
        760,
        (*draw_tie(((-330, 0), (0, 0), (70, 0)), _NEUTRAL), *draw_tag(_NEUTRAL, (270, 0))),
        N_("wants the ends to touch, the sides to part"),
    ),
    "event": (270, draw_map_order(_NEUTRAL, (0, 0)), N_("wants the map changed here")),
    "guard": (230, draw_map_order(_NEUTRAL, (0, 0), number=1), N_("stabilised")),
    "removed": (180, (draw_cross((0, 0)),), N_("disbanded")),
}
"""Width, shapes and words of the sign of each kind of order."""


def list_order_entries(kinds: frozenset[str]) -> Iterator[LegendEntry]:
    """Yield the signs of orders that are on the map, by the names of their kinds."""
    for kind, (wide, items, text) in _ORDER_ENTRIES.items():
        if kind in kinds:
            yield LegendEntry(wide=wide, items=items, text=gettext(text))


LAND = style.NEUTRAL.shades[0]
"""The ground of samples in the legend."""
SAMPLE: Line = ((-200, 0), (200, 0))


def list_ground_entries(drawn: DrawnMap, *, changed: bool) -> Iterator[LegendEntry]:
    """Yield the kinds of ground and borders on an up-to-date board that do not speak for themselves."""
    yield from _list_known_ground(drawn)
    if changed:
        halo = replace(style.CHANGED_INK, fill="none")
        yield LegendEntry(
            wide=420, items=(Lines(lines=(SAMPLE,), ink=halo),), text=gettext("changed")
        )


@cache_on_map
def _list_known_ground(drawn: DrawnMap) -> tuple[LegendEntry, ...]:
    """Return the kinds of ground and borders, whatever of them is new."""
    return (*_list_ground(drawn), *_list_line_entries(drawn))


def _list_ground(drawn: DrawnMap) -> Iterator[LegendEntry]:
    board = drawn.board
    provinces = [board[face] for face in drawn.outlines if face != OUTSIDE]
    swatches = (
        (
            "hatch",
            LAND,
            N_("nobody may enter"),
            any(not one.passable and board.is_ground(one.key) for one in provinces),
        ),
        ("waves", style.SEA, N_("sunk"), any(board.is_sunk(face) for face in drawn.outlines)),
        (
            "peaks",
            LAND,
            N_("mountain"),
            any(one.terrain is Terrain.MOUNTAIN for one in provinces),
        ),
        ("ice", LAND, N_("ice"), any(one.iced for one in provinces)),
        ("beyond", style.PAPER, N_("off the board"), bool(drawn.beyond)),
    )
    for pattern, ground, text, there in swatches:
        if there:
            edge = Ink(stroke=style.BORDER, width=9)
            box = Box(at=(-190, -120), width=380, height=240, ink=Ink(fill=ground))
            filled = replace(box, ink=replace(edge, fill=f"url({pattern})"))
            yield LegendEntry(wide=380, items=(box, filled), text=gettext(text))


def _list_line_entries(drawn: DrawnMap) -> Iterator[LegendEntry]:
    """Yield what is marked along borders and through provinces."""
    board = drawn.board
    heights = set(board.ranges.values())
    canals = list_canal_names(drawn)
    samples: tuple[tuple[bool, str, tuple[Shape, ...]], ...] = (
        (bool(board.rifts), N_("rift"), _draw_stroke((add_teeth(SAMPLE),), RIFT)),
        (1 in heights, N_("mountain range"), _draw_range(1)),
        (2 in heights, N_("double mountain range"), _draw_range(2)),
        (
            any(border in board.mesh for border in board.straits),
            N_("strait"),
            _draw_stroke((SAMPLE,), STRAIT),
        ),
        (bool(list_crossings(drawn)), N_("crossing"), _draw_stroke((SAMPLE,), CROSSING)),
        (
            bool(canals),
            gettext("canal in {names}", names=join_words(canals)),
            _draw_stroke((SAMPLE,), (CUT, BED)),
        ),
    )
    for there, text, items in samples:
        if there:
            yield LegendEntry(wide=440, items=items, text=gettext(text))


def _draw_stroke(lines: tuple[Line, ...], inks: tuple[Ink, ...]) -> tuple[Shape, ...]:
    return tuple(Lines(lines=lines, ink=replace(ink, fill="none")) for ink in inks)


def _draw_range(height: int) -> tuple[Shape, ...]:
    chains = tuple(peak for row in range(height) for peak in list_peaks(SAMPLE, row, height))
    return (Lines(lines=chains, closed=True, ink=RANGE),)


def list_centre_entries(before: Board, after: Board) -> Iterator[LegendEntry]:
    """Yield the marks of centres that are new or gone."""
    if set(after.centres) - set(before.centres):
        dot = Disc(at=(0, 0), radius=44, ink=Ink(fill=style.HALO, stroke=style.INK, width=10))
        yield LegendEntry(
            wide=280,
            items=(Group(items=(dot, draw_new_centre((0, 0)))),),
            text=gettext("new centre"),
        )
    if set(before.centres) - set(after.centres):
        yield LegendEntry(
            wide=180, items=(draw_lost_centre((0, 0)),), text=gettext("centre destroyed")
        )


SIDE = 300
"""Width of the margin beside the map, in tenths."""
ROW = 400
"""Height of a row of the legend."""
TEXT = 230
"""Size of the legend's letters."""
LARGE_TEXT = 400
"""The same where the picture is shown small."""
RULE = 200
"""Size of the letters below the legend."""
GAP = 280
"""Space between two entries."""
CARD_TITLE = 1150
"""Size of the title on a card."""
GROUND_RULE = N_("Land without a centre goes with most of its country’s centres.")
"""What the tints mean (see `ground.find_holders`)."""
NO_TINTS = N_("Where the centres are, and whose, is secret in this game.")
"""Why there are no tints."""


def draw_frame(width: int, height: int) -> Layer:
    """Return the double frame round the map."""
    thin = Ink(fill="none", stroke=style.INK, width=14)
    thick = Ink(fill="none", stroke=style.INK, width=34)
    return Layer(
        name="frame",
        part=Part.NAMES,
        items=(
            Box(at=(0, 0), width=width, height=height, ink=thin),
            Box(at=(-110, -110), width=width + 220, height=height + 220, ink=thick),
        ),
    )


def draw_title(width: int, what: str, season: str, title: str) -> Iterator[Shape]:
    """Yield the title: season and kind of picture on the left, the game on the right."""
    base = -380
    ink = Ink(fill=style.INK)
    yield Words(text=season, at=(-125, base), size=460, face=Typeface.REGULAR, ink=ink)
    after = -125 + round(lettering.width(season, Typeface.REGULAR, 460)) + 200
    yield Words(text=what, at=(after, base), size=340, face=Typeface.ITALIC, ink=ink)
    after += round(lettering.width(what, Typeface.ITALIC, 340)) + 400
    if title:
        shown = shorten(title, width + 125 - after)
        yield Words(
            text=shown,
            at=(width + 125, base),
            size=340,
            face=Typeface.REGULAR,
            anchor=Anchor.END,
            ink=ink,
        )


def shorten(text: str, room: int, size: int = 340) -> str:
    """Return a title, cut with an ellipsis where it is wider than the room."""
    if lettering.width(text, Typeface.REGULAR, size) <= room:
        return text
    while text and lettering.width(text + "…", Typeface.REGULAR, size) > room:
        text = text[:-1].rstrip()
    return text + "…"


def draw_legend(
    top: int, width: int, rows: Sequence[Sequence[LegendEntry]], rule: str = "", size: int = TEXT
) -> tuple[tuple[Shape, ...], int]:
    """Return the legend's shapes and its height; a row too long for the map goes on in another."""
    items: list[Shape] = []
    high = max(ROW, size * 3 // 2)
    y = top + high // 2
    for row in filter(None, rows):
        x = -110
        for entry in row:
            wide = round(lettering.width(entry.text, Typeface.REGULAR, size))
            if x > 0 and x + entry.wide + 90 + wide > width + 110:
                x = -110
                y += high
            items += [shift(item, (x + entry.wide // 2, y)) for item in entry.items]
            at = (x + entry.wide + 90, y + size * 7 // 20)
            items.append(Words(text=entry.text, at=at, size=size, ink=Ink(fill=style.INK)))
            x += entry.wide + 90 + wide + GAP
        y += high
    ink = Ink(fill=style.INK)
    if rule:
        items.append(Words(text=rule, at=(-110, y), size=RULE, face=Typeface.ITALIC, ink=ink))
    return tuple(items), y + 100 - top


def draw_panel(
    left: int, height: int, title: str, subtitle: str, powers: Sequence[LegendEntry]
) -> Iterator[Shape]:
    """Yield the panel on the left of a card: title, subtitle, and the powers one below another.

    The panel reaches from ``left`` to the map's edge at 0.
    """
    ink = Ink(fill=style.INK)
    margin = 600
    yield Box(at=(left, 0), width=-left, height=height, ink=Ink(fill=style.PAPER))
    yield Lines(lines=(((-25, 0), (-25, height)),), ink=Ink(stroke=style.INK, width=50))
    y = 1500
    for text in wrap_text(title, CARD_TITLE, -left - 2 * margin)[:4]:
        yield Words(text=text, at=(left + margin, y), size=CARD_TITLE, ink=ink)
        y += CARD_TITLE * 6 // 5
    yield Words(text=subtitle, at=(left + margin, y), size=700, face=Typeface.ITALIC, ink=ink)
    step = min(900, (height - y - 700) // max(1, len(powers)))
    for place, entry in enumerate(powers):
        at = (left + margin + 210, y + 800 + step * place)
        yield from (shift(item, at) for item in entry.items)
        name = (at[0] + 420, at[1] + 150)
        yield Words(text=entry.text, at=name, size=min(520, step * 3 // 5), ink=ink)


def wrap_text(text: str, size: int, room: int) -> list[str]:
    """Return a text in lines that are no wider than there is room; a longer word is cut."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and lettering.width(longer, Typeface.REGULAR, size) <= room:
            lines[-1] = longer
        else:
            lines.append(shorten(word, room, size))
    return lines
