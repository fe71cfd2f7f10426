"""A zine's own folder, laid out by the first `new`: from an empty folder to a site."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from io import StringIO
from pathlib import Path

import pytest
import yaml

from tests.sites import build_site, example_contents, put_maps
from zinegen.cli.init import find_title
from zinegen.pages import PLATFORMS, ZINE_FILES, Zine, list_automation
from zinegen.pages.platforms import (
    RepositoryAddress,
    edit_address,
    find_new_file,
    find_new_issue,
    find_view,
    list_addresses,
    parse_origin,
)
from zinegen.pages.site.automation import find_lock
from zinegen.pages.site.new_zine import ZinePlan, write_zine
from zinegen.pages.site.standard_files import find_text, standard_sources


@pytest.fixture
def empty(zine: Path) -> Path:
    """Give an empty folder in which commands are run."""
    (zine / "games").rmdir()
    return zine


def settings(folder: Path) -> dict[str, object]:
    return yaml.load((folder / "mkdocs.yml").read_text(), yaml.SafeLoader)


def test_from_an_empty_folder_to_a_published_zine(empty: Path, start_maps: Path, run) -> None:
    ended = run("new", "spring", "--gm", "Ann Example")
    put_maps(empty, start_maps)
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


def test_a_zine_in_another_language_has_the_programs_texts_in_it(empty: Path, run) -> None:
    """But for a page that it has of its own."""
    assert run("init", "--language", "de").code == 0
    assert settings(empty)["plugins"][0]["zinegen"]["language"] == "de"
    assert "title: Die erste Ausgabe" in (empty / "site_src" / "issues" / "1.md").read_text()
    own = empty / "site_src" / "rules" / "standard.md"
    own.parent.mkdir()
    own.write_text("# Mein Regelwerk\n\nWir spielen anders.\n")
    with example_contents():
        site = build_site(empty, strict=False)
    pages = {path: path.read_text() for path in site.rglob("*.html")}
    for uri in [*standard_sources(), "about.md", "house-rules.md"]:
        if uri.endswith(".md"):
            english = re.sub(r"```.*?```", "", find_text(uri, "en").read_text(), flags=re.DOTALL)
            sentences = re.findall(r"[A-Z][a-z ,]{29,}", english)
            assert sentences
            assert not [one for one in sentences for page in pages.values() if one in page], uri
    titles = {
        path.parent.name: re.findall("<h1[^>]*>([^<]*)", text) for path, text in pages.items()
    }
    assert titles["how-to-play"] == ["Wie man spielt"]
    assert titles["about"] == ["Über dieses Zine"]
    assert titles["standard"] == ["Mein Regelwerk"]
    kept = pages[site / "rules" / "seismic-lavaurs" / "index.html"]
    assert re.search(r'<h2 id="8-rulings">8. Auslegungen', kept)


def test_a_text_that_was_deleted_comes_back_in_the_language_of_the_settings(
    empty: Path, run
) -> None:
    run("init")
    page = empty / "site_src" / "house-rules.md"
    english = page.read_text()
    path = empty / "mkdocs.yml"
    path.write_text(path.read_text() + "      language: fr\n")
    page.unlink()
    assert "site_src/house-rules.md" in run("init").out
    assert page.read_text().startswith("# Règles maison\n")
    page.write_text(english)
    run("init", "--language", "de")
    assert page.read_text() == english
    assert "# Comment jouer" in run("templates", "how-to-play.md").out


def test_the_settings_say_which_programs_cannot_build_the_zine(empty: Path, run) -> None:
    """They read the same file, and would leave all games out without a word."""
    run("init")
    remark = [one for one in (empty / "mkdocs.yml").read_text().splitlines() if "Zensical" in one]
    assert len(remark) == 1
    assert remark[0].startswith("# ")
    assert "MkDocs 2" in remark[0]


@pytest.mark.parametrize("name", ["my-zine", "Zïne: #1", "\"quoted\" 'twice'", "- x", "a\\b"])
def test_any_name_of_a_folder_can_be_that_of_a_zine(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    plan = ZinePlan(title=find_title(tmp_path / name), editor="Ann: 'the' #1")
    assert "mkdocs.yml" in write_zine(tmp_path / name, plan).made
    found = settings(tmp_path / name)
    assert found["site_name"] == name.replace("-", " ").strip().title()
    assert found["plugins"][0]["zinegen"]["editor"] == "Ann: 'the' #1"
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


WORDS = {"github": "pull request", "gitlab": "merge request", "forgejo": "pull request"}
"""What players make, as each platform calls it."""


@pytest.mark.parametrize("name", ["none", *PLATFORMS])
def test_init_lays_out_a_zine_and_asks_nothing_without_a_terminal(
    empty: Path, run, name: str
) -> None:
    ended = run("init", "my-zine", "--title", "Zïne", "--gm", "Ann", "--platform", name)
    assert ended.code == 0
    zine, platform = empty / "my-zine", PLATFORMS.get(name)
    found = {path.relative_to(zine).as_posix() for path in zine.rglob("*") if path.is_file()}
    automation = {*list_automation(platform), find_lock(platform)} if platform else set()
    assert found == {
        *("mkdocs.yml", "README.md", ".gitignore", ".zinegen.json", "games/.gitattributes"),
        *("site_src/about.md", "site_src/house-rules.md", "site_src/issues/1.md"),
        *automation,
    }
    assert settings(zine)["site_name"] == "Zïne"
    readme = (zine / "README.md").read_text()
    assert "Zïne" in readme
    assert [word for word in {*WORDS.values()} if word in readme.lower()] == (
        [WORDS[name]] if platform else []
    )
    named = re.findall(r"(?m)^\| `(\.[^`]+)`", readme)
    assert len(named) == {"none": 0, "github": 4}.get(name, 2)
    assert all((zine / one).exists() for one in named)
    if platform:
        address = dict(
            list_addresses(platform, RepositoryAddress(platform.home, "OWNER/REPOSITORY"))
        )
        text = (zine / "mkdocs.yml").read_text()
        assert [key for key, value in address.items() if f"# {key}: {value}\n" not in text] == []


def test_init_refuses_a_platform_that_there_is_not_with_those_that_there_are(
    empty: Path, run
) -> None:
    ended = run("init", "--platform", "gitlap")
    assert ended.code == 2
    assert all(name in ended.err for name in (*PLATFORMS, "none"))
    assert list(empty.iterdir()) == []


def test_no_zine_is_begun_among_the_games_of_another_and_commands_there_name_it(
    zine: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("new", "one")
    (zine / "mkdocs.yml").write_text("site_name: Zine\n")
    before = sorted(zine.rglob("*"))
    ended = run("init", "games/one")
    assert ended.code == 2
    assert f"lies among the games of the zine in {zine}" in ended.err
    assert sorted(zine.rglob("*")) == before
    monkeypatch.chdir(zine / "games" / "one")
    ended = run("status")
    assert ended.code == 2
    assert f"that of the zine is {zine}: go there" in ended.err


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


class Terminal(StringIO):
    """What somebody types."""

    def isatty(self) -> bool:
        return True


def test_init_asks_for_title_gm_and_platform_on_a_terminal(
    empty: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_one_template_or_page_of_its_own_is_enough(empty: Path, start_maps: Path, run) -> None:
    run("init")
    put_maps(empty, start_maps)
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
    assert (empty / "out/index.md").read_text().endswith("---\n\n# Own front\n")
    assert (empty / "out/how-to-play.md").read_text().endswith("---\n\n# Own way to play\n")
    assert (empty / "out/rules/standard.md").is_file()


def test_init_writes_nothing_through_a_link_to_another_folder(empty: Path, run) -> None:
    (empty.parent / "elsewhere").mkdir()
    (empty / "site_src").symlink_to(empty.parent / "elsewhere")
    ended = run("init")
    assert "left as it was: site_src/house-rules.md" in ended.out
    assert list((empty.parent / "elsewhere").iterdir()) == []


FACTS = json.loads((Path(__file__).parents[1] / "data/platforms.json").read_text())
ELSEWHERE = {
    "github": ["https://github.com.evil.example/ann/zine", "https://codeberg.org/ann/zine", ""],
    "gitlab": ["https://codeberg.org/ann/zine", "https://gitlab.com/ann", "file:///ann/zine"],
    "forgejo": ["git@github.com:ann/zine.git", "https://gitlab.com/ann/zine"],
}
"""Origins that are no repositories on a platform."""


def clone(origin: str) -> None:
    """Make the folder that commands are run in a clone of something."""
    subprocess.run(("git", "init", "--quiet"), check=True)
    if origin:
        subprocess.run(("git", "remote", "add", "origin", origin), check=True)


@pytest.mark.parametrize("name", PLATFORMS)
def test_in_a_clone_the_settings_say_where_the_zine_lies_in_the_platforms_own_form(
    empty: Path, run, name: str
) -> None:
    facts = FACTS[name]
    clone(facts["origin"])
    run("init", "--platform", name)
    found = settings(empty)
    assert found["site_url"] == facts["site"]
    assert found["repo_url"] == facts["repository"]
    zine = Zine(name="Z", edit=edit_address(found["repo_url"], found["edit_uri"]))
    assert f"{zine.edit}PATH" == facts["edit"]
    assert f"{zine.upload}PATH" == facts["upload"]
    assert find_new_file(zine.edit, "PATH") == facts["new"]
    assert find_new_issue(zine.edit) == facts.get("issue", "")
    assert f"{find_view(zine.edit)}PATH" == facts["view"]


@pytest.mark.parametrize("name", PLATFORMS)
def test_a_site_without_a_path_has_a_repository_of_its_own(name: str) -> None:
    repository = parse_origin(FACTS[name]["index_origin"])
    assert repository is not None
    assert (
        dict(list_addresses(PLATFORMS[name], repository))["site_url"] == FACTS[name]["index_site"]
    )


def test_on_a_host_of_ones_own_all_is_known_but_where_the_site_lies(empty: Path, run) -> None:
    clone("ssh://git@git.example.org:2222/club/zine.git")
    run("init", "--platform", "forgejo")
    found = settings(empty)
    assert found["repo_url"] == "https://git.example.org/club/zine"
    assert found["edit_uri"] == "_edit/main/"
    assert "site_url" not in found


@pytest.mark.parametrize(
    ("name", "origin"), [(name, origin) for name in ELSEWHERE for origin in ELSEWHERE[name]]
)
def test_an_origin_elsewhere_is_not_taken_for_one_on_the_platform(
    empty: Path, run, name: str, origin: str
) -> None:
    clone(origin)
    assert run("init", "--platform", name).code == 0
    assert not {"repo_url", "edit_uri", "site_url"} & {*settings(empty)}


def test_on_a_terminal_the_platform_of_the_clone_is_proposed(
    empty: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    clone(FACTS["gitlab"]["origin"])
    monkeypatch.setattr("sys.stdin", Terminal("\n\n\n"))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert run("init").code == 0
    assert (empty / ".gitlab-ci.yml").is_file()


def test_codeberg_and_gitea_are_platforms_by_their_own_names(empty: Path, run) -> None:
    for name in ("codeberg", "Gitea"):
        assert run("init", name, "--platform", name).code == 0
        assert (empty / name / ".forgejo/workflows/publish.yml").is_file()


def test_a_second_platform_is_added_and_changes_nothing_that_lies_there(empty: Path, run) -> None:
    run("init", "--platform", "github")
    (empty / ".gitlab-ci.yml").write_text("mine: {script: [x]}\n")
    before = {path: path.read_bytes() for path in empty.rglob("*") if path.is_file()}
    ended = run("init", "--platform", "gitlab")
    assert ended.code == 0
    assert "left as it was: .gitlab-ci.yml, " in ended.out
    assert ".gitlab/install" in ended.out.partition("left")[0]
    del before[empty / ".zinegen.json"]
    assert {path: path.read_bytes() for path in before} == before
