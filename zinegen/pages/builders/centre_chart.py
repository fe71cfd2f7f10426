"""The centre chart: how many centres each power had, year by year, as a drawing.

The drawing is an SVG element for the page itself, so that the style sheet can give it other inks at
night. Every line differs from the others by colour, dash and mark and carries its power's name; the
table beside it says the same in figures.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from markupsafe import Markup

from zinegen.board.board import Power
from zinegen.drawing.style import assign_signs
from zinegen.languages.names import name_power
from zinegen.languages.texts import gettext, ngettext
from zinegen.pages.views import ChartView, PageLink, PowerView

WIDTH = 720
HEIGHT = 400
LEFT, RIGHT, TOP, BOTTOM = 34, 132, 14, 34
"""Margins in drawing units; the right one holds the names."""
LINE_OF_TEXT = 17
"""Least distance of two names, in drawing units."""
LETTER = 6.0
"""Width of a letter beside the line of the centres that win, about."""

Row = tuple[PowerView, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Scale:
    """Converts moments and counts to points of the drawing."""

    moments: int
    most: int

    def x(self, moment: int) -> float:
        """Return the distance from the left edge."""
        return LEFT + moment * (WIDTH - LEFT - RIGHT) / max(1, self.moments - 1)

    def y(self, count: float) -> float:
        """Return the distance from the upper edge."""
        return HEIGHT - BOTTOM - count * (HEIGHT - TOP - BOTTOM) / self.most


def centre_chart(
    columns: Sequence[str],
    rows: Sequence[Row],
    *,
    to_win: Sequence[int | None],
    name: str,
    existing: Sequence[int] = (),
) -> ChartView:
    """Return the chart of a game.

    Args:
        columns: the moments counted, such as years, at least one.
        rows: for each power its count at each moment.
        to_win: the number of centres that wins at each moment, drawn as a line; None where there is none.
        name: what the drawing is called for those who cannot see it; must be unique on its page.
        existing: how many centres there were at each moment, where that changed.
    """
    wanted = [number for number in to_win if number is not None]
    most = max([*wanted, *(count for _, counts in rows for count in counts), 4])
    scale = Scale(moments=len(columns), most=most + 1)
    parts = [
        Markup(
            '<svg class="z-chart" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img"'
            ' aria-label="{2}" xmlns="http://www.w3.org/2000/svg"><title>{2}</title>'
            "<desc>{3}</desc>"
        ).format(WIDTH, HEIGHT, name, describe_chart(columns, rows)),
        _draw_grid(scale, columns),
        _draw_winning_line(scale, to_win),
        *(_draw_line(scale, power, counts) for power, counts in rows),
        _draw_names(scale, rows),
        Markup("</svg>"),
    ]
    return ChartView(
        drawing=Markup("").join(parts),
        columns=tuple(columns),
        rows=tuple(rows),
        existing=tuple(existing),
        to_win=tuple(to_win) if existing and wanted else (),
    )


def describe_chart(columns: Sequence[str], rows: Sequence[Row]) -> str:
    """Return the chart in words: who has how many centres now, and who had how many first."""
    ranked = sorted(rows, key=lambda row: (-row[1][-1], row[0].name))
    ends = [
        gettext("{power} {first} to {last}", power=power.name, first=counts[0], last=counts[-1])
        for power, counts in ranked
    ]
    return gettext(
        "Supply centres from {first} to {last}: {told}.",
        first=columns[0],
        last=columns[-1],
        told=", ".join(ends),
    )


def _format_length(value: float) -> str:
    """Return a length with at most one decimal, the same on every machine."""
    return f"{round(value * 10) / 10:g}"


def _draw_grid(scale: Scale, columns: Sequence[str]) -> Markup:
    """Draw the lines of the counts and the names of the moments, as many as have room."""
    right = WIDTH - RIGHT
    parts = [
        Markup(
            '<path class="z-chart__grid" d="M{} {}H{}" stroke="#8d8675" fill="none"/>'
            '<text class="z-chart__number" x="{}" y="{}" text-anchor="end">{}</text>'
        ).format(
            LEFT,
            y := _format_length(scale.y(count)),
            right,
            LEFT - 7,
            _format_length(float(y) + 4),
            count,
        )
        for count in range(0, scale.most, 1 if scale.most < 8 else 3)
    ]
    step = -(-len(columns) // 10)
    parts.extend(
        Markup('<text class="z-chart__number" x="{}" y="{}" text-anchor="middle">{}</text>').format(
            _format_length(scale.x(place)), HEIGHT - BOTTOM + 20, columns[place]
        )
        for place in range(0, len(columns), step)
    )
    return Markup("").join(parts)


def _draw_winning_line(scale: Scale, to_win: Sequence[int | None]) -> Markup:
    """Draw the line of the centres needed to win, in steps where that number follows the map."""
    steps = [(place, count) for place, count in enumerate(to_win) if count is not None]
    if not steps:
        return Markup("")
    first, last = steps[0][1], steps[-1][1]
    path = f"M{_format_length(scale.x(steps[0][0]))} {_format_length(scale.y(first))}"
    path += "".join(
        f"H{_format_length(scale.x(place))}V{_format_length(scale.y(count))}"
        for (_, before), (place, count) in pairwise(steps)
        if count != before
    )
    words = (
        ngettext("{number} centre wins", "{number} centres win", first)
        if first == last
        else gettext("{first}, later {last} centres win", first=first, last=last)
    )
    end = LEFT + 6 + LETTER * len(words)
    highest = max((count for place, count in steps if scale.x(place) <= end), default=first)
    return Markup(
        '<path class="z-chart__win" d="{}H{}" stroke="#1b1a17" stroke-dasharray="1 4"'
        ' fill="none"/><text class="z-chart__number" x="{}" y="{}">{}</text>'
    ).format(path, WIDTH - RIGHT, LEFT + 6, _format_length(scale.y(highest) - 5), words)


def _draw_line(scale: Scale, power: PowerView, counts: Sequence[int]) -> Markup:
    """Draw one power: an unbroken or dashed line, and its mark at every moment."""
    spots = [(scale.x(place), scale.y(count)) for place, count in enumerate(counts)]
    path = "M" + "L".join(f"{_format_length(x)} {_format_length(y)}" for x, y in spots)
    dash = Markup(' stroke-dasharray="{}"').format(power.dash) if power.dash else ""
    marks = Markup("").join(
        Markup(
            '<path class="z-chart__mark" transform="translate({} {}) scale(.56)" d="{}"/>'
        ).format(_format_length(x - 4.5), _format_length(y - 4.5), SHAPES[power.mark])
        for x, y in spots
    )
    return Markup(
        '<g class="z-ink-{0}" fill="{1}" stroke="{1}"><title>{2}</title>'
        '<path class="z-chart__line" d="{3}" fill="none" stroke-width="2"{4}/>{5}</g>'
    ).format(power.slug, power.ink, power.name, path, dash, marks)


def _draw_names(scale: Scale, rows: Sequence[Row]) -> Markup:
    """Write each power's name at the end of its line, so that none overlap."""
    ranked = sorted(rows, key=lambda row: (-row[1][-1], row[0].name))
    wanted = [scale.y(counts[-1]) for _, counts in ranked]
    return Markup("").join(
        Markup(
            '<path class="z-chart__lead" d="M{} {}L{} {}" stroke="#8d8675" fill="none"/>'
            '<g class="z-ink-{}" fill="{}"><path transform="translate({} {}) scale(.6)" d="{}"/>'
            '</g><text class="z-chart__name" x="{}" y="{}">{} {}</text>'
        ).format(
            _format_length(WIDTH - RIGHT + 5),
            _format_length(at),
            _format_length(WIDTH - RIGHT + 15),
            _format_length(y),
            power.slug,
            power.ink,
            _format_length(WIDTH - RIGHT + 18),
            _format_length(y - 4.8),
            SHAPES[power.mark],
            _format_length(WIDTH - RIGHT + 32),
            _format_length(y + 4.5),
            power.name,
            counts[-1],
        )
        for (power, counts), at, y in zip(ranked, wanted, spread_labels(wanted), strict=True)
    )


