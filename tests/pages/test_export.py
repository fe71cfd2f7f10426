"""The pages as plain Markdown."""

import re
import shutil
from dataclasses import replace

import html5lib
import markdown
import pytest
from markupsafe import Markup

from tests.pages import examples
from tests.pages.conftest import TEMPLATES
from tests.sites import lay_out
from zinegen.archive import NewGame, new_game
from zinegen.pages import Addresses, Templates, render_press
from zinegen.pages.site.export import Exporter, ExportError, export_zine
from zinegen.pages.site.render import escape_markdown
from zinegen.pages.site.zine_settings import SettingsError
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
    html = markdown.markdown(text, extensions=["tables"])
    return html5lib.parse(f"<div>{html}</div>", namespaceHTMLElements=False)


def test_a_report_reads_well_in_any_markdown(pages):
    """Headings, tables, lists, pictures."""
    text = pages["games/winter/1901-1-spring.md"]
    assert text.startswith("# Spring 1901: Bounces at Burgundy\n\n[Winter](index.md), Standard")
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
    text, _ = EXPORT.html("season.md", season.uri, {"season": season, "game": season.game})
    assert "- **Italy**: " in text
    text, _ = EXPORT.html("season.md", season.uri, {"season": examples.SPRING, "game": season.game})
    assert "- **Italy**, 1 December 2026: " in text


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


@pytest.mark.parametrize("where", [".", "site_src/out", ".."])
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
    with pytest.raises(SettingsError, match=r"mkdocs\.yml is no YAML"):
        export_zine(zine, tmp_path / "out")
    config.write_text("- a")
    with pytest.raises(SettingsError, match="holds no settings"):
        export_zine(zine, tmp_path / "out")
    shutil.rmtree(tmp_path / "out")
