"""Places are those of the sources; for what is missing there the program's own placement finds some."""

import copy

import pytest

from tools.map_pipeline import inputs
from tools.map_pipeline.check import collisions, point_failures
from tools.map_pipeline.places import overlay_entries, standard_entries


@pytest.fixture
def without(net, packaged, monkeypatch):
    """Return the packaged map with new places for some provinces."""

    def place(*keys):
        known = {key: given for key, given in inputs.places().items() if key not in keys}
        monkeypatch.setattr(inputs, "places", lambda: known)
        data = copy.deepcopy(packaged)
        for group, entries in (
            ("faces", standard_entries(net)),
            ("overlay_faces", overlay_entries(net)),
        ):
            for key, entry in entries.items():
                data[group][key] = {**entry, "rings": data[group][key]["rings"]}
        return data

    return place


def test_the_places_of_the_map_are_those_of_the_sources(without, packaged):
    assert without() == packaged


@pytest.mark.parametrize("key", ["Mun", "NTH", "Spa", "StP", "Ice"])
def test_a_province_without_places_gets_some_that_pass_the_check(without, packaged, key):
    data = without(key)
    group = "faces" if key in data["faces"] else "overlay_faces"
    assert data[group][key]["label"] != packaged[group][key]["label"]
    assert {k for k in data[group] if data[group][k] != packaged[group][k]} == {key}
    assert list(point_failures(data)) == []
    assert list(collisions(data)) == []
