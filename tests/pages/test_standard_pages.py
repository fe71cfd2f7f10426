"""The pages that a zine has from the program, in each language in which a zine can be."""

import re
from collections import Counter
from pathlib import Path

import pytest
from markdown import Markdown

from zinegen.catalogues.catalogue import CODES
from zinegen.pages.site.standard_files import PROSE, find_text, standard_sources

ROOT = Path(__file__).parents[2]
OWN = {"about.md", "house-rules.md"}
"""What a new zine gets as its own."""
STANDARD = {uri for uri in standard_sources() if uri.endswith(".md")}
TRANSLATED = [(code, uri) for code in CODES[1:] for uri in sorted(STANDARD | OWN)]


NAMES = {"Diplomacy Adjudicator Test Cases", "SIL Open Font License"}
BLOCKS = re.compile(r"<pre>.*?</pre>", re.DOTALL)
CODE = re.compile(r"<code>(.*?)</code>", re.DOTALL)


def in_html(path):
    """Return a text as pages have it, without its examples of files."""
    text = re.sub(r"\A---\n.*?---\n", "", path.read_text(), flags=re.DOTALL)
    html = Markdown(extensions=["toc", "attr_list", "tables", "fenced_code"]).convert(text)
    return BLOCKS.sub("<pre>", html)


def headings(html):
    """Return the level and the anchor of every heading."""
    return re.findall(r'<h([1-6]) id="([^"]*)"', html)


def orders(html):
    """Return how often each order, option and file is named; a picture's words are not."""
    return Counter(" ".join(one.split()) for one in CODE.findall(html) if one[0] != "!")


@pytest.mark.parametrize("code", CODES[1:])
def test_a_language_has_each_of_them_and_none_besides(code):
    folder = ROOT / PROSE / code
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*.md")} == STANDARD | OWN
    pages = {uri: path for uri, path in standard_sources(code).items() if uri.endswith(".md")}
    assert pages == {uri: folder / uri for uri in STANDARD}


@pytest.mark.parametrize("code", CODES)
def test_what_is_no_page_is_the_same_in_all(code):
    others = {uri: path for uri, path in standard_sources().items() if uri not in STANDARD}
    assert others.items() <= standard_sources(code).items()
    assert find_text("favicon.svg", code) == ROOT / "site_src" / "favicon.svg"


@pytest.mark.parametrize(("code", "uri"), TRANSLATED)
def test_one_in_another_language_says_the_same(code, uri):
    """Its headings, rows, points, links, examples and orders are those of the English one."""
    english, other = (in_html(find_text(uri, one)) for one in (CODES[0], code))
    there, here = headings(english), headings(other)
    assert [level for level, _ in here] == [level for level, _ in there]
    for tag in ("<tr", "<td", "<li", "<a ", "<pre"):
        assert other.count(tag) == english.count(tag), tag
    if uri not in OWN:
        assert here[1:] == there[1:]  # a link to a heading leads to it in every language
        assert orders(other) == orders(english)


@pytest.mark.parametrize(("code", "uri"), TRANSLATED)
def test_no_sentence_of_it_is_left_in_english(code, uri):
    english, other = (CODE.sub("", in_html(find_text(uri, one))) for one in (CODES[0], code))
    sentences = {one.strip() for one in re.split(r"[.:;,|\n<>]", english) if len(one.split()) > 3}
    assert len(sentences) > 5
    assert not [one for one in sentences - NAMES if one in other]
