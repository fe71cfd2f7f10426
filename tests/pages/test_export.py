"""The pages as plain Markdown."""

import os
import re
import shutil
import tomllib
from dataclasses import replace

import html5lib
import markdown
import pytest
from markupsafe import Markup

from tests.pages import examples
from tests.pages.conftest import TEMPLATES
from tests.sites import lay_out
from zinegen.archive import NewGame, new_game
from zinegen.errors import GameFolderError
from zinegen.pages import Addresses, Templates, render_press
from zinegen.pages.builders.citations import cite_season
from zinegen.pages.site.export import ExportError, export_zine
from zinegen.pages.site.exported_pages import Exporter, split_front_matter
from zinegen.pages.site.prose_links import find_dead_links
from zinegen.pages.site.publish_folder import NOTES
from zinegen.pages.site.render import escape_markdown
from zinegen.pages.site.site_source import (
    MenuEntry,
    read_navigation,
    write_hugo_settings,
    write_zensical_settings,
)
from zinegen.pages.site.zine_settings import SettingsError
from zinegen.pages.views import PageLink
from zinegen.workers import IN_PROCESS

EXPORT = Templates(TEMPLATES.parent / "export", Addresses(sources=True))


@pytest.fixture
def pages(tmp_path):
    """The example zine in Markdown, by uri."""
    (tmp_path / "issues").mkdir()
    (tmp_path / "issues" / "7.md").write_text("---\ndate: 2026-12-02\n---\nThe *editorial*.\n")
    exporter = Exporter(templates=EXPORT, sources=tmp_path, contents=examples.CONTENTS)
    return dict(exporter.pages())


def tree(text):
    """Return what another program would make of a page."""
    _, prose = split_front_matter(text)
    html = markdown.markdown(prose, extensions=["tables", "attr_list"])
    return html5lib.parse(f"<div>{html}</div>", namespaceHTMLElements=False)


def test_a_report_reads_well_in_any_markdown(pages):
    """Headings, tables, lists, pictures."""
    text = pages["games/winter/1901-1-spring.md"]
    assert "\n---\n\n# Spring 1901: Bounces at Burgundy\n\n[Winter](index.md), [Standard" in text
    assert "- A Vie – Gal **(fails)** – *bounced with Russia's A War*" in text
    assert "\n\n\n" not in text
    parsed = tree(text)
    assert len(list(parsed.iter("table"))) == 3
    assert {one.get("src") for one in parsed.iter("img")} >= {"../../maps/before.svg"}
    assert not re.search(r"\\\[|\\\|", text.replace(examples.EVIL, ""))


def test_links_lead_to_the_markdown_files(pages):
    """Relative, so that they work on any platform."""
    assert "(../games/winter/1901-1-spring.md)" in pages["issues/7.md"]
    assert "The *editorial*." in pages["issues/7.md"]
    assert "(issues/7.md)" in pages["index.md"]
    assert "(1901-2-autumn.md)" in pages["games/winter/index.md"]


def test_hostile_words_stay_words(pages):
    """In Markdown, too."""
    for text in pages.values():
        parsed = tree(text)
        for one in parsed.iter():
            if isinstance(one.tag, str):
                assert one.tag != "script"
                assert not [name for name in one.attrib if name.startswith("on")]
                assert "javascript:" not in (one.get("href") or "")


def test_a_text_is_shown_as_it_is():
    """Stars, brackets, list marks and references have no power."""
    for text in [
        "*a*",
        "[a](b)",
        "<b>",
        "&lt;",
        "# a",
        "1. a",
        "- a",
        "a | b",
        "`a`",
        "+ a",
        "= b",
    ]:
        html = markdown.markdown(f"{escape_markdown(text)}\n")
        parsed = html5lib.parseFragment(html, namespaceHTMLElements=False)
        assert "".join(parsed.itertext()).strip() == text
    assert escape_markdown(Markup("<b>")) == "<b>"
    assert escape_markdown(7) == 7


