"""Settings: forms over the files that people write; what is not changed stays byte for byte."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from html import unescape
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tests.sites import ROOT
from zinegen.archive.edits.toml_edits import edit_toml
from zinegen.desk.forms.files import GameSettingsFile, find_file
from zinegen.plugin import ZineConfig

GAME = """\
# My game. Hands off!
game    = "demo"
title   = "The Try"      # a pun
variant = "standard"
gm      = { name = "Ann", contact = "ann@example.org" }

[deadlines]     # as agreed
every    = "2 weeks"
skip     = ["saturday",   # rest
            "sunday"]

# nobody reads this
[policy]
no_orders = 'hold'

[players]
England = { name = "Bob", id = 7 }   # he said so

"""
LISTS = """\
# drawer
[[waiting]]
variant = "standard"   # of course
names   = ["Otto", "Wanda"]

# the next one
[[waiting]]
variant = "deluge2"
wanted  = 5

[games.demo]
boardman = "2026AB"
"""
ZINE = """\
# ours
site_name: The Try   # a pun
docs_dir: docs
plugins:
  - search
  - zinegen:
      motto: "So what"   # indeed
      results: [counts]

nav: []
"""


@pytest.fixture
def files(zine: Path) -> Path:
    """The zine with files that somebody has written by hand."""
    (zine / "games/demo/game.toml").write_text(GAME)
    (zine / "docs").mkdir()
    (zine / "docs/lists.toml").write_text(LISTS)
    (zine / "mkdocs.yml").write_text(ZINE)
    return zine


PLACES = {
    "games.demo": ("games/demo/game.toml", GAME),
    "lists": ("docs/lists.toml", LISTS),
    "zine": ("mkdocs.yml", ZINE),
}


def read_form(client: TestClient, name: str) -> dict[str, str]:
    """Return what a form holds, as a browser would send it."""
    page = client.get(f"/settings/{name}").text
    main = page[page.index(f'action="/settings/{name}/save"') :]
    found = dict(re.findall(r'<input [^>]*?name="([^"]+)"[^>]*? value="([^"]*)"', main))
    found |= dict(re.findall(r'<textarea [^>]*?name="([^"]+)"[^>]*>([^<]*)</textarea>', main))
    for select in re.findall(r"<select .*?</select>", main, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', select)
        (named,) = re.findall(r'name="([^"]+)"', select)
        found[named] = chosen[1] if chosen else ""
    return {key: unescape(value) for key, value in found.items()}


@pytest.mark.parametrize("name", PLACES)
def test_a_form_that_nobody_changed_changes_nothing(
    client: TestClient, files: Path, name: str
) -> None:
    form = read_form(client, name)
    assert len(form) > 10
    page = client.post(f"/settings/{name}/save", data=form)
    assert "Nothing is changed." in page.text
    path, text = PLACES[name]
    assert (files / path).read_text() == text


@pytest.mark.parametrize(
    ("name", "typed", "change"),
    [
        ("games.demo", {"deadlines.every": "3 days"}, ('"2 weeks"', '"3 days"')),
        ("games.demo", {"policy.no_orders": ""}, ("no_orders = 'hold'\n", "")),
        ("games.demo", {"deadlines.at": "20:00"}, ('"sunday"]\n', '"sunday"]\nat = "20:00"\n')),
        ("games.demo", {"players.england.id": "8"}, ("id = 7", "id = 8")),
        (
            "games.demo",
            {"players.france.name": "Cécile", "players.france.mail": "c@example.org"},
            (
                "he said so\n",
                'he said so\nfrance = { name = "Cécile", mail = "c@example.org" }\n',
            ),
        ),
        ("zine", {"plugins.zinegen.motto": "So: what?"}, ('"So what"', '"So: what?"')),
        ("zine", {"plugins.zinegen.epub": "true"}, ("[counts]\n", "[counts]\n      epub: true\n")),
        ("zine", {"site_name": "The Retry"}, ("The Try ", "The Retry ")),
        ("lists", {"waiting.1.wanted": "6"}, ("= 5", "= 6")),
        ("lists", {"waiting.0.names": "Otto\nPiers"}, ('"Wanda"', '"Piers"')),
        (
            "lists",
            {"games.demo.miller": "2026Crb32"},
            ('"2026AB"\n', '"2026AB"\nmiller = "2026Crb32"\n'),
        ),
    ],
)
def test_one_key_is_changed_and_no_other_byte(
    client: TestClient, files: Path, name: str, typed: dict[str, str], change: tuple[str, str]
) -> None:
    path, text = PLACES[name]
    answer = client.post(f"/settings/{name}/save", data={**read_form(client, name), **typed})
    assert answer.status_code == 200
    assert (files / path).read_text() == text.replace(*change)


def test_entries_of_lists_are_added_and_taken_out(client: TestClient, files: Path) -> None:
    typed = {"gone.waiting.0": "on", "stand_by.0.name": "Piers", "waiting.2.variant": "standard"}
    client.post("/settings/lists/save", data={**read_form(client, "lists"), **typed})
    text = (files / "docs/lists.toml").read_text()
    assert "Wanda" not in text
    assert [one for one in text.splitlines() if one.startswith(("[", "variant", "name "))] == [
        "[[waiting]]",
        'variant = "deluge2"',
        "[[waiting]]",
        'variant = "standard"',
        "[games.demo]",
        "[[stand_by]]",
        'name = "Piers"',
    ]


def test_what_could_not_be_read_is_not_saved_and_what_was_typed_stays(
    client: TestClient, files: Path
) -> None:
    typed = {"deadlines.every": "<soon>", "title": "Other"}
    answer = client.post(
        "/settings/games.demo/save", data={**read_form(client, "games.demo"), **typed}
    )
    assert answer.status_code == 422
    assert "this is no rhythm" in answer.text
    assert 'value="&lt;soon&gt;"' in answer.text
    assert (files / "games/demo/game.toml").read_text() == GAME


def test_a_file_is_edited_as_text_and_checked_with_line_and_column(
    client: TestClient, files: Path
) -> None:
    page = client.get("/settings/games.demo/text").text
    digest = re.findall(r'name="digest" value="([^"]+)"', page)[0]
    wrong = GAME.replace('variant = "standard"', 'variant = "no-such-rules"')
    answer = client.post("/settings/games.demo/text", data={"digest": digest, "text": wrong})
    assert answer.status_code == 422
    assert "game.toml:4:" in answer.text
    assert (files / "games/demo/game.toml").read_text() == GAME
    good = GAME.replace("Hands off!", "Hands on!")
    client.post("/settings/games.demo/text", data={"digest": digest, "text": good})
    assert (files / "games/demo/game.toml").read_text() == good
    again = client.post("/settings/games.demo/text", data={"digest": digest, "text": GAME})
    assert again.status_code == 409
    assert (files / "games/demo/game.toml").read_text() == good


def test_a_broken_file_is_shown_as_text(client: TestClient, files: Path) -> None:
    (files / "games/demo/game.toml").write_text("game = ")
    page = client.get("/settings/games.demo").text
    assert "The file as it stands" in page
    assert "Check and save" in page


@pytest.mark.parametrize(
    "name", ["games.nothing", "games...", "x", "games", "zine.x", "games.%2e%2e"]
)
def test_no_name_leads_elsewhere(client: TestClient, files: Path, name: str) -> None:
    assert client.get(f"/settings/{name}").status_code in {404, 409}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@example("\uf900")  # another spelling of a letter
@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=30))
def test_any_title_is_read_back_or_refused(text: str) -> None:
    said = unicodedata.normalize("NFC", " ".join(text.split()))
    field = GameSettingsFile(root=Path(), game="demo").list_groups(GAME)[0].fields[0]
    changed = edit_toml(GAME, {("title",): field.write(text) or '""'})
    assert changed.count("\n") == GAME.count("\n")
    found = GameSettingsFile(root=Path(), game="demo").read(changed)
    assert found is not None
    assert found.title in {said, "demo"}


def test_every_key_that_a_zine_may_have_has_a_field(files: Path) -> None:
    groups = find_file(files, "zine").list_groups(ZINE)
    shown = {one.path[-1] for group in groups for one in group.fields}
    assert {name for name, _ in ZineConfig._schema} <= shown


def test_every_key_of_a_game_that_the_guide_names_has_a_field_or_is_for_the_file_itself(
    files: Path,
) -> None:
    guide = (ROOT / "docs/game-master.md").read_text().partition("## The game's own file")[2]
    example = tomllib.loads(guide.partition("```toml\n")[2].partition("```")[0])
    told = {
        (table, key) for table, inner in example.items() if isinstance(inner, dict) for key in inner
    }
    groups = find_file(files, "games.demo").list_groups(GAME)
    shown = {one.path[:2] for group in groups for one in group.fields}
    assert {place for place in told if place[0] != "replaced"} <= shown
