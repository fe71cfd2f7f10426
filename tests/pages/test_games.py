"""A game is kept while nothing that it tells has changed, and written up anew when anything has."""

import re
import shutil
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import chain, repeat
from unittest.mock import patch

import pytest

from tests.pages.conftest import TEMPLATES
from tests.pages.zines import ORDERS, ZINE, published, recorded, set_ready, write_orders
from zinegen.archive import NewGame, new_game, open_game
from zinegen.pages import Addresses, PageRenderer, Publisher, Templates, open_cache
from zinegen.pages.maps.map_renderer import MapDrawing
from zinegen.pages.site import games
from zinegen.pages.site import publisher as publishing
from zinegen.play.setups import start_state
from zinegen.redrawing import DRAWN
from zinegen.variants.standard import STANDARD
from zinegen.workers import IN_PROCESS

pytestmark = pytest.mark.usefixtures("unmeasured")


@pytest.fixture
def zine(zine, season):
    """A zine with a season that is recorded."""
    write_orders(season, "winter", ORDERS)
    write_orders(season, "winter", {"england": "F Lon H", "italy": "A Rom H", "turkey": "A Con H"})
    set_ready(season)
    assert recorded(zine / "games" / "winter")
    return zine


def publish(zine, *, settings=ZINE, templates=TEMPLATES, preview=False, directories=True):
    """Publish as a process of its own would; return the site and which games were read for it."""
    open_cache.cache_clear()
    publisher = Publisher(
        root=zine,
        games="games",
        templates=str(templates),
        addresses=Addresses(directories=directories),
        workers=IN_PROCESS,
    )
    if templates == TEMPLATES:
        templated = compile_templates(directories=directories)
        publisher.renderer = PageRenderer(templated, publisher.cache)
    publisher.maps.render = lambda job: type(job).__name__.encode()
    with opened_games() as opened:
        site = publisher.make_site(settings, sources=zine / "site_src", preview=preview)
    return site, sorted(opened)


@cache
def compile_templates(*, directories):
    """Return the project's own templates, compiled once for all tests."""
    return Templates(TEMPLATES, Addresses(directories=directories))


@contextmanager
def opened_games():
    """Collect the names of the games that are opened."""
    opened = set()

    def open_one(folder, **options):
        opened.add(folder.name)
        return open_game(folder, **options)

    with patch.object(games, "open_game", open_one):
        yield opened


def test_boards_keep_nothing_for_pictures_once_the_next_game_is_written(zine):
    new_game(zine / "games", "zephyr", "standard", NewGame())
    start_state(STANDARD).board.memo.clear()  # as in a process that has not shown this board
    forgotten = []
    with patch.object(games, "forget_pictures", forgotten.append):
        publish(zine)
    assert forgotten
    assert all(board.memo.get(DRAWN) for board in forgotten), "of the game that was drawn"


def test_a_game_that_did_not_change_is_not_read_again_and_looks_the_same(zine):
    first, played = publish(zine)
    assert played == ["winter"]
    second, played = publish(zine)
    assert played == []
    assert second == first


def _press(zine):
    folder = zine / "games" / "winter" / "seasons" / "1901-1-spring" / "press"
    folder.mkdir(exist_ok=True)
    (folder / "austria-1.md").write_text("Words.\n")


def _remarked(zine):
    path = zine / "games" / "winter" / "game.toml"
    path.write_text(f"{path.read_text()}\n# The GM was here.\n")


def _manned(zine, game, name):
    """Let somebody play Austria, and nobody else anything."""
    path = zine / "games" / game / "game.toml"
    text = re.sub(r"(?ms)^\[players\].*?(?=^\[|\Z)", "", path.read_text())
    path.write_text(f'{text}\n[players]\naustria = {{ name = "{name}" }}\n')


def _respaced(zine):
    path = zine / "games" / "winter" / "seasons" / "1901-1-spring" / "result.json"
    path.write_bytes(path.read_bytes() + b"\n")


CHANGES = {"press": _press, "a remark": _remarked, "a season's record": _respaced}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_game_with_another_byte_anywhere_is_read_again(zine, change):
    publish(zine)
    change(zine)
    assert publish(zine)[1] == ["winter"]


TELL_PRESS = {
    "archive.md",
    "find.md",
    "games/winter/1901-1-spring.md",
    "index.md",
    "issues/1.md",
    "press.md",
}
"""The pages on which the first press of a zine shows."""


@pytest.mark.parametrize(("change", "expected"), [(_remarked, set()), (_press, TELL_PRESS)])
def test_of_a_game_that_changed_the_pages_that_print_the_same_are_put_back(zine, change, expected):
    publish(zine)
    change(zine)
    printed, html = set(), Templates.html

    def note_printed(templates, template, uri, *values):
        printed.add(uri)
        return html(templates, template, uri, *values)

    with patch.object(Templates, "html", note_printed):
        site, played = publish(zine)
    assert played == ["winter"]
    assert printed == expected
    kept = {page.uri: page.body for page in site.pages}
    shutil.rmtree(zine / ".cache")
    anew, _ = publish(zine)
    assert {page.uri: page.body for page in anew.pages} == kept


def test_only_the_game_that_changed_is_read_again(zine):
    new_game(zine / "games", "other", "standard", NewGame())
    publish(zine)
    _press(zine)
    site, played = publish(zine)
    assert played == ["winter"]
    assert {page.uri for page in site.pages} >= {"games/other/index.md", "games/winter/index.md"}


