"""What the tests of documents share: the views that have everything in them, as documents."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.pages import examples
from zinegen.pages.contents import GameStanding, Score
from zinegen.pages.paper.documents import DocumentMaker, Drawings, PrintDocument
from zinegen.pages.views import PageLink

SCORES = (
    GameStanding(
        game=PageLink(text=examples.HEAD.title, to=examples.HEAD.uri),
        variant=examples.HEAD.variant,
        when="Autumn 1901",
        scores=tuple(
            Score(power=power, centres=7 - place, units=6)
            for place, power in enumerate(examples.POWERS.values())
        ),
        to_win=18,
    ),
)


@pytest.fixture(scope="session")
def maker(tmp_path_factory: pytest.TempPathFactory) -> DocumentMaker:
    """Makes documents of the views of `examples`, of which there are no records, and so no maps."""
    return DocumentMaker(
        contents=examples.CONTENTS,
        read_progress=lambda _slug: None,
        sources=tmp_path_factory.mktemp("sources"),
        settings={"markdown_extensions": ["smarty", {"pymdownx.emoji": {}}]},
    )


@pytest.fixture(scope="session")
def issue(maker: DocumentMaker) -> tuple[PrintDocument, Drawings]:
    """An issue in which everything is that an issue can have, strangers' worst words among it."""
    source = maker.sources / examples.ISSUE.uri
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(
        "---\nnumber: 7\n---\nAn **editorial** of [how to play](../how-to-play.md), with\n"
        "<script>evil()</script>\n"
        "漢字, Ελλάδα, Łódź and \U0001f600.\n\n## Letters\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    )
    found = maker.make_issue(replace(examples.ISSUE, scores=SCORES))
    return found, maker.draw(found)


@pytest.fixture(scope="session")
def book(maker: DocumentMaker) -> tuple[PrintDocument, Drawings]:
    """A game as a book, likewise."""
    found = maker.make_game(examples.BOOK)
    return found, maker.draw(found)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The folder of a zine that has no templates of its own."""
    return tmp_path
