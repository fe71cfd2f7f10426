"""Every source that a docstring, a comment or a scenario file names is there: page, heading and ruling."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.rule_sets import rules_page
from zinegen.variants import VARIANTS

ROOT = Path(__file__).parents[1]
FILES = sorted(
    path
    for pattern in ("zinegen/**/*.py", "tests/**/*.py", "tests/scenarios/**/*.toml")
    for path in ROOT.glob(pattern)
    if path != Path(__file__)
)
SPECS = sorted((ROOT / "docs" / "rules").glob("*.md"))

PAGE = r"(?:docs|site_src)/[\w/-]+\.md"
PARTS = r'(?:, (?:"[^"]+"|rulings? [0-9]+(?:, [0-9]+)*))+'
"""Headings in quotation marks and numbers of rulings."""
CITATION = re.compile(rf"(?<![\w/])({PAGE})({PARTS})?")
SOURCE = re.compile(rf"\bSources?: (?:{PAGE}{PARTS}|DATC [46]\.[A-Z]|(?!docs/|rules/|DATC)[A-Z])")
"""What stands behind the word: a page, a case, or a work by its author or title."""
MARGIN = re.compile(r"\n\s*(?:# )?")


def text_of(path: Path) -> str:
    """Return a file on one line: a citation may be broken over lines."""
    return MARGIN.sub(" ", path.read_text("utf-8"))


def headings(page: Path) -> set[str]:
    """Return a page's headings, but for what looks like one in a block of code."""
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    return set(re.findall(r"^#+ (.+)$", text, re.MULTILINE))


def citations() -> list[tuple[str, str, str]]:
    """Return every citation: where it stands, its page, and its headings and rulings as written."""
    return [
        (path.relative_to(ROOT).as_posix(), *found)
        for path in FILES
        for found in CITATION.findall(text_of(path))
    ]


def test_there_are_sources() -> None:
    assert len(citations()) > 100


def test_every_page_that_is_cited_is_there() -> None:
    assert [(where, page) for where, page, _ in citations() if not (ROOT / page).is_file()] == []


def test_pages_are_cited_by_their_path_in_the_repository() -> None:
    short = re.compile(r'(?<![\w/"])(?:rules/[\w-]+|common)\.md')
    assert [path.name for path in FILES if short.search(text_of(path))] == []


def test_every_citation_of_the_rules_names_a_heading_or_a_ruling() -> None:
    vague = [one for one in citations() if one[1].startswith("docs/rules/") and not one[2]]
    assert vague == []


def test_every_heading_that_is_cited_is_there() -> None:
    assert [
        (where, page, heading)
        for where, page, parts in citations()
        for heading in re.findall(r'"([^"]+)"', parts)
        if heading not in headings(ROOT / page)
    ] == []


def test_every_ruling_that_is_cited_is_there() -> None:
    missing = []
    for where, page, parts in citations():
        text = (ROOT / page).read_text("utf-8")
        for numbers in re.findall(r"rulings? ([0-9, ]+)", parts):
            missing += [
                (where, page, number)
                for number in re.findall(r"[0-9]+", numbers)
                if not re.search(rf"^{number}\. \*", text, re.MULTILINE)
            ]
    assert missing == []


def test_every_source_is_a_page_a_case_or_a_work() -> None:
    """In one form, so that this file can follow them."""
    odd = [
        (path.relative_to(ROOT).as_posix(), text[at.start() : at.start() + 60])
        for path in FILES
        if path.suffix == ".py"
        for text in (text_of(path),)
        for at in re.finditer(r"(?<!class )\bSources?: ", text)
        if not SOURCE.match(text, at.start())
    ]
    assert odd == []


def test_every_case_that_is_cited_is_one_of_the_test_cases() -> None:
    data = json.loads((ROOT / "tests" / "data" / "datc.json").read_text("utf-8"))
    known = {case["id"] for case in data["cases"]}
    cited = {
        case for path in FILES for case in re.findall(r"DATC (6\.[A-Z]\.[0-9]+)", text_of(path))
    }
    assert cited <= known


@pytest.mark.parametrize("page", SPECS, ids=lambda page: page.stem)
def test_the_links_of_a_page_of_the_rules_lead_somewhere(page: Path) -> None:
    for name, anchor in re.findall(r"\]\(([\w./-]+\.md)(?:#([\w-]+))?\)", page.read_text("utf-8")):
        target = (page.parent / name).resolve()
        assert target.is_file(), name
        anchors = {
            re.sub(r"[^\w-]", "", heading.lower().replace(" ", "-")) for heading in headings(target)
        }
        assert not anchor or anchor in anchors, f"{name}#{anchor}"


@pytest.mark.parametrize("name", VARIANTS)
def test_the_players_page_of_a_rule_set_names_its_exact_rules(name: str) -> None:
    text = rules_page(name)
    (spec,) = re.findall(r"^spec: (.+)$", text, re.MULTILINE)
    assert ROOT / spec in SPECS
    assert f"`{name}`" in (ROOT / spec).read_text("utf-8")
