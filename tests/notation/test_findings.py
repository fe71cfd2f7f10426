import json
import re
from dataclasses import replace
from html import unescape
from xml.etree import ElementTree as ET

import markdown
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zinegen.errors import Where
from zinegen.notation.findings import (
    FORMATS,
    Code,
    Level,
    ReadAs,
    as_github,
    as_json,
    as_junit,
    as_markdown,
    as_text,
    count_findings,
    finding,
    has_errors,
    markdown_text,
    render,
    sort_findings,
)

FOUND = finding(
    Code.O10,
    Where(file="games/x/orders/england.toml", line=7, column=9, end_column=12),
    "F Lon - Nrt",
    'there is no province called "Nrt"',
    hint="did you mean NTH (North Sea)?",
    if_left="F Lon will hold",
)
WARNED = replace(FOUND, code="O22", level=Level.WARNING)
NOTED = replace(FOUND, code="O30", level=Level.NOTE, where=Where(file="a"), line="", hint="")


def test_text_shows_the_line_a_caret_the_hint_and_the_consequence():
    assert as_text([FOUND]) == (
        'error[O10]: there is no province called "Nrt"\n'
        " --> games/x/orders/england.toml:7:9\n"
        "  |\n"
        "7 | F Lon - Nrt\n"
        "  |         ^^^\n"
        "  = try: did you mean NTH (North Sea)?\n"
        "  = if you leave it: F Lon will hold\n"
    )


def test_the_caret_stands_below_the_word_behind_tabs():
    tabbed = replace(FOUND, line="F\tLon - Nrt")
    assert "  |  \t      ^^^\n" in as_text([tabbed])


def test_a_finding_on_a_whole_file_has_no_caret():
    assert as_text([NOTED]) == (
        'note[O30]: there is no province called "Nrt"\n--> a\n = if you leave it: F Lon will hold\n'
    )


def test_no_sign_of_a_player_can_move_the_cursor():
    text = as_text([replace(FOUND, line="\x1b[2J\u202eF Lon", title="\x07")])
    assert not set(text) & {"\x1b", "\u202e", "\x07"}


def test_github_gets_workflow_commands():
    assert as_github([FOUND]) == (
        "::error file=games/x/orders/england.toml,line=7,col=9,endColumn=12,"
        'title=O10 there is no province called "Nrt"'
        "::Try: did you mean NTH (North Sea)?%0AIf you leave it: F Lon will hold"
    )
    assert as_github([NOTED]).startswith("::notice file=a,title=O30")


def test_github_gets_at_most_ten_of_a_kind():
    many = [replace(FOUND, where=FOUND.where._replace(line=n)) for n in range(1, 20)]
    assert as_github([*many, WARNED]).count("\n") == 10


def test_test_results_are_failures_for_errors_only_and_pass_where_nothing_is_wrong():
    cases = ET.fromstring(as_junit([("England", [NOTED, FOUND]), ("France", [])]))  # noqa: S314
    assert [(case.get("classname"), [part.tag for part in case]) for case in cases] == [
        ("England", ["skipped"]),
        ("England", ["failure"]),
        ("France", []),
    ]
    assert cases[1].findtext("failure") == as_text([FOUND])


@given(st.text(min_size=1))
def test_players_words_are_words_in_test_results(text):
    bad = replace(FOUND, line=text, title=text, hint=text, where=FOUND.where._replace(file=text))
    (case,) = ET.fromstring(as_junit([(text, [bad])]))  # noqa: S314
    assert [part.tag for part in case] == ["failure"]


@given(st.text(min_size=1))
def test_players_words_can_give_the_runner_no_command(text):
    bad = replace(FOUND, title=text, hint=text, where=FOUND.where._replace(file=text))
    line = as_github([bad])
    assert "\n" not in line
    assert "\r" not in line
    values, _, _ = line.removeprefix("::error ").partition("::Try: ")
    assert re.fullmatch(r"file=[^:,]*,line=7,col=9,endColumn=12,title=[^:,]*", values, re.DOTALL)


