"""The answer under an issue that hands orders in, in the player's words."""

from __future__ import annotations

import re
from pathlib import Path

import click

from zinegen.archive.files import read_plain, write_atomically
from zinegen.archive.mail.issue_orders import EVENT_LIMIT, IssueAnswer, read_event, take_issue
from zinegen.cli.exits import CONFIG, DONE, WRONG
from zinegen.cli.report_forms import as_markdown
from zinegen.languages.texts import gettext, speaking
from zinegen.pages.site.zine_settings import read_language

LONGEST = 20_000
"""Characters of an answer; the platform takes three times as many."""


def answer_issue(event: Path, answer: Path | None) -> int:
    """Take in the orders of a new issue, and write what its author is told.

    What is printed is one word for the workflow: ``taken``, ``refused``, ``late``, or ``none`` for an issue
    that is not about orders.
    """
    with speaking(read_language(Path(CONFIG))):
        found = take_issue(Path.cwd(), read_event(read_plain(event, EVENT_LIMIT)))
        word = _describe_outcome(found)
        if answer is not None and word != "none":
            write_atomically(answer, write_answer(found).encode("utf-8", "replace"))
    click.echo(word)
    return DONE if word in {"taken", "none"} else WRONG


def _describe_outcome(found: IssueAnswer) -> str:
    if not found.is_orders:
        return "none"
    return "taken" if found.is_taken else "late" if found.is_late else "refused"


def write_answer(found: IssueAnswer) -> str:
    """Return the answer as Markdown, in which no word of a player's is markup or calls anybody."""
    head = _describe_answer(found)
    told = as_markdown(found.checked) if found.checked else ""
    return _defuse(f"{head}\n\n{told}".rstrip() + "\n")[:LONGEST]


def _describe_answer(found: IssueAnswer) -> str:
    """Return what became of the orders, in sentences."""
    if found.is_taken:
        taken = gettext("Taken in as `{file}`.", file=found.path)
        receipt = gettext("Receipt: `{digest}`.", digest=f"sha256:{found.sha256}")
        again = gettext(
            "Open a new issue to change them: the newest in time counts. Editing this one changes nothing."
        )
        press = f" {found.press[0].upper()}{found.press[1:]}." if found.press else ""
        return f"✅ {taken}{press}\n\n{receipt} {again}"
    if found.is_late:
        late = gettext(
            "Too late for `{file}`: it is left to the GM, and this issue stays open.",
            file=found.path,
        )
        return f"⏰ {late}"
    stays = gettext("What counted before counts still.")
    if found.why_not:
        why = gettext("Not taken in: {why}.", why=found.why_not)
        return f"❌ {why} {stays}"
    refused = gettext("Not taken in.")
    return f"❌ {refused} {stays}"


def _defuse(text: str) -> str:
    text = re.sub(r"<(?!/?(?:details|summary)>)", "&lt;", text)
    text = re.sub(r"!\[", r"!\\[", text)
    return re.sub(r"#(?=\d)", "#\u200b", text.replace("@", "@\u200b"))
