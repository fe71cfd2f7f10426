import json
import re
import subprocess
import sys
from dataclasses import replace
from html import unescape
from pathlib import Path
from xml.etree import ElementTree as ET

import markdown
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zinegen.cli.exits import print_error
from zinegen.cli.report_forms import (
    FORMS,
    as_github,
    as_json,
    as_junit,
    as_markdown,
    as_terminal_text,
    markdown_text,
)
from zinegen.errors import Where
from zinegen.notation.findings import Code, Level, ReadAs, as_text, error_finding, finding
from zinegen.play.order_findings import CheckResult

ROOT = Path(__file__).parents[2]

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


def found(*findings):
    """Return what was found about England alone."""
    return [CheckResult(title="England", findings=findings)]


def test_github_gets_workflow_commands():
    assert as_github(found(FOUND)) == (
        "::error file=games/x/orders/england.toml,line=7,col=9,endColumn=12,"
        'title=O10 there is no province called "Nrt"'
        "::Try: did you mean NTH (North Sea)?%0AIf you leave it: F Lon will hold"
    )
    assert as_github(found(NOTED)).startswith("::notice file=a,title=O30")


def test_github_gets_at_most_ten_of_a_kind():
    many = [replace(FOUND, where=FOUND.where._replace(line=n)) for n in range(1, 20)]
    assert as_github(found(*many, WARNED)).count("\n") == 10


def test_test_results_are_failures_for_errors_only_and_pass_where_nothing_is_wrong():
    text = as_junit([*found(NOTED, FOUND), CheckResult(title="France", findings=())])
    cases = ET.fromstring(text)  # noqa: S314
    assert [(case.get("classname"), [part.tag for part in case]) for case in cases] == [
        ("England", ["skipped"]),
        ("England", ["failure"]),
        ("France", []),
    ]
    assert cases[1].findtext("failure") == as_text([FOUND])


@given(st.text(min_size=1))
def test_players_words_are_words_in_test_results(text):
    bad = replace(FOUND, line=text, title=text, hint=text, where=FOUND.where._replace(file=text))
    (case,) = ET.fromstring(as_junit([CheckResult(title=text, findings=(bad,))]))  # noqa: S314
    assert [part.tag for part in case] == ["failure"]


@given(st.text(min_size=1))
def test_players_words_can_give_the_runner_no_command(text):
    bad = replace(FOUND, title=text, hint=text, where=FOUND.where._replace(file=text))
    line = as_github(found(bad))
    assert "\n" not in line
    assert "\r" not in line
    values, _, _ = line.removeprefix("::error ").partition("::Try: ")
    assert re.fullmatch(r"file=[^:,]*,line=7,col=9,endColumn=12,title=[^:,]*", values, re.DOTALL)


def test_json_is_one_object_a_finding_in_the_agreed_keys():
    assert json.loads(as_json(found(FOUND, WARNED))) == [
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
    (back,) = json.loads(as_json(found(replace(FOUND, title=text))))
    assert back["title"] == text
    assert as_json(found(replace(FOUND, title=text))).isascii()


def test_markdown_is_a_table_and_how_every_order_was_read():
    read = (ReadAs(line=6, text="army lon to wal", canonical="A Lon - Wal"),)
    text = as_markdown([replace(found(FOUND, WARNED)[0], read=read)])
    assert text.startswith("### England: 2 things to look at\n")
    html = markdown.markdown(text, extensions=["tables"])
    assert html.count("<tr>") == 3
    assert "<strong>unreadable</strong> (O10)" in html
    assert "<strong>will not work</strong> (O22)" in html
    assert "| 6 | army lon to wal | A Lon - Wal |" in text
    assert as_markdown(found()).startswith("### England: all orders read")
    assert as_markdown(found(FOUND)).startswith("### England: one thing to look at")


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


def test_a_file_whose_name_is_a_command_begins_no_line_with_it():
    strange = error_finding("O08", "::add-mask::a", "this is not yours to change")
    text = as_markdown([CheckResult(title="England", findings=(strange,))])
    assert not [line for line in text.splitlines() if line.startswith("::")]
    assert "::add-mask::a" in unescape(markdown.markdown(text))


def test_nobody_is_mentioned_and_no_address_becomes_a_link():
    text = markdown_text("@ann #12 https://example.org www.example.org")
    assert "@a" not in text
    assert "#1" not in text
    assert "://" not in text
    assert "www.e" not in text


def test_text_tells_below_the_findings_how_orders_were_read_that_are_written_otherwise():
    read = (
        ReadAs(line=6, text="army lon to wal", canonical="A Lon - Wal"),
        ReadAs(line=7, text="f edi h", canonical="F Edi H"),
    )
    assert as_terminal_text([replace(found(FOUND)[0], read=read)]) == (
        f"{as_text([FOUND])}\nEngland: 1 order as written, and\n"
        "   6 | army lon to wal  is read as  A Lon - Wal\n"
    )


@pytest.mark.parametrize("form", FORMS)
def test_every_form_can_be_asked_for_by_name(form):
    assert "Nrt" in FORMS[form](found(FOUND))


HOSTILE = "a\x1b[2J\x9b1m\x85\u202eb\u2028c ##[group]x ::error::y"


@pytest.mark.parametrize("form", [*FORMS])
def test_in_no_form_can_strangers_words_move_hide_or_command(form):
    bad = replace(
        FOUND,
        where=Where(file=f"orders/{HOSTILE}", line=7, column=9, end_column=12),
        line=HOSTILE,
        title=HOSTILE,
        hint=HOSTILE,
        if_left=HOSTILE,
    )
    result = CheckResult(
        title=HOSTILE,
        findings=(bad,),
        read=(ReadAs(line=1, text=HOSTILE, canonical=f"{HOSTILE} H"),),
    )
    said = FORMS[form]([result])
    assert not re.search(
        "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]", said
    )
    assert "##[" not in said
    lines = [line.lstrip() for line in said.splitlines()]
    assert [line for line in lines if line.startswith("::") and form != "github"] == []
    assert form != "json" or json.loads(said)[0]["title"] == HOSTILE


def test_messages_and_whatever_a_platform_keeps_are_escaped_as_well(capsys):
    print_error(f"{HOSTILE}\nnext")
    said = capsys.readouterr().err
    assert said == "a·[2J·1m··b·c #·[group]x ::error::y\nnext\n"
    code = f"from zinegen.cli.exits import guard_log; guard_log(); print({HOSTILE!r})"
    for environment, is_escaped in (({"CI": "1"}, True), ({}, False)):
        shown = subprocess.run(
            [sys.executable, "-c", code],
            env={**environment, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
            capture_output=True,
            check=True,
        ).stdout.decode()
        assert ("\x1b" not in shown) == is_escaped


def test_each_finding_is_told_with_its_file_and_a_late_one_is_never_called_unreadable():
    late = error_finding(
        "O07", "games/demo/seasons/1901-1-spring/orders/england.toml", "the deadline has passed"
    )
    strange = error_finding("O08", "mkdocs.yml", "this is not yours to change")
    text = as_markdown([CheckResult(title="England", findings=(late, strange))])
    head, first, second = text.split("|--:|---|---|---|---|")
    assert "games/demo/seasons/1901-1-spring/orders/england.toml:" in head
    assert "**not in time** (O07): the deadline has passed" in first
    assert "mkdocs.yml:" in first
    assert "**refused** (O08)" in second
    assert "unreadable" not in text
