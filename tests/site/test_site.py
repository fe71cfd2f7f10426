"""The built site: strict, whole, and asking nobody else for anything."""

import gzip
import json
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import html5lib
import pytest
from mkdocs.theme import Theme

from tests.pages import examples
from tests.sites import build_site, example_site, lay_out, make_once
from zinegen.mkdocs_parts import QuickTheme
from zinegen.pages import write_policy
from zinegen.pages.site.content_security import list_inline_code

ADDRESS = "https://site.invalid/"
CARRIERS = {"img", "script", "link", "source", "iframe", "object", "embed", "video", "audio", "use"}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The example zine with a folder a page."""
    return make_once(tmp_path_factory, "example", example_site) / "site"


HOSTILE = 'Q&A "> <script src="x.js"></script><b onclick="y">'
"""What stands in a setting of the zine and is to be text."""


@pytest.fixture(scope="module")
def flat_site(tmp_path_factory):
    """The example zine with a file a page, as it opens from a disk, and without the engine."""
    plugins = [{"search": {}}, {"zinegen": {"engine": False}}]
    settings = dict.fromkeys(("site_name", "site_description", "site_author"), HOSTILE)

    def make(folder):
        example_site(folder, use_directory_urls=False, plugins=plugins, **settings)

    return make_once(tmp_path_factory, "flat-example", make) / "site"


@cache
def trees(site):
    """Return every page with its address and its parsed tree: parsed once for all tests of a site."""
    pages = ((path, path.read_text("utf-8")) for path in sorted(site.rglob("*.html")))
    return [
        (
            path.relative_to(site).as_posix(),
            text,
            html5lib.parse(text, namespaceHTMLElements=False),
        )
        for path, text in pages
    ]


def read_index(site):
    """Return what the search of a site can find, as it stands in its index."""
    found = [gzip.decompress(one.read_bytes()) for one in site.glob("pagefind/fragment/*")]
    return [json.loads(one.removeprefix(b"pagefind_dcd")) for one in sorted(found)]


def elements(tree):
    """Yield the elements of a tree, comments left out."""
    return (one for one in tree.iter() if isinstance(one.tag, str))


def target(site, page, address):
    """Return the file and the anchor that an address on a page leads to; no file for one elsewhere."""
    url, anchor = urldefrag(urljoin(ADDRESS + page, address))
    parts = urlsplit(url)
    if f"{parts.scheme}://{parts.netloc}/" != ADDRESS:
        return None, anchor
    path = site / unquote(parts.path.lstrip("/"))
    return (path / "index.html" if parts.path.endswith("/") else path), anchor


@pytest.mark.parametrize("which", ["site", "flat_site"])
def test_no_link_on_any_page_is_broken(which, request):
    """Every page, picture, feed and anchor that a page leads to is there."""
    built = request.getfixturevalue(which)
    pages = {name: tree for name, _, tree in trees(built)}
    ids = {
        (built / name).resolve(): {one.get("id") or one.get("name") for one in elements(tree)}
        for name, tree in pages.items()
    }
    checked = 0
    for name, tree in pages.items():
        if name == "404.html":
            continue
        for element in elements(tree):
            address = element.get("href") or element.get("src")
            if address is None or address.startswith(("data:", "mailto:", "javascript:")):
                continue
            path, anchor = target(built, name, address)
            if path is None:
                continue
            assert path.is_file(), f"{name} leads to {address}"
            # The page that tries orders reads positions and whole questions from the fragment.
            if anchor and path.suffix == ".html" and "what-if" not in path.as_posix():
                assert anchor in ids[path.resolve()], f"{name} leads to {address}"
            checked += 1
    assert checked > 300


def test_no_page_loads_anything_from_another_server(site):
    """Fonts, scripts and pictures lie in the site."""
    for name, text, tree in trees(site):
        for element in elements(tree):
            if element.tag not in CARRIERS or element.get("rel") in {"canonical", "alternate"}:
                continue
            for attribute in ("src", "href", "data", "srcset"):
                assert not re.match(r"(https?:)?//", element.get(attribute) or ""), (name, text)
    for sheet in (site / "assets").glob("*.css"):
        assert not re.search(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", sheet.read_text("utf-8"))


def test_every_page_has_the_policy_and_nothing_that_it_forbids(site):
    """No inline script, no handler, no inline style: a script that a stranger gets in does not run."""
    for name, text, tree in trees(site):
        metas = {one.get("http-equiv"): one.get("content") for one in elements(tree)}
        assert metas["Content-Security-Policy"] == write_policy(), name
        assert [*list_inline_code(text)] == [], name


def test_settings_of_the_zine_are_text_in_the_head_and_the_policy_comes_first(flat_site):
    for name, text, tree in trees(flat_site):
        head = tree.find("head")
        loaded = [one for one in elements(head) if one.tag != "head"]
        assert loaded[0].get("http-equiv") == "Content-Security-Policy", name
        assert not [one for one in elements(tree) if one.get("src") == "x.js"], name
        assert not [one for one in elements(tree) if one.get("onclick")], name
        said = {one.get("name"): one.get("content") for one in elements(head)}
        assert said["author"] == HOSTILE, name
        assert HOSTILE in "".join(head.find("title").itertext()), name
        assert [*list_inline_code(text)] == [], name
    (index,) = (tree for name, _, tree in trees(flat_site) if name == "404.html")
    said = {one.get("name"): one.get("content") for one in elements(index)}
    assert said["description"] == HOSTILE


def test_pages_know_where_the_engine_is_unless_it_is_switched_off(runtime, site, flat_site):
    """From wherever in the site they lie."""
    for name, _, tree in trees(site):
        (said,) = (one for one in elements(tree) if one.get("name") == "zinegen-engine")
        listed = target(site, name, said.get("content"))[0]
        assert listed == site / "engine" / "engine.json", name
    known = json.loads(listed.read_text())
    folder = listed.parent / known["runtime"]["folder"]
    for file in (*(folder / one["name"] for one in known["runtime"]["files"]),):
        assert file.is_file()
    assert (listed.parent / known["program"]["name"]).stat().st_size == known["program"]["size"]
    assert not (flat_site / "engine").exists()
    assert not any("zinegen-engine" in text for _, text, _ in trees(flat_site))


def test_strangers_words_are_words_everywhere(site):
    """In title, menu, description, cards, search index and feeds, a tag in a headline stays text."""
    (site / "feed.xml").read_text("utf-8").index("&lt;img")
    for name, _, tree in trees(site):
        for element in elements(tree):
            assert element.get("onerror") is None, name
            assert element.tag != "b" or "Broken" not in "".join(element.itertext()), name
            if element.tag == "script":
                assert "alert(1)" not in "".join(element.itertext()), name
    page = (site / "games/winter/1901-2-autumn/index.html").read_text("utf-8")
    title = re.search(r"<title>(.*?)</title>", page, re.DOTALL)[1]
    assert "onerror" in title
    assert "<img" not in title
    assert any("onerror" in one["meta"]["title"] for one in read_index(site))


def test_the_search_knows_editorials_press_and_orders_each_once(site):
    """Each leads to its own place: a report to its page, an order to its line, an issue to its editorial."""
    found = read_index(site)

    def places(words):
        return [one["meta"].get("to") for one in found if words in one["content"]]

    report = "games/winter/1901-1-spring/"
    assert {f"{report}#press-1", f"{report}#press-2"} <= {*places("omnibus")}
    assert "issues/7/" not in places("omnibus")  # where it is printed once more
    assert places("Two of you asked") == ["issues/7/"]
    assert len([one for one in found if one["meta"]["title"] == "A Mar S A Par – Bur"]) == 1
    reports = [one for one in found if one["meta"].get("to") == report]
    assert len(reports) == 1
    assert "A Mar S A Par" not in reports[0]["content"]
    assert {"about/", "house-rules/", "rules/standard/"} <= {one["meta"].get("to") for one in found}
    assert not {"", "find/", "what-if/"} & {one["meta"].get("to") for one in found}


def test_the_themes_own_search_never_runs(site, flat_site):
    """Its settings may still stand in the zine's; two indexes would be two ways of finding."""
    for built in (site, flat_site):
        assert not (built / "search").exists()
        assert "md-search" not in (built / "index.html").read_text("utf-8")
    assert 'action="find.html"' in (flat_site / "index.html").read_text("utf-8")
    assert any(one["meta"].get("to") == "about.html" for one in read_index(flat_site))


