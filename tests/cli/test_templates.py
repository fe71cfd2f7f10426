"""A zine's own templates, one file at a time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zinegen.pages import ZINE_FILES
from zinegen.play import digest


def line_of(told: str, name: str) -> str:
    (found,) = [line for line in told.splitlines() if line.split()[0] == name]
    return found.removeprefix(name).strip()


def test_what_can_be_replaced_is_listed_with_what_is_ones_own(zine: Path, run) -> None:
    (zine / "templates/pages").mkdir(parents=True)
    (zine / "templates/pages/games.html").write_text("Mine")
    original = (ZINE_FILES / "templates/pages/game.html").read_bytes()
    (zine / "templates/pages/game.html").write_bytes(original)
    told = run("templates").out
    assert line_of(told, "templates/pages/games.html") == "yours"
    assert "may be deleted" in line_of(told, "templates/pages/game.html")
    assert line_of(told, "templates/pages/season.html") == ""
    for name in (
        "templates/theme/main.html",
        "site_src/assets/zine.css",
        "site_src/how-to-play.md",
    ):
        assert line_of(told, name) == ""
    assert "templates/zine/" not in told


@pytest.mark.parametrize("name", ["season.html", "templates/pages/season.html"])
def test_one_is_printed_as_it_is(zine: Path, run, name: str) -> None:
    ended = run("templates", name)
    assert ended.code == 0
    assert ended.out == (ZINE_FILES / "templates/pages/season.html").read_text()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("seasn.html", "did you mean season.html?"),
        ("../../etc/passwd", "`zinegen templates` lists them"),
        ("index.md", "may be templates/export/index.md or site_src/rules/index.md"),
    ],
)
def test_a_name_that_means_none_or_several_is_asked_about(zine: Path, run, name, said) -> None:
    ended = run("templates", name)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err


def test_one_is_copied_once_and_never_over_another(zine: Path, run) -> None:
    assert run("templates", "season.html", "--copy").code == 0
    copied = zine / "templates/pages/season.html"
    assert copied.read_bytes() == (ZINE_FILES / "templates/pages/season.html").read_bytes()
    copied.write_text("Mine")
    again = run("templates", "season.html", "--copy")
    assert again.code == 2
    assert "is there already" in again.err
    assert copied.read_text() == "Mine"
    assert line_of(run("templates").out, "templates/pages/season.html") == "yours"


def test_after_an_update_it_is_said_of_which_files_the_original_has_changed(
    zine: Path, run
) -> None:
    for name in ("season.html", "game.html"):
        run("templates", name, "--copy")
    notes = zine / ".zinegen.json"
    noted = json.loads(notes.read_text())
    for name in ("season.html", "game.html"):
        # As an earlier version of the program had it.
        noted["files"][f"templates/pages/{name}"] = digest(b"Earlier")
        (zine / "templates/pages" / name).write_bytes(b"Earlier")
    notes.write_text(json.dumps(noted))
    (zine / "templates/pages/game.html").write_text("Earlier, and mine")
    told = run("templates").out
    assert "has a newer one: may be deleted" in line_of(told, "templates/pages/season.html")
    assert "has changed since" in line_of(told, "templates/pages/game.html")


@pytest.mark.parametrize(
    ("notes", "said"),
    [
        ('{"version": "99.1.0", "files": {}}', "made for zinegen 99.1.0"),
        ("[", "cannot be read"),
        ('{"version": 1}', "cannot be read"),
        ('{"version": "1", "files": 3}', "cannot be read"),
    ],
)
def test_notes_of_a_later_program_or_of_none_are_refused(zine: Path, run, notes, said) -> None:
    (zine / ".zinegen.json").write_text(notes)
    ended = run("templates")
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err
