"""PDF: read back by another library, page by page."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.pages import examples
from tests.pages.paper.conftest import SCORES
from zinegen.pages.contents import IssueView
from zinegen.pages.paper.documents import DocumentMaker, Drawings, PrintDocument
from zinegen.pages.paper.pdf import LOOKS, make_pdf
from zinegen.pages.paper.typesetting import MISSING, TypesettingError
from zinegen.pages.site.zine_settings import PAPERS
from zinegen.pages.views import NOTHING

Pair = tuple[PrintDocument, Drawings]
MILLIMETRE = 72 / 25.4


def read(content: bytes) -> PdfReader:
    return PdfReader(BytesIO(content))


@pytest.fixture(scope="session")
def whole(issue: Pair, maker: DocumentMaker, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The issue on A4."""
    return make_pdf(*issue, "a4", maker.find_address, tmp_path_factory.mktemp("zine"))


@pytest.fixture(scope="session")
def text(whole: bytes) -> str:
    """All that can be read in it."""
    return " ".join(" ".join(page.extract_text().split()) for page in read(whole).pages)


def test_an_issue_is_read_from_its_masthead_to_its_deadlines(text: str) -> None:
    season = examples.ISSUE.seasons[0]
    order = season.phases[0].orders[0].orders[0].text
    head = text.rfind(" ".join(f"{season.name}: {season.headline}".split()))
    assert 0 < text.find(examples.MASTHEAD.title) < text.find("IN THIS ISSUE") < head
    scores = text.rfind("How the games stand")
    assert head < text.find(order, head) < scores < text.rfind("Deadlines and openings")
    first = SCORES[0].scores[0]
    assert f"{first.power.name} {first.centres}" in text[scores:].replace("\xa0", " ")


def test_an_order_that_failed_leads_to_the_reason_below(text: str) -> None:
    failed = [
        one
        for phase in examples.SPRING.phases
        for group in phase.orders
        for one in group.orders
        if one.word == "fails"
    ]
    assert failed
    assert all(one.sentence in text for one in failed)
    assert "✗" in text


def test_it_is_tagged_named_and_its_letters_are_in_it(whole: bytes) -> None:
    """As PDF/UA-1 wants it: Typst refuses to write any that does not conform."""
    found = read(whole)
    root = found.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"].value
    assert "/StructTreeRoot" in root
    assert root["/Lang"] == "en-GB"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"].value
    assert b"pdfuaid:part" in root["/Metadata"].get_data()
    assert found.metadata is not None
    assert found.metadata.title == f"{examples.MASTHEAD.title}, No. 7: {examples.ISSUE.title}"
    fonts = {
        font["/BaseFont"]: font["/DescendantFonts"][0]["/FontDescriptor"]
        for page in found.pages
        for one in page["/Resources"]["/Font"].values()
        for font in (one.get_object(),)
    }
    assert any("LibreCaslonText" in name for name in fonts)
    assert all({"/FontFile2", "/FontFile3"} & one.get_object().keys() for one in fonts.values())


def test_links_and_bookmarks_lead_on(whole: bytes) -> None:
    found = read(whole)
    marks = [one.title for one in found.outline if not isinstance(one, list)]  # type: ignore[union-attr]
    assert marks[-1] == "Deadlines and openings"
    actions = [
        one.get_object().get("/A", {}).get("/URI")
        for page in found.pages
        for one in page.get("/Annots", ())
    ]
    assert f"{examples.ZINE.url}how-to-play/" in actions
    assert None in actions, "the list of contents leads to pages"


def test_running_heads_and_page_numbers_stand_on_every_page_but_the_first(whole: bytes) -> None:
    pages = [page.extract_text() for page in read(whole).pages]
    assert len(pages) > 1
    for number, page in enumerate(pages, start=1):
        assert f"{number}" in page
        assert (f"{examples.MASTHEAD.number}" in page) is True
    assert "Next deadline" in pages[1]


def test_what_strangers_wrote_is_text_and_nothing_else(text: str) -> None:
    assert 'onerror="alert(1)"' in text.replace("“", '"').replace("”", '"')
    assert "evil()" not in text
    assert MISSING in text, "what no typeface has is shown as missing"
    assert "Ελλάδα" in text
    assert "Łódź" in text


def test_the_same_document_is_the_same_bytes(
    whole: bytes, issue: Pair, maker: DocumentMaker, root: Path
) -> None:
    assert make_pdf(*issue, "a4", maker.find_address, root) == whole


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_book_has_a_spread_for_every_season_across_the_sheet(
    book: Pair, maker: DocumentMaker, root: Path, paper: str
) -> None:
    found = read(make_pdf(*book, paper, maker.find_address, root))
    look = LOOKS[paper]
    box = found.pages[0].mediabox
    assert (round(box.width), round(box.height)) == (
        round(look.height * MILLIMETRE),
        round(look.width * MILLIMETRE),
    )
    titles = [one.title for one in found.outline if not isinstance(one, list)]  # type: ignore[union-attr]
    seasons = [one.name for one in examples.BOOK.seasons]
    assert [one for one in titles if one.partition(":")[0] in seasons]
    assert titles[0] == "Contents and players"
    assert titles[-1] == "Press, by author"


