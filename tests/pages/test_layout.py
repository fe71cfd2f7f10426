"""The whole site from views, and each page judged by a parser that follows the HTML standard."""

import itertools
from dataclasses import replace

import html5lib
import pytest

from tests.pages import examples
from zinegen.pages.site.layout import lay_out_site
from zinegen.pages.site.page_renderer import PageRenderer
from zinegen.pages.site.prose_links import SiteError, check_links
from zinegen.pages.site.render import Page, Templates

WRITTEN = {
    "feed.xml", "how-to-play.md", "rules/index.md",
}  # fmt: skip


@pytest.fixture(scope="session")
def site(templates):
    """The site of the example zine."""
    return lay_out_site(examples.CONTENTS, PageRenderer(templates), {})


def test_every_kind_of_page_is_there(site):
    """What the zine consists of."""
    assert {page.uri for page in site.pages} == {
        "index.md", "issues/7.md", "archive.md", "games/index.md", "games/winter/index.md",
        "games/winter/1901-1-spring.md", "games/winter/1901-2-autumn.md", "games/broken/index.md",
        "games/winter/options.md", "games/winter/borders.md", "games/winter/atlas.md",
        "rules/standard/atlas.md",
        "games/winter/calendar.md", "games/winter/truth.md", "players/index.md", "results.md", "press.md",
        "rules/standard.md",
        "what-if.md", "find.md",
        *(f"players/{player.slug}/index.md" for player in examples.PLAYERS),
    }  # fmt: skip


def test_every_link_leads_somewhere(site):
    """Checked with the pages that people wrote."""
    assert check_links(site, WRITTEN) == ()
    broken = check_links(site, {"feed.xml"})
    assert any("leads to how-to-play.md, which is not there" in one for one in broken)


def test_two_pages_of_one_name_are_refused(site):
    """The second would overwrite the first."""
    twice = replace(site, pages=(*site.pages, site.pages[0]))
    with pytest.raises(SiteError, match="two pages want to be"):
        check_links(twice, WRITTEN)


def test_every_page_is_valid_html_and_runs_nothing(site):
    """No parse error, no element or attribute that runs, every picture described, headings in order."""
    for page in site.pages:
        parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
        tree = parser.parse(f"<!doctype html><title>t</title><body>{page.body}</body>")
        levels = []
        for element in tree.iter():
            assert element.tag != "script"
            if not isinstance(element.tag, str):
                continue
            assert not [name for name in element.attrib if str(name).startswith("on")]
            if element.tag == "img":
                assert element.get("alt") is not None
            if element.tag in {"h1", "h2", "h3", "h4"}:
                levels.append(int(element.tag[1]))
        wanted = 0 if page.uri == "rules/standard.md" else 1
        assert levels.count(1) == wanted, page.uri
        assert all(b - a <= 1 for a, b in itertools.pairwise(levels)), page.uri


def test_no_id_stands_twice_on_a_page(site):
    """An anchor leads to one place."""
    for page in site.pages:
        tree = html5lib.parse(page.body, namespaceHTMLElements=False)
        ids = [one.get("id") for one in tree.iter() if isinstance(one.tag, str) and one.get("id")]
        assert len(set(ids)) == len(ids), page.uri


def test_a_failed_order_is_marked_by_a_sign_and_by_words(site):
    """Colour is never the only sign."""
    (page,) = [one for one in site.pages if one.uri == "games/winter/1901-1-spring.md"]
    tree = html5lib.parse(page.body, namespaceHTMLElements=False)
    failed = [one for one in tree.iter("span") if "z-order--fails" in (one.get("class") or "")]
    items = [item for item in tree.iter("li") if any(one in failed for one in item)]
    assert len(items) == 7
    for item in items:
        text = "".join(item.itertext())
        if "Bul & AEG" in text:
            continue
        assert "✗" in text
        assert "bounced" in text or "moved there with more support" in text


def test_a_page_whose_view_did_not_change_is_not_set_again(templates):
    """The preview shows an edit in about a second."""
    renderer = PageRenderer(templates)
    first = lay_out_site(examples.CONTENTS, renderer, {})
    again = lay_out_site(examples.CONTENTS, renderer, {})
    for one, other in zip(first.pages, again.pages, strict=True):
        assert one.body is other.body


def test_while_a_template_cannot_be_read_every_page_is_set_again(tmp_path):
    """Nobody knows then whether another template has changed."""
    template = tmp_path / "rain.html"
    template.write_text("before")
    renderer = PageRenderer(Templates(tmp_path))
    for text in ("before", "after"):
        template.write_text(text)
        renderer.begin("")
        assert renderer.render(Page(uri="rain.md", title="Rain"), "rain.html", {}).body == text


def test_the_editor_hears_of_a_broken_game_and_readers_see_a_page(site):
    """One bad game stops no other."""
    assert site.notices == ("games/broken/game.toml:3: <script>alert(1)</script>",)
    (page,) = [one for one in site.pages if one.uri == "games/broken/index.md"]
    assert "&lt;script&gt;" in page.body