def test_the_front_page_is_the_newest_issue(site):
    """With its editorial, whose links lead to the same places."""
    front = (site / "index.html").read_text("utf-8")
    issue = (site / "issues/7/index.html").read_text("utf-8")
    for page, address in ((front, "games/winter/"), (issue, "../../games/winter/")):
        assert "No. 7" in page
        assert f'<a href="{address}">Winter</a> goes on' in page


def test_a_page_is_called_by_its_own_name_and_the_front_page_by_its_issue(site):
    """What a window, a bookmark and a search result show."""
    titles = {name: tree.findtext("head/title") for name, _, tree in trees(site)}
    assert titles["index.html"].startswith(f"{examples.ZINE.name}, No. 7, ")
    assert titles["about/index.html"] == f"About – {examples.ZINE.name}"
    assert titles["404.html"] == f"Undelivered – {examples.ZINE.name}"
    others = [title for name, title in titles.items() if name != "issues/7/index.html"]
    assert len(set(others)) == len(others)


def test_a_rule_sets_contents_name_the_tables_below_the_text_too(site):
    """Text and tables come from two places; the list beside them is one."""
    (tree,) = (tree for name, _, tree in trees(site) if name == "rules/standard/index.html")
    ids = {one.get("id") for one in elements(tree)}
    (listed,) = (
        [link.get("href") for link in one.iter("a")]
        for one in elements(tree)
        if one.tag == "nav" and "md-nav--secondary" in (one.get("class") or "")
    )
    assert {"#options", "#forms", "#start", "#in-play"} <= set(listed)
    assert listed[0].startswith("#1-")
    assert {anchor[1:] for anchor in listed} <= ids


