"""How the powers are told apart: a colour, a mark and a dash each, never a colour alone."""

from collections.abc import Mapping, Sequence
from functools import cache

from markupsafe import Markup

from zinegen.board.board import Power
from zinegen.drawing.style import signs
from zinegen.pages.views import Link, PowerView

SHAPES: Mapping[str, str] = {
    "circle": "M8 2A6 6 0 1 1 8 14A6 6 0 1 1 8 2Z",
    "square": "M2.5 2.5H13.5V13.5H2.5Z",
    "diamond": "M8 1L15 8L8 15L1 8Z",
    "triangle": "M8 1.5L15 14H1Z",
    "wedge": "M8 14.5L1 2H15Z",
    "cross": "M5.5 1.5H10.5V5.5H14.5V10.5H10.5V14.5H5.5V10.5H1.5V5.5H5.5Z",
    "star": "M8 1L10 6H15.5L11.2 9.4L12.8 15L8 11.7L3.2 15L4.8 9.4L.5 6H6Z",
    "ring": "M8 1.5A6.5 6.5 0 1 1 8 14.5A6.5 6.5 0 1 1 8 1.5ZM8 5A3 3 0 1 0 8 11A3 3 0 1 0 8 5Z",
    "hexagon": "M4.5 2H11.5L15 8L11.5 14H4.5L1 8Z",
    "bar": "M1 5H15V11H1Z",
}
"""Outlines in a box of 16 by 16."""

STANDARD: Mapping[str, tuple[str, str]] = {
    "Austria": ("circle", ""),
    "England": ("square", "9 3"),
    "France": ("diamond", "2 3"),
    "Germany": ("cross", "12 3 2 3"),
    "Italy": ("triangle", "6 3"),
    "Russia": ("star", "9 3 2 3 2 3"),
    "Turkey": ("wedge", "4 2"),
}
"""Mark and dash of the seven powers; an empty dash is an unbroken line."""

SPARE: Sequence[tuple[str, str]] = (
    ("hexagon", "3 2"),
    ("ring", "14 3"),
    ("bar", "1 3"),
    ("circle", "7 2 1 2"),
    ("square", ""),
)
"""For the powers of other games, in alphabetical order, over and over."""


def slug_of(name: str) -> str:
    """Return a name as part of an address or class: small letters, digits, single hyphens."""
    kept = "".join(one if one.isascii() and one.isalnum() else "-" for one in name.lower())
    return "-".join(part for part in kept.split("-") if part)


def power_views(powers: Sequence[Power], players: Mapping[Power, Link]) -> dict[Power, PowerView]:
    """Return how each power of a game is shown, in alphabetical order; inks are the map's own."""
    others = sorted(power for power in powers if power not in STANDARD)
    found = {}
    for power, sign in sorted(signs(powers).items()):
        mark, dash = STANDARD.get(power) or SPARE[others.index(power) % len(SPARE)]
        found[power] = PowerView(
            name=power,
            slug=sign.slug,
            ink=sign.ink,
            mark=mark,
            dash=dash,
            player=players.get(power),
        )
    return found


@cache
def mark_svg(power: PowerView) -> Markup:
    """Return a power's mark as a small drawing beside its name; the name says the same in words."""
    return Markup(
        '<svg class="z-mark z-ink-{}" viewBox="0 0 16 16" width="16" height="16" fill="{}"'
        ' aria-hidden="true" focusable="false"><path d="{}"/></svg>'
    ).format(power.slug, power.ink, SHAPES[power.mark])
