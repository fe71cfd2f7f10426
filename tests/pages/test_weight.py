"""What a season adds to the site, kind by kind: whoever makes a kind of file heavier has to say so here."""

import pytest

from tests.pages.zines import played
from tests.rule_sets import rule_set
from zinegen.archive import NewGame, new_game
from zinegen.pages.maps.map_data import map_data
from zinegen.pages.maps.map_files import MapQueue
from zinegen.pages.maps.map_jobs import render_map

LIMITS = {
    "map.json": 58_000,
    "season": 200_000,
    "m": 260_000,
    "s": 37_000,
    "card": 56_000,
}
"""Bytes that a season of the standard map in which one border moved may take: a little more than it does."""


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """A season in which Galicia and Ukraine part, and in which two armies bounce."""
    zine = tmp_path_factory.mktemp("weight")
    (zine / "games").mkdir()
    new_game(zine / "games", "quake", rule_set("seismic-acerunner").id, NewGame())
    return played(
        zine,
        "quake",
        events={"austria": "Gal-Ukr separate"},
        orders={("orders", "austria"): "A Vie - Boh", ("orders", "germany"): "A Mun - Boh"},
    )


def test_no_kind_of_file_is_heavier_than_it_may_be(record):
    queue = MapQueue(folder="", title="The Winter Game")
    queue.season(record, "", "the map")
    queue.motion(record, "the map moves")
    queue.small(record.after)
    queue.card(record, "The Winter Game", "Spring 1901")
    files = {uri.partition("-")[0]: render_map(job) for uri, job in queue.jobs.items()}
    files["map.json"] = map_data(record, rule_set(record.variant), {})
    sizes = {kind: len(content) for kind, content in files.items()}
    assert {kind for kind, size in sizes.items() if size > LIMITS[kind]} == set(), sizes
