"""Maps that could not be drawn: the last good one stands there with a note, and the GM is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.archive.folders import closed
from tests.archive.test_designations import DICE, quake
from tests.pages.zines import published
from zinegen.errors import MapError
from zinegen.geometry.redraw import update_geometry
from zinegen.pages import Publisher, SeasonSheet, render_map
from zinegen.pages.maps.undrawn import NOTE

PAGE = "games/quake/1901-1-spring.md"


@pytest.fixture
def unmeasured() -> None:
    """Here pictures are measured as they are: whether they can be drawn is the matter."""


@pytest.fixture
def zine(tmp_path: Path) -> Path:
    """A zine with one game, in which events are to come."""
    (tmp_path / "site_src").mkdir()
    quake(tmp_path, designation_hours=0)
    return tmp_path


def close_without_drawing(zine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise MapError("there is no way to draw it")

    monkeypatch.setattr(update_geometry, "draw_surgery", fail)
    assert closed(zine / "games" / "quake", dice=DICE).records


def test_a_page_keeps_the_last_good_picture_with_a_note_and_says_which_event(
    zine: Path, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
):
    close_without_drawing(zine, monkeypatch)
    publisher.maps.render = render_map
    pages, site = published(publisher)
    body = pages[PAGE].body
    assert NOTE in body
    assert NOTE in pages["games/quake/index.md"].body
    assert "Munich" in body
    shown = re.findall(r'<a href="([^"]*)"[^>]*><img src="([^"]*)"', body)
    assert len({file for pair in shown for file in pair}) == 1, "the map before the season"
    assert re.search(r'class="z-compare__before"(?:(?!figcaption).)*data-position="before"', body)
    assert 'data-position="after"' not in body
    assert all(path.is_file() for path in site.pictures.values())
    told = [one for one in site.notices if "could not be drawn" in one]
    assert told
    assert all(one.startswith("games/quake: ") for one in told)
    assert "cannot follow that Munich and Burgundy separate" in " ".join(told)


def test_what_could_not_be_drawn_is_tried_again_by_the_next_build(
    zine: Path, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
):
    closed(zine / "games" / "quake", dice=DICE)

    def fail(job: object) -> bytes:
        if isinstance(job, SeasonSheet):
            raise ZeroDivisionError
        return type(job).__name__.encode()

    publisher.maps.render = fail
    pages, site = published(publisher)
    assert NOTE in pages[PAGE].body
    assert any("ZeroDivisionError" in one for one in site.notices)
    monkeypatch.setattr(publisher.maps, "render", lambda job: type(job).__name__.encode())
    pages, site = published(publisher)
    assert NOTE not in pages[PAGE].body
    assert site.notices == ()
