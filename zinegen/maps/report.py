"""What an import tells its user: findings at their places, and a picture with a number for each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from zinegen.errors import Where
from zinegen.languages.texts import N_, gettext
from zinegen.maps.build import Built
from zinegen.maps.facts import MapDescription
from zinegen.maps.outlines import Ring
from zinegen.maps.troubles import Trouble
from zinegen.notation.findings import Finding, Level
from zinegen.play.texts.tables import Table
from zinegen.play.texts.toml_text import Document

DRAWING = "M20"
"""The code of what is wrong with a drawing, or with what the drawing and its ``map.toml`` make together."""
IF_LEFT = N_("no map is made of it")
MANY, TOLD = 8, 3
"""Of a kind of note that comes more often, only the first few are told one by one."""


def make_findings(
    built: Built, document: Document, facts: MapDescription, source: str
) -> tuple[Finding, ...]:
    """Return what is wrong as findings: in ``map.toml`` where they are about one of its lines.

    Others stand in the drawing, at the line of the outline that they are about.
    """
    top = Table.of(document)
    written = {key.lower(): one.written.lower() for key, one in facts.provinces.items()}
    numbers = _number(built.troubles)
    found = []
    untold = {others[0]: others for others in _list_others(built.troubles)}
    skipped = {at for others in untold.values() for at in others}
    for at, trouble in enumerate(built.troubles):
        if at in untold:
            title = gettext(
                "the same at {number} more places: {places}",
                number=len(untold[at]),
                places=_say_numbers(numbers, untold[at]),
            )
            note = Finding(code=DRAWING, level=Level.NOTE, where=Where(file=source), title=title)
            found.append(note)
        if at in skipped:
            continue
        title = trouble.title
        if trouble.at is not None and built.sizing is not None:
            x, y = built.sizing.find_source(trouble.at)
            title += gettext(
                "; it is number {number} in the picture, at ({x:.0f}, {y:.0f})",
                number=numbers[at],
                x=x,
                y=y,
            )
        where, line = Where(file=source, line=trouble.drawn), ""
        if trouble.about is not None:
            heading, key = trouble.about
            inner = top.section(heading)
            said = {key.lower(), written.get(key.lower())}
            where = inner.where(next((n for n in inner.names() if n.lower() in said), None))
            line = document.lines[where.line - 1] if where.line else ""
        found.append(
            Finding(
                code=DRAWING,
                level=Level.ERROR if trouble.grave else Level.NOTE,
                where=where,
                line=line,
                title=title,
                hint=trouble.hint,
                if_left=gettext(IF_LEFT) if trouble.grave else "",
            )
        )
    return tuple(found)


def _list_others(troubles: Sequence[Trouble]) -> Iterator[Sequence[int]]:
    """Yield of each kind of note that comes often all but the first few, by their places in the list."""
    for kind in dict.fromkeys(one.kind for one in troubles if one.kind):
        alike = [at for at, one in enumerate(troubles) if one.kind is kind]
        if len(alike) > MANY:
            yield alike[TOLD:]


def _say_numbers(numbers: Mapping[int, int], places: Sequence[int]) -> str:
    """Return which numbers in the picture some troubles have, runs of them as first and last."""
    runs: list[list[int]] = []
    for number in (numbers[at] for at in places if at in numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = (
        gettext("{first} to {last}", first=run[0], last=run[-1]) if len(run) > 1 else f"{run[0]}"
        for run in runs
    )
    return gettext("numbers {names} in the picture", names=", ".join(words))


def _number(troubles: Sequence[Trouble]) -> dict[int, int]:
    """Return the numbers in the picture of those troubles that have a place."""
    placed = [at for at, trouble in enumerate(troubles) if trouble.at is not None]
    return {at: number for number, at in enumerate(placed, 1)}


def draw_troubles(built: Built) -> str:
    """Return an SVG of all outlines as they were read, and a numbered circle where something is wrong."""
    wide, high = built.size
    return "\n".join(
        (
            '<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif"',
            f' viewBox="-20 -20 {wide + 40} {high + 40}">',
            f'<rect x="-20" y="-20" width="{wide + 40}" height="{high + 40}" fill="#fff"/>',
            *(
                f'<path d="{_path(drawn)}" fill="#e8dfc8" fill-opacity=".6" stroke="#444"'
                f' fill-rule="evenodd"><title>{escape(key)}</title></path>'
                for key, outlines in sorted(built.grounds.items())
                for drawn in outlines
            ),
            *_list_names(built),
            *_list_circles(built),
            "</svg>\n",
        )
    )


def _list_names(built: Built) -> Iterator[str]:
    """Yield the abbreviations, each in the middle of the points of its province's outlines."""
    for key, outlines in sorted(built.grounds.items()):
        points = [point for rings in outlines for ring in rings for point in ring]
        x, y = (sum(along) / len(points) for along in zip(*points, strict=True))
        yield f'<text x="{x:.0f}" y="{y:.0f}" font-size="24" fill="#666">{escape(key)}</text>'


def _path(rings: Iterable[Ring]) -> str:
    return " ".join(f"M{' '.join(f'{x:.1f},{y:.1f}' for x, y in ring)}Z" for ring in rings if ring)


def _list_circles(built: Built) -> Iterator[str]:
    for at, number in _number(built.troubles).items():
        trouble = built.troubles[at]
        if trouble.at is not None:
            x, y = trouble.at
            colour = "#c00020" if trouble.grave else "#1050a0"
            yield (
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="26" fill="none" stroke="{colour}"'
                ' stroke-width="5"/>'
                f'<text x="{x + 30:.1f}" y="{y + 12:.1f}" font-size="36" font-weight="bold"'
                f' fill="{colour}" stroke="#fff" stroke-width="6" paint-order="stroke">{number}'
                f"<title>{escape(trouble.title)}</title></text>"
            )