def test_no_words_are_commands_of_a_site_generator():
    """Liquid runs before Markdown: no bracket of what somebody wrote may begin a command."""
    evil = "{{ site.secret }} {% include x %} {{{% %}"
    for value in (evil, render_press(evil), render_press(f"`{evil}`")):
        shown = str(escape_markdown(value))
        assert "{{" not in shown
        assert "{%" not in shown
        text = "".join(html5lib.parse(markdown.markdown(shown)).itertext())
        assert text.strip() == evil
    assert not str(escape_markdown("{")).endswith("{")


def test_a_ruling_without_a_date_has_no_stray_comma():
    """And one with a date has it as the pages print it."""
    season = replace(examples.SPRING, rulings=(replace(examples.SPRING.rulings[0], on="", day=""),))
    values = {"season": season, "game": season.game}
    values["citation"] = cite_season(examples.ZINE, season, "")
    text, _ = EXPORT.html("season.md", season.uri, values)
    assert "- **Italy**: " in text
    text, _ = EXPORT.html("season.md", season.uri, {**values, "season": examples.SPRING})
    assert "- **Italy**, 1 December 2026: " in text


def test_every_page_says_in_its_front_matter_what_it_is_called(pages):
    """In words that a program which escapes nothing can print."""
    fronts = {uri: split_front_matter(text)[0] for uri, text in pages.items()}
    assert fronts["games/winter/1901-1-spring.md"]["title"].startswith("Winter, Spring 1901: ")
    assert fronts["issues/7.md"]["date"] == "2026-12-02"
    for uri, front in fronts.items():
        assert front["title"], uri
        assert not set('<>"\n') & set("".join(map(str, front.values()))), uri


def test_the_export_has_every_page_of_the_site_and_each_leads_somewhere(pages):
    """What a program runs is a stub; rules, and what people wrote, come with the zine."""
    game = {"index", "1901-1-spring", "1901-2-autumn", "borders"}
    uris = {
        "index.md",
        "archive.md",
        "games/index.md",
        "players/index.md",
        "results.md",
        "what-if.md",
    }
    uris |= {f"games/winter/{name}.md" for name in game} | {"games/broken/index.md", "issues/7.md"}
    assert uris <= pages.keys()
    assert [uri for uri in pages if uri.startswith("players/")][1:]
    with_zine = {*pages, "rules/index.md", "rules/standard.md", "how-to-play.md"}
    dead = {
        uri: [one for one in find_dead_links(uri, text, with_zine) if "maps/" not in one]
        for uri, text in pages.items()
    }
    assert {uri: links for uri, links in dead.items() if links} == {}


def test_a_stub_leads_to_the_page_on_the_zines_own_site(tmp_path):
    """Where that is said; else it says why there is no more."""
    contents = replace(examples.CONTENTS, issues=())
    made = [
        dict(Exporter(templates=EXPORT, sources=tmp_path, contents=contents, live=live).pages())
        for live in ("", "https://zine.example/")
    ]
    assert "This runs on the zine's own site only." in made[0]["what-if.md"].replace("\u2019", "'")
    assert "(https://zine.example/what-if/)" in made[1]["what-if.md"]


def test_no_name_gives_an_element_a_property():
    """In braces behind a heading or a paragraph some Markdowns read them."""
    for evil in ("A {: onclick=alert(1) }", "B { onclick=alert(1) #x }"):
        page = f"## {escape_markdown(evil)}\n\n{escape_markdown(evil)}\n"
        html = markdown.markdown(page, extensions=["attr_list"])
        for one in html5lib.parse(html, namespaceHTMLElements=False).iter():
            assert not {"onclick", "id"} & {*one.attrib}


