"""Today: what waits in all games, the most urgent first, each thing with one button."""

from __future__ import annotations

import os
import re
import sys
from itertools import count
from pathlib import Path
from threading import Event, Thread
from time import sleep

import pytest
from starlette.testclient import TestClient

from tests.desk.conftest import SETTINGS
from zinegen.archive import NewGame, new_game
from zinegen.desk import Desk
from zinegen.desk.memory.games import GameMemory


def test_a_zine_without_games_says_what_to_do(client: TestClient, zine: Path) -> None:
    (zine / "games" / "demo").rename(zine / "elsewhere")
    page = client.get("/").text
    assert "There is no game yet" in page
    assert "zinegen new" in page
    assert 'href="/new"' in page


def test_the_most_urgent_game_stands_first_with_its_button_and_its_command(
    client: TestClient, zine: Path
) -> None:
    new_game(zine / "games", "late", "standard", NewGame(gm="Ann"))
    season = zine / "games/late/seasons/1901-1-spring/season.toml"
    season.write_text("deadline = 2020-01-01T20:00:00Z\n" + season.read_text())
    (zine / "games" / "broken").mkdir()
    page = client.get("/").text
    assert re.findall(r'aria-labelledby="game-([a-z]+)"', page) == ["late", "broken", "demo"]
    assert 'href="/games/late/close"' in page
    assert "<code>zinegen check broken</code>" in page
    assert 'href="/games/demo#deadline"' in page
    assert "If it is left: nobody knows when orders are due." in page


def test_what_changed_in_a_folder_is_seen_at_once(client: TestClient, zine: Path) -> None:
    assert "nobody plays" not in client.get("/").text
    settings = zine / "games/demo/game.toml"
    settings.write_text(f"{settings.read_text()}france = {{ name = 'Bea' }}\n")
    assert "nobody plays" in client.get("/").text


def test_names_are_printed_and_never_run(client: TestClient, zine: Path) -> None:
    settings = zine / "games/demo/game.toml"
    title = "<img src=x onerror=alert(1)>"
    settings.write_text(re.sub(r"title *= .*", f"title = '{title}'", settings.read_text()))
    page = client.get("/").text
    assert "<img src=x" not in page


@pytest.mark.parametrize(("language", "word"), [("de", "Heute"), ("fr", "Aujourd’hui")])
def test_the_desk_speaks_the_language_of_the_zine(
    client: TestClient, zine: Path, language: str, word: str
) -> None:
    (zine / "mkdocs.yml").write_text(SETTINGS.format(language=language))
    page = client.get("/").text
    assert f'<html lang="{language}"' in page
    assert f"<h1>{word}</h1>" in page


def test_many_games_are_read_in_the_background_and_the_page_says_how_far_it_is(
    client: TestClient, desk: Desk, zine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6):
        new_game(zine / "games", f"more-{number}", "standard", NewGame(gm="Ann"))
    may_go_on, look = Event(), desk.games.look
    monkeypatch.setattr(
        GameMemory, "look", lambda _, folder, now: (may_go_on.wait(20), look(folder, now))[1]
    )
    page = client.get("/").text
    assert "The games are being read: 0 of 7." in page
    assert '<meta http-equiv="refresh" content="1">' in page
    may_go_on.set()
    assert desk.games.reader is not None
    desk.games.reader.join(20)
    page = client.get("/").text
    assert "being read" not in page
    assert len(re.findall('aria-labelledby="game-', page)) == 7


class SlowlyStarted(Thread):
    """A thread that a busy machine is slow to start, a later one the slower."""

    waits = count(1)

    def start(self) -> None:
        sleep(next(self.waits) / 10)
        super().start()


def test_a_page_and_the_opening_desk_may_both_have_games_read(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zinegen.desk.memory.games.Thread", SlowlyStarted)
    monkeypatch.setattr(GameMemory, "look", lambda *_: sleep(0.01))
    folders, left = [Path(f"{number}") for number in range(9)], list[int]()
    askers = [
        Thread(target=lambda: left.append(desk.games.read_ahead(folders, 20, few=0)))
        for _ in range(4)
    ]
    for one in askers:
        one.start()
    for one in askers:
        one.join(20)
    assert left == [0, 0, 0, 0]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems take no such name")
def test_a_file_whose_name_is_no_text_stops_no_page(client: TestClient, zine: Path) -> None:
    odd = os.fsdecode(b"b\xff.toml")
    for folder in ("games/demo", "games/demo/seasons/1901-1-spring/orders"):
        (zine / folder / odd).write_text("x")
    (zine / "games" / os.fsdecode(b"g\xff")).mkdir()
    for place in ("/", "/games/demo", "/games/demo/history", "/games/demo/close"):
        assert client.get(place).status_code == 200, place
