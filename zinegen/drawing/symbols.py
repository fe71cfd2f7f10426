"""The small signs of a map: counters of units, marks of centres, and badges for results.

An army is a disc, a fleet a ship, each in its power's ink with its power's letter. A cross stands for
what failed, a plus for what is new.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache

from zinegen.drawing import style
from zinegen.drawing.position import ShownPosition
from zinegen.drawing.scene import (
    Again,
    Anchor,
    Box,
    Curve,
    Data,
    Disc,
    Group,
    Ink,
    Lines,
    Shape,
    Typeface,
    Words,
)
from zinegen.drawing.style import Sign
from zinegen.game.units import Kind
from zinegen.geometry.shape import Point

UNIT = 125
"""Radius of a unit's counter, in tenths."""
CENTRE = 62
"""Radius of the mark of a centre."""
RIM = 14
WHITE = Ink(fill=style.LETTER)
SHIP = (
    (-100, -118), (-80, -132), (80, -132), (100, -118),
    (118, -70), (118, -20), (100, 28),
    (80, 18), (-80, 18), (-100, 28),
    (-118, -20), (-118, -70), (-100, -118),
)  # fmt: skip
"""The sail: a chain of cubic curves round the middle of the counter."""
HULL = ((-136, 44), (136, 44), (92, 122), (-92, 122), (-136, 44))
STAR = (
    (0, -140), (48, -66), (133, -43), (78, 25), (82, 113),
    (0, 81), (-82, 113), (-78, 25), (-133, -43), (-48, -66), (0, -140),
)  # fmt: skip


def name_symbol(kind: Kind, sign: Sign) -> str:
    """Return the name under which a counter is defined."""
    return f"{_WORDS[kind]}-{sign.slug}"


COUNTERS = ("army", "fleet", "mutant", "ferry")
"""How the names of counters begin."""
_WORDS = {Kind.ARMY: "army", Kind.FLEET: "fleet", Kind.MUTANT: "mutant", Kind.ARMY_ABOARD: "ferry"}


def define_counters(state: ShownPosition) -> tuple[Shape, ...]:
    """Return the definitions of all counters on the map, each once, in a fixed order."""
    signs = style.assign_signs(state.powers)
    units = [*state.units.values(), *state.dislodged.values()]
    wanted = [(unit.kind, signs[unit.power]) for unit in units]
    pairs = {(name_symbol(kind, sign), kind, sign.power): sign for kind, sign in wanted}
    return tuple(_define_counter(kind, sign) for (_, kind, _), sign in sorted(pairs.items()))


@lru_cache(maxsize=256)
def _define_counter(kind: Kind, sign: Sign) -> Shape:
    return Group(ident=name_symbol(kind, sign), items=tuple(_draw_body(kind, sign)))


def draw_letters(text: str, at: Point, sizes: tuple[int, int], ink: Ink = WHITE) -> Words:
    """Return a bold letter or number above a point; its size is the second where there are several."""
    size = sizes[0] if len(text) == 1 else sizes[1]
    return Words(text=text, at=at, size=size, face=Typeface.BOLD, anchor=Anchor.MIDDLE, ink=ink)


RIMS = {"stripes": (36, 40), "dots": (1, 44), "bars": (100, 44)}
"""How the rim of counters is broken, by the pattern of their power's ground."""


def _draw_body(kind: Kind, sign: Sign) -> Iterator[Shape]:
    body = Ink(fill=sign.ink, stroke=style.HALO, width=2 * RIM, round=True)
    line = Ink(fill=sign.ink, stroke=style.INK, width=6, round=True)
    if sign.pattern:
        line = replace(line, stroke=style.LETTER, width=20, dash=RIMS[sign.pattern])
    letter = (0, 54)
    match kind:
        case Kind.ARMY:
            yield Disc(at=(0, 0), radius=133, ink=Ink(fill=style.HALO))
            yield Disc(at=(0, 0), radius=122, ink=line)
        case Kind.FLEET:
            for ink in (body, line):
                yield Lines(lines=(HULL,), closed=True, ink=ink)
                yield Curve(points=SHIP, closed=True, ink=ink)
            letter = (0, -4)
        case Kind.ARMY_ABOARD:
            yield Lines(lines=(HULL,), closed=True, ink=body)
            yield Lines(lines=(HULL,), closed=True, ink=line)
            yield Disc(at=(0, -32), radius=126, ink=Ink(fill=style.HALO))
            yield Disc(at=(0, -32), radius=112, ink=line)
            letter = (0, 22)
        case Kind.MUTANT:
            yield Lines(lines=(STAR,), closed=True, ink=body)
            yield Lines(lines=(STAR,), closed=True, ink=line)
    yield draw_letters(sign.letter, letter, (150, 105), Ink(fill=style.LETTER, stroke="none"))