@pytest.mark.parametrize(
    ("text", "dead"),
    [
        ("[a](b.md) ![c](d/e.svg#part)", []),
        ("[a](../games/b.md) [a](.) [a](../)", []),
        ("[a](gone.md) and [b](<gone too.md>)", ["gone.md", "gone too.md"]),
        ('<a href="gone.md">a</a> <img src="d/e.svg">', ["gone.md"]),
        ("[a][1]\n\n[1]: gone.md", ["gone.md"]),
        ("[a](/b.md)", ["/b.md"]),
        ("[a](https://x.example/gone.md) [b](mailto:a@b) [c](#d) [e](//x.example)", []),
        ("`[a](gone.md)`\n\n```\n[a](gone.md)\n```\n", []),
        (r"\[a\](gone.md)", []),
        ('[a](d%20d.md "title")', []),
    ],
)
def test_a_link_that_leads_nowhere_is_found(text, dead):
    """As it is written: in brackets, as HTML, or below the text; what is shown as code leads nowhere."""
    known = {"games/b.md", "games/d/e.svg", "games/index.md", "games/d d.md", "index.md"}
    assert list(find_dead_links("games/a.md", text, known)) == dead


@pytest.fixture(scope="module")
def exported(tmp_path_factory, start_maps):
    """A zine of one game and what was exported of it, with what was told."""
    zine = tmp_path_factory.mktemp("export") / "zine"
    zine.mkdir()
    lay_out(zine, start_maps)
    new_game(zine / "games", "winter", "standard", NewGame())
    own = {
        "about.md": "---\nlayout: wide\n---\n# About *us*\n\n![The cat](cat.png) [gone](gone.md)\n",
        "cat.png": "a picture",
        "assets/own.css": "a {}",
        "issues/1.md": "---\ndate: 2026-12-03\n---\n[desk](../games/winter/desk.md)\n",
        "plain.md": "---\n: [\n---\nNo heading.\n",
    }
    for name, text in own.items():
        (zine / "site_src" / name).write_text(text)
    (zine / "site_src" / "secret.md").symlink_to(zine / "mkdocs.yml")
    told = []
    count = export_zine(zine, zine.parent / "out", workers=IN_PROCESS, tell=told.append)
    return zine, count, told


def read_all(folder):
    """Return the files of a folder, with when they were written."""
    found = (one for one in sorted(folder.rglob("*")) if one.is_file())
    return {one.relative_to(folder).as_posix(): one.stat().st_mtime_ns for one in found}


def test_what_people_wrote_comes_along_and_what_is_wrong_with_it_is_told(exported):
    """Their pictures, too; but nothing of the theme, and nothing through a link."""
    zine, _, told = exported
    out = zine.parent / "out"
    assert (out / "cat.png").read_text() == "a picture"
    front, prose = split_front_matter((out / "about.md").read_text())
    assert front == {"layout": "wide", "title": "About *us*"}
    assert prose.lstrip().startswith("# About *us*")
    assert (
        out / "plain.md"
    ).read_text() == "---\ntitle: plain\n---\n\n---\n: [\n---\nNo heading.\n"
    assert not {"assets/own.css", "secret.md"} & read_all(out).keys()
    assert len(told) == 2
    assert "secret.md: it is a link" in told[0]
    assert "site_src/about.md contains a link 'gone.md'" in told[1]


def test_what_only_the_program_can_do_has_a_stub_that_leads_to_the_zines_own_site(exported):
    """So that whoever wrote a link to the order desk leads nobody astray."""
    desk = (exported[0].parent / "out/games/winter/desk.md").read_text()
    assert "# Winter: the order desk" in desk
    assert "](https://zine.example/games/winter/desk/)" in desk
    assert "- [Winter](index.md)" in desk


def test_the_rules_have_what_the_program_knows_below_the_text(exported):
    """And how to play says how to write to the GMs."""
    out = exported[0].parent / "out"
    rules = (out / "rules/standard.md").read_text()
    assert re.match(r"---\nspec: docs/rules/\w+\.md\ntitle: Standard Diplomacy\n---\n", rules)
    for heading in ("Options of the GM", "How orders are written", "The map at the start"):
        assert f"\n## {heading}\n" in rules
    assert "[winter](../games/winter/index.md)" in rules.lower()
    assert "zinegen: contacts" not in (out / "how-to-play.md").read_text()


