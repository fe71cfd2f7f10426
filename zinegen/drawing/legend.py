"""The margin of a map: its title above, and below what the signs on it mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from zinegen.drawing import lettering, style
from zinegen.drawing.arrows import cross
from zinegen.drawing.scene import (
    Again,
    Anchor,
    Box,
    Curve,
    Disc,
    Face,
    Group,
    Ink,
    Layer,
    Lines,
    Part,
    Shape,
    Words,
)
from zinegen.drawing.units import centre_definition, centre_mark, symbol
from zinegen.game.orders import Kind
from zinegen.game.state import GameState
from zinegen.planar.shape import Point

SIDE = 300
"""Width of the margin beside the map, in tenths."""
HEAD = 1010
"""Height of the margin above the map."""
ROW = 400
"""Height of a row of the legend."""
TEXT = 190
"""Size of the legend's letters."""
GAP = 330
"""Space between two entries."""


GROUND_RULE = "Land without a centre goes with most of its country’s centres."
"""What the tints mean (see `ground.holders`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One thing the legend explains: a sign and its words."""

    wide: int
    """Width of the sign, in tenths."""
    items: tuple[Shape, ...]
    """Drawn round the middle of the sign."""
    text: str


def frame_layer(width: int, height: int) -> Layer:
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


def title_items(width: int, what: str, season: str, title: str) -> Iterator[Shape]:
    """Yield the title: season and kind of picture on the left, the game on the right."""
    base = -380
    ink = Ink(fill=style.INK)
    yield Words(text=season, at=(-125, base), size=460, face=Face.REGULAR, ink=ink)
    after = -125 + round(lettering.width(season, Face.REGULAR, 460)) + 200
    yield Words(text=what, at=(after, base), size=340, face=Face.ITALIC, ink=ink)
    after += round(lettering.width(what, Face.ITALIC, 340)) + 400
    if title:
        shown = shortened(title, width + 125 - after)
        yield Words(
            text=shown,
            at=(width + 125, base),
            size=340,
            face=Face.REGULAR,
            anchor=Anchor.END,
            ink=ink,
        )


def shortened(text: str, room: int) -> str:
    """Return a title as far as there is room for it."""
    if lettering.width(text, Face.REGULAR, 340) <= room:
        return text
    while text and lettering.width(text + "…", Face.REGULAR, 340) > room:
        text = text[:-1].rstrip()
    return text + "…"


def power_entries(state: GameState) -> Iterator[Entry]:
    """Yield each power that is in the game, with its number of centres and units."""
    signs = style.signs(state.powers)
    for power in state.powers:
        if not state.is_alive(power):
            continue
        sign = signs[power]
        count = len(state.centres_of(power))
        tint = Ink(fill=sign.tint, stroke=style.BORDER, width=9)
        yield Entry(
            wide=420,
            items=(
                Box(at=(-210, -130), width=420, height=260, corner=40, ink=tint),
                Again(of=f"mark-{sign.slug}", by=(0, 0)),
            ),
            text=f"{power} {count}",
        )


def power_definitions(state: GameState) -> tuple[Shape, ...]:
    """Return the powers' letters as the legend shows them, and one power's mark of a centre."""
    signs = style.signs(state.powers)
    owners = sorted(set(state.owners.values()))[:1]
    return tuple(centre_definition(signs[power]) for power in owners) + tuple(
        Group(
            ident=f"mark-{signs[power].slug}",
            items=(
                Disc(at=(0, 0), radius=105, ink=Ink(fill=signs[power].ink)),
                Words(
                    text=signs[power].letter,
                    at=(0, 48),
                    size=132 if len(signs[power].letter) == 1 else 96,
                    face=Face.BOLD,
                    anchor=Anchor.MIDDLE,
                    ink=Ink(fill="#ffffff"),
                ),
            ),
        )
        for power in state.powers
        if state.is_alive(power)
    )


def kind_entries(state: GameState) -> Iterator[Entry]:
    """Yield the kinds of units and marks that are on the map."""
    signs = style.signs(state.powers)
    kinds = sorted({unit.kind for unit in state.units.values()})
    texts = {
        Kind.ARMY: "army",
        Kind.FLEET: "fleet",
        Kind.MUTANT: "mutant force",
        Kind.LADEN: "fleet with army",
    }
    for kind in kinds:
        first = min(unit.power for unit in state.units.values() if unit.kind is kind)
        name = symbol(kind, signs[first])
        yield Entry(wide=270, items=(Again(of=name),), text=texts[kind])
    if state.dislodged:
        ring = Ink(fill=style.HALO, stroke=style.FAILED, width=20, dash=(50, 28))
        yield Entry(wide=320, items=(Disc(at=(0, 0), radius=130, ink=ring),), text="dislodged")
    owners = sorted(set(state.owners.values()))
    if owners:
        marks = tuple(centre_mark((0, 0), signs[owners[0]]))
        yield Entry(wide=130, items=marks, text="centre of that power")
    if len(state.owners) < len(state.board.centres):
        yield Entry(wide=110, items=tuple(centre_mark((0, 0), None)), text="neutral centre")