@pytest.mark.parametrize("name", ["a\n::error::x", "a\rb", "a\x1b[2Jb", "a\udcffb", "a\u202eb"])
def test_the_name_of_a_file_moves_no_cursor_and_begins_no_line(name):
    text = as_text([replace(FOUND, where=Where(file=name))])
    assert len(text.splitlines()) == len(
        as_text([replace(FOUND, where=Where(file="ab"))]).splitlines()
    )
    assert all(letter.isprintable() or letter == "\n" for letter in text)


def test_json_is_one_object_a_finding_in_the_agreed_keys():
    assert json.loads(as_json([FOUND, WARNED])) == [
        {
            "file": "games/x/orders/england.toml",
            "line": 7,
            "column": 9,
            "end_column": 12,
            "level": level,
            "code": code,
            "title": 'there is no province called "Nrt"',
            "try": "did you mean NTH (North Sea)?",
            "if_left": "F Lon will hold",
        }
        for level, code in (("error", "O10"), ("warning", "O22"))
    ]
    assert json.loads(as_json([])) == []


@given(st.text())
def test_any_text_survives_json(text):
    (back,) = json.loads(as_json([replace(FOUND, title=text)]))
    assert back["title"] == text
    assert as_json([replace(FOUND, title=text)]).isascii()


def test_markdown_is_a_table_and_how_every_order_was_read():
    read = [ReadAs(line=6, text="army lon to wal", canonical="A Lon - Wal")]
    text = as_markdown("England", [FOUND, WARNED], read)
    assert text.startswith("### England: 2 things to look at\n")
    html = markdown.markdown(text, extensions=["tables"])
    assert html.count("<tr>") == 3
    assert "<strong>unreadable</strong> (O10)" in html
    assert "<strong>will not work</strong> (O22)" in html
    assert "| 6 | army lon to wal | A Lon - Wal |" in text
    assert as_markdown("England", []).startswith("### England: all orders read")
    assert as_markdown("England", [FOUND]).startswith("### England: one thing to look at")


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "**bold** _it_ `code` ~~x~~",
        "[a](javascript:alert(1))",
        "![a](https://example.org/x.png)",
        "a | b",
        "&lt;b&gt;",
        "\\*x*",
        "<https://example.org>",
    ],
)
def test_players_words_are_shown_letter_by_letter(text):
    html = markdown.markdown(markdown_text(text))
    assert re.fullmatch(r"<p>[^<>]*</p>", html)
    shown = unescape(html)
    assert shown[3:-4].replace("\u200b", "") == text


def test_nobody_is_mentioned_and_no_address_becomes_a_link():
    text = markdown_text("@ann #12 https://example.org www.example.org")
    assert "@a" not in text
    assert "#1" not in text
    assert "://" not in text
    assert "www.e" not in text


def test_findings_are_counted_by_level():
    assert count_findings([FOUND, FOUND, WARNED]) == "2 errors, 1 warning"
    assert count_findings([]) == "no findings"
    assert has_errors([WARNED, FOUND])
    assert not has_errors([WARNED, NOTED])


def test_findings_go_by_file_line_and_column():
    early = replace(FOUND, where=FOUND.where._replace(line=2))
    assert sort_findings([FOUND, early, NOTED]) == (NOTED, early, FOUND)


@pytest.mark.parametrize("form", FORMATS)
def test_every_form_can_be_asked_for_by_name(form):
    assert "Nrt" in render([FOUND], form)


def test_another_form_is_an_error():
    with pytest.raises(KeyError):
        render([FOUND], "xml")


def test_every_code_has_the_level_of_its_number():
    for code in Code:
        number = int(code.name[1:])
        level = Level.ERROR if number < 20 else Level.WARNING if number < 30 else Level.NOTE
        assert code.level is level
        assert code.meaning
