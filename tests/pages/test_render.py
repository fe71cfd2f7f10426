"""Templates and addresses."""

from unittest.mock import patch

import pytest
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from zinegen.pages.site.render import (
    COMPILED,
    Addresses,
    PagePart,
    PageTemplateError,
    Templates,
    cut_blanks,
    escape_title,
    rebase_links,
)

FOLDERS, FILES = Addresses(), Addresses(directories=False)


@pytest.mark.parametrize(
    ("here", "uri", "folders", "files"),
    [
        ("index.md", "archive.md", "archive/", "archive.html"),
        ("index.md", "index.md", "./", "index.html"),
        ("archive.md", "index.md", "../", "index.html"),
        ("games/a/index.md", "index.md", "../../", "../../index.html"),
        ("games/a/1901-1-spring.md", "games/a/index.md", "../", "index.html"),
        ("games/a/1901-1-spring.md", "games/a/maps/x.svg", "../maps/x.svg", "maps/x.svg"),
        ("games/a/1.md", "games/a/2.md", "../2/", "2.html"),
        ("issues/7.md", "games/a/index.md#now", "../../games/a/#now", "../games/a/index.html#now"),
    ],
)
def test_an_address_leads_from_page_to_page(here, uri, folders, files):
    """Relative in both styles, so that the site also opens from a disk."""
    assert FOLDERS.between(here, uri) == folders
    assert FILES.between(here, uri) == files


def test_prose_keeps_its_links_on_another_page():
    """The editorial stands on the front page, too."""
    html = (
        '<a href="../../games/a/">a</a> <a href="#x">x</a> <img alt="" src="../map.svg"> '
        '<a href="https://e.example/">e</a> <a title="t" href="mailto:a@b.example">m</a> '
        '<a href="../../">home</a>'
    )
    assert rebase_links(html, FOLDERS, there="issues/7.md", here="index.md") == (
        '<a href="games/a/">a</a> <a href="#x">x</a> <img alt="" src="issues/map.svg"> '
        '<a href="https://e.example/">e</a> <a title="t" href="mailto:a@b.example">m</a> '
        '<a href=".">home</a>'
    )


def test_a_part_of_several_pages_leads_from_each_to_the_same_places():
    """Signs of strangers that look like those for addresses lead nowhere."""
    text = '<a href="\x020\x03#now">a</a> <img src="\x021\x03"> \x027\x03'
    part = PagePart(text=text, uris=("games/a/index.md", "games/a/maps/x.svg"))
    assert part.print_at(FOLDERS, "issues/7.md") == (
        '<a href="../../games/a/#now">a</a> <img src="../../games/a/maps/x.svg"> '
    )
    assert part.print_at(FOLDERS, "index.md") == (
        '<a href="games/a/#now">a</a> <img src="games/a/maps/x.svg"> '
    )


def test_a_title_can_never_become_a_tag():
    """The theme undoes references in titles; there is nothing in them to undo."""
    title = escape_title('</title><img src=x onerror="alert(1)"> & \u202eco\n')
    assert "<" not in title
    assert "&lt;" not in title
    assert Markup(title).striptags().count("<") == 0  # noqa: S704
    assert title.endswith("&amp; co")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "<p>\n{{ nothing.here }}",
            r"page\.html:2: 'nothing' is undefined \(the templates must be",
        ),
        ("<p>\n\n{% if %}", r"page\.html:3: Expected an expression"),
        ("{% import 'parts.html' as p %}{{ p.x() }}", r"parts\.html: there is no such template"),
        (None, r"page\.html: there is no such template"),
    ],
)
def test_a_template_that_is_wrong_is_told_with_its_line(tmp_path, text, told):
    """A misspelt name in a template is an error, not a hole; an editor may change templates."""
    if text is not None:
        (tmp_path / "page.html").write_text(text)
    with pytest.raises(PageTemplateError, match=told):
        Templates(tmp_path).html("page.html", "index.md", {})


def test_a_template_that_lies_in_two_folders_is_compiled_once_and_told_where_it_lies(tmp_path):
    """As in the zines that one process builds, or the books of a desk."""
    folders = (tmp_path / "a", tmp_path / "b")
    for folder in folders:
        folder.mkdir()
        (folder / "page.html").write_text("<p>\n{{ found + nothing }}{# once #}")
    with patch.object(
        Environment, "compile", autospec=True, side_effect=Environment.compile
    ) as done:
        for folder in folders:
            text, _ = Templates(folder).html("page.html", "index.md", {"found": 1, "nothing": 2})
            assert text == "<p>\n3"
            with pytest.raises(
                PageTemplateError, match=rf"^{folder.name}/page\.html:2: 'nothing' is"
            ):
                Templates(folder).html("page.html", "index.md", {"found": 1})
    assert done.call_count == 1


def test_a_template_is_compiled_anew_for_whoever_reads_or_prints_it_otherwise(tmp_path):
    (tmp_path / "page.html").write_text("  {% if word %}\n{{ word }}{% endif %}{# each #}")
    ours = Templates(tmp_path)
    markdown = Templates(tmp_path, addresses=Addresses(sources=True))
    theirs = Environment(loader=FileSystemLoader(tmp_path), bytecode_cache=COMPILED)  # noqa: S701  (that is the question)
    values = {"word": "<*>"}
    for _ in range(2):
        assert ours.html("page.html", "index.md", values)[0] == "&lt;*&gt;"
        assert markdown.html("page.html", "index.md", values)[0] == r"&#60;\*&#62;"
        assert theirs.get_template("page.html").render(values) == "  \n<*>"


def test_every_value_is_escaped(tmp_path):
    """Strangers' words stay words."""
    (tmp_path / "page.html").write_text('<p title="{{ word }}">{{ word }}</p>{{ to("a.md") }}')
    text, links = Templates(tmp_path).html("page.html", "index.md", {"word": '"<b>'})
    assert text == '<p title="&#34;&lt;b&gt;">&#34;&lt;b&gt;</p>a/'
    assert links == {"a.md"}


def test_blank_lines_and_indentation_are_cut_but_where_text_stands_as_typed():
    page = (
        "<p>\n\n   <b>a</b>\n  c\n<PRE>\n\n  x</PRE>\n\n <textarea><b>\n  y</textarea> \n\n</p>\n"
    )
    assert cut_blanks(page) == (
        "<p>\n<b>a</b>\nc\n<PRE>\n\n  x</PRE>\n<textarea><b>\n  y</textarea>\n</p>\n"
    )


def test_a_template_that_is_put_in_the_place_of_the_programs_holds_at_once(tmp_path):
    """As in a preview that goes on while its zine is edited; without it the program's holds again."""
    own, standard = tmp_path / "own", tmp_path / "standard"
    for folder in (own, standard):
        folder.mkdir()
    (standard / "page.html").write_text("common")
    templates = Templates(own, standard=standard)
    said = []
    for text in ("", "own", "", "another"):
        (own / "page.html").write_text(text) if text else (own / "page.html").unlink(True)
        said.append(templates.html("page.html", "index.md", {})[0])
    assert said == ["common", "own", "common", "another"]
