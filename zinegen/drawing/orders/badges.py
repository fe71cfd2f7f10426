"""Small signs for results: a cross for what failed, a plus for what is new."""

from __future__ import annotations

import math

from zinegen.drawing import style
from zinegen.drawing.scene import Again, Disc, Group, Ink, Lines, Shape
from zinegen.geometry.shape import Point

MARK = 112
"""Radius of the disc under a number, in tenths."""
ROSE = tuple((math.cos(math.tau * turn / 8), math.sin(math.tau * turn / 8)) for turn in range(8))
"""Eight directions."""


def cross(at: Point, *, void: bool = False) -> Shape:
    """Return the sign of failure; its ring is broken where the order was not even considered."""
    return Again(of="void" if void else "cross", by=at, kind="void" if void else "failed")


def badge_definitions() -> tuple[Shape, ...]:
    """Return what badges are made of: the two crosses, the disc under a number."""
    legs = (((-32, -32), (32, 32)), ((-32, 32), (32, -32)))
    crosses = tuple(
        Group(
            ident=name,
            ink=Ink(fill=style.HALO, stroke=style.FAILED),
            items=(
                Disc(at=(0, 0), radius=66, ink=Ink(width=10, dash=dash)),
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


def refit_mark(at: Point) -> Shape:
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


def plus(at: Point) -> Shape:
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
                    fill=style.HALO, fill_opacity=0.8, stroke="#6b6257", width=12, dash=(28, 22)
                ),
            ),
            Lines(lines=legs, ink=Ink(stroke=style.HALO, width=34, round=True)),
            Lines(lines=legs, ink=Ink(stroke=style.FAILED, width=18, round=True)),
        ),
    )
