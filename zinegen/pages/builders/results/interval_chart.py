"""A chart of values with the intervals in which the true ones lie, as a drawing for the page itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from zinegen.languages.texts import gettext
from zinegen.pages.builders.centre_chart import SHAPES
from zinegen.pages.views import PowerView

WIDTH = 720
LEFT, RIGHT, TOP, BOTTOM = 170, 110, 8, 30
"""Margins in drawing units; the left one holds the names, the right one the values."""
ROW = 24
"""The height of a row in drawing units."""
LONGEST_NAME = 24
"""Letters of a name for which there is room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntervalRow:
    """One row of the chart."""

    name: str
    value: float
    low: float
    high: float
    power: PowerView | None = None
    """Whose colour and mark it has; a plain dot without one."""


def interval_chart(
    rows: Sequence[IntervalRow],
    *,
    ticks: Sequence[float],
    say: Callable[[float], str],
    name: str,
    average: float | None = None,
) -> Markup:
    """Return the chart as an SVG element.

    Args:
        rows: from top to bottom, one at least.
        ticks: the numbers below the chart, rising, two at least; the first and the last are its edges.
        say: how a value is written.
        name: what the drawing is called for those who cannot see it; must be unique on its page.
        average: a value to compare with, drawn as a dotted line.
    """
    height = TOP + ROW * len(rows) + BOTTOM

    def x(value: float) -> str:
        reach = (value - ticks[0]) / (ticks[-1] - ticks[0])
        return _write(LEFT + min(1.0, max(0.0, reach)) * (WIDTH - LEFT - RIGHT))

    told = ", ".join(
        gettext(
            "{name} {value}, between {low} and {high}",
            name=one.name,
            value=say(one.value),
            low=say(one.low),
            high=say(one.high),
        )
        for one in rows
    )
    parts = [
        Markup(
            '<svg class="z-chart" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img"'
            ' aria-label="{2}" xmlns="http://www.w3.org/2000/svg"><title>{2}</title>'
            "<desc>{3}.</desc>"
        ).format(WIDTH, height, name, told),
        *(_draw_tick(x(one), say(one), height) for one in ticks),
        *([_draw_average(x(average), height)] if average is not None else []),
        *(
            _draw_row(one, (x(one.low), x(one.value), x(one.high)), say, TOP + ROW * (place + 0.5))
            for place, one in enumerate(rows)
        ),
        Markup("</svg>"),
    ]
    return Markup("").join(parts)


def _write(length: float) -> str:
    """Return a length with at most one decimal, the same on every machine."""
    return f"{round(length * 10) / 10:g}"


def _draw_tick(x: str, text: str, height: int) -> Markup:
    return Markup(
        '<path class="z-chart__grid" d="M{0} {1}V{2}" stroke="#8d8675" fill="none"/>'
        '<text class="z-chart__number" x="{0}" y="{3}" text-anchor="middle">{4}</text>'
    ).format(x, TOP, height - BOTTOM, height - BOTTOM + 18, text)


def _draw_average(x: str, height: int) -> Markup:
    return Markup(
        '<path class="z-chart__win" d="M{} {}V{}" stroke="#1b1a17" stroke-dasharray="1 4"'
        ' fill="none"/>'
    ).format(x, TOP, height - BOTTOM)


def _draw_row(
    row: IntervalRow, places: tuple[str, str, str], say: Callable[[float], str], y: float
) -> Markup:
    low, value, high = places
    shape, ink, slug = SHAPES["circle"], "#1b1a17", "plain"
    if row.power is not None:
        shape, ink, slug = SHAPES[row.power.mark], row.power.ink, row.power.slug
    name = row.name
    if len(name) > LONGEST_NAME:
        name = name[: LONGEST_NAME - 1].rstrip() + "…"
    return Markup(
        '<text class="z-chart__name" x="{}" y="{}" text-anchor="end">{}</text>'
        '<g class="z-ink-{}" fill="{}" stroke="{}">'
        '<path class="z-chart__line" d="M{} {}H{}M{} {}v10M{} {}v10" fill="none" stroke-width="2"/>'
        '<path class="z-chart__mark" transform="translate({} {}) scale(.8)" d="{}"/></g>'
        '<text class="z-chart__number" x="{}" y="{}">{}</text>'
    ).format(
        *(LEFT - 12, _write(y + 4.5), name),
        *(slug, ink, ink),
        *(low, _write(y), high),
        *(low, _write(y - 5), high, _write(y - 5)),
        *(_write(float(value) - 6.4), _write(y - 6.4), shape),
        *(WIDTH - RIGHT + 12, _write(y + 4), say(row.value)),
    )
