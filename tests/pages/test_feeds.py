"""The feeds: what they hold, ids that never change, and the rules of RFC 4287 and JSON Feed 1.1."""

import json
import re
from dataclasses import replace
from datetime import datetime
from xml.etree import ElementTree as ET

import html5lib
import pytest

from tests.pages import examples
from tests.pages.zines import ORDERS, published, recorded, set_ready, write_orders
from zinegen.pages import Addresses
from zinegen.pages.builders.centre_chart import make_slug
from zinegen.pages.feeds.feeds import NEWEST, NEWEST_OF_GAME, NEWEST_OF_PLAYER, feed_files
from zinegen.pages.feeds.zine_json import zine_files
from zinegen.planet.zine_entries import read_zine
from zinegen.variants.standard import STANDARD

ATOM = "{http://www.w3.org/2005/Atom}"
CASTS = ({"France": "Cécile Dupont", "England": "Bob"}, {"France": "Dora", "England": "Bob"})
BOOK = replace(examples.BOOK, casts=CASTS)
ISSUE = replace(
    examples.ISSUE, prose="Well, _another_ month. [Winter](../games/winter/index.md) goes on.\n"
)
CONTENTS = replace(examples.CONTENTS, games=(BOOK,), issues=(ISSUE,))
FILES = feed_files(CONTENTS, Addresses())
SPRING, AUTUMN = (
    f"https://zine.example/games/winter/1901-{one}" for one in ("1-spring", "2-autumn")
)
ISSUE_7 = "https://zine.example/issues/7"


def entries_of(uri, files=FILES):
    """Return the entries of an Atom feed by their ids."""
    feed = ET.fromstring(files[uri])  # noqa: S314  # made here
    return {one.findtext(f"{ATOM}id"): one for one in feed.findall(f"{ATOM}entry")}


def test_there_are_feeds_of_the_zine_of_each_game_and_of_each_player():
    folders = ["", "games/winter/", *(f"players/{one.slug}/" for one in CONTENTS.players)]
    assert set(FILES) == {f"{one}feed.{kind}" for one in folders for kind in ("xml", "json")}


def test_the_zines_feed_holds_issues_and_seasons_a_games_its_seasons():
    assert entries_of("feed.xml").keys() == {ISSUE_7, SPRING, AUTUMN}
    assert entries_of("games/winter/feed.xml").keys() == {SPRING, AUTUMN}


def test_a_players_feed_holds_the_seasons_they_played():
    assert entries_of("players/bob/feed.xml").keys() == {SPRING, AUTUMN}
    assert entries_of(f"players/{make_slug('Cécile Dupont')}/feed.xml").keys() == {SPRING}
    assert entries_of("players/ann-example/feed.xml").keys() == set()


def test_an_entry_is_titled_by_what_it_leads_to():
    found = {
        key: (one.findtext(f"{ATOM}title"), one.find(f"{ATOM}link").get("href"))
        for key, one in entries_of("feed.xml").items()
    }
    assert found[ISSUE_7] == (
        "The Fault Line, No. 7: Bounces at Burgundy", "https://zine.example/issues/7/"
    )  # fmt: skip
    assert found[SPRING] == ("Winter, Spring 1901: Bounces at Burgundy", f"{SPRING}/")


def test_an_issue_brings_its_editorial_with_whole_addresses():
    content = entries_of("feed.xml")[ISSUE_7].findtext(f"{ATOM}content")
    assert "Well, <em>another</em> month." in content
    assert '<a href="https://zine.example/games/winter/">Winter</a>' in content
    assert f'<a href="{SPRING}/">Winter, Spring 1901: Bounces at Burgundy</a>' in content


def test_a_season_brings_its_orders_with_reasons_and_its_map():
    content = entries_of("feed.xml")[SPRING].findtext(f"{ATOM}content")
    assert '<img src="https://zine.example/cards/s.png"' in content
    for of in examples.PHASE.orders:
        for one in of.orders:
            shown = one.text.replace("<", "&lt;").replace(">", "&gt;").replace('"', "&#34;")
            assert (f"<u>{shown}</u>" if one.word != "succeeds" else shown) in content
    assert "(bounced with Russia&#39;s A War)" in content
    picture = "https://zine.example/games/winter/1901-1-spring/front.png"
    assert f'<img src="{picture}" alt="A &lt;b&gt;map&lt;/b&gt;">' in content
    assert "style=" not in content


def test_an_id_goes_on_from_where_the_zine_began():
    """A reader's program would show everything again as new, when the zine moves."""
    moved = replace(examples.ZINE, url="https://new.example/", began_at="https://zine.example/")
    files = feed_files(replace(CONTENTS, zine=moved), Addresses())
    found = entries_of("feed.xml", files)
    assert found.keys() == {ISSUE_7, SPRING, AUTUMN}
    assert found[SPRING].find(f"{ATOM}link").get("href").startswith("https://new.example/")


