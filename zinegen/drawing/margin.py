"""The margin of a map: the frame, the title above, the legend below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from zinegen.drawing import style
from zinegen.drawing.labels import lettering
from zinegen.drawing.legend import Entry
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
from zinegen.geometry.shape import Point

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
CARD_TITLE = 1150
"""Size of the title on a card."""
GROUND_RULE = "Land without a centre goes with most of its country’s centres."
"""What the tints mean (see `ground.holders`)."""
NO_TINTS = "Where the centres are, and whose, is secret in this game."
"""Why there are no tints."""


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
        shown = shorten(title, width + 125 - after)
        yield Words(
            text=shown,
            at=(width + 125, base),
            size=340,
            face=Face.REGULAR,
            anchor=Anchor.END,
            ink=ink,
        )


def shorten(text: str, room: int, size: int = 340) -> str:
    """Return a title, cut with an ellipsis where it is wider than the room."""
    if lettering.width(text, Face.REGULAR, size) <= room:
        return text
    while text and lettering.width(text + "…", Face.REGULAR, size) > room:
        text = text[:-1].rstrip()
    return text + "…"


def legend_items(
    top: int, width: int, rows: Sequence[Sequence[Entry]], rule: str = GROUND_RULE
) -> tuple[tuple[Shape, ...], int]:
    """Return the legend's shapes and its height; a row too long for the map goes on in another."""
    items: list[Shape] = []
    y = top + ROW // 2
    for row in filter(None, rows):
        x = -110
        for entry in row:
            wide = round(lettering.width(entry.text, Face.REGULAR, TEXT))
            if x > 0 and x + entry.wide + 90 + wide > width + 110:
                x = -110
                y += ROW
            items += [shift(item, (x + entry.wide // 2, y)) for item in entry.items]
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
    items.append(Words(text=rule, at=(-110, y), size=160, face=Face.ITALIC, ink=ink))
    return tuple(items), y + 100 - top


def shift(shape: Shape, by: Point) -> Shape:
    """Return a shape shifted by (dx, dy)."""
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
            return replace(shape, items=tuple(shift(item, by) for item in shape.items))


def card_items(
    left: int, height: int, title: str, subtitle: str, powers: Sequence[Entry]
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
    yield Words(text=subtitle, at=(left + margin, y), size=700, face=Face.ITALIC, ink=ink)
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
        if lines and lettering.width(longer, Face.REGULAR, size) <= room:
            lines[-1] = longer
        else:
            lines.append(shorten(word, room, size))
    return lines