def test_the_zines_own_settings_are_on_every_page(zine):
    publish(zine)
    assert publish(zine, settings=replace(ZINE, edit=""))[1] == ["winter"]


def test_pages_are_set_again_with_other_templates(zine, tmp_path):
    publish(zine)
    other = tmp_path / "templates"
    other.mkdir()
    for path in TEMPLATES.iterdir():
        (other / path.name).write_text(
            path.read_text().replace("The map before and after", "Both maps")
        )
    site, played = publish(zine, templates=other)
    assert played == ["winter"]
    assert any("Both maps" in page.body for page in site.pages)


def test_pages_are_set_again_for_other_addresses(zine):
    publish(zine)
    assert publish(zine, directories=False)[1] == ["winter"]


def test_a_preview_shows_what_is_open_and_keeps_nothing(zine):
    publish(zine, preview=True)
    assert publish(zine)[1] == ["winter"]


def test_a_players_address_is_another_when_somebody_of_like_name_comes(zine):
    """The page of the one may move when the other has a game; then every link to it does."""
    _manned(zine, "winter", "Zoë")
    publish(zine)
    new_game(zine / "games", "other", "standard", NewGame())
    _manned(zine, "other", "Zoe")
    site, played = publish(zine)
    assert played == ["other", "winter"]
    (page,) = [page for page in site.pages if page.uri == "games/winter/index.md"]
    assert "players/zoe-2/index.md" in page.links


def test_maps_that_were_thrown_away_are_drawn_again(zine):
    publish(zine)
    (path, *_) = (zine / ".cache").rglob("season-*.svg")
    path.unlink()
    site, played = publish(zine)
    assert played == ["winter"]
    assert all(place.is_file() for place in site.pictures.values())


def test_what_was_kept_of_a_game_that_is_gone_goes(zine):
    new_game(zine / "games", "other", "standard", NewGame())
    publish(zine)
    assert kept_games(zine) == 2
    for path in sorted((zine / "games" / "other").rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    (zine / "games" / "other").rmdir()
    publish(zine)
    assert kept_games(zine) == 1


def kept_games(zine):
    return len(list((zine / ".cache" / "build").glob("*/values/LoadedGame-*")))


def test_a_season_that_waits_to_be_recorded_is_judged_again(zine):
    """A kept game that told of it would keep the next build from recording it."""
    (zine / "games" / "winter" / "seasons" / "1901-1-spring" / "result.json").unlink()
    publish(zine)
    assert publish(zine)[1] == ["winter"]


def test_links_of_a_kept_book_are_checked_like_all_others(zine, publisher):
    publish(zine)
    open_cache.cache_clear()
    with opened_games() as opened:
        pages, site = published(publisher)
    assert not opened
    assert site.pictures.keys() >= {
        uri for page in pages.values() for uri in page.links if ".svg" in uri
    }


def test_who_wants_all_maps_to_draw_gets_no_kept_book(zine, publisher):
    """An export writes every map, whatever a build has kept."""
    site, _ = publish(zine)
    _, jobs = publisher.contents(ZINE, sources=zine / "site_src")
    assert jobs.keys() == site.pictures.keys()


def noting(done, function):
    """Return a function that notes its name first."""

    def note(*given):
        done.append(function.__name__)
        return function(*given)

    return note


@pytest.mark.parametrize("preview", [False, True])
def test_maps_of_a_game_are_begun_before_the_next_game_is_written(zine, monkeypatch, preview):
    new_game(zine / "games", "zephyr", "standard", NewGame())
    done = []
    for kind, name in (
        (games.GameContentsBuilder, "build"),
        (MapDrawing, "begin"),
        (MapDrawing, "finish"),
    ):
        monkeypatch.setattr(kind, name, noting(done, getattr(kind, name)))
    publish(zine, preview=preview)
    assert done[:5] == ["build", "begin", "build", "begin", "finish" if not preview else "begin"]


def test_a_template_edited_in_a_preview_shows(zine, tmp_path):
    """Also on pages of which nothing else has changed."""
    templates = shutil.copytree(TEMPLATES, tmp_path / "templates")
    publisher = Publisher(
        root=zine,
        games="games",
        templates=str(templates),
        addresses=Addresses(),
        workers=IN_PROCESS,
    )
    publisher.maps.render = lambda job: type(job).__name__.encode()
    published(publisher, preview=True)
    path = templates / "players.html"
    path.write_text(f"{path.read_text()}<p>Seen.</p>")
    pages, _ = published(publisher, preview=True)
    assert "<p>Seen.</p>" in pages["players/index.md"].body


def test_a_game_whose_folder_was_edited_meanwhile_is_not_kept(zine, publisher, monkeypatch):
    """It may be of the old files and the new ones."""
    write = games.GameContentsBuilder.build

    def edit(builder):
        _remarked(zine)
        return write(builder)

    monkeypatch.setattr(games.GameContentsBuilder, "build", edit)
    published(publisher)
    assert kept_games(zine) == 0


def test_a_book_is_not_kept_where_a_template_was_edited_meanwhile(zine, publisher, monkeypatch):
    digests = chain(["one"], repeat("other"))
    monkeypatch.setattr(publishing, "digest_of_folder", lambda _folder: next(digests))
    published(publisher)
    assert kept_games(zine) == 0