def test_a_season_is_not_in_the_menu_and_a_game_is(site):
    """A menu of a thousand entries takes minutes to build."""
    tree = html5lib.parse(
        (site / "games/index.html").read_text("utf-8"), namespaceHTMLElements=False
    )
    menu = [
        one.get("href")
        for nav in elements(tree)
        if nav.tag == "nav" and nav.get("data-md-level") is not None
        for one in nav.iter("a")
    ]
    assert "winter/" in menu
    assert not [address for address in menu if "1901" in address]


def test_a_page_has_a_card_for_other_sites(site):
    """The map of the moves, with its size and in words."""
    page = (site / "games/winter/1901-1-spring/index.html").read_text("utf-8")
    assert '<meta property="og:image" content="https://zine.example/cards/s.png">' in page
    assert '<meta property="og:image:alt" content="Arrows from Paris to Burgundy">' in page
    assert '<link rel="alternate" type="application/atom+xml"' in page


def test_two_builds_give_the_same_bytes(site, tmp_path):
    """The site depends on the files alone."""
    one, two = (
        {path.relative_to(built): path for path in built.rglob("*") if path.is_file()}
        for built in (site, example_site(tmp_path))
    )
    assert set(one) == set(two)
    assert [str(name) for name in one if one[name].read_bytes() != two[name].read_bytes()
            and not str(name).startswith("sitemap")] == []  # fmt: skip


def test_an_empty_zine_is_built_strictly(tmp_path, start_maps):
    """Before the first game there is a zine."""
    lay_out(tmp_path, start_maps)
    site = build_site(tmp_path)
    assert (site / "archive/index.html").is_file()
    assert examples.ZINE.name in (site / "index.html").read_text("utf-8")


def test_the_page_for_a_wrong_address_speaks_as_the_zine_does(site):
    """And leads on."""
    text = (site / "404.html").read_text("utf-8")
    assert "addressee unknown" in text
    assert "/archive/" in text


def test_nothing_is_written_beside_the_sources(site):
    """Generated pages live in memory only."""
    sources = site.parent / "site_src"
    assert not list(sources.rglob("1901*"))
    assert not (sources / "index.md").exists()