def draw_whole_counter(kind: Kind, sign: Sign) -> Shape:
    """Return a counter around the point (0, 0) that needs no definition."""
    return Group(kind=f"{_WORDS[kind]} {sign.slug}", items=tuple(_draw_body(kind, sign)))


def draw_counter(
    kind: Kind, sign: Sign, at: Point, *, title: str, state: str = "", data: Data = ()
) -> Shape:
    """Return a unit on the map; ``state`` says more in class names, such as ``dislodged``."""
    name = f"unit {_WORDS[kind]} {sign.slug} {state}".rstrip()
    return Again(of=name_symbol(kind, sign), by=at, kind=name, title=title, data=data)


FRAME = 165
"""Half of the width of the frame round a trapped unit, and of the ring round a dislodged one."""


def draw_trapped_frame(at: Point, *, on_ice: bool = False) -> Shape:
    """Return the frame round a unit that is trapped on land or frozen in; broken round an army on ice."""
    return Box(
        at=(at[0] - FRAME, at[1] - FRAME),
        width=2 * FRAME,
        height=2 * FRAME,
        corner=30,
        kind="trapped",
        ink=Ink(fill="none", stroke=style.INK, width=24, dash=(50, 35) if on_ice else ()),
    )


def draw_dislodged_ring(at: Point) -> Shape:
    """Return the broken ring round a dislodged unit."""
    return Disc(
        at=at,
        radius=158,
        kind="dislodged",
        ink=Ink(fill=style.HALO, fill_opacity=0.85, stroke=style.FAILED, width=20, dash=(50, 28)),
    )


def draw_centre(at: Point, sign: Sign | None, data: Data = ()) -> Iterator[Shape]:
    """Yield the mark of a supply centre: its owner's letter, or a dot in a ring."""
    if sign is None:
        yield Disc(
            at=at,
            radius=44,
            kind="centre neutral",
            data=data,
            ink=Ink(fill=style.HALO, stroke=style.INK, width=10),
        )
        yield Disc(at=at, radius=17, ink=Ink(fill=style.INK))
        return
    yield Again(of=f"centre-{sign.slug}", by=at, kind=f"centre {sign.slug}", data=data)


@lru_cache(maxsize=256)
def define_centre(sign: Sign) -> Shape:
    """Return the mark of a power's centres."""
    ink = Ink(fill=style.HALO, stroke=sign.ink, width=14)
    return Group(
        ident=f"centre-{sign.slug}",
        items=(
            Disc(at=(0, 0), radius=CENTRE - 7, ink=ink),
            draw_letters(sign.letter, (0, 29), (80, 56), Ink(fill=sign.ink)),
        ),
    )


MARK = 112
"""Radius of the disc under a number, in tenths."""
ROSE = tuple((math.cos(math.tau * turn / 8), math.sin(math.tau * turn / 8)) for turn in range(8))
"""Eight directions."""


CROSS = 66
"""Radius of the sign of failure, in tenths."""


def draw_cross(at: Point, *, void: bool = False) -> Again:
    """Return the sign of failure; its ring is broken where the order was not even considered."""
    return Again(of="void" if void else "cross", by=at, kind="void" if void else "failed")


@cache
def define_badges() -> tuple[Shape, ...]:
    """Return what badges are made of: the two crosses, the disc under a number."""
    legs = (((-32, -32), (32, 32)), ((-32, 32), (32, -32)))
    crosses = tuple(
        Group(
            ident=name,
            ink=Ink(fill=style.HALO, stroke=style.FAILED),
            items=(
                Disc(at=(0, 0), radius=CROSS, ink=Ink(width=10, dash=dash)),
                Lines(lines=legs, ink=Ink(width=24, round=True)),
            ),
        )
        for name, dash in (("cross", ()), ("void", (22, 16)))
    )
    disc = Group(
        ident="mark",
        items=(
            Disc(at=(0, 0), radius=MARK + 16, ink=Ink(fill=style.HALO)),
            Disc(at=(0, 0), radius=MARK, ink=Ink(fill=style.CHANGED)),
        ),
    )
    return (*crosses, disc)


