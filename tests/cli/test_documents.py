"""Documents by command: an issue or a game, on paper and as a book to be carried."""

from __future__ import annotations

import importlib.util
import shutil
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

ROOT = Path(__file__).parents[2]
EDITORIAL = (
    "---\nnumber: 4\ndate: 2026-12-02\ntitle: Bounces\ngames: [demo/1901-1-spring]\n---\nWell.\n"
)


@pytest.fixture
def told(demo: Path) -> Path:
    """The zine of the demo with settings and an issue of its own."""
    shutil.copy(ROOT / "mkdocs.yml", demo)
    (demo / "site_src" / "issues").mkdir(parents=True)
    (demo / "site_src" / "issues" / "4.md").write_text(EDITORIAL)
    return demo


def list_new(zine: Path) -> list[str]:
    known = {"games", ".cache", "mkdocs.yml", "site_src"}
    return sorted(one.name for one in zine.iterdir() if one.name not in known)


def test_the_newest_issue_and_a_game_become_pdf(told: Path, run) -> None:
    ended = run("pdf")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == "issue-4.pdf: The Fault Line, No. 4: Bounces, 0.3 MB\n"
    issue = PdfReader(BytesIO((told / "issue-4.pdf").read_bytes()))
    assert "Well." in issue.pages[0].extract_text()
    assert run("pdf", "No. 4", "-o", "again.pdf").code == 0
    assert (told / "again.pdf").read_bytes() == (told / "issue-4.pdf").read_bytes()
    assert run("pdf", "--game", "demo", "--paper", "letter", "-o", "book.pdf").code == 0
    book = PdfReader(BytesIO((told / "book.pdf").read_bytes()))
    assert any("A Vie H" in page.extract_text() for page in book.pages)
    assert list_new(told) == ["again.pdf", "book.pdf", "issue-4.pdf"]
    assert not list((told / ".cache" / "runs").iterdir())


def test_an_issue_and_a_game_become_epub(told: Path, run) -> None:
    assert run("epub", "issues/4.md").out.startswith("issue-4.epub: The Fault Line, No. 4: Bounces")
    assert run("epub", "--game", "games/demo").out.startswith("demo.epub: ")
    for name, wanted in (("issue-4", "map-demo-1901-1-spring.svg"), ("demo", "map-start.svg")):
        with zipfile.ZipFile(told / f"{name}.epub") as book:
            assert f"EPUB/{wanted}" in book.namelist()


@pytest.mark.parametrize("command", ["pdf", "epub"])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("5",), "there is no issue 5; they are numbered 4"),
        (("one",), "there is no issue one; they are numbered 4"),
        (("../4",), "there is no issue ../4; they are numbered 4"),
        (("--game", "dmeo"), "there is no game dmeo; did you mean demo?"),
        (("4", "--game", "demo"), "name an issue or --game GAME, not both"),
        (("-o", "no/4.{}"), "no/4.{}: there is no folder no"),
        (("-o", "4.doc"), "4.doc: this is written as .{}"),
        (("-o", "games"), "File 'games' is a directory"),
    ],
)
def test_what_cannot_be_made_is_said_and_nothing_is_written(
    told: Path, run, command: str, words: tuple[str, ...], said: str
) -> None:
    ended = run(command, *(one.format(command) for one in words))
    assert ended.code == 2
    assert said.format(command) in ended.err
    assert list_new(told) == []


def test_a_paper_that_is_none_is_told_of(told: Path, run) -> None:
    ended = run("pdf", "--paper", "a3")
    assert ended.code == 2
    assert "'a3' is not one of 'a4', 'letter', 'a5-booklet'" in ended.err


def test_without_the_extra_it_says_how_to_install_it(
    told: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        "zinegen.pages.paper.typesetting.find_spec",
        lambda name: None if name == "typst" else find(name),
    )
    ended = run("pdf")
    assert ended.code == 2
    assert ended.err == (
        "zinegen: no PDF can be made: typst is missing; install the extra for it:"
        " pip install 'zinegen[print]'\n"
    )
    assert run("epub").code == 0, "a book needs no extra"
    assert list_new(told) == ["issue-4.epub"]


def test_where_there_is_no_zine_or_no_issue_that_is_said(zine: Path, run) -> None:
    assert "there is no mkdocs.yml here" in run("pdf").err
    shutil.copy(ROOT / "mkdocs.yml", zine)
    assert "the zine has no issue yet" in run("epub").err
    assert list_new(zine) == []


def test_a_game_that_needs_the_gm_is_told_of(told: Path, run) -> None:
    (told / "games/demo/game.toml").write_text("variant = 7")
    ended = run("epub", "--game", "demo")
    assert ended.code == 2
    assert "demo cannot be shown as it is: " in ended.err
