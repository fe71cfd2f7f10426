"""What the import says of a map, each thing at the shape and the place that it speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import dist

from zinegen.cli.base_maps import MapImport
from zinegen.desk.map_drafts.draft import MapDraft
from zinegen.desk.map_drafts.edits import find_unit_place
from zinegen.desk.map_drafts.sheet import Sheet
from zinegen.languages.texts import gettext
from zinegen.maps.report import DRAWING, IF_LEFT
from zinegen.maps.troubles import POWERS, PROVINCES, Trouble
from zinegen.notation.findings import Finding, Level

_ENTRY = re.compile(r"""\s*["']?([\w-]+)["']?\s*=""")
MOST = 60
"""Remarks that are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """One thing that is said of a map."""

    number: int
    level: Level
    title: str
    hint: str = ""
    if_left: str = ""
    shape: str = ""
    """The name of the shape that it is about; empty: it is about none, or nobody knows which."""
    at: tuple[float, float] | None = None
    """On the sheet."""
    where: str = ""
    """The file and the line, where no shape is known."""


def list_remarks(draft: MapDraft, sheet: Sheet, made: MapImport) -> tuple[Remark, ...]:
    """Return what came of an import, what keeps a map from being made first."""
    troubles = made.built.troubles if made.built is not None else ()
    about_file = [one for one in made.findings if one.code != DRAWING or made.built is None]
    found = [*(_read_finding(draft, one) for one in about_file)]
    found += [_read_trouble(draft, sheet, made, one) for one in troubles]
    found.sort(key=lambda one: one.level is not Level.ERROR)
    return tuple(
        Remark(
            number=number,
            level=one.level,
            title=one.title,
            hint=one.hint,
            if_left=one.if_left,
            shape=one.shape,
            at=one.at or _find_middle(sheet, one.shape),
            where=one.where,
        )
        for number, one in enumerate(found[:MOST], 1)
    )


def _read_finding(draft: MapDraft, finding: Finding) -> Remark:
    return Remark(
        number=0,
        level=finding.level,
        title=finding.title,
        hint=finding.hint,
        if_left=finding.if_left,
        shape=_find_shape_at(draft, finding.where.line),
        where=str(finding.where),
    )


def _find_shape_at(draft: MapDraft, line: int) -> str:
    """Return the shape of the province that a line of ``map.toml`` is about."""
    lines = draft.document.lines
    entry = _ENTRY.match(lines[line - 1]) if 0 < line <= len(lines) else None
    if entry is None:
        return ""
    owned = (name for name, one in draft.owners.items() if one.written == entry[1])
    return next(owned, "")


def _read_trouble(draft: MapDraft, sheet: Sheet, made: MapImport, trouble: Trouble) -> Remark:
    at = None
    if trouble.at is not None and made.built is not None and made.built.sizing is not None:
        x, y = sheet.place(made.built.sizing.find_source(trouble.at))
        at = (round(x, 1), round(y, 1))
    shape = _find_shape_of(draft, trouble)
    return Remark(
        number=0,
        level=Level.ERROR if trouble.grave else Level.NOTE,
        title=trouble.title,
        hint=trouble.hint,
        if_left=gettext(IF_LEFT) if trouble.grave else "",
        shape=shape or _find_nearest(sheet, at),
        at=at,
    )


def _find_shape_of(draft: MapDraft, trouble: Trouble) -> str:
    """Return the shape of the province that a trouble names, or of the unit that it names."""
    heading, key = trouble.about or ("", "")
    if heading == POWERS:
        units = (text for text in draft.facts.units.get(key, ()) if text in trouble.title)
        key = find_unit_place(next(units, ""))
    elif heading != PROVINCES:
        return ""
    owned = (name for name, one in draft.owners.items() if one.key.lower() == key.lower())
    return next(owned, "")


def _find_nearest(sheet: Sheet, at: tuple[float, float] | None) -> str:
    """Return the shape whose middle lies nearest to a place, measured from the rim of its circle."""
    if at is None:
        return ""
    near = min(sheet.shapes, key=lambda one: dist(one.middle, at) - one.radius, default=None)
    return near.name if near is not None else ""


def _find_middle(sheet: Sheet, shape: str) -> tuple[float, float] | None:
    return next((one.middle for one in sheet.shapes if one.name == shape), None)


def list_coasts(made: MapImport | None, key: str) -> Iterator[tuple[str, ...]]:
    """Yield the waters along each coast of a province that has several, as far as the import came."""
    if made is None or made.built is None or made.built.data is None:
        return
    entry = made.built.data["faces"].get(key)
    if entry is not None:
        yield from (tuple(coast["seas"]) for coast in entry.get("coasts", []))
