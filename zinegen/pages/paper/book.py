"""What documents have besides their text: pictures, the chart of centres in words, and an index of press."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zinegen.pages.builders.centre_chart import describe_chart
from zinegen.pages.contents import GameContents
from zinegen.pages.paper.documents import Drawings, PrintDocument
from zinegen.pages.views import ChartView, SeasonView

FACE = "Libre Caslon Text"


def draw_chart(chart: ChartView) -> str:
    """Return the chart of a game as SVG, in the typeface of documents: on a page the style sheet says it."""
    return str(chart.drawing).replace("<svg ", f'<svg font-family="{FACE}" font-size="13" ', 1)


def list_pictures(document: PrintDocument, drawings: Drawings) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of all pictures of a document, however it is set."""
    for name, drawn in drawings.maps.items():
        yield f"map-{name}.svg", drawn.svg.encode()
    for name, svg in drawings.swatches.items():
        yield f"swatch-{name}.svg", svg.encode()
    if isinstance(document.view, GameContents) and (chart := document.view.view.chart):
        yield "chart.svg", draw_chart(chart).encode()
    yield from document.pictures.items()


def describe(chart: ChartView) -> str:
    """Return in words what a chart shows."""
    return describe_chart(chart.columns, chart.rows)


def list_press(seasons: Sequence[SeasonView]) -> list[tuple[str, list[dict[str, str]]]]:
    """Return who sent press, in alphabetical order, and of each item the season and dateline.

    Who sends as somebody is listed under that name, and under the power where that has been said beside it.
    """
    found: dict[str, list[dict[str, str]]] = {}
    for season in seasons:
        for item in season.press:
            sender = f"{item.sender} ({item.author.name})" if item.author else item.sender
            entry = {"anchor": season.anchor, "name": season.name, "dateline": item.dateline}
            found.setdefault(sender, []).append(entry)
    return sorted(found.items(), key=lambda one: one[0].casefold())