def test_a_booklet_is_sheets_to_be_folded(issue: Pair, maker: DocumentMaker, root: Path) -> None:
    """Its pages are four a sheet: the last beside the first, the second beside the last but one."""
    found = read(make_pdf(*issue, "a5-booklet", maker.find_address, root))
    assert len(found.pages) % 2 == 0
    box = found.pages[0].mediabox
    assert (round(box.width), round(box.height)) == (
        round(2 * 148 * MILLIMETRE),
        round(210 * MILLIMETRE),
    )
    sides = [page.extract_text() for page in found.pages]
    total = 2 * len(sides)
    for side, said in enumerate(sides):
        numbers = {side + 1, total - side}
        shown = {int(word) for word in said.split() if word.isdigit() and int(word) <= total}
        printed = {number for number in numbers if number in shown}
        assert printed, f"side {side} shows neither of {numbers}"


@pytest.mark.parametrize("part", ["seasons", "deadlines", "openings", "scores"])
def test_an_issue_that_lacks_a_part_is_set_all_the_same(
    issue: Pair, maker: DocumentMaker, root: Path, part: str
) -> None:
    document, drawings = issue
    assert isinstance(document.view, IssueView)
    view = replace(document.view, **{part: ()})
    found = make_pdf(
        replace(document, view=view, seasons=view.seasons), drawings, "a4", maker.find_address, root
    )
    assert len(read(found).pages) > 0


def test_an_issue_of_nothing_but_its_masthead_is_set(maker: DocumentMaker, root: Path) -> None:
    bare = replace(examples.ISSUE, editorial=NOTHING, seasons=(), deadlines=(), openings=())
    bare = replace(bare, masthead=replace(bare.masthead, deadline=None, deadline_of=""))
    document = maker.make_issue(replace(bare, uri="issues/none.md"))
    found = make_pdf(document, maker.draw(document), "letter", maker.find_address, root)
    assert "No game waits for orders" in " ".join(read(found).pages[0].extract_text().split())


def test_pictures_of_an_editorial_are_set_and_what_is_none_is_named(
    maker: DocumentMaker, root: Path
) -> None:
    """One that is no picture, is not there, or lies elsewhere on the web stops no document."""
    folder = maker.sources / "issues"
    folder.mkdir(exist_ok=True)
    draw_map = (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>'
    )
    (folder / "good.svg").write_bytes(draw_map)
    (folder / "bad.png").write_bytes(b"no picture")
    (folder / "70.md").write_text(
        "---\nnumber: 70\n---\n![A good one](good.svg) ![A bad one](bad.png) ![Gone](gone.png)"
        " ![Far](https://elsewhere.example/far.png) ![Out](../../../etc/out.png)\n"
    )
    place = f"{maker.sources.name}/issues/70.md"
    contents = replace(maker.contents, editorials={"issues/70.md": place})
    bold = replace(maker, contents=contents)
    document = bold.make_issue(replace(examples.ISSUE, uri="issues/70.md", seasons=()))
    assert sorted(document.pictures.values()) == [draw_map, b"no picture"]
    found = make_pdf(document, bold.draw(document), "a4", bold.find_address, root)
    text = " ".join(" ".join(page.extract_text().split()) for page in read(found).pages)
    assert all(one in text for one in ("A bad one", "Gone", "Far", "Out"))
    assert "A good one" not in text


def test_pictures_of_press_are_set_below_it_with_what_they_show(whole: bytes) -> None:
    """What a reader who does not see it hears is in the tags; 32 pixels are a fifth of an inch."""
    pages = read(whole).pages
    shown = [one for page in pages for one in page.images if one.image.size == (32, 32)]
    assert shown
    assert "Drawn & sent" in " ".join(page.extract_text() for page in pages)
    assert "picture on the web" not in " ".join(page.extract_text() for page in pages)


def test_every_paper_of_the_settings_has_a_look() -> None:
    assert tuple(LOOKS) == PAPERS


def test_a_template_that_is_broken_is_named(issue: Pair, maker: DocumentMaker, root: Path) -> None:
    (root / "templates/paper").mkdir(parents=True)
    (root / "templates/paper/issue.typ").write_text("#nobody(knows)")
    with pytest.raises(
        TypesettingError, match=r"issue\.typ cannot be set: unknown variable: nobody"
    ):
        make_pdf(*issue, "a4", maker.find_address, root)
