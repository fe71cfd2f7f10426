"""A zine in another language: whatever the program says on its pages is said in that language."""

import html
import re
import shutil
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.pages.conftest import SIZE
from zinegen.archive import NewGame, new_game
from zinegen.catalogues.catalogue import CODES, read_catalogue
from zinegen.pages import Addresses, Publisher
from zinegen.pages.contents import Zine
from zinegen.workers import IN_PROCESS

ROOT = Path(__file__).parents[2]
VARIANTS = ("geophysical-kinzett", "seismic-lavaurs", "deluge2")
"""Of games that have just begun; those of `GAMES` have seasons behind them."""
GAMES = ("lantern-street", "small-tremor")
HOLES = re.compile(r"\{[^{}]*\}|%\(\w+\)s|<[^<>]*>")
WRITTEN = re.compile(
    r"<(pre|code|blockquote)\b.*?</\1>|<div class=\"z-(?:press|lead|columns)[^>]*>.*?</div>",
    re.DOTALL,
)
"""What players and GMs wrote, in whatever language."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A zine of several rule sets, without texts of its editor."""
    folder = tmp_path_factory.mktemp("zine")
    (folder / "games").mkdir()
    (folder / "site_src").mkdir()
    for name in GAMES:
        shutil.copytree(ROOT / "games" / name, folder / "games" / name)
    for variant in VARIANTS:
        new_game(folder / "games", f"new-{variant}", variant, NewGame())
    return folder


@pytest.fixture(scope="module")
def publish(folder, templates):
    """Return a function that publishes the zine in a language, undrawn and unmeasured."""

    def publish(code):
        publisher = Publisher(
            root=folder,
            games="games",
            templates=str(ROOT / "templates" / "pages"),
            addresses=Addresses(),
            workers=IN_PROCESS,
            clock=lambda: datetime(2026, 12, 3, tzinfo=UTC),
        )
        publisher.maps.render = lambda job: type(job).__name__.encode()
        zine = Zine(name="Z", url="https://zine.example/", language=code)
        with patch("zinegen.pages.maps.map_files._measure_scene", return_value=SIZE):
            return publisher.publish(zine, folder / "site_src", frozenset(), preview=False)

    return publish


def list_english(code):
    """Return what English says, in pieces of at least four words, that a language says otherwise."""
    found = set()
    for message in read_catalogue(code):
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        said = message.string if isinstance(message.string, tuple) else (message.string,)
        if not message.id or ids[0] == said[0]:
            continue
        for piece in (part.strip() for text in ids for part in HOLES.split(text)):
            if len(piece.split()) > 3:
                found.add(piece)
    return found


def list_texts(page):
    """Return the texts of a page: what stands between tags, and what is read in place of pictures."""
    body = WRITTEN.sub("\n", str(page.body))
    alts = re.findall(r'(?:alt|title|aria-label)="([^"]*)"', body)
    between = re.sub(r"<[^>]*>", "\n", body).splitlines()
    return [html.unescape(text) for text in (page.title, page.description, *alts, *between)]


GLUED = re.compile(r".{0,12}[\w)’»][:;!?»](?= |$)|.{0,12}« .*|.* [:;!?»](?= |$)")
"""Signs that no space, or one that breaks, parts from the word before them, with what stands before."""


def test_signs_of_french_stand_apart_and_begin_no_line(folder, publish):
    written = "\n".join(
        re.sub(r"\s+", " ", path.read_text("utf-8"))
        for path in (folder / "games").rglob("*")
        if path.suffix in {".toml", ".md"}
    )
    wrong = {}
    for page in publish("fr").pages:
        for text in list_texts(page):
            for found in GLUED.findall(text):
                if found.strip() not in written:
                    wrong.setdefault(found, page.uri)
    assert wrong == {}


@pytest.mark.parametrize("code", CODES[1:])
def test_no_sentence_of_the_program_is_left_in_english(code, publish):
    english = list_english(code)
    left = {}
    for page in publish(code).pages:
        body = html.unescape(re.sub(r"<[^>]*>", "\n", WRITTEN.sub("\n", str(page.body))))
        text = f"{page.title}\n{page.description}\n{body}".replace("\u00a0", " ")
        for piece in english:
            if piece in text:
                left.setdefault(piece, page.uri)
    assert left == {}
