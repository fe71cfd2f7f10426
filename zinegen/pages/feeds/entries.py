"""What feeds hold: an entry for each issue with its editorial, and for each season with orders and map.

An entry's id is made of the address at which the zine began and of the issue's number or the season's folder,
and never changes; its date is that of the issue or of the closing, so two builds give the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from zinegen.languages.texts import add_colon, gettext
from zinegen.pages.contents import IssueView, Zine
from zinegen.pages.outgoing.html_writer import HtmlWriter
from zinegen.pages.outgoing.issue_html import editorial_html
from zinegen.pages.outgoing.season_html import ShownMap, season_html
from zinegen.pages.outgoing.whole_links import WholeLinks
from zinegen.pages.views import SeasonView
from zinegen.pages.words.visible_text import strip_invisible

PLAIN = HtmlWriter(is_styled=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedEntry:
    """An entry of a feed; its texts are plain, its content is HTML."""

    id: str
    url: str
    title: str
    date: str
    """In universal time: ``2026-12-01T22:00:00Z``."""
    summary: str
    content: str
    author: str
    picture: str = ""
    """The address of a map; empty where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptEntry:
    """A season's entry, and what it was made from."""

    zine: Zine
    told: str
    """What tells the season apart from others."""
    picture: str
    """The address of its map."""
    entry: FeedEntry


def find_season_entry(
    kept: dict[str, KeptEntry],
    zine: Zine,
    season: SeasonView,
    cards: Mapping[str, str],
    links: WholeLinks,
    *,
    told: str,
) -> FeedEntry:
    """Return a season as `make_season_entry` does, made once of the same; ``kept`` has them by uri.

    ``told`` is what tells the season apart from others.
    """
    known = kept.get(season.uri)
    picture = links.to(card) if (card := cards.get(season.uri)) else ""
    made_from = (zine, picture, told)
    if known is None or made_from != (known.zine, known.picture, known.told):
        entry = make_season_entry(zine, season, picture, links)
        known = KeptEntry(zine=zine, told=told, picture=picture, entry=entry)
        kept[season.uri] = known
    return known.entry


def make_season_entry(zine: Zine, season: SeasonView, picture: str, links: WholeLinks) -> FeedEntry:
    """Return a season as an entry, whole: what was ordered, what came of it, and the map after it.

    ``picture`` is the address of that map; empty where there is none.
    """
    headline = f": {season.headline}" if season.headline else ""
    maps = [ShownMap(source=picture, alt=season.after.alt, caption="")] if picture else []
    out = gettext("{season} of {game} is out.", season=season.name, game=season.game.title)
    told = (season.banner, season.lead or out)
    return FeedEntry(
        id=f"{zine.first_url}games/{season.game.slug}/{season.anchor}",
        url=links.to(season.uri),
        title=strip_invisible(f"{season.game.title}, {season.name}{headline}"),
        date=season.closing.utc if season.closing else "",
        summary=strip_invisible(" ".join(filter(None, told))),
        content=strip_invisible(season_html(season, PLAIN, links, maps, find_picture=links.to)),
        author=strip_invisible(season.game.gm),
        picture=picture,
    )


def make_issue_entry(
    zine: Zine, issue: IssueView, cards: Mapping[str, str], links: WholeLinks
) -> FeedEntry:
    """Return an issue as an entry: its editorial, and the seasons in it as links."""
    lines = [
        PLAIN.link(
            f"{one.game.title}, {one.name}" + (f": {one.headline}" if one.headline else ""),
            links.to(one.uri),
        )
        for one in issue.seasons
    ]
    card = next((cards[one.uri] for one in issue.seasons if one.uri in cards), "")
    inside = PLAIN.tag("h3", gettext("In this issue")) + PLAIN.list(lines) if lines else Markup()
    head = issue.masthead
    seasons = ", ".join(f"{one.game.title}, {one.name}" for one in issue.seasons)
    return FeedEntry(
        id=f"{zine.first_url}{issue.uri.removesuffix('.md')}",
        url=links.to(issue.uri),
        title=strip_invisible(add_colon(f"{zine.name}, {head.number}", issue.title)),
        date=f"{head.date_iso}T00:00:00Z",
        summary=strip_invisible(
            f"{head.number}, {head.date}" + (f": {seasons}." if seasons else ".")
        ),
        content=strip_invisible(editorial_html(issue, PLAIN, links) + inside),
        author=strip_invisible(zine.editor or zine.name),
        picture=links.to(card) if card else "",
    )
