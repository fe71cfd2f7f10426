"""What several tests in browsers look at: a zine with a game that was played, served on this machine."""

import json
import re
import shutil
from dataclasses import asdict
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from tests.browser.serving import serve
from tests.pages.zines import played
from tests.sites import ROOT, build_site, lay_out, make_once
from zinegen.archive import NewGame, make_key_pair, new_game
from zinegen.pages import (
    Before,
    Replay,
    ReplaySeason,
    SeasonSheet,
    open_publisher,
    render_map,
    write_policy,
)
from zinegen.workers import IN_PROCESS

START = """[start.units]
Austria = ["A Vie", "A Bud"]
Germany = ["A Mun"]
Russia = ["A Rum", "F BLA"]
Turkey = ["A Bul"]
[start.centres]
Austria = ["Vie", "Bud", "Tri"]
Germany = ["Mun", "Ber", "Kie"]
Russia = ["Mos", "Sev", "War"]
Turkey = ["Con", "Ank", "Smy"]
"""
ORDERS = {
    ("orders", "austria"): "A Vie - Tyr",
    ("orders", "germany"): "A Mun - Tyr",
    ("orders", "russia"): "A Rum - Bul\nF BLA S A Rum - Bul",
    ("retreats", "turkey"): "A Bul: Con",
}
TITLES = {"Quake", "Dawn", "Ash"}
"""The games of which maps are drawn."""
DRAWN = Before | SeasonSheet


def _render(job):
    """Draw the maps of three games; those of rule sets and pictures for other sites are empty."""
    if isinstance(job, ReplaySeason | Replay):
        return render_map(job)
    title = getattr(getattr(job, "after", job), "title", None)
    return render_map(job) if isinstance(job, DRAWN) and title in TITLES else b"<svg/>"


def _open_publisher(*arguments):
    publisher = open_publisher(*arguments)
    publisher.maps.render, publisher.maps.workers = _render, IN_PROCESS
    return publisher


@pytest.fixture(scope="session")
def played_site(tmp_path_factory):
    """The built zine with a game of one season, of which every map is drawn.

    Two armies bounce at Tyrolia, one is driven out of Bulgaria and retreats, Munich and Galicia meet, and
    Bohemia and Silesia part. Dawn, hush and ash wait for their first orders: in hush these are sealed, ash
    keeps secrets. Of half-life, which kept secrets and has published its key, two seasons are recorded.
    """
    return make_once(tmp_path_factory, "played", _build_played) / "site"


def copy_recorded(games, name, seasons):
    """Copy the first seasons of an example game into the games of a zine."""
    shutil.copytree(ROOT / "games" / name, games / name)
    for folder in sorted((games / name / "seasons").iterdir())[seasons:]:
        shutil.rmtree(folder)


def key_file(zine):
    """Where the keys of the GM lie: beside the zine, which one process of the tests builds for all."""
    return zine.with_name(f"{zine.name}.keys")


@pytest.fixture(scope="session")
def gm(played_site):
    """The keys of the GM of the games in which orders are sealed."""
    return SimpleNamespace(**json.loads(key_file(played_site.parent).read_text()))


def _build_played(zine):
    lay_out(zine)
    new_game(zine / "games", "quake", "seismic-acerunner", NewGame())
    for path in zine.glob("games/quake/seasons/*/orders/*"):
        path.unlink()  # they list units that this game does not begin with
    events = {"austria": "Boh & Sil separate, Mun & Gal connect"}
    played(zine, "quake", before=START, events=events, orders=ORDERS)
    pair = make_key_pair()
    key_file(zine).write_text(json.dumps(asdict(pair)))
    sealed = NewGame(gm="Ann", gm_keys=(pair.public,))
    new_game(zine / "games", "dawn", "seismic-acerunner", NewGame())
    new_game(zine / "games", "hush", "standard", sealed)
    new_game(zine / "games", "ash", "post-atomic", sealed)
    copy_recorded(zine / "games", "half-life", 2)
    for name in ("dawn", "hush"):
        path = zine / "games" / name / "game.toml"
        text = re.sub(
            "gm  .*", 'gm = { name = "Ann", contact = "ann@example.org" }', path.read_text()
        )
        path.write_text(text)
    with patch("zinegen.pages.site.publisher.open_publisher", _open_publisher):
        build_site(zine, strict=False)


@pytest.fixture(scope="session")
def played_address(played_site):
    """The address of the zine with the played game, from a host that sends the strict policy, too.

    Its maps are blank where they are only shown: how they look `test_pages.py` sees, and who draws them.
    """
    with serve(played_site, write_policy(), blank=True) as address:
        yield address


@pytest.fixture(scope="session")
def ask_engine(chromium, runtime, played_site):
    """Ask the pages' engine many questions at once. It is started once, in a page of its own.

    The site lies in a folder of its server, as on GitHub Pages.
    """
    with serve(played_site.parent) as address:
        page = chromium.new_page()
        page.goto(f"{address}{played_site.name}/about/")
        page.evaluate(
            "async () => { const { openEngine } = await import('../assets/engine.js');"
            " window.engine = await openEngine() }"
        )
        # As texts: of large data they are handed on much faster.
        yield lambda questions: json.loads(
            page.evaluate(
                "questions => Promise.all(JSON.parse(questions).map(one =>"
                " window.engine.ask(one).catch(problem => ({ error: problem.message }))))"
                ".then(JSON.stringify)",
                json.dumps(questions),
            )
        )
        page.close()
