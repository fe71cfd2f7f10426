"""The feeds, as Atom (RFC 4287) and JSON Feed 1.1: of the whole zine, of every game and of every player.

The zine's has issues and seasons, a game's its seasons, a player's the seasons that were played by them.
"""

import json
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from zinegen.languages.texts import add_colon
from zinegen.pages.addresses import Addresses
from zinegen.pages.contents import Contents, GameContents, Zine
from zinegen.pages.feeds.entries import FeedEntry, KeptEntry, find_season_entry, make_issue_entry
from zinegen.pages.outgoing.whole_links import WholeLinks
from zinegen.pages.views import SeasonView
from zinegen.pages.words.visible_text import strip_invisible

NEWEST = 20
"""So many entries a feed holds."""
NEWEST_OF_GAME = 8
"""So many one of a game: each is a whole season, and the seasons before are on its page."""
NEWEST_OF_PLAYER = 5
"""So many one of a player, of which a zine has a hundred."""


def feed_files(
    contents: Contents,
    addresses: Addresses,
    kept: dict[str, KeptEntry] | None = None,
    lasting: Container[str] = (),
    tell: Callable[[SeasonView], str] = repr,
) -> Mapping[str, str]:
    """Return the feeds by uri; none without an address of the site, for theirs must be absolute.

    ``kept`` are the entries of seasons as they were last, by the uris of those; it is brought up to date.
    ``tell`` tells seasons apart. The feeds of the games ``lasting`` lie in their folders already.
    """
    zine, games = contents.zine, contents.games
    if not zine.url:
        return {}
    cards = {uri: card for game in games for uri, card in game.cards.items()}
    writer = _FeedWriter(zine, addresses, {} if kept is None else kept, cards, tell)
    issues = [make_issue_entry(zine, one, cards, writer.links) for one in contents.issues]
    closed = (season for game in games for season in _list_closed(game))
    files = dict(writer.write(zine.name, "", [*issues, *writer.list_newest(closed, NEWEST)]))
    for game in games:
        if game.view.head.slug not in lasting:
            files.update(writer.write_game(game))
    for player in contents.players:
        played = (one for game in games for one in _list_played(player.name, game))
        title = add_colon(zine.name, player.name)
        own = writer.list_newest(played, NEWEST_OF_PLAYER)
        files.update(writer.write(title, f"players/{player.slug}/", own))
    return files


def game_feeds(
    game: GameContents,
    zine: Zine,
    addresses: Addresses,
    kept: dict[str, KeptEntry],
    tell: Callable[[SeasonView], str],
) -> Mapping[str, str]:
    """Return the feeds of one game by uri, as `feed_files` does."""
    if not zine.url:
        return {}
    return dict(_FeedWriter(zine, addresses, kept, game.cards, tell).write_game(game))


@dataclass(frozen=True, slots=True)
class _FeedWriter:
    """Writes feeds of a zine that has an address."""

    zine: Zine
    addresses: Addresses
    known: dict[str, KeptEntry]
    cards: Mapping[str, str]
    tell: Callable[[SeasonView], str]

    @property
    def links(self) -> WholeLinks:
        return WholeLinks(site=self.zine.url, addresses=self.addresses)

    def list_newest(self, seasons: Iterable[SeasonView], most: int) -> list[FeedEntry]:
        links, newest = self.links, sorted(seasons, key=_tell_age, reverse=True)[:most]
        return [
            find_season_entry(self.known, self.zine, one, self.cards, links, told=self.tell(one))
            for one in newest
        ]

    def write_game(self, game: GameContents) -> Iterable[tuple[str, str]]:
        title = add_colon(self.zine.name, game.view.head.title)
        own = self.list_newest(_list_closed(game), NEWEST_OF_GAME)
        return self.write(title, f"games/{game.view.head.slug}/", own)

    def write(
        self, title: str, folder: str, entries: Sequence[FeedEntry]
    ) -> Iterable[tuple[str, str]]:
        """Yield both feeds of one list of entries."""
        newest = sorted(entries, key=lambda entry: (entry.date, entry.id), reverse=True)[:NEWEST]
        yield f"{folder}feed.xml", _write_atom(self.zine, title, folder, newest)
        yield f"{folder}feed.json", _write_json_feed(self.zine, title, folder, newest)


def _tell_age(season: SeasonView) -> tuple[str, str]:
    """Return what puts seasons into the sequence of their entries: the closing, and what tells ids apart."""
    return season.closing.utc if season.closing else "", f"{season.game.slug}/{season.anchor}"


def _list_closed(game: GameContents) -> list[SeasonView]:
    """Return the seasons of a game that are over."""
    return [one for one in game.seasons if one.closing and not one.is_open]


def _list_played(name: str, game: GameContents) -> Iterable[SeasonView]:
    """Yield the seasons that somebody has played in a game."""
    for season, cast in zip(game.seasons, game.casts, strict=False):
        if name in cast.values() and season.closing and not season.is_open:
            yield season


def _escape_text(text: str) -> str:
    """Return a text as XML writes it between tags."""
    return escape(str(text), quote=False)


def _quote_attribute(text: str) -> str:
    """Return a text as the value of an attribute, its quotation marks included."""
    return f'"{escape(text)}"'


def _write_atom(zine: Zine, title: str, folder: str, entries: Sequence[FeedEntry]) -> str:
    here = zine.find_whole(folder)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{zine.language}">',
        f"<id>{_escape_text(here)}</id>",
        f"<title>{_escape_text(strip_invisible(title))}</title>",
        f"<updated>{entries[0].date if entries else '1970-01-01T00:00:00Z'}</updated>",
        f"<author><name>{_escape_text(strip_invisible(zine.editor or zine.name))}</name></author>",
        f'<link rel="self" type="application/atom+xml" href={_quote_attribute(here + "feed.xml")}/>',
        f'<link rel="alternate" type="text/html" href={_quote_attribute(here)}/>',
    ]
    for entry in entries:
        lines += [
            "<entry>",
            f"<id>{_escape_text(entry.id)}</id>",
            f"<title>{_escape_text(entry.title)}</title>",
            f"<updated>{entry.date}</updated>",
            f"<published>{entry.date}</published>",
            f"<author><name>{_escape_text(entry.author)}</name></author>",
            f'<link rel="alternate" type="text/html" href={_quote_attribute(entry.url)}/>',
            f"<summary>{_escape_text(entry.summary)}</summary>",
            f'<content type="html">{_escape_text(entry.content)}</content>',
            "</entry>",
        ]
    return "\n".join([*lines, "</feed>", ""])


def _write_json_feed(zine: Zine, title: str, folder: str, entries: Sequence[FeedEntry]) -> str:
    here = zine.find_whole(folder)
    feed = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": strip_invisible(title),
        "home_page_url": here,
        "feed_url": here + "feed.json",
        "language": zine.language,
        "items": [
            {
                "id": entry.id,
                "url": entry.url,
                "title": entry.title,
                "summary": entry.summary,
                "content_html": str(entry.content),
                "date_published": entry.date,
                "authors": [{"name": entry.author}],
                **({"image": entry.picture} if entry.picture else {}),
            }
            for entry in entries
        ],
    }
    return json.dumps(feed, ensure_ascii=False, indent=1) + "\n"
