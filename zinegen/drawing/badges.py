"""Small signs that say how it ended: a cross for what failed, a plus for what is new."""

from __future__ import annotations

from zinegen.drawing import style
from zinegen.drawing.scene import Again, Disc, Group, Ink, Lines, Shape
from zinegen.planar.shape import Point


def cross(at: Point, *, void: bool = False) -> Shape:
    """Return the sign of failure; its ring is broken where the order was not even considered."""
    return Again(of="void" if void else "cross", by=at, kind="void" if void else "failed")


def cross_definitions() -> tuple[Shape, ...]:
    """Return the two crosses."""
    legs = (((-32, -32), (32, 32)), ((-32, 32), (32, -32)))
    return tuple(
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


def plus(at: Point) -> Shape:
    """Return the sign of a new unit."""
    x, y = at
    legs = (((x - 40, y), (x + 40, y)), ((x, y - 40), (x, y + 40)))
    return Group(
        kind="built",
        items=(
            Disc(at=at, radius=66, ink=Ink(fill=style.HALO, stroke="#1d6b2f", width=10)),
            Lines(lines=legs, ink=Ink(stroke="#1d6b2f", width=24, round=True)),
        ),
    )
