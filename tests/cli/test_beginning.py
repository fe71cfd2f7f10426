"""A zine's own folder, laid out by the first `new`: from an empty folder to a site."""

from __future__ import annotations

import shutil
import subprocess
import tomllib
from io import StringIO
from pathlib import Path

import pytest
import yaml

from zinegen.cli.init import find_title
from zinegen.pages.site.new_zine import ZinePlan, list_workflows, write_zine
from zinegen.pages.site.standard_files import ZINE_FILES, standard_sources


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
    own = settings(ZINE_FILES)
    texts = [
        path.read_text()
        for path in [*empty.rglob("*.md"), empty / "mkdocs.yml", *standard_sources().values()]
        if path.suffix in {".md", ".yml"} and "rules" not in path.parts
    ]
    assert len(texts) > 5
    assert not [text for text in texts if str(own["site_name"]) in text or "Pym" in text]
    assert [path.name for path in (empty / "site_src/issues").iterdir()] == ["1.md"]
    assert [path.name for path in (empty / "games").iterdir() if path.is_dir()] == ["spring"]


@pytest.mark.parametrize("name", ["my-zine", "Zïne: #1", "\"quoted\" 'twice'", "- x", "a\\b"])
def test_any_name_of_a_folder_can_be_that_of_a_zine(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    plan = ZinePlan(title=find_title(tmp_path / name), editor="Ann: 'the' #1")
    assert "mkdocs.yml" in write_zine(tmp_path / name, plan).made
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
    shutil.rmtree(empty / "site_src" / "issues")
    assert "is a zine now" not in run("new", "other").out
    assert not (empty / "site_src" / "issues").exists()
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


@pytest.mark.parametrize("platform", ["none", "github"])
def test_init_lays_out_a_zine_and_asks_nothing_without_a_terminal(
    empty: Path, run, platform: str
) -> None:
    ended = run("init", "my-zine", "--title", "Zïne", "--gm", "Ann", "--platform", platform)
    assert ended.code == 0
    zine = empty / "my-zine"
    found = {path.relative_to(zine).as_posix() for path in zine.rglob("*") if path.is_file()}
    workflows = {*list_workflows(), ".github/requirements.txt"} if platform == "github" else set()
    assert found == {
        *("mkdocs.yml", "README.md", ".gitignore", ".zinegen.json", "games/.gitattributes"),
        *("site_src/about.md", "site_src/house-rules.md", "site_src/issues/1.md"),
        *workflows,
    }
    assert platform == "none" or {".github/workflows/check-orders.yml", ".github/install"} < found
    assert settings(zine)["site_name"] == "Zïne"
    readme = (zine / "README.md").read_text()
    assert "Zïne" in readme
    assert ("pull request" in readme) == (platform == "github")


def test_init_twice_changes_nothing_and_says_so(empty: Path, run) -> None:
    assert run("init").code == 0
    before = {path: path.read_bytes() for path in empty.rglob("*") if path.is_file()}
    ended = run("init")
    assert ended.code == 0
    assert "a zine already; nothing is changed" in ended.out
    assert "left" not in ended.out
    assert {path: path.read_bytes() for path in empty.rglob("*") if path.is_file()} == before


def test_init_changes_nothing_that_lies_there_and_names_what_it_leaves(empty: Path, run) -> None:
    (empty / "README.md").write_text("Mine\n")
    (empty / "site_src").mkdir()
    (empty / "site_src/about.md").symlink_to("nowhere.md")
    ended = run("init")
    assert "left as it was: README.md, site_src/about.md" in ended.out
    assert (empty / "README.md").read_text() == "Mine\n"
    assert (empty / "site_src/about.md").is_symlink()
    assert (empty / "mkdocs.yml").is_file()


def test_init_refuses_a_file_and_a_name_of_two_lines(empty: Path, run) -> None:
    (empty / "file").write_text("")
    assert run("init", "file").code == 2
    assert run("init", "--gm", "Ann\nBob").code == 2
    assert [path.name for path in empty.iterdir()] == ["file"]


def test_init_asks_for_title_gm_and_platform_on_a_terminal(
    empty: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal("Asked\nnone\n"))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert run("init", "--gm", "Ann").code == 0
    assert settings(empty)["site_name"] == "Asked"


def test_a_sealed_zine_seals_the_orders_of_its_games(empty: Path, run) -> None:
    run("init", "--sealed")
    assert run("new", "spring").code == 0
    assert (
        tomllib.loads((empty / "games/spring/game.toml").read_text())["secrecy"]["orders"]
        == "sealed"
    )


def test_one_template_or_page_of_its_own_is_enough(empty: Path, run) -> None:
    run("init")
    own = {
        "templates/pages/games.html": "<h1>Own games</h1>",
        "templates/theme/404.html": '{% extends "main.html" %}{% block content %}Own 404{% endblock %}',
        "site_src/how-to-play.md": "# Own way to play\n",
        "templates/export/index.md": "# Own front\n",
    }
    for name, text in own.items():
        (empty / name).parent.mkdir(parents=True, exist_ok=True)
        (empty / name).write_text(text)
    assert run("build", "--strict", "--quiet").code == 0
    for page, text in {
        "games/index.html": "Own games",
        "404.html": "Own 404",
        "how-to-play/index.html": "Own way to play",
        "index.html": "The first issue",
        "rules/index.html": "<h1",
    }.items():
        assert text in (empty / "site" / page).read_text(), page
    assert run("export", "out").code == 0
    assert (empty / "out/index.md").read_text() == "# Own front\n"
    assert (empty / "out/how-to-play.md").read_text() == "# Own way to play\n"
    assert (empty / "out/rules/standard.md").is_file()


def test_init_writes_nothing_through_a_link_to_another_folder(empty: Path, run) -> None:
    (empty.parent / "elsewhere").mkdir()
    (empty / "site_src").symlink_to(empty.parent / "elsewhere")
    ended = run("init")
    assert "left as it was: site_src/house-rules.md" in ended.out
    assert list((empty.parent / "elsewhere").iterdir()) == []


@pytest.mark.parametrize(
    ("origin", "repository", "site"),
    [
        (
            "https://github.com/Ann-X/my.zine.git",
            "Ann-X/my.zine",
            "https://ann-x.github.io/my.zine/",
        ),
        ("git@github.com:ann/zine.git", "ann/zine", "https://ann.github.io/zine/"),
        ("ssh://git@github.com/ann/ann.github.io", "ann/ann.github.io", "https://ann.github.io/"),
        ("https://github.com.evil.example/ann/zine", None, None),
        ("https://codeberg.org/ann/zine", None, None),
    ],
)
def test_in_a_clone_the_settings_say_where_the_zine_lies(
    empty: Path, run, origin: str, repository: str | None, site: str | None
) -> None:
    for words in (("init", "--quiet"), ("remote", "add", "origin", origin)):
        subprocess.run(("git", *words), check=True)
    assert run("init", "--platform", "github").code == 0
    found = settings(empty)
    assert found.get("repo_url") == (repository and f"https://github.com/{repository}")
    assert found.get("site_url") == site
    assert ("edit_uri" in found) == (site is not None)
