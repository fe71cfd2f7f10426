"""A first ``map.toml`` of a drawing: an entry for every outline that has a name and is no decoration."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from zinegen.maps.abbreviations import abbreviate, find_trouble
from zinegen.maps.outlines import DrawingShape, is_among

MOST = 400
"""Provinces in a draft."""
SMALLEST = 1e-4
"""A shape with less than this part of the drawing's ground is a mark, no province."""
WHOLE = 0.98
"""A shape with this part of the drawing's ground is its frame or its background."""
_WATERY = re.compile(r"water|sea|ocean|lake", re.IGNORECASE)
_WATER_NAME = re.compile(r"\b(sea|ocean|gulf|channel|bight|lake)\b", re.IGNORECASE)
_HEX = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_NUMBERED = re.compile(
    r"[^a-z]*|_*(path|rect|circle|ellipse|poly(gon|line)|line|use|g|svg|svgid|xmlid|layer|shape|group"
    r"|object|curve|image|compound)s?[-_ ]*\d[\d_.-]*",
    re.IGNORECASE,
)
"""What drawing programs call shapes that nobody named."""
_DECORATION = frozenset(
    {
        *("background", "frame", "border", "legend", "title", "compass", "scale", "text", "label"),
        *("labels", "name", "names", "unit", "units", "army", "armies", "fleet", "fleets"),
        *("center", "centers", "centre", "centres", "supply", "arrow", "arrows", "order", "orders"),
        *("highlight", "highlights", "grid", "symbol", "symbols", "icon", "icons", "dot", "dots"),
        *("shadow", "pattern", "decoration", "decorations", "flag", "flags"),
    }
)
"""Words by which people call what is no province, or the groups of it."""
Box = tuple[float, float, float, float]


def write_draft(outlines: Sequence[DrawingShape], title: str, layers: Sequence[str] = ()) -> str:
    """Return the text of a ``map.toml`` with the outlines of a drawing."""
    named = [one for one in outlines if one.rings and one.own_name]
    people = [one for one in named if is_named_by_people(one)] or named
    left = find_decoration(people, layers)
    chosen = [one for one in people if one not in left]
    if not chosen:
        chosen, left = people, []
    return write_facts(chosen, title, layers, left)


def is_named_by_people(shape: DrawingShape) -> bool:
    """Tell whether somebody named a shape, rather than the program in which it was drawn."""
    return bool(shape.own_name) and not _NUMBERED.fullmatch(shape.own_name)


def find_decoration(
    shapes: Sequence[DrawingShape], layers: Sequence[str] = ()
) -> list[DrawingShape]:
    """Return the shapes that look like none of a province."""
    whole = _box(shapes)
    return [one for one in shapes if _is_decoration(one, whole, layers)]


def write_facts(
    chosen: Sequence[DrawingShape],
    title: str,
    layers: Sequence[str] = (),
    left: Sequence[DrawingShape] = (),
) -> str:
    """Return the text of a ``map.toml`` with some provinces, and with a remark on what was left out."""
    return "\n".join(
        (
            f"title  = {_quote(title[:100])}",
            'begins = "S1901M"',
            *([f"layer = [{', '.join(map(_quote, layers))}]"] if layers else []),
            "",
            "[powers]    # the units with which each begins; two powers at least",
            '# North = ["A Fel", "F Tar"]',
            "",
            "[provinces]    # centre = true where one is; home = a power's name; terrain: land or water",
            *_list_entries(chosen),
            *(f"# left out, it looks like decoration: {_quote(name)}" for name in _names_of(left)),
            "",
        )
    )


def _names_of(shapes: Sequence[DrawingShape]) -> list[str]:
    return list(dict.fromkeys(one.own_name for one in shapes))[:MOST]


def _list_entries(shapes: Sequence[DrawingShape]) -> Iterator[str]:
    """Yield a line for each name, whatever number of shapes it has."""
    first = {one.own_name.lower(): one for one in reversed(shapes)}
    shown = [one for one in shapes if first[one.own_name.lower()] is one][:MOST]
    taken: set[str] = set()
    for one in shown:
        full = one.title or one.own_name
        full = full.capitalize() if full.islower() else full
        short = one.short
        if not short or find_trouble(short, taken):
            short = abbreviate(full, taken)
        taken.add(short.lower())
        water = ', terrain = "water"' if looks_like_water(one) else ""
        yield f"{short} = {{ name = {_quote(full[:60])}, shape = {_quote(one.own_name)}{water} }}"


def _quote(text: str) -> str:
    """Return a text as TOML writes it, without signs that nobody sees."""
    return json.dumps("".join(sign for sign in text if sign.isprintable()), ensure_ascii=False)


def _is_decoration(one: DrawingShape, whole: Box, layers: Sequence[str]) -> bool:
    """Tell whether an outline looks like none of a province: by its name, its groups, its size, its ends."""
    groups = [name for name in one.layers if not is_among([name], layers)]
    words = {word for name in (one.own_name, *groups) for word in re.split(r"[\W_]+", name.lower())}
    left, top, right, low = _box([one])
    ground = (whole[2] - whole[0]) * (whole[3] - whole[1])
    part = (right - left) * (low - top) / (ground or 1.0)
    reach = max(right - left, low - top)
    return bool(words & _DECORATION) or not SMALLEST < part < WHOLE or one.open_by > reach / 4


def _box(shapes: Sequence[DrawingShape]) -> Box:
    """Return left, top, right and bottom of all shapes."""
    points = [point for one in shapes for ring in one.rings for point in ring] or [(0.0, 0.0)]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def looks_like_water(one: DrawingShape) -> bool:
    """Tell whether an outline looks like water: by its name or class, or filled with a blue."""
    if _WATERY.search(one.colour) or _WATER_NAME.search(one.title or one.own_name):
        return True
    match = _HEX.fullmatch(one.colour)
    if match is None:
        return False
    size = len(match[1]) // 3
    parts = (match[1][at : at + size] for at in range(0, 3 * size, size))
    red, green, blue = (float(int(part, 16)) / (16**size - 1) for part in parts)
    return bool(blue > red + 0.05 and blue >= green)
