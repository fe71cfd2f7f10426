"""Anonymous games: no page, file, record or message tells who plays, for as long as the house rule says."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tests.pages.zines import ORDERS, ZINE, published, recorded, set_ready, write_orders
from zinegen.archive import open_game, play, verify_game
from zinegen.archive.closing.check import check_folder
from zinegen.archive.closing.proposal import find_own_file, play_folder
from zinegen.pages import public_play
from zinegen.pages.builders.redaction import ALIAS, hide_players
from zinegen.pages.builders.reminder import write_reminder
from zinegen.pages.outgoing.news import NewsWriter
from zinegen.pages.outgoing.whole_links import WholeLinks

NAMES = {"austria": "Zebulon Quirk", "turkey": "Philippa Nettle", "france": "Orlando Gubbins"}
FORMER = "Mortimer Vexley"
SECRETS = (*NAMES.values(), FORMER, "Zebulon", "quirk@example.org", "424242")


@pytest.fixture
def game(zine, season):
    """A game in which everybody has a name that is to be told to nobody; its first season is due."""
    write_orders(season, "winter", ORDERS)
    set_ready(season)
    return zine / "games" / "winter"


def set_rule(game, rule):
    path = game / "game.toml"
    text = path.read_text().replace('no_orders_first = "wait"', 'no_orders_first = "hold"')
    head, _, _ = text.partition("\n[players]")
    people = "".join(
        f'{power} = {{ name = "{name}", id = 424242, mail = "quirk@example.org" }}\n'
        for power, name in NAMES.items()
    )
    head = head.replace("[secrecy]\n", f'[secrecy]\nplayers = "{rule}"\n')
    former = f'france = [{{ name = "{FORMER}", until = "1901-1-spring" }}]'
    path.write_text(f"{head}\n[players]\n{people}\n[replaced]\n{former}\n")
    assert not [one for one in open_game(game).findings if one.where.file.endswith("game.toml")]


def tell(found):
    return [secret for secret in SECRETS if secret in found]


@pytest.mark.parametrize("rule", ["until-end", "never-told"])
def test_nothing_that_is_published_tells_who_plays(publisher, game, rule):
    set_rule(game, rule)
    season = game / "seasons" / "1901-1-spring"
    for path in (season / "orders").glob("*.toml"):
        path.write_text(path.read_text().replace("A Vie", "A Vie  # Zebulon Quirk here\nA Vie", 1))
    recorded(game)
    closing = season / "close.toml"
    closed = closing.read_text()
    # What a platform has said of who handed in.
    closing.write_text(closed.replace("status =", "by_id = 424242\nstatus ="))
    assert tell("".join(one.read_text() for one in season.rglob("*.toml")))
    record = (season / "result.json").read_text()
    assert tell(record) == []
    pages, site = published(publisher)
    for page in pages.values():
        assert tell(f"{page.title} {page.description} {page.body}") == [], page.uri
        assert "host.example/edit" not in page.body
    for uri, content in site.files.items():
        text = content if isinstance(content, str) else content.decode("utf-8", "replace")
        assert tell(f"{uri} {text}") == [], uri
    assert "Anonymous" in pages["games/winter/index.md"].body
    assert not [uri for uri in pages if uri.startswith("players/") and uri != "players/index.md"]
    checked = site.files["games/winter/1901-1-spring/check.json"]
    assert b"A Vie" in checked
    closing.write_text(closed)
    assert verify_game(game).is_sound


def test_a_named_game_tells_them(publisher, game):
    """Else the test above would see nothing."""
    set_rule(game, "named")
    recorded(game)
    assert NAMES["austria"] in (game / "seasons" / "1901-1-spring" / "result.json").read_text()
    assert NAMES["austria"] in published(publisher)[0]["games/winter/index.md"].body


@pytest.mark.parametrize(("rule", "told"), [("until-end", []), ("named", [NAMES["turkey"]])])
def test_news_of_an_anonymous_game_name_nobody(publisher, game, rule, told):
    """Not even those whose orders are missing."""
    set_rule(game, rule)
    season = game / "seasons" / "1901-1-spring"
    path = season / "season.toml"
    path.write_text(path.read_text().replace("ready    = true", "ready    = false"))
    (season / "orders" / "turkey.toml").unlink()
    now = datetime(2025, 12, 1, 20, tzinfo=UTC)
    publisher.clock = lambda: now
    found = publisher.contents(ZINE, sources=publisher.root / "site_src")[0].games[0]
    links = WholeLinks(site=ZINE.url)
    writer = NewsWriter(zine=ZINE, links=links, now=now, cards={})
    news = repr([*writer.list_open(found, play(open_game(game), now=now), 24)])
    assert "Turkey" in news
    assert tell(news) == told
    progress = play(open_game(game), now=now)
    reminder = write_reminder(progress, progress.open_season, ZINE, now)
    assert "- Turkey" in reminder
    assert set(told) <= set(tell(reminder))
    assert bool(tell(reminder)) is (rule == "named")
    assert ("host.example/edit" in reminder) is (rule == "named")


@pytest.mark.parametrize(("rule", "told"), [("until-end", True), ("never-told", False)])
def test_who_played_is_told_at_the_end_or_never(game, rule, told):
    set_rule(game, rule)
    progress = play(open_game(game))
    assert tell(repr(hide_players(progress).game.settings)) == []
    over = replace(progress, state=replace(progress.state, winners=("Austria",)))
    shown = public_play(over)
    assert (shown.game.settings.players["Austria"].name == NAMES["austria"]) is told
    assert shown.records[0].players["France"] == (FORMER if told else ALIAS)


def test_a_way_that_shows_an_account_is_refused_with_the_one_that_does_not(game):
    set_rule(game, "until-end")
    path = "games/winter/seasons/1901-1-spring/orders/austria.toml"
    found = find_own_file(path, 424242, lambda _: play_folder(game))
    assert "this game is anonymous" in found.title
    assert found.hint == "send orders and press to the GM by mail"


def test_check_says_that_players_need_the_gms_address(game):
    set_rule(game, "never-told")
    path = game / "seasons" / "1901-1-spring" / "season.toml"
    path.write_text(path.read_text().replace("ready    = true", "ready    = false"))
    titles = [one.title for found in check_folder(game) for one in found.findings]
    assert any("players have nowhere to send their orders" in title for title in titles)
