"""What docs/records.md says of records, read by another program: its tables, and what their cells mean.

Nothing of the program is asked, so that the page can be held against it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, TypeAlias

TEXTS = {"text", "power", "province"}
NUMBERS = {"number", "dart", "border"}
PATTERNS = {
    "points": r"(-?\d+,-?\d+( -?\d+,-?\d+)*)?",
    "fraction": r"-?\d+(\.\d+)?(e[+-]\d+)?",
}


class Key(NamedTuple):
    """A row of a table: what stands under a key, and what it is where it is left out."""

    holds: str
    left_out: str = ""
    """Empty: the key is never missing."""


Table: TypeAlias = dict[str, Key]


class RecordPage(NamedTuple):
    """What the page says."""

    tables: dict[str, Table]
    """The keys of objects, by headings in lower case."""
    kinds: dict[str, dict[str, Table]]
    """The own keys of orders, conditions and changes, by headings and names."""
    words: dict[str, set[str]]
    """The words there are, by the first cell of their row; those of ``result`` and ``reason`` too."""

    def table_of(self, form: str) -> Table:
        """Return the keys of an object: under its own heading, those of all of its kind, or of a kind."""
        for title in (form, f"a {form}", f"{form}s"):
            if title.lower() in self.tables:
                return self.tables[title.lower()]
        of_kinds = (
            {**self.tables.get(f"{title}s", {}), **names[form]}
            for title, names in self.kinds.items()
            if form in names
        )
        return next(of_kinds, {})


def read_page(text: str) -> RecordPage:
    """Read all tables; the program itself is asked nothing."""
    page = RecordPage({}, {}, {})
    for part in re.split(r"^##+ ", text, flags=re.MULTILINE)[1:]:
        title = part.splitlines()[0].lower()
        for lines in re.findall(r"(?:^\|.*\n)+", part, re.MULTILINE):
            rows = [
                [cell.strip().strip("`") for cell in line.split("|")[1:-1]]
                for line in lines.splitlines()
            ]
            if rows[0][1:3] == ["holds", "left out"]:
                page.tables.setdefault(title, {}).update(_read_keys(rows[2:]))
            elif rows[0][0] == "is":
                page.kinds[title.rstrip("s")] = dict(_read_kinds(rows[2:]))
            elif rows[0][0] in {"word", "result"}:
                found = {row[0]: {*row[1].split("`, `")} for row in rows[2:]}
                page.words.update(found)
                if rows[0][0] == "result":
                    page.words["result"] = {*found}
                    page.words["reason"] = set().union(*found.values())
    return page


def _read_keys(rows: list[list[str]]) -> Table:
    return {key: Key(holds, left_out) for key, holds, left_out, *_ in rows}


def _read_kinds(rows: list[list[str]]) -> Iterator[tuple[str, Table]]:
    """Yield the tables of kinds: a row with the name of each, then one for each of its own keys."""
    starts = [number for number, row in enumerate(rows) if row[0]]
    for start, end in pairwise([*starts, len(rows)]):
        yield rows[start][0], _read_keys([row[1:] for row in rows[start + 1 : end]])


@dataclass(frozen=True, slots=True)
class Held:
    """What a cell under *holds* says, taken apart."""

    form: str
    """``list``, ``fixed``, ``table``, ``or``; else the word itself, without parts."""
    parts: tuple[Held, ...] = ()


def _split(text: str, sign: str) -> list[str]:
    """Split a text at a sign where it stands in no brackets."""
    found, depth, last = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "[{(") - (letter in "]})")
        if not depth and text.startswith(sign, at):
            found.append(text[last:at])
            last = at + len(sign)
    return [*found, text[last:]]


def parse(text: str) -> Held:
    """Take a cell apart, such as ``{province: unit[]} or null``."""
    if len(either := _split(text, " or ")) > 1:
        return Held("or", tuple(map(parse, either)))
    if text.endswith("[]"):
        return Held("list", (parse(text[:-2]),))
    inner = text[1:-1]
    match text[0]:
        case "(":
            return parse(inner)
        case "[":
            return Held("fixed", tuple(map(parse, _split(inner, ", "))))
        case "{":
            return Held("table", tuple(map(parse, _split(inner, ": "))))
        case _:
            return Held(text)
