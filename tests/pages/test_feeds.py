"""The feeds."""

import json
from dataclasses import replace
from xml.etree import ElementTree as ET

from tests.pages import examples
from zinegen.pages import Addresses
from zinegen.pages.feeds.feeds import NEWEST, feed_files

ATOM = "{http://www.w3.org/2005/Atom}"
FILES = feed_files(examples.ZINE, [examples.BOOK], Addresses())


def test_there_is_a_feed_of_the_zine_and_one_of_each_game():
    """Both kinds, at both places."""
    assert set(FILES) == {
        "feed.xml", "feed.json", "games/winter/feed.xml", "games/winter/feed.json",
    }  # fmt: skip


def test_every_entry_has_a_lasting_id_an_absolute_address_and_the_closing_date():
    """A reader's program knows what is new by these alone."""
    feed = ET.fromstring(FILES["feed.xml"])  # noqa: S314  # made here
    entries = feed.findall(f"{ATOM}entry")
    assert {entry.findtext(f"{ATOM}id") for entry in entries} == {
        "https://zine.example/games/winter/1901-1-spring",
        "https://zine.example/games/winter/1901-2-autumn",
    }
    for entry in entries:
        assert entry.findtext(f"{ATOM}updated") == "2026-12-01T22:00:00Z"
        assert (
            entry.find(f"{ATOM}link").get("href").startswith("https://zine.example/games/winter/19")
        )
        assert 'src="https://zine.example/cards/s.png"' in entry.findtext(f"{ATOM}content")
    assert feed.findtext(f"{ATOM}updated") == "2026-12-01T22:00:00Z"


def test_the_json_feed_says_the_same():
    """Version 1.1, with the picture."""
    feed = json.loads(FILES["feed.json"])
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert [item["image"] for item in feed["items"]] == ["https://zine.example/cards/s.png"] * 2
    assert feed["items"][0]["date_published"] == "2026-12-01T22:00:00Z"


def test_a_hostile_headline_stays_text():
    """In the title once escaped, in the content twice."""
    feed = ET.fromstring(FILES["feed.xml"])  # noqa: S314  # made here
    titles = [entry.findtext(f"{ATOM}title") for entry in feed.findall(f"{ATOM}entry")]
    assert any(examples.EVIL in title for title in titles)
    assert "<img src=x" not in FILES["feed.xml"]


def test_a_feed_holds_the_newest():
    """Not the whole archive."""
    seasons = tuple(
        replace(
            examples.SPRING,
            uri=f"games/winter/{year}-1-spring.md",
            anchor=f"{year}-1-spring",
            closing=replace(examples.CLOSED, utc=f"{year}-12-01T22:00:00Z"),
        )
        for year in range(1990, 2026)
    )
    book = replace(examples.BOOK, seasons=seasons)
    feed = json.loads(feed_files(examples.ZINE, [book], Addresses())["feed.json"])
    assert len(feed["items"]) == NEWEST
    assert feed["items"][0]["id"].endswith("2025-1-spring")


def test_without_an_address_there_is_no_feed():
    """Its links could not be absolute."""
    assert feed_files(replace(examples.ZINE, url=""), [examples.BOOK], Addresses()) == {}
