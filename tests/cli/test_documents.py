"""Documents by command: an issue or a game, on paper and as a book to be carried."""

from __future__ import annotations

import importlib.util
import shutil
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.sites import lay_out
from zinegen.pages.paper import kept_documents

pytestmark = pytest.mark.slow

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


@pytest.mark.parametrize("name", ["4", "No. 4", "Nr. 4"])
def test_an_issue_of_a_zine_in_german_is_found_and_set_in_german(
    told: Path, run, name: str
) -> None:
    want(told, "language: de")
    assert run("epub", name).code == 0
    with zipfile.ZipFile(told / "issue-4.epub") as book:
        assert "Nr. 4" in book.read("EPUB/front.xhtml").decode()
        assert 'lang="de"' in book.read("EPUB/front.xhtml").decode()
    if name == "4":
        assert run("pdf").code == 0
        issue = PdfReader(BytesIO((told / "issue-4.pdf").read_bytes()))
        assert "Nr. 4" in issue.pages[0].extract_text()
        assert str(issue.trailer["/Root"]["/Lang"]).startswith("de")


@pytest.mark.parametrize("command", ["pdf", "epub"])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("5",), "there is no issue 5; there are No. 4 to No. 4"),
        (("one",), "there is no issue one; there are No. 4 to No. 4"),
        (("4x",), "there is no issue 4x; "),
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
    assert "there is no issue yet" in run("epub").err
    assert list_new(zine) == []


def test_a_game_that_needs_the_gm_is_told_of(told: Path, run) -> None:
    (told / "games/demo/game.toml").write_text("variant = 7")
    ended = run("epub", "--game", "demo")
    assert ended.code == 2
    assert "demo cannot be shown: " in ended.err


def test_a_game_beside_that_needs_the_gm_stops_nothing_and_shows_in_the_exit_code(
    told: Path, run
) -> None:
    (told / "games/spoilt").mkdir()
    (told / "games/spoilt/game.toml").write_text("variant = 7")
    for words in (["epub"], ["epub", "--game", "demo"], ["mail"], ["mail", "-o", "issue.eml"]):
        ended = run(*words)
        assert ended.code == 1, words
        assert "spoilt cannot be shown: " in ended.err
        assert "demo cannot" not in ended.err
    assert list_new(told) == ["demo.epub", "issue-4.epub", "issue.eml"]


@pytest.mark.slow
def test_an_issue_of_eight_seasons_is_twelve_pages_and_three_megabytes_at_most(
    zine: Path, run
) -> None:
    """On A4, of the hardest maps there are, each with all its orders and its map."""
    game = "cold-front"
    shutil.copy(ROOT / "mkdocs.yml", zine)
    shutil.copytree(ROOT / "games" / game, zine / "games" / game)
    played = sorted(one.parent.name for one in (zine / "games" / game).rglob("result.json"))[-8:]
    assert len(played) == 8
    (zine / "site_src" / "issues").mkdir(parents=True)
    seasons = ", ".join(f"{game}/{one}" for one in played)
    text = f"---\nnumber: 1\ndate: 2026-12-02\ntitle: Eight\ngames: [{seasons}]\n---\nWell.\n"
    (zine / "site_src" / "issues" / "1.md").write_text(text)
    assert run("pdf", "-o", "1.pdf").code == 0
    content = (zine / "1.pdf").read_bytes()
    assert len(content) <= 3_000_000
    assert len(PdfReader(BytesIO(content)).pages) <= 12


# ------------------------------------------------------------------------------------ on the site


@pytest.fixture
def site(zine: Path, played_demo: Path, start_maps: Path) -> Path:
    """A zine that wants documents of all issues and games."""
    lay_out(zine, start_maps)
    shutil.copytree(played_demo, zine / "games" / "demo")
    (zine / "site_src" / "issues" / "4.md").write_text(EDITORIAL)
    want(zine, "pdf: letter", "epub: true")
    return zine


def want(zine: Path, *lines: str) -> None:
    """Put settings of the zine's own into its `mkdocs.yml`, in the place of those that were put before."""
    text = (ROOT / "mkdocs.yml").read_text("utf-8")
    own = "".join(f"      {one}\n" for one in lines)
    (zine / "mkdocs.yml").write_text(
        text.replace("  - zinegen:\n", f"  - zinegen:\n{own}"), "utf-8"
    )


def list_documents(zine: Path) -> list[str]:
    found = [*(zine / "site").rglob("*.pdf"), *(zine / "site").rglob("*.epub")]
    return sorted(one.relative_to(zine / "site").as_posix() for one in found)


def test_a_build_makes_documents_links_them_and_keeps_them(
    site: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("build", "--quiet").code == 0
    everything = ["games/demo/demo.epub", "games/demo/demo.pdf", "issues/4.epub", "issues/4.pdf"]
    assert list_documents(site) == everything
    first = {name: (site / "site" / name).read_bytes() for name in everything}
    box = PdfReader(BytesIO(first["issues/4.pdf"])).pages[0].mediabox
    assert (box.width, box.height) == (612, 792), "it is on the paper that was asked for"
    for page, links in (
        ("index.html", ("issues/4.pdf", "issues/4.epub")),
        ("issues/4/index.html", ("../4.pdf", "../4.epub")),
        ("games/demo/index.html", ("demo.pdf", "demo.epub")),
    ):
        text = (site / "site" / page).read_text("utf-8")
        assert all(f'href="{link}"' in text for link in links), page

    made: list[str] = []
    for name in ("make_pdf", "make_epub"):
        make = getattr(kept_documents, name)
        monkeypatch.setattr(
            kept_documents,
            name,
            lambda document, *rest, make=make: made.append(document.title) or make(document, *rest),
        )
    assert run("build", "--quiet").code == 0
    assert made == [], "nothing has changed"
    assert {name: (site / "site" / name).read_bytes() for name in everything} == first
    (site / "site_src/issues/4.md").write_text(f"{EDITORIAL}\nAnd more.\n")
    assert run("build", "--quiet").code == 0
    assert made == ["The Fault Line, No. 4: Bounces"] * 2, "the issue alone has changed"
    kept = [*(site / ".cache").rglob("documents/*")]
    assert len(kept) == len(everything), "what nobody wants any more is gone"
    want(site, "epub: false")
    assert run("build", "--quiet").code == 0
    assert list_documents(site) == []
    assert ".pdf" not in (site / "site/issues/4/index.html").read_text("utf-8")


def test_what_cannot_be_set_stops_no_site(site: Path, run) -> None:
    want(site, "pdf: foolscap", "epub: true")
    (site / "templates/paper/epub/season.xhtml").write_text("{{ nobody.knows }}")
    ended = run("build", "--quiet")
    assert ended.code == 1
    assert "pdf is one of a4, letter, a5-booklet" in ended.err
    assert "issues/4.epub is not there: season.xhtml cannot be used: 'nobody' is undefined" in (
        ended.err
    )
    assert list_documents(site) == []
    assert (site / "site/issues/4/index.html").is_file()


def test_a_site_without_the_extra_has_no_pdf_and_says_why(
    site: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "zinegen.plugin.find_lacking", lambda: "no PDF can be made: typst is missing"
    )
    ended = run("build", "--quiet")
    assert ended.code == 1
    assert "no PDF can be made: typst is missing" in ended.err
    assert list_documents(site) == ["games/demo/demo.epub", "issues/4.epub"]
    assert "demo.pdf" not in (site / "site/games/demo/index.html").read_text("utf-8")
