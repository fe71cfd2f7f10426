"""What `check` prints: text, GitHub's annotations, the test results of other platforms, JSON, Markdown.

Players' own words are escaped in each, so that they can give no command and ping nobody.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby

from zinegen.languages.texts import N_, gettext, ngettext
from zinegen.notation.findings import (
    Finding,
    Level,
    as_text,
    show_in_log,
    show_invisible,
    sort_findings,
)
from zinegen.play.order_findings import CheckResult

GITHUB_AT_MOST = 10
"""Annotations of a kind that GitHub shows for one step; what is over is cut off without a word."""

_GITHUB = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "notice"}
_IN_WORDS = {
    Level.ERROR: N_("unreadable"),
    Level.WARNING: N_("will not work"),
    Level.NOTE: N_("please look"),
}


_NOT_READING = {
    "O07": N_("not in time"),
    "O08": N_("refused"),
    "O09": N_("refused"),
    "S06": N_("refused"),
    "G20": N_("please rule"),
}
"""What is wrong with a file whose lines can be read, or are not looked at."""


def _describe(one: Finding) -> str:
    word = _NOT_READING.get(one.code) if one.level is Level.ERROR else None
    return gettext(word or _IN_WORDS[one.level])


def _all_findings(results: Iterable[CheckResult]) -> tuple[Finding, ...]:
    return sort_findings(finding for one in results for finding in one.findings)


def as_terminal_text(results: Sequence[CheckResult]) -> str:
    """Return all findings as a compiler prints them, and below them how orders were read."""
    parts = (as_text(_all_findings(results)), *map(_as_read_text, results))
    return "\n".join(filter(None, parts))


def _squeeze(text: str) -> str:
    return "".join(text.split()).casefold()


def _as_read_text(result: CheckResult) -> str:
    """Return how the orders of one power were read that it wrote otherwise; nothing where there are none."""
    if not result.read:
        return ""
    other = [one for one in result.read if _squeeze(one.text) != _squeeze(one.canonical)]
    rest = len(result.read) - len(other)
    count = f"{rest} {'order' if rest == 1 else 'orders'} as written"
    lines = [f"{show_invisible(result.title)}: {count}{', and' if rest and other else ''}"]
    for one in other:
        text, canonical = show_invisible(one.text), show_invisible(one.canonical)
        lines.append(f"{one.line:>4} | {text}  is read as  {canonical}")
    return "\n".join(lines) + "\n"


def as_github(results: Sequence[CheckResult]) -> str:
    """Return findings as workflow commands, at most ten of a kind."""
    shown: dict[Level, int] = {}
    lines = []
    for one in _all_findings(results):
        shown[one.level] = shown.get(one.level, 0) + 1
        if shown[one.level] <= GITHUB_AT_MOST:
            lines.append(_as_github(one))
    return "\n".join(lines)


def _as_github(one: Finding) -> str:
    at = one.where
    values = {"file": at.file}
    if at.line:
        values |= {
            "line": str(at.line),
            "col": str(max(at.column, 1)),
            "endColumn": str(max(at.end_column, at.column, 1)),
        }
    values["title"] = f"{one.code} {one.title}"
    told = ",".join(f"{key}={_github_value(value)}" for key, value in values.items())
    words = []
    if one.hint:
        words.append(f"Try: {one.hint}")
    if one.if_left:
        words.append(f"If you leave it: {one.if_left}")
    return f"::{_GITHUB[one.level]} {told}::{_github_words(chr(10).join(words) or one.title)}"


def _github_words(text: str) -> str:
    return show_in_log(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _github_value(text: str) -> str:
    return _github_words(text).replace(":", "%3A").replace(",", "%2C")


def as_json(results: Sequence[CheckResult]) -> str:
    """Return findings as a JSON array, one object a line; lines and columns from 1."""
    objects = (
        {
            "file": one.where.file,
            "line": one.where.line,
            "column": one.where.column,
            "end_column": one.where.end_column,
            "level": str(one.level),
            "code": one.code,
            "title": one.title,
            "try": one.hint,
            "if_left": one.if_left,
        }
        for one in _all_findings(results)
    )
    lines = ",\n ".join(map(json.dumps, objects))
    return f"[{lines}]".replace("\x7f", "\\u007f").replace("##[", "#\\u0023[")


def as_junit(results: Sequence[CheckResult]) -> str:
    """Return findings as test results in the form of JUnit, in which platforms show reports of their runs.

    Every finding is a test: an error failed, anything else was skipped. What has no findings is a test that
    has passed.
    """
    cases = [case for one in results for case in _list_cases(one.title, one.findings)]
    return "\n".join(
        ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuite>", *cases, "</testsuite>"]
    )


def _list_cases(title: str, findings: Sequence[Finding]) -> Iterator[str]:
    suite = escape(show_invisible(title))
    if not findings:
        yield f'<testcase classname="{suite}" name="nothing is wrong"/>'
    for one in sort_findings(findings):
        # Platforms drop a test that is named like one before.
        name = escape(show_invisible(f"{one.code} {one.title} ({one.where})"))
        file = escape(show_invisible(one.where.file))
        kind = "failure" if one.level is Level.ERROR else "skipped"
        what = f"<{kind}>{escape(as_text([one]))}</{kind}>"
        yield f'<testcase classname="{suite}" name="{name}" file="{file}">{what}</testcase>'


def as_markdown(results: Sequence[CheckResult]) -> str:
    """Return the findings about each game or power as a table, and how every order was read.

    What players wrote is escaped: no markup, no mentions, no HTML.
    """
    return "\n".join(map(_as_markdown, results))


def _as_markdown(result: CheckResult) -> str:
    found = sort_findings(result.findings)
    head = gettext("all orders read") if not found else _count_in_words(len(found))
    lines = [f"### {markdown_text(result.title)}: {head}", ""]
    for file, several in groupby(found, lambda one: one.where.file):
        lines += [
            *([f"{markdown_text(file)}:", ""] if file else []),
            gettext("| line | you wrote | what is wrong | try | if you leave it |"),
            "|--:|---|---|---|---|",
            *map(_row, several),
            "",
        ]
    if result.read:
        title = gettext("How your orders are read")
        lines += [f"<details><summary>{title}</summary>", ""]
        lines += [gettext("| line | you wrote | read as |"), "|--:|---|---|"]
        lines += [
            f"| {one.line} | {markdown_text(one.text)} | {markdown_text(one.canonical)} |"
            for one in result.read
        ]
        lines += ["", "</details>", ""]
    return "\n".join(lines)


def _count_in_words(number: int) -> str:
    return ngettext("one thing to look at", "{number} things to look at", number)


def _row(one: Finding) -> str:
    cells = (
        str(one.where.line or ""),
        markdown_text(one.line.strip()),
        f"**{_describe(one)}** ({one.code}): {markdown_text(one.title)}",
        markdown_text(one.hint),
        markdown_text(one.if_left),
    )
    return "| " + " | ".join(cells) + " |"


def markdown_text(text: str) -> str:
    """Return a stranger's text so that Markdown shows it letter by letter."""
    # A zero-width blank keeps names from being mentioned, numbers from being taken for issues, and bare
    # addresses from becoming links.
    plain = show_invisible(" ".join(text.split()))
    for sign, broken in (
        ("@", "@\u200b"),
        ("#", "#\u200b"),
        ("://", ":\u200b//"),
        ("www.", "www\u200b."),
    ):
        plain = plain.replace(sign, broken)
    plain = plain.replace("&", "&amp;").replace("<", "&lt;")
    # A line that begins with two colons commands the runner of a platform, if a log gets to see it.
    plain = re.sub(r"^:", "&#58;", plain)
    # These have a meaning in some dialects only, and a backslash before them in others.
    for sign in "|~$":
        plain = plain.replace(sign, f"&#{ord(sign)};")
    return re.sub(r"([\\`*_{}\[\]!])", r"\\\1", plain)


FOR_PLAYERS = "markdown"
"""The form that players read, in the language of the zine."""
FORMS = {
    "text": as_terminal_text,
    "github": as_github,
    "junit": as_junit,
    "json": as_json,
    "markdown": as_markdown,
}
"""The forms by the names by which they are asked for."""
