"""The three maps of others, imported once a worker."""

from functools import cache

import pytest

from tests.maps.foreign_maps import SOURCES, facts_toml, svg
from zinegen.archive import parse_own_map
from zinegen.maps.build import build_map
from zinegen.maps.drawings import read_outlines
from zinegen.maps.facts import FACTS, read_facts
from zinegen.play import map_text
from zinegen.play.texts import parse_toml


@cache
def imported(name):
    """Return what an import of one of the maps made."""
    reading = parse_toml(facts_toml(name).encode(), "map.toml", FACTS)
    assert reading.document is not None, reading.findings
    facts, findings = read_facts(reading.document)
    assert not findings
    built = build_map(facts, read_outlines(svg(name)))
    assert built.data is not None, built.troubles
    return built


@cache
def own_map(name):
    return parse_own_map(map_text(imported(name).data).encode())


@pytest.fixture(params=sorted(SOURCES))
def name(request):
    return request.param
