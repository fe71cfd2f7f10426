"""What the tests of pages share."""

from pathlib import Path

import pytest

from tests.pages.zines import played
from tests.rule_sets import rule_set
from zinegen.archive import NewGame, new_game
from zinegen.pages import Addresses, PageRenderer, Publisher, Templates
from zinegen.pages.maps import map_files
from zinegen.workers import IN_PROCESS

SIZE = 1210, 960
"""How wide and high every picture is said to be, in drawing units."""
TEMPLATES = Path(__file__).parents[2] / "templates" / "pages"


@pytest.fixture(scope="session")
def templates():
    """The project's own page templates."""
    return Templates(TEMPLATES, Addresses())


@pytest.fixture
def renderer(templates):
    """A renderer that has rendered nothing yet."""
    return PageRenderer(templates)


@pytest.fixture
def zine(tmp_path):
    """A zine with one new game."""
    (tmp_path / "games").mkdir()
    (tmp_path / "site_src").mkdir()
    new_game(tmp_path / "games", "winter", "standard", NewGame())
    return tmp_path


@pytest.fixture
def season(zine):
    """The first season of the game."""
    return zine / "games" / "winter" / "seasons" / "1901-1-spring"


@pytest.fixture(scope="session")
def quake(tmp_path_factory):
    """The record of a season with one event."""
    folder = tmp_path_factory.mktemp("quake")
    (folder / "games").mkdir()
    new_game(folder / "games", "quake", rule_set("seismic-acerunner").id, NewGame())
    return played(folder, "quake", events={"turkey": "Ank & BLA separate, Con & Arm connect"})


@pytest.fixture
def unmeasured(monkeypatch):
    """Have no picture drawn only to know its size: that takes longer than all the rest of a page."""
    monkeypatch.setattr(map_files, "_measure_scene", lambda _job: SIZE)


@pytest.fixture
def publisher(zine, renderer, unmeasured):
    """A publisher that draws nothing, whose templates are compiled once for all tests."""
    publisher = Publisher(
        root=zine,
        games="games",
        templates=str(TEMPLATES),
        addresses=Addresses(),
        workers=IN_PROCESS,
    )
    publisher.renderer = renderer
    publisher.maps.render = lambda job: type(job).__name__.encode()
    return publisher