def order_entries(kinds: set[str]) -> Iterator[Entry]:
    """Yield the signs of orders that are on the map, by the names of their kinds."""
    ink = style.INK
    if "move" in kinds:
        yield Entry(wide=520, items=_sample_arrow(()), text="move")
    if "support" in kinds:
        dots = Ink(fill="none", stroke=ink, width=30, dash=(1, 56), round=True)
        yield Entry(
            wide=460,
            items=(
                Lines(lines=(((-220, 0), (190, 0)),), ink=dots),
                Disc(at=(200, 0), radius=32, ink=Ink(fill=ink)),
            ),
            text="support",
        )
    if "convoy" in kinds:
        line = (((-220, 0), (220, 0)),)
        yield Entry(
            wide=460,
            items=(
                Lines(lines=line, ink=Ink(stroke=ink, width=50)),
                Lines(lines=line, ink=Ink(stroke=style.HALO, width=22)),
            ),
            text="convoy",
        )
    if "hold" in kinds:
        ring = Ink(fill="none", stroke=ink, width=22)
        yield Entry(wide=300, items=(Disc(at=(0, 0), radius=130, ink=ring),), text="holds")
    if "unordered" in kinds:
        ring = Ink(fill="none", stroke=ink, width=22, dash=(30, 40))
        yield Entry(wide=300, items=(Disc(at=(0, 0), radius=130, ink=ring),), text="no order")
    if "failed" in kinds:
        yield Entry(wide=520, items=(*_sample_arrow((55, 105)), cross((-60, 0))), text="fails")
    if "void" in kinds:
        yield Entry(wide=160, items=(cross((0, 0), void=True),), text="void")
    if "built" in kinds:
        yield Entry(wide=180, items=(plus((0, 0)),), text="built")
    if "removed" in kinds:
        yield Entry(wide=180, items=(cross((0, 0)),), text="disbanded")


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


def _sample_arrow(dash: tuple[int, ...]) -> tuple[Shape, ...]:
    shaft = Ink(fill="none", stroke=style.INK, width=46, dash=dash, round=bool(dash))
    head = (((270, 0), (105, 84), (151, 0), (105, -84), (270, 0)),)
    return (
        Curve(points=((-250, 0), (-100, 0), (0, 0), (170, 0)), ink=shaft),
        Lines(lines=head, closed=True, ink=Ink(fill=style.INK)),
    )


def legend_items(
    top: int, width: int, rows: Sequence[Sequence[Entry]]
) -> tuple[tuple[Shape, ...], int]:
    """Return the legend's shapes and its height; a row too long for the map goes on in another."""
    items: list[Shape] = []
    y = top + ROW // 2
    for row in rows:
        x = -110
        for entry in row:
            wide = round(lettering.width(entry.text, Face.REGULAR, TEXT))
            if x > 0 and x + entry.wide + 90 + wide > width + 110:
                x = -110
                y += ROW
            items += [moved(item, (x + entry.wide // 2, y)) for item in entry.items]
            items.append(
                Words(
                    text=entry.text,
                    at=(x + entry.wide + 90, y + 66),
                    size=TEXT,
                    ink=Ink(fill=style.INK),
                )
            )
            x += entry.wide + 90 + wide + GAP
        y += ROW
    ink = Ink(fill=style.INK)
    items.append(Words(text=GROUND_RULE, at=(-110, y), size=160, face=Face.ITALIC, ink=ink))
    return tuple(items), y + 100 - top


def moved(shape: Shape, by: Point) -> Shape:
    """Return a shape somewhere else."""
    dx, dy = by

    def there(point: Point) -> Point:
        return point[0] + dx, point[1] + dy

    match shape:
        case Lines():
            return replace(shape, lines=tuple(tuple(map(there, line)) for line in shape.lines))
        case Curve():
            return replace(shape, points=tuple(map(there, shape.points)))
        case Disc() | Box() | Words():
            return replace(shape, at=there(shape.at))
        case Again():
            return replace(shape, by=there(shape.by))
        case Group():
            return replace(shape, items=tuple(moved(item, by) for item in shape.items))


def card_items(width: int, bottom: int, title: str, subtitle: str) -> Iterator[Shape]:
    """Yield a band with a title at the lower edge of a picture."""
    high = 1250
    paper = Ink(fill=style.PAPER, fill_opacity=0.94)
    ink = Ink(fill=style.INK)
    yield Box(at=(0, bottom - high), width=width, height=high, ink=paper)
    rule = (((0, bottom - high), (width, bottom - high)),)
    yield Lines(lines=rule, ink=Ink(stroke=style.INK, width=50))
    yield Words(text=shortened(title, width // 2), at=(500, bottom - 430), size=640, ink=ink)
    yield Words(
        text=subtitle,
        at=(width - 500, bottom - 430),
        size=460,
        face=Face.ITALIC,
        anchor=Anchor.END,
        ink=ink,
    )
