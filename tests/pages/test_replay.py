"""The page of a replay, and the line by which other sites show it."""

import html
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from tests.pages.examples import HEAD, LINES
from zinegen.pages.views import ReplayView

DATA = "games/winter/maps/replay-1.json"
VIEW = ReplayView(
    uri="games/winter/replay.md",
    frame="games/winter/embed.html",
    address="https://zine.example/games/winter/embed.html",
    files={"data": DATA},
    seasons=LINES,
    anchors=tuple(f"190{number}-1-spring" for number, _ in enumerate(LINES)),
    size=(1600, 1319),
)
TITLE = """Rook "the Crook" & <b>Co</b>'s game"""


@pytest.fixture
def printed(templates):
    """Print the page of a replay; return its text and where it leads."""
    head = replace(HEAD, title=TITLE)
    return lambda view: templates.html("replay.html", view.uri, {"replay": view, "head": head})


def test_the_line_to_paste_is_a_frame_whatever_the_game_is_called(printed):
    text, links = printed(VIEW)
    line = html.unescape(re.search(r"<pre[^>]*><code>(.*?)</code>", text)[1])
    found = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, marks: found.append((tag, dict(marks)))
    parser.feed(line)
    [(tag, marks)] = found
    assert tag == "iframe"
    assert marks["src"] == VIEW.address
    assert html.unescape(marks["title"]).replace("\u2019", "'") == f"{TITLE}: replay"
    assert {DATA, *(season.uri for season in LINES)} <= links


def test_a_replay_that_could_not_be_made_is_told_and_its_seasons_stay(printed):
    text, links = printed(replace(VIEW, files={}))
    assert "This replay could not be made." in text
    assert "data-replay" not in text
    assert {season.uri for season in LINES} <= links
