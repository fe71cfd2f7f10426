"""A map that is being made: what lies in its folder, which shape is which province, and which is next.

The draft is the two files that `zinegen map import` reads, so it outlives everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from zinegen.archive.files import read_plain
from zinegen.archive.own_maps import MAP_FILE, MAP_LIMIT
from zinegen.cli.base_maps import DRAWING, FACTS_FILE, NAMES_FILE
from zinegen.errors import GameFolderError, MapError
from zinegen.languages.texts import gettext
from zinegen.maps.drawings import LIMIT
from zinegen.maps.facts import FACTS, MapDescription, ProvinceFacts, read_facts
from zinegen.maps.matching import ShapesByName, find_shapes
from zinegen.maps.outlines import DrawingShape
from zinegen.maps.redrawn import LEFT_OUT
from zinegen.maps.svg import parse_svg
from zinegen.notation.findings import Finding
from zinegen.notation.grammar.names import fold
from zinegen.play.maps.map_file import read_map
from zinegen.play.names import digest, is_slug
from zinegen.play.texts.toml_text import Document, parse_toml

MOST_NAMES = 500
"""Names of a list that are shown."""


class ShapeStatus(StrEnum):
    """What is known of a shape."""

    OPEN = "open"
    """Nobody has said what it is."""
    NAMED = "named"
    LEFT_OUT = "left-out"
    """It is no province."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MapDraft:
    """A map's folder as it was read."""

    folder: Path
    text: str
    """Of ``map.toml``."""
    digest: str
    """Of the same."""
    document: Document
    facts: MapDescription
    findings: tuple[Finding, ...]
    """What is wrong with ``map.toml``."""
    shapes: Sequence[DrawingShape]
    drawing: str
    """The digest of the drawing."""
    owners: Mapping[str, ProvinceFacts]
    """Of each shape that has one, by its name, the province."""
    names: tuple[str, ...]
    """Names that are still to be given."""
    is_made: bool
    """The map is made of these files, and can be played on."""

    @property
    def name(self) -> str:
        """What games call the map."""
        return self.folder.name

    @property
    def command(self) -> str:
        """The command that makes the map."""
        return f"zinegen map import {self.name}/{DRAWING} -o {self.name}"

    def find(self, name: str) -> DrawingShape | None:
        """Return the shape of a name."""
        return next((one for one in self.shapes if one.own_name == name), None)

    def tell_status(self, shape: DrawingShape) -> ShapeStatus:
        """Return what is known of a shape."""
        if shape.own_name in self.owners:
            return ShapeStatus.NAMED
        return ShapeStatus.LEFT_OUT if LEFT_OUT in shape.layers else ShapeStatus.OPEN

    def count(self, status: ShapeStatus) -> int:
        """Return how many shapes there are of a kind."""
        return sum(self.tell_status(one) == status for one in self.shapes)

    def find_next(self, after: str = "") -> DrawingShape | None:
        """Return the next shape of which nobody has said what it is, round and round; None: there is none."""
        place = next((at for at, one in enumerate(self.shapes) if one.own_name == after), -1)
        turned = [*self.shapes[place + 1 :], *self.shapes[: place + 1]]
        return next((one for one in turned if self.tell_status(one) is ShapeStatus.OPEN), None)


def find_map_folder(root: Path, name: str) -> Path | None:
    """Return the folder of a map that is being made; None where there is none of this name."""
    folder = root / name
    is_draft = is_slug(name) and (folder / DRAWING).is_file() and not folder.is_symlink()
    return folder if is_draft else None


def read_draft(folder: Path) -> MapDraft:
    """Return the map in a folder; raises GameFolderError where its ``map.toml`` is no TOML."""
    content = read_plain(folder / FACTS_FILE, FACTS.limit)
    document = _parse_facts(content, folder.name)
    facts, findings = read_facts(document)
    drawing = read_plain(folder / DRAWING, LIMIT)
    shapes = _parse(drawing, f"{folder.name}/{DRAWING}")
    return MapDraft(
        folder=folder,
        text=content.decode("utf-8-sig"),
        digest=digest(content),
        document=document,
        facts=facts,
        findings=findings,
        shapes=shapes,
        drawing=digest(drawing),
        owners=_find_owners(facts, shapes),
        names=tuple(_list_names(folder, facts)),
        is_made=_is_made(folder, facts.sha256),
    )


def revise(draft: MapDraft, text: str) -> MapDraft:
    """Return a draft with another ``map.toml`` that is not written yet."""
    content = text.encode()
    document = _parse_facts(content, draft.name)
    facts, findings = read_facts(document)
    owners = _find_owners(facts, draft.shapes)
    return replace(
        draft, text=text, document=document, facts=facts, findings=findings, owners=owners
    )


def _parse_facts(content: bytes, name: str) -> Document:
    """Return what a ``map.toml`` holds; raises GameFolderError where it is no TOML."""
    reading = parse_toml(content, f"{name}/{FACTS_FILE}", FACTS)
    if reading.document is None:
        found = reading.findings[0]
        said = gettext("{file} cannot be read: {what}", file=found.where, what=found.title)
        raise GameFolderError(said)
    return reading.document


@lru_cache(maxsize=4)
def _parse(content: bytes, shown: str) -> tuple[DrawingShape, ...]:
    return tuple(one for one in parse_svg(content, shown) if one.rings)


def _find_owners(facts: MapDescription, shapes: Sequence[DrawingShape]) -> dict[str, ProvinceFacts]:
    known = ShapesByName(shapes)
    owners: dict[str, ProvinceFacts] = {}
    for one in facts.provinces.values():
        for shape in find_shapes(one, known)[0]:
            owners.setdefault(shape.own_name, one)
    return owners


def _list_names(folder: Path, facts: MapDescription) -> Iterator[str]:
    """Yield the names of the list that no province has."""
    given = {fold(one.name) for one in facts.provinces.values()}
    path = folder / NAMES_FILE
    lines = read_plain(path, FACTS.limit).decode("utf-8", "replace") if path.is_file() else ""
    said = (" ".join(line.split()) for line in lines.splitlines())
    for name in [*dict.fromkeys(filter(None, said))][:MOST_NAMES]:
        if fold(name) not in given:
            yield name


def _is_made(folder: Path, facts: str) -> bool:
    """Tell whether the map was made after what its drawing and its ``map.toml`` are now."""
    made, drawing = folder / MAP_FILE, folder / DRAWING
    if not made.is_file() or made.stat().st_mtime_ns < drawing.stat().st_mtime_ns:
        return False
    try:
        return read_map(read_plain(made, MAP_LIMIT).decode())["game"]["facts"] == facts
    except (MapError, UnicodeDecodeError, KeyError, TypeError):
        return False
