"""People's texts in mails and feeds: as text, and as HTML that can do nothing."""

import pytest

from zinegen.pages.builders.press.rendering import render_notes
from zinegen.pages.outgoing.prose import parse_prose, prose_html, prose_text, render_editorial
from zinegen.pages.outgoing.whole_links import WholeLinks

LINKS = WholeLinks(site="https://zine.example/")


def text_of(markdown, here="issues/8.md"):
    return "\n".join(prose_text(parse_prose(render_editorial(markdown), LINKS.on(here))))


def test_emphasis_quotations_and_lists_are_typed():
    assert text_of("An _army_, **boldly**.\n\n> Quoted\n> here.\n\n1. One\n2. Two\n\n- a\n- b") == (
        "An _army_, *boldly*.\n\n> Quoted here.\n\n1. One\n2. Two\n\n- a\n- b"
    )


def test_links_are_numbered_and_their_addresses_stand_below():
    said = text_of("[How to play](../how-to-play.md), [the game](../games/winter/index.md#maps).")
    assert said == (
        "How to play [1], the game [2].\n\n"
        "[1] https://zine.example/how-to-play/\n[2] https://zine.example/games/winter/#maps"
    )


def test_a_link_that_shows_its_address_is_not_told_twice():
    assert text_of("<https://a.example/x> and <ann@a.example>") == (
        "https://a.example/x and ann@a.example"
    )


def test_a_table_becomes_columns():
    assert text_of(
        "| power | centres |\n|---|--:|\n| England | 12 |\n| Italy | 7 |"
    ).splitlines() == [
        "power    centres",
        "England  12",
        "Italy    7",
    ]


@pytest.mark.parametrize(
    "attack",
    [
        "<script>alert(1)</script>",
        '<img src=x onerror="alert(1)">',
        '<a href="javascript:alert(1)">x</a>',
        '<a href=" java\tscript:alert(1)">x</a>',
        '<a href="data:text/html,x">x</a>',
        '<a href="//evil.example/x">x</a>',
        '<p style="position:fixed" onclick="x()">x</p>',
        "<iframe src=https://evil.example></iframe>",
        '<form action="https://evil.example"><input></form>',
        "<style>*{display:none}</style>",
        "<svg><script>alert(1)</script></svg>",
        "<base href=https://evil.example><meta http-equiv=refresh>",
    ],
)
def test_html_of_strangers_becomes_known_tags_without_attributes(attack):
    made = str(prose_html(parse_prose(attack, LINKS.on("issues/8.md"))))
    for word in (
        "script",
        "onerror",
        "onclick",
        "style",
        "evil",
        "<img",
        "<form",
        "<meta",
        "data:",
    ):
        assert word not in made


def test_text_that_looks_like_tags_stays_text():
    assert str(prose_html(parse_prose("<p>1 &lt; 2 &amp; <b>x</b></p>"))) == (
        "<p>1 &lt; 2 &amp; <b>x</b></p>"
    )


def test_what_nobody_has_ended_or_what_is_nested_too_deeply_ends_all_the_same():
    assert str(prose_html(parse_prose("<p><em>open"))) == "<p><em>open</em></p>"
    made = str(prose_html(parse_prose("<blockquote>" * 3000 + "x")))
    assert made.endswith("x" + "</blockquote>" * 39)


def test_without_an_address_of_the_site_links_are_their_text():
    nowhere = WholeLinks()
    html = render_editorial("[x](../how-to-play.md) [y](https://y.example/)")
    assert str(prose_html(parse_prose(html, nowhere.on("issues/8.md")))) == (
        '<p>x <a href="https://y.example/">y</a></p>'
    )


def test_addresses_that_lead_out_of_the_site_or_are_broken_are_left_out():
    for address in ("../../../../etc/passwd", "http://[broken", "/etc", "file:///etc/passwd"):
        assert "etc" not in LINKS.resolve("issues/8.md", address) or LINKS.resolve(
            "issues/8.md", address
        ).startswith("https://zine.example/")


def test_footnotes_and_small_capitals_of_a_gm_are_typed():
    html = render_notes("It was late[^1], says [The Times]{.smallcaps}.\n\n[^1]: Or early.")
    assert prose_text(parse_prose(html)) == [
        "It was late (1), says THE TIMES.",
        "",
        "* * *",
        "",
        "1. Or early.",
    ]
    written = str(prose_html(parse_prose(html)))
    assert "\u21a9" not in written
    assert "#" not in written
