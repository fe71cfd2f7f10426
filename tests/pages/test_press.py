"""Hostile and harmless press, judged by a parser that follows the HTML standard."""

import json
import time
import unicodedata
from contextlib import suppress
from pathlib import Path

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zinegen.pages.builders.press.rendering import (
    EDITOR_TAGS,
    LONGEST,
    PLAYER_TAGS,
    PressError,
    render_notes,
    render_press,
)
from zinegen.pages.words.visible_text import one_line, strip_invisible

DATA = json.loads((Path(__file__).parents[1] / "data" / "press_payloads.json").read_text("utf-8"))
JUDGE = DATA["judge"]
FORBIDDEN = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def judged(html, tags=PLAYER_TAGS):
    """Fail unless the item stays inside its box and holds nothing but the allowed."""
    page = f"<!doctype html><title>t</title><div class=press>{html}</div><p class=sentinel>END</p>"
    tree = html5lib.HTMLParser(strict=False, namespaceHTMLElements=False).parse(page)
    body = tree.find("body")
    children = list(body)
    assert [child.get("class") for child in children] == ["press", "sentinel"]
    assert not (children[0].tail or "").strip()
    for element in children[0].iter():
        if element is children[0]:
            continue
        assert element.tag in tags, element.tag
        allowed = JUDGE["allowed_attributes"].get(element.tag, [])
        assert set(element.attrib) <= set(allowed), element.attrib
        if element.tag == "a":
            scheme = element.attrib["href"].partition(":")[0].lower()
            assert scheme in JUDGE["allowed_schemes"]
            assert element.attrib["rel"] == "nofollow ugc noopener"
    text = "".join(children[0].itertext())
    assert not set(text) & set(FORBIDDEN)
    assert all(unicodedata.category(one) != "Cc" or one in "\t\n" for one in text)
    assert not any(word in text for word in JUDGE["forbidden_text"])
    return text


def test_the_judge_and_the_writer_allow_the_same_tags():
    """What the payload file allows besides its own box is what a player's text may become."""
    assert set(JUDGE["allowed_tags"]) - {"div"} == set(PLAYER_TAGS)


@pytest.mark.parametrize("payload", DATA["payloads"], ids=lambda one: one["id"])
def test_a_hostile_text_comes_out_harmless(payload):
    """Each known trick ends as plain words inside its own box."""
    judged(render_press(payload["text"]))


@pytest.mark.parametrize("payload", DATA["payloads"], ids=lambda one: one["id"])
def test_a_hostile_text_in_the_notes_comes_out_harmless(payload):
    """The GM's notes may hold tables and headings, and no more."""
    judged(render_notes(payload["text"]), EDITOR_TAGS)


PIECES = st.sampled_from(
    [
        *"<>&\"'`[]()!#*_-=:;/\\{}\n\t |~^.0",
        "<script>", "</div>", "javascript:", "data:text/html,", "https://a.example/", "onerror=",
        "&#8238;", "&#x202e;", "&lt;", "&amp;", "\x02", "\x03", "klzzwxh:0000", "wzxhzdk:0",
        "\u202e", "```", "    ", "> ", "1. ", "* ", "![", "](", "[1]: ", "<!--", "]]>", "http:",
        "mailto:a@b.example", "<a@b.example>", "<https://x.example>", "\x00", "\ud800",
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=60).map("".join))
def test_no_mixture_of_tricks_comes_out_harmful(text):
    """Any row of marks, tags and placeholders stays text."""
    judged(render_press(text))


@given(st.text(max_size=300))
def test_no_text_at_all_comes_out_harmful(text):
    """Any Unicode is either shown or left out."""
    judged(render_press(text))


def test_press_may_be_emphasised_quoted_listed_and_linked():
    """The dialect that players get."""
    html = render_press('*a* **b** `c <d>`\n\n> e\n\n* f\n\n[g](https://h.example/?i=1&j=2 "k")')
    assert html == (
        "<p><em>a</em> <strong>b</strong> <code>c &lt;d&gt;</code></p>\n"
        "<blockquote>\n<p>e</p>\n</blockquote>\n<ul>\n<li>f</li>\n</ul>\n"
        '<p><a href="https://h.example/?i=1&amp;j=2" title="k" rel="nofollow ugc noopener">'
        "g</a></p>"
    )


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("&#8238; &copy;", "<p>&amp;#8238; &amp;copy;</p>"),
        ("`&lt;`", "<p><code>&amp;lt;</code></p>"),
        (r"\<b\> \*x\*", r"<p>\&lt;b&gt; *x*</p>"),
        ("# Results", "<p>Results</p>"),
        ("![map](https://x.example/p.gif)", "<p>![map](https://x.example/p.gif)</p>"),
        ("[x](//x.example)", "<p><em>x</em></p>"),
        ("[x](https:///x)", "<p><em>x</em></p>"),
        ("[x](&#106;avascript:1)", "<p><em>x</em></p>"),
        ("*[France]: none", "<p>*[France]: none</p>"),
    ],
)
def test_what_is_not_in_the_dialect_stays_as_it_was_written(text, html):
    """References, escapes, pictures and headings are shown, never obeyed."""
    assert render_press(text) == html