ONCE = {"id", "title", "updated", "published", "summary", "content", "rights", "source"}
"""What an entry has at most once (RFC 4287, 4.1.2)."""
INSIDE = {
    "feed": {"id", "title", "updated", "author", "link", "entry"},
    "entry": {*ONCE, "author", "link"},
    "author": {"name"},
}
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@pytest.mark.parametrize("uri", [one for one in FILES if one.endswith(".xml")])
def test_a_feed_keeps_the_rules_of_rfc_4287(uri):
    feed = ET.fromstring(FILES[uri])  # noqa: S314  # made here
    assert feed.tag == f"{ATOM}feed"
    for node in feed.iter():
        name = node.tag.removeprefix(ATOM)
        children = [one.tag.removeprefix(ATOM) for one in node]
        assert set(children) <= INSIDE.get(name, set()), name
        if name in {"feed", "entry"}:
            assert all(children.count(one) <= 1 for one in ONCE)
            assert all(children.count(one) == 1 for one in ("id", "title", "updated", "author"))
            assert node.findtext(f"{ATOM}id").startswith("https://")
        if name in {"updated", "published"}:
            assert MOMENT.fullmatch(node.text)
            datetime.fromisoformat(node.text)
        if name == "link":
            assert node.get("href").startswith("https://")
            assert node.get("rel") in {"self", "alternate"}
        if name == "content":
            assert node.get("type") == "html"
            parser = html5lib.HTMLParser()
            parser.parseFragment(node.text)
            assert [one for one in parser.errors if one[1] != "unexpected-end-tag"] == []
        if name == "name":
            assert node.text.strip()
    ids = [one.findtext(f"{ATOM}id") for one in feed.findall(f"{ATOM}entry")]
    assert len(ids) == len(set(ids))
    (own,) = [one for one in feed.findall(f"{ATOM}link") if one.get("rel") == "self"]
    assert own.get("href") == f"https://zine.example/{uri}"
    newest = max(
        (one.findtext(f"{ATOM}updated") for one in feed.findall(f"{ATOM}entry")), default=""
    )
    assert feed.findtext(f"{ATOM}updated") == (newest or "1970-01-01T00:00:00Z")


@pytest.mark.parametrize("uri", [one for one in FILES if one.endswith(".json")])
def test_the_json_feed_says_the_same(uri):
    feed = json.loads(FILES[uri])
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert feed["feed_url"] == f"https://zine.example/{uri}"
    atom = entries_of(uri.replace(".json", ".xml"))
    assert [item["id"] for item in feed["items"]] == [*atom]
    for item in feed["items"]:
        same = atom[item["id"]]
        assert item["title"] == same.findtext(f"{ATOM}title")
        assert item["content_html"] == same.findtext(f"{ATOM}content")
        assert item["date_published"] == same.findtext(f"{ATOM}published")
        assert item["image"] == "https://zine.example/cards/s.png"


def test_a_hostile_headline_stays_text():
    """In the title once escaped, in the content twice."""
    titles = [one.findtext(f"{ATOM}title") for one in entries_of("feed.xml").values()]
    assert any(examples.EVIL in title for title in titles)
    assert "<img src=x" not in FILES["feed.xml"]
    assert "<img src=x" not in "".join(
        item["content_html"] for item in json.loads(FILES["feed.json"])["items"]
    )


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
    book = replace(examples.BOOK, seasons=seasons, casts=({"England": "Bob"},) * 36)
    files = feed_files(replace(CONTENTS, games=(book,)), Addresses())
    feed = json.loads(files["feed.json"])
    assert len(feed["items"]) == NEWEST
    assert feed["items"][1]["id"].endswith("2025-1-spring")
    assert len(json.loads(files["games/winter/feed.json"])["items"]) == NEWEST_OF_GAME
    assert len(json.loads(files["players/bob/feed.json"])["items"]) == NEWEST_OF_PLAYER


def test_without_an_address_there_is_no_feed():
    """Its links could not be absolute."""
    zine = replace(examples.ZINE, url="")
    assert feed_files(replace(CONTENTS, zine=zine), Addresses()) == {}


def test_the_zine_tells_other_programs_what_it_has(publisher, zine, season):
    """And a front over several zines reads it as it is meant."""
    write_orders(season, "winter", ORDERS)
    set_ready(season)
    path = zine / "games" / "winter" / "game.toml"
    path.write_text(path.read_text().replace('_first = "wait"', '_first = "hold"'))
    recorded(zine / "games" / "winter")
    site = published(publisher)[1]
    told = read_zine(site.files["zine.json"].encode(), 1)
    assert (told.name, told.address, told.wrong) == ("The Test", "https://zine.example/", ())
    (game,) = told.games
    assert (game.address, game.outcome.seasons) == ("https://zine.example/games/winter/", 1)
    assert [one.power for one in game.outcome.powers] == sorted(STANDARD.start.powers)
    assert zine_files(replace(CONTENTS, zine=replace(CONTENTS.zine, url="")), Addresses()) == {}
