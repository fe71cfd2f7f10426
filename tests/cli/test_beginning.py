"""A zine's own folder, laid out by the first `new`: from an empty folder to a site."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from zinegen.cli import new
from zinegen.cli.new import write_zine


@pytest.fixture
def empty(zine: Path) -> Path:
    """Give an empty folder in which commands are run."""
    (zine / "games").rmdir()
    return zine


def settings(folder: Path) -> dict[str, object]:
    return yaml.load((folder / "mkdocs.yml").read_text(), yaml.SafeLoader)


def test_from_an_empty_folder_to_a_published_zine(empty: Path, run) -> None:
    ended = run("new", "spring", "--gm", "Ann Example")
    assert ended.code == 0
    assert "this folder is a zine now" in ended.out
    orders = empty / "games/spring/seasons/1901-1-spring/orders"
    for path in orders.glob("*.toml"):
        path.write_text(path.read_text().replace("A Mun\n", "A Mun - Bur\n"))
    rulings = "".join(
        f"[[ruling]]\nabout = '{path.stem}'\ndo = 'proceed'\nreason = 'None came.'\n"
        for path in orders.glob("*.toml")
    )
    (orders.parent / "rulings.toml").write_text(rulings)
    assert run("close", "spring", "--early", "1901-1-spring").code == 0
    assert run("build", "--strict", "--quiet").code == 0
    page = empty / "site/games/spring/1901-1-spring/index.html"
    assert "A Mun - Bur" in page.read_text()
    assert (empty / "site/about/index.html").is_file()


def test_a_new_zine_says_nothing_of_the_programs_own(empty: Path, run) -> None:
    run("new", "spring", "--gm", "Ann Example")
    own = settings(new.SOURCE)
    texts = [
        path.read_text()
        for path in [*empty.rglob("*.md"), empty / "mkdocs.yml"]
        if "rules" not in path.parts
    ]
    assert len(texts) > 5
    assert not [text for text in texts if str(own["site_name"]) in text or "Pym" in text]
    assert not (empty / "site_src/issues").exists()
    assert [path.name for path in (empty / "games").iterdir() if path.is_dir()] == ["spring"]


@pytest.mark.parametrize("name", ["my-zine", "Zïne: #1", "\"quoted\" 'twice'", "- x", "a\\b"])
def test_any_name_of_a_folder_can_be_that_of_a_zine(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    assert write_zine(tmp_path / name, "Ann: 'the' #1")
    found = settings(tmp_path / name)
    assert found["site_name"] == name.replace("-", " ").strip().title()
    assert found["plugins"][1]["zinegen"]["editor"] == "Ann: 'the' #1"
    assert "site_url" not in found


def test_what_lies_there_is_never_overwritten(empty: Path, run) -> None:
    (empty / "site_src").mkdir()
    (empty / "site_src" / "about.md").write_text("# Mine\n")
    run("new", "spring")
    assert (empty / "site_src" / "about.md").read_text() == "# Mine\n"
    (empty / "mkdocs.yml").write_text("site_name: Mine\n")
    shutil.rmtree(empty / "templates")
    assert "is a zine now" not in run("new", "other").out
    assert not (empty / "templates").exists()
    assert settings(empty) == {"site_name": "Mine"}


def test_a_laying_out_that_was_cut_off_is_finished_by_the_next(empty: Path, run) -> None:
    run("new", "spring")
    (empty / "mkdocs.yml").unlink()
    (empty / "site_src" / "about.md").unlink()
    assert "is a zine now" in run("new", "other").out
    assert (empty / "site_src" / "about.md").is_file()
    assert (empty / "mkdocs.yml").is_file()


def test_a_folder_of_games_without_a_site_is_left_alone(zine: Path, run) -> None:
    assert "is a zine now" not in run("new", "spring").out
    assert [path.name for path in zine.iterdir()] == ["games"]


def test_where_the_programs_look_is_not_there_only_the_game_is_made(
    empty: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new, "SOURCE", empty / "nowhere")
    assert run("new", "spring").code == 0
    assert [path.name for path in empty.iterdir()] == ["games"]