def test_the_navigation_is_the_zines_own_for_either_program(exported):
    """Below the games stands each of them; a page that is not there is left out."""
    out = exported[0].parent / "out"
    nav = tomllib.loads((out / "zensical.toml").read_text())["project"]["nav"]
    menu = tomllib.loads((out / "hugo.toml").read_text())["menus"]["main"]
    assert nav[:2] == [
        {"This issue": "index.md"},
        {"Games": [{"All games": "games/index.md"}, {"Winter": "games/winter/index.md"}]},
    ]
    assert [one["name"] for one in menu][:4] == ["This issue", "Games", "Winter", "Archive"]
    assert [one.get("pageRef") for one in menu][:4] == ["/", "/games", "/games/winter", "/archive"]
    assert menu[2]["parent"] == menu[1]["identifier"]


def test_without_a_navigation_there_are_the_uppermost_pages():
    """The front page first; lists in lists, addresses elsewhere and unknown pages are taken as they come."""
    titles = {
        "about.md": "About",
        "index.md": "Front",
        "games/index.md": "Games",
        "games/a.md": "A",
    }
    games = [PageLink(text="A", to="games/a.md")]
    found = read_navigation(None, titles, games)
    assert [one.to for one in found] == ["index.md", "about.md", "games/index.md"]
    assert found[2].below == (MenuEntry(text="A", to="games/a.md"),)
    written = [
        "about.md",
        {"More": ["index.md", {"Web": "https://x.example"}, "gone.md"]},
        {"B": "b.md"},
        7,
    ]
    assert read_navigation(written, titles, games) == (
        MenuEntry(text="About", to="about.md"),
        MenuEntry(
            text="More",
            below=(
                MenuEntry(text="Front", to="index.md"),
                MenuEntry(text="Web", to="https://x.example"),
            ),
        ),
    )


def test_titles_of_any_kind_can_stand_in_settings():
    """Whatever a game is called."""
    for text in ("What if?", "Ünder & over", "a = b", "[x]", "'quoted'", "🗺 #1", "a.b", "1"):
        entries = (MenuEntry(text=text, to="index.md", below=(MenuEntry(text=text, to="a.md"),)),)
        settings = tomllib.loads(write_zensical_settings({"site_name": text}, entries).decode())
        assert list(settings["project"]["nav"][0]) == [text]
        hugo = tomllib.loads(
            write_hugo_settings({"site_name": text}, entries, ["a/index.md"]).decode()
        )
        assert hugo["title"] == hugo["menus"]["main"][1]["name"] == text


def test_a_second_export_changes_nothing_and_a_later_one_only_what_is_new(exported, tmp_path):
    """What is gone goes; settings that were made one's own stay; a page changed by hand is not lost."""
    zine, count, _ = exported
    out = tmp_path / "out"
    assert export_zine(zine, out, workers=IN_PROCESS) == count == len(read_all(out))
    before = read_all(out)
    export_zine(zine, out, workers=IN_PROCESS)
    assert {name: one for name, one in read_all(out).items() if name != NOTES} == {
        name: one for name, one in before.items() if name != NOTES
    }
    (out / "hugo.toml").write_text("title = 'Mine'\n")
    (out / "theirs.txt").write_text("theirs")
    (zine / "site_src" / "plain.md").rename(zine / "site_src" / "other.md")
    for _ in range(2):
        export_zine(zine, out, workers=IN_PROCESS)
        assert (out / "hugo.toml").read_text() == "title = 'Mine'\n"
    assert (out / "theirs.txt").exists()
    assert (out / "other.md").exists()
    assert not (out / "plain.md").exists()
    (out / "about.md").write_text("by hand")
    with pytest.raises(GameFolderError, match=r"about\.md\. Nothing is written"):
        export_zine(zine, out, workers=IN_PROCESS)
    assert (out / "about.md").read_text() == "by hand"


