"""The feeds: Atom and JSON Feed, of the whole zine and of every game.

An entry is a season. Its id is made of the site's address and the season's folder and never changes;
its date is that of the closing, so two builds of the same records give the same bytes.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from zinegen.languages.texts import gettext
from zinegen.pages.addresses import Addresses
from zinegen.pages.contents import GameContents, Zine
from zinegen.pages.views import SeasonView
from zinegen.pages.words.visible_text import strip_invisible

Entry = Mapping[str, str]

NEWEST = 20
"""So many entries a feed holds."""


def feed_files(
    zine: Zine, games: Sequence[GameContents], addresses: Addresses
) -> Mapping[str, str]:
    """Return the feeds by uri; none without an address of the site, for theirs must be absolute."""
    if not zine.url:
        return {}
    cards = {uri: card for game in games for uri, card in game.cards.items()}
    entries = {
        season.uri: _make_entry(zine, season, cards, addresses)
        for game in games
        for season in game.seasons
        if season.closing and not season.is_open
    }
    files = dict(_write_feeds(zine, zine.name, "", list(entries.values())))
    for game in games:
        title = f"{zine.name}: {game.view.head.title}"
        own = [entries[season.uri] for season in game.seasons if season.uri in entries]
        files.update(_write_feeds(zine, title, f"games/{game.view.head.slug}/", own))
    return files


def _write_feeds(
    zine: Zine, title: str, folder: str, entries: Sequence[Entry]
) -> Iterable[tuple[str, str]]:
    """Yield both feeds of one list of seasons."""
    newest = sorted(entries, key=lambda entry: (entry["date"], entry["id"]), reverse=True)[:NEWEST]
    yield f"{folder}feed.xml", _write_atom(zine, title, folder, newest)
    yield f"{folder}feed.json", _write_json_feed(zine, title, folder, newest)


def _make_entry(
    zine: Zine, season: SeasonView, cards: Mapping[str, str], addresses: Addresses
) -> Entry:
    headline = f": {season.headline}" if season.headline else ""
    card = cards.get(season.uri)
    return {
        "id": f"{zine.url}games/{season.game.slug}/{season.anchor}",
        "url": zine.url + addresses.path(season.uri),
        "title": f"{season.game.title}, {season.name}{headline}",
        "date": season.closing.utc if season.closing else "",
        "text": " ".join(
            filter(
                None,
                (
                    season.banner,
                    season.lead
                    or gettext(
                        "{season} of {game} is out.", season=season.name, game=season.game.title
                    ),
                ),
            )
        ),
        "picture": zine.url + card if card else "",
        "alt": season.after.alt,
        "author": season.game.gm,
    }


def _say_out(season: SeasonView) -> str:
    return gettext("{season} of {game} is out.", season=season.name, game=season.game.title)


def _write_content(entry: Entry) -> str:
    """Return an entry as HTML: the map after the season, and what happened."""
    picture = (
        f"<p><img src={_quote_attribute(entry['picture'])} alt={_quote_attribute(entry['alt'])}></p>"
        if entry["picture"]
        else ""
    )
    return f"{picture}<p>{_escape_text(entry['text'])}</p>"


def _escape_text(text: str) -> str:
    """Return a text as XML and HTML write it between tags."""
    return escape(text, quote=False)


def _quote_attribute(text: str) -> str:
    """Return a text as the value of an attribute, its quotation marks included."""
    return f'"{escape(text)}"'


def _write_atom(zine: Zine, title: str, folder: str, entries: Sequence[Entry]) -> str:
    here = zine.url + folder
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{zine.language}">',
        f"<id>{_escape_text(here)}</id>",
        f"<title>{_escape_text(strip_invisible(title))}</title>",
        f"<updated>{entries[0]['date'] if entries else '1970-01-01T00:00:00Z'}</updated>",
        f"<author><name>{_escape_text(strip_invisible(zine.editor or zine.name))}</name></author>",
        f'<link rel="self" type="application/atom+xml" href={_quote_attribute(here + "feed.xml")}/>',
        f'<link rel="alternate" type="text/html" href={_quote_attribute(here)}/>',
    ]
    for entry in entries:
        lines += [
            "<entry>",
            f"<id>{_escape_text(entry['id'])}</id>",
            f"<title>{_escape_text(strip_invisible(entry['title']))}</title>",
            f"<updated>{entry['date']}</updated>",
            f"<published>{entry['date']}</published>",
            f"<author><name>{_escape_text(strip_invisible(entry['author']))}</name></author>",
            f'<link rel="alternate" type="text/html" href={_quote_attribute(entry["url"])}/>',
            f"<summary>{_escape_text(strip_invisible(entry['text']))}</summary>",
            f'<content type="html">{_escape_text(strip_invisible(_write_content(entry)))}</content>',
            "</entry>",
        ]
    return "\n".join([*lines, "</feed>", ""])


def _write_json_feed(zine: Zine, title: str, folder: str, entries: Sequence[Entry]) -> str:
    here = zine.url + folder
    feed = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": strip_invisible(title),
        "home_page_url": here,
        "feed_url": here + "feed.json",
        "language": zine.language,
        "items": [
            {
                "id": entry["id"],
                "url": entry["url"],
                "title": strip_invisible(entry["title"]),
                "summary": strip_invisible(entry["text"]),
                "content_html": strip_invisible(_write_content(entry)),
                "date_published": entry["date"],
                "authors": [{"name": strip_invisible(entry["author"])}],
                **({"image": entry["picture"]} if entry["picture"] else {}),
            }
            for entry in entries
        ],
    }
    return json.dumps(feed, ensure_ascii=False, indent=1) + "\n"