def draw_refit(at: Point) -> Shape:
    """Return the sign of an army that becomes a fleet: a ship's hull and mast."""
    x, y = at
    hull = ((x - 46, y + 8), (x + 46, y + 8), (x + 28, y + 38), (x - 28, y + 38), (x - 46, y + 8))
    mast = (
        ((x, y + 4), (x, y - 44)),
        ((x, y - 44), (x + 30, y - 10)),
        ((x + 30, y - 10), (x, y - 10)),
    )
    return Group(
        kind="refitted",
        items=(
            Disc(at=at, radius=66, ink=Ink(fill=style.HALO, stroke=style.GAINED, width=10)),
            Lines(lines=(hull,), closed=True, ink=Ink(fill=style.GAINED)),
            Lines(lines=mast, ink=Ink(fill="none", stroke=style.GAINED, width=14, round=True)),
        ),
    )


def draw_plus(at: Point) -> Shape:
    """Return the sign of a new unit."""
    x, y = at
    legs = (((x - 40, y), (x + 40, y)), ((x, y - 40), (x, y + 40)))
    return Group(
        kind="built",
        items=(
            Disc(at=at, radius=66, ink=Ink(fill=style.HALO, stroke=style.GAINED, width=10)),
            Lines(lines=legs, ink=Ink(stroke=style.GAINED, width=24, round=True)),
        ),
    )


def draw_new_centre(at: Point, *, title: str = "") -> Shape:
    """Return the ring of rays round a centre that is new."""
    x, y = at
    rays = tuple(
        (
            (x + round(near * dx), y + round(near * dy)),
            (x + round(far * dx), y + round(far * dy)),
        )
        for dx, dy in ROSE
        for near, far in ((96, 132),)
    )
    return Group(
        kind="centre-new",
        title=title,
        items=(
            Disc(at=at, radius=82, ink=Ink(fill="none", stroke=style.HALO, width=34)),
            Lines(lines=rays, ink=Ink(fill="none", stroke=style.HALO, width=40, round=True)),
            Disc(at=at, radius=82, ink=Ink(fill="none", stroke=style.GAINED, width=18)),
            Lines(lines=rays, ink=Ink(fill="none", stroke=style.GAINED, width=18, round=True)),
        ),
    )


def draw_lost_centre(at: Point, *, title: str = "") -> Shape:
    """Return the pale ghost of a centre that is no more, crossed out."""
    x, y = at
    legs = (((x - 70, y - 70), (x + 70, y + 70)), ((x - 70, y + 70), (x + 70, y - 70)))
    return Group(
        kind="centre-gone",
        title=title,
        items=(
            Disc(
                at=at,
                radius=55,
                ink=Ink(
                    fill=style.HALO, fill_opacity=0.8, stroke=style.GONE, width=12, dash=(28, 22)
                ),
            ),
            Lines(lines=legs, ink=Ink(stroke=style.HALO, width=34, round=True)),
            Lines(lines=legs, ink=Ink(stroke=style.FAILED, width=18, round=True)),
        ),
    )


def draw_leader(at: Point, to: Point, ink: str) -> tuple[Shape, ...]:
    """Return the line from a sign to the place that it stands for, with a dot at its end."""
    return (
        Lines(lines=((at, to),), ink=Ink(stroke=style.HALO, width=44, round=True)),
        Lines(lines=((at, to),), ink=Ink(stroke=ink, width=20, round=True)),
        Disc(at=to, radius=26, ink=Ink(fill=ink)),
    )


def draw_number_mark(number: int, at: Point, to: Point, *, title: str = "") -> Shape:
    """Return a numbered mark at a point, with a line to the place that it numbers if that is elsewhere."""
    ink = Ink(stroke=style.CHANGED, width=24, round=True)
    lead = (Lines(lines=((at, to),), ink=ink),) if math.dist(at, to) > MARK else ()
    figure = draw_letters(str(number), (at[0], at[1] + 56), (160, 130))
    return Group(kind="mark", title=title, items=(*lead, Again(of="mark", by=at), figure))
