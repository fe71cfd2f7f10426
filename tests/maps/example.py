"""The map of eight provinces that the page on maps makes: its drawing, its facts, what commands print."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from zinegen.archive import parse_own_map
from zinegen.maps.build import build_map
from zinegen.maps.facts import FACTS, read_facts
from zinegen.maps.svg import parse_svg
from zinegen.notation.findings import has_errors
from zinegen.play import map_text
from zinegen.play.texts import parse_toml

PAGE = Path(__file__).parents[2] / "docs" / "maps.md"


def blocks(kind: str) -> list[str]:
    """Return the texts of the page's blocks of one kind."""
    return re.findall(rf"```{kind}\n(.*?)```", PAGE.read_text(), re.DOTALL)


(DRAWING,) = blocks("svg")
(FACTS_TEXT,) = blocks("toml")


def built_from(facts_text=FACTS_TEXT, drawing=DRAWING):
    """Return what is made of facts and a drawing, by default those of the page."""
    reading = parse_toml(facts_text.encode(), "map.toml", FACTS)
    assert reading.document is not None, reading.findings
    facts, findings = read_facts(reading.document)
    assert not has_errors(findings), [one.title for one in findings]
    return build_map(facts, parse_svg(drawing.encode(), "drawing.svg"))


@cache
def example_bytes() -> bytes:
    """Return the map's file."""
    built = built_from()
    assert built.data is not None, built.troubles
    return map_text(built.data).encode()


def example_map():
    """Return the map, ready to be played on."""
    return parse_own_map(example_bytes())