def test_the_cache_holds_maps_and_data_but_nothing_that_runs(site):
    """Compiled templates and the packed program are code: they live as long as the process."""
    found = [path for path in (site.parent / ".cache").rglob("*") if path.is_file()]
    kept = {path.parent.name for path in found if "search" not in path.parts}
    assert kept - {".cache"} <= {"maps", "values"}
    index = {path.suffix for path in found if "search" in path.parts}
    assert index == {".json", ".pf_fragment", ".pf_index", ".pf_meta", ".zlib"}


def test_the_fonts_come_with_their_licences():
    """Both faces are free, and say so."""
    fonts = Path(__file__).parents[2] / "site_src" / "assets" / "fonts"
    names = {path.name.split("-latin")[0] for path in fonts.glob("*.woff2")}
    assert {path.name.removesuffix(".LICENSE.txt") for path in fonts.glob("*.txt")} == names


def test_with_a_repository_every_page_of_a_file_can_be_edited(tmp_path):
    """By its path in the repository; the theme's widget that asks the platform for stars is not there."""
    built = example_site(tmp_path, repo_url="https://github.com/owner/zine", edit_uri="edit/main/")
    edits = {
        name: [one.get("href") for one in elements(tree) if one.get("rel") == "edit"]
        for name, _, tree in trees(built)
    }
    root = "https://github.com/owner/zine/edit/main/"
    assert edits["about/index.html"] == [f"{root}site_src/about.md"]
    season = "games/winter/seasons/1901-1-spring/season.toml"
    assert edits["games/winter/1901-1-spring/index.html"] == [root + season]
    assert edits["archive/index.html"] == []
    rules = next(tree for name, _, tree in trees(built) if name == "rules/deluge1/index.html")
    exact = "https://github.com/owner/zine/blob/main/docs/rules/deluge2.md"
    assert exact in [one.get("href") for one in elements(rules)]
    front = (built / "index.html").read_text("utf-8")
    assert 'href="https://github.com/owner/zine"' in front
    assert 'data-md-component="source"' not in front


def test_the_gm_is_told_what_of_their_text_does_nothing_and_may_name_other_servers(
    tmp_path, start_maps, caplog
):
    """Columns are aligned without inline styles; comments come from where the zine says."""
    lay_out(tmp_path, start_maps)
    prose = tmp_path / "site_src" / "about.md"
    prose.write_text(
        "# About\n\n<script>count()</script>\n<p style='color: red' onclick='count()'>Red</p>\n"
        "<a href=' JavaScript:count()'>Count</a>\n\n"
        "| A | B |\n|---|--:|\n| a | b |\n"
    )
    settings = tmp_path / "mkdocs.yml"
    origins = "  - zinegen:\n      origins: [https://giscus.app]\n"
    settings.write_text(settings.read_text("utf-8").replace("  - zinegen:\n", origins))
    built = build_site(tmp_path, strict=False)
    page = (built / "about/index.html").read_text("utf-8")
    assert '<td align="right">b</td>' in page
    assert "script-src 'self' https://giscus.app 'wasm-unsafe-eval';" in page
    told = [one.getMessage() for one in caplog.records if "about.md: " in one.getMessage()]
    assert [one.split()[2] for one in told] == ["<script>", "style=", "onclick=", "javascript:"]


def test_what_the_platform_is_guessed_to_be_called_leads_nowhere(tmp_path):
    """A repository alone does not say where its files are edited."""
    built = example_site(tmp_path, repo_url="https://github.com/owner/zine")
    assert not [
        one for _, _, tree in trees(built) for one in elements(tree) if one.get("rel") == "edit"
    ]


@pytest.mark.parametrize("name", ["material", "mkdocs"])
def test_all_of_a_theme_is_copied_but_what_lies_in_hidden_folders(name):
    theme = Theme(name=name, custom_dir=None)
    listed = theme.get_env().list_templates()
    shown = [one for one in listed if not any(part[0] == "." for part in one.split("/")[:-1])]
    quick = QuickTheme.of(theme)
    assert quick.get_env().list_templates() == shown
    assert dict(quick) == dict(theme)
    assert type(quick.get_env().loader) is not type(theme.get_env().loader)