def test_the_notes_have_tables_and_headings_of_the_fourth_degree():
    """A page has one first heading, and it is not in the notes."""
    html = render_notes("# Rule\n\n| a | b |\n|---|---|\n| 1 | <i> |")
    assert "<h4>Rule</h4>" in html
    assert "<td>&lt;i&gt;</td>" in html
    assert " style" not in html


def test_a_text_that_is_too_long_is_refused_with_both_numbers():
    """The limit keeps a hostile text from stopping the build."""
    with pytest.raises(PressError, match=r"4,001 characters; 4,000 are allowed"):
        render_press("x" * (LONGEST + 1))


@pytest.mark.parametrize(
    "text",
    [
        "[" * LONGEST,
        "*" * LONGEST,
        "`" * LONGEST,
        "> " * 2000,
        "_a*" * 1333,
        "[a](" * 1000,
        "<a@" * 1333,
        "(((" * 1333,
    ],
)
def test_the_longest_hostile_text_takes_less_than_five_seconds(text):
    """No text within the limit holds up the issue."""
    start = time.perf_counter()
    with suppress(PressError):
        judged(render_press(text))
    assert time.perf_counter() - start < 5


def test_a_text_nested_too_deeply_is_refused():
    """Three hundred lists in each other are nobody's press."""
    with pytest.raises(PressError, match="nested too deeply"):
        render_press("* " * 1999 + "x")


def test_one_item_changes_no_other():
    """Definitions, fences and abbreviations end with the text that holds them."""
    for payload in DATA["payloads"]:
        render_press(payload["text"])
        assert render_press("France [1] `x`") == "<p>France [1] <code>x</code></p>"


@pytest.mark.parametrize(
    "tower",
    [
        "\u0301\u20dd" * 40,
        "\u0301\u0903" * 40,
        "\u0301\u200d" * 40,
        "\u0301\u0301\u0301\u20dd\u20dd\u20dd\u034f\u093f" * 20,
        "\U0001d165" * 40,
    ],
)
def test_marks_in_any_mixture_cannot_leave_their_box(tower):
    """Whatever kinds are mixed, a letter keeps three over it and three beside it."""
    kept = [one for one in strip_invisible(f"e{tower}e") if unicodedata.category(one)[0] == "M"]
    assert len(kept) <= 6
    assert sum(unicodedata.category(one) != "Mc" for one in kept) <= 3


def test_scripts_that_stack_marks_can_be_written():
    """Vietnamese, Hindi and Burmese words come through whole."""
    for word in (
        "Vi\u1ec7t",
        "\u0939\u093f\u0928\u094d\u0926\u0940",
        "\u1019\u103c\u1014\u103a\u1019\u102c",
    ):
        assert strip_invisible(word) == unicodedata.normalize("NFC", word)


def test_invisible_characters_and_towers_of_accents_are_cut():
    """Reversed reading order and overlapping marks are tricks of display."""
    assert strip_invisible("a\u202eb\u200bc\u00add\ufeff\x07") == "abcd"
    assert strip_invisible("e" + "\u0301" * 50) == "\u00e9" + "\u0301" * 3
    assert strip_invisible("a\r\nb\rc\u2028d") == "a\nb\nc\nd"
    assert strip_invisible("नमस्ते \u200d") == "नमस्ते \u200d"


def test_a_title_is_one_visible_line():
    """Line ends in a headline would end the front matter, too."""
    assert one_line(" The\n\tsea\u202e\x00 gives  way ") == "The sea gives way"


def test_an_apostrophe_within_a_word_is_printed_as_one():
    """Quotation marks and code stay as they were typed."""
    html = render_press("It's the 'Tsar's' `it's`")
    assert "It\u2019s the 'Tsar\u2019s' <code>it's</code>" in html


@pytest.mark.parametrize("brackets", ["[", "[a](", "![", "[](", "[a]: "])
def test_twenty_thousand_brackets_keep_nobody_waiting(brackets):
    begun = time.process_time()
    text = brackets * (20_000 // len(brackets))
    assert brackets[0] in render_notes(text)
    assert time.process_time() - begun < 0.5


def test_a_text_with_some_links_keeps_them():
    assert str(render_notes("[a](https://example.com) " * 50)).count("<a href") == 50
