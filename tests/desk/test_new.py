"""New: a zine and a game, each from one form, by what the commands do."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.desk.conftest import read_commands
from zinegen.archive import Game, open_game
from zinegen.variants import VARIANTS

FORM = {
    "title": "Winter Palace II",
    "gm": "Ann",
    "variant": "standard",
    "player.england": "Bob",
    "player.france": "Cécile",
    "deadlines.timezone": "Europe/Paris",
    "deadline": "2031-03-01T20:00",
    "deadlines.every": "2 weeks",
    "policy.no_orders": "wait",
    "options.victory": "20",
    "options.rhythm": "separate",
}


def test_a_game_in_one_form_is_what_the_command_makes(client: TestClient, zine: Path) -> None:
    page = client.post("/new/game", data=FORM, follow_redirects=False)
    assert page.headers["location"].startswith("/games/winter-palace-ii?")
    game = open_game(zine / "games/winter-palace-ii")
    assert isinstance(game, Game)
    assert game.is_sound
    settings = game.settings
    assert settings.title == FORM["title"]
    assert {power: one.name for power, one in settings.players.items()} == {
        "England": "Bob",
        "France": "Cécile",
    }
    assert settings.variant.option("victory") == 20
    assert settings.variant.option("rhythm") == "separate"
    assert settings.policy.no_orders == "wait"
    assert settings.deadlines.rhythm is not None
    season = tomllib.loads((game.seasons[0].folder / "season.toml").read_text())
    assert season["deadline"].isoformat() == "2031-03-01T20:00:00+01:00"
    (kept,) = (zine.parent / "home").rglob("*winter-palace-ii*")
    told = client.get("/?" + page.headers["location"].partition("?")[2]).text
    assert str(kept) in told
    assert (
        "zinegen new winter-palace-ii --variant standard --title &#39;Winter Palace II&#39;"
        in read_commands(told)
    )
    assert "--player England=Bob" in read_commands(told)
    assert "--option rhythm=separate" in read_commands(told)


@pytest.mark.parametrize("variant", [*VARIANTS])
def test_each_rule_set_shows_what_it_is_and_what_its_options_do(
    client: TestClient, variant: str
) -> None:
    page = client.get(f"/new?variant={variant}&title=What+I+typed").text
    assert "What I typed" in page
    for option in VARIANTS[variant].options:
        assert f'name="options.{option.name}"' in page
        assert f'aria-describedby="h-options-{option.name}"' in page


def test_a_rule_set_that_keeps_secrets_gets_a_key(client: TestClient, zine: Path) -> None:
    client.post("/new/game", data={"title": "Half", "gm": "Ann", "variant": "post-atomic"})
    assert (zine / "games/half/hidden.toml.age").is_file()
    assert (zine.parent / "home/zinegen/half.key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"title": ""}, "needs a title"),
        ({"title": "Demo"}, "there is a game demo already"),
        ({"name": "../out"}, "../out"),
        ({"deadlines.every": "soon"}, "this is no rhythm"),
        ({"options.victory": "many"}, "victory"),
        ({"deadlines.grace_minutes": "<b>"}, "a number is wanted"),
        ({"deadline": "2031-03-01T20:00", "deadlines.timezone": "Mars/Olympus"}, "Mars/Olympus"),
        ({"variant": "nothing"}, "there is no rule set"),
        ({"player.england": "<script>"}, "is no name"),
        ({"map": "../../etc"}, "folder is named with small letters"),
    ],
)
def test_what_cannot_be_makes_nothing(
    client: TestClient, zine: Path, typed: dict[str, str], said: str
) -> None:
    before = sorted(str(one) for one in zine.parent.rglob("*") if ".cache" not in str(one))
    answer = client.post("/new/game", data={**FORM, **typed})
    assert answer.status_code == 409
    assert said in answer.text
    assert "<script>alert" not in answer.text
    after = sorted(str(one) for one in zine.parent.rglob("*") if ".cache" not in str(one))
    assert after == before


def test_an_empty_folder_becomes_a_zine_first(client: TestClient, zine: Path) -> None:
    shutil.rmtree(zine / "games")
    (zine / "mkdocs.yml").unlink()
    assert "A new zine" in client.get("/new").text
    data = {"title": "The Long Winter", "gm": "Ann", "platform": "gitlab", "sealed": "on"}
    page = client.post("/new/zine", data=data).text
    assert "This folder is a zine now: The Long Winter." in page
    assert (
        "zinegen init --title &#39;The Long Winter&#39; --gm Ann --platform gitlab --sealed"
        in read_commands(page)
    )
    assert "A new game" in page
    assert (zine / ".gitlab-ci.yml").is_file()
    assert 'site_name: "The Long Winter"' in (zine / "mkdocs.yml").read_text()
    assert (zine / "site_src/issues/1.md").is_file()
    assert 'name="gm" value="Ann"' in client.get("/new").text


def test_a_zine_in_german_has_a_german_desk(client: TestClient, zine: Path) -> None:
    shutil.rmtree(zine / "games")
    (zine / "mkdocs.yml").unlink()
    client.post("/new/zine", data={"title": "Z", "gm": "Ann", "language": "de"})
    assert "<h1>Ein neues Spiel</h1>" in client.get("/new").text