def spread_labels(wanted: Sequence[float]) -> tuple[float, ...]:
    """Return rising heights near the wanted ones, no two closer than a line of text.

    What would fall off the lower edge is pushed up again.
    """
    placed: list[float] = []
    for height in wanted:
        placed.append(max(height, placed[-1] + LINE_OF_TEXT) if placed else height)
    lowest = float(HEIGHT - BOTTOM)
    for place in reversed(range(len(placed))):
        placed[place] = min(placed[place], lowest)
        lowest = placed[place] - LINE_OF_TEXT
    return tuple(placed)


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

_FIRST: Sequence[tuple[str, str]] = (
    ("hexagon", "3 2"),
    ("ring", "14 3"),
    ("bar", "1 3"),
    ("circle", "7 2 1 2"),
    ("square", ""),
)
DASHES = tuple(dict.fromkeys(dash for _, dash in (*STANDARD.values(), *_FIRST)))
SPARE: Sequence[tuple[str, str]] = tuple(
    dict.fromkeys(
        (
            *_FIRST,
            *(
                (mark, DASHES[(place + step) % len(DASHES)])
                for step in range(len(DASHES))
                for place, mark in enumerate(SHAPES)
                if (mark, DASHES[(place + step) % len(DASHES)]) not in STANDARD.values()
            ),
        )
    )
)
"""For the powers of other games, in alphabetical order: no two have the same."""


def make_slug(name: str) -> str:
    """Return a name as part of an address or class: small letters, digits, single hyphens."""
    kept = "".join(one if one.isascii() and one.isalnum() else "-" for one in name.lower())
    return "-".join(part for part in kept.split("-") if part)


def power_views(
    powers: Sequence[Power], players: Mapping[Power, PageLink]
) -> dict[Power, PowerView]:
    """Return how each power of a game is shown, in alphabetical order; inks are the map's own."""
    others = sorted(power for power in powers if power not in STANDARD)
    found = {}
    for power, sign in sorted(assign_signs(powers).items()):
        mark, dash = STANDARD.get(power) or SPARE[others.index(power) % len(SPARE)]
        found[power] = PowerView(
            key=power,
            name=name_power(power),
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