def test_a_folder_with_something_else_in_it_is_refused(tmp_path):
    """But for what is hidden, such as git's own folder; a file is no folder."""
    zine, out = tmp_path / "zine", tmp_path / "out"
    zine.mkdir()
    lay_out(zine)
    out.mkdir()
    (out / ".git").mkdir()
    (out / "notes.md").write_text("theirs")
    with pytest.raises(ExportError, match=r"out is not empty, .*: notes\.md\. Nothing is written"):
        export_zine(zine, out)
    assert [one.name for one in sorted(out.iterdir())] == [".git", "notes.md"]
    with pytest.raises(GameFolderError, match="is a file"):
        export_zine(zine, out / "notes.md")
    with pytest.raises(GameFolderError, match="there is no folder"):
        export_zine(zine, tmp_path / "not" / "there")


@pytest.mark.parametrize("name", ["there", "new"])
def test_a_folder_that_cannot_be_written_to_is_refused_before_anything_is_drawn(
    tmp_path, monkeypatch, name
):
    zine = tmp_path / "zine"
    zine.mkdir()
    lay_out(zine)
    (tmp_path / "shelf" / "there").mkdir(parents=True)
    monkeypatch.setattr(os, "access", lambda path, _mode: "shelf" not in str(path))
    with pytest.raises(ExportError, match=f"{name} cannot be written to: choose another folder"):
        export_zine(zine, tmp_path / "shelf" / name)
    assert not (zine / ".cache").exists()


def test_a_zine_is_exported_with_its_maps(tmp_path, start_maps):
    """Everything that another generator needs, and nothing of MkDocs."""
    zine = tmp_path / "zine"
    zine.mkdir()
    lay_out(zine, start_maps)
    new_game(zine / "games", "winter", "standard", NewGame())
    count = export_zine(zine, tmp_path / "out", workers=IN_PROCESS)
    files = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*")
             if path.is_file()}  # fmt: skip
    assert len(files) == count
    assert {"index.md", "about.md", "rules/standard.md", "games/winter/index.md"} <= files
    text = (tmp_path / "out/games/winter/index.md").read_text()
    (svg,) = re.findall(r"\]\((maps/[^)]+\.svg)\)", text)
    assert f"games/winter/{svg}" in files
    assert not [name for name in files if name.endswith((".css", ".woff2", ".html"))]


@pytest.mark.parametrize("where", [".", "site_src/out", "..", "games", "games/out"])
def test_a_zine_is_not_exported_into_itself(tmp_path, where):
    """Its own files would be overwritten."""
    zine = tmp_path / "zine"
    zine.mkdir()
    lay_out(zine)
    with pytest.raises(ExportError, match="the zine itself"):
        export_zine(zine, zine / where)


def test_settings_that_cannot_be_read_are_told(tmp_path):
    """Tags of other plugins are passed over."""
    zine = tmp_path / "zine"
    zine.mkdir()
    lay_out(zine)
    config = zine / "mkdocs.yml"
    config.write_text(config.read_text() + "\nhooks: !!python/name:os.system\n")
    assert export_zine(zine, tmp_path / "out", workers=IN_PROCESS) > 3
    config.write_text("[")
    with pytest.raises(SettingsError, match=r"mkdocs\.yml is no YAML at line 1, column 2: while"):
        export_zine(zine, tmp_path / "out")
    config.write_text("site_name: Odd\nextra:\n  since: 2026-13-45\n")
    with pytest.raises(SettingsError, match=r"is no YAML at line 3, column 10: month must be"):
        export_zine(zine, tmp_path / "out")
    config.write_text("- a")
    with pytest.raises(SettingsError, match="holds no settings"):
        export_zine(zine, tmp_path / "out")
    shutil.rmtree(tmp_path / "out")
