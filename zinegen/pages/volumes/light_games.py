"""Games as the front of a zine in volumes has them: what lists, tables and issues print, and no reports else.

A season of which only its name, its place and its press are known is light; those that issues and feeds
print are whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from html import escape

from zinegen.languages.texts import gettext
from zinegen.pages.addresses import Addresses
from zinegen.pages.builders.issues import closing_day
from zinegen.pages.contents import Contents, GameContents
from zinegen.pages.feeds.feeds import NEWEST
from zinegen.pages.search.documents import KIND, SearchDocument
from zinegen.pages.search.find_page import MOST_GAMES
from zinegen.pages.views import NOTHING, Picture, PressView, SeasonView
from zinegen.pages.volume_plan import VolumeLine

UNSHOWN = Picture(svg="", alt="", width=0, height=0)
"""In a light season, in place of its maps."""
SIGNPOST = (
    '<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
    '<meta http-equiv="refresh" content="0; url={to}"><link rel="canonical" href="{to}"></head>'
    '<body><p><a href="{to}">{title}</a></p></body></html>\n'
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedSeasons:
    """Which seasons issues print."""

    names: frozenset[str] = frozenset()
    """Such as ``winter/1901-1-spring``."""
    spans: tuple[tuple[date | None, date], ...] = ()
    """Those that closed after the first day, up to the second."""

    def has(self, season: SeasonView) -> bool:
        """Tell whether a season is printed in an issue."""
        if f"{season.game.slug}/{season.anchor}" in self.names:
            return True
        day = closing_day(season)
        return day is not None and any(
            (since is None or since < day) and day <= until for since, until in self.spans
        )

    @property
    def is_nothing(self) -> bool:
        """Tell whether there are no issues."""
        return not self.names and not self.spans


def is_whole(season: SeasonView) -> bool:
    """Tell whether all of a season's report is there."""
    return season.before != UNSHOWN


def lighten_games(games: Iterable[GameContents], wanted: WantedSeasons) -> tuple[GameContents, ...]:
    """Return the games of a volume as the front has them.

    The seasons that issues want stay whole, and those that feeds or the next issue may want: the newest.
    """
    games = tuple(games)
    closed = [one for game in games for one in game.seasons if closing_day(one) is not None]
    closed.sort(key=lambda one: one.closing.utc if one.closing else "", reverse=True)
    open_games = (game for game in games if game.view.head.status != "finished")
    last = {game.seasons[-1].uri for game in open_games if game.seasons}
    whole = {one.uri for one in closed[:NEWEST]} | last
    homes: dict[tuple[str, str, str], int] = {}
    return tuple(_lighten_game(game, wanted, whole, homes) for game in games)


def _lighten_game(
    game: GameContents,
    wanted: WantedSeasons,
    whole: set[str],
    homes: dict[tuple[str, str, str], int],
) -> GameContents:
    provinces = []
    for one in game.provinces:
        place = (game.view.head.variant.to, one.key, one.name)
        homes[place] = homes.get(place, 0) + 1
        provinces += [one] if homes[place] <= MOST_GAMES else []
    view = replace(
        game.view,
        chart=None,
        years=(),
        order_file="",
        notes=NOTHING,
        more=(),
        statements=(),
        replay=None,
        receipts=(),
        documents=(),
        troubles=(),
        seats=tuple(replace(seat, hand_in="") for seat in game.view.seats),
    )
    return replace(
        game,
        view=view,
        seasons=tuple(
            one
            if one.uri in whole or wanted.has(one)
            else _lighten_season(one, has_standings=not wanted.is_nothing)
            for one in game.seasons
        ),
        files={uri: one for uri, one in game.files.items() if uri in _list_pictures(game, wanted)},
        studies=(),
        check=None,
        provinces=tuple(provinces),
        notices=(),
    )


def _list_pictures(game: GameContents, wanted: WantedSeasons) -> frozenset[str]:
    """Return the uris of the pictures in the press that issues print."""
    items = (item for one in game.seasons if wanted.has(one) for item in one.press)
    return frozenset(picture.uri for item in items for picture in item.pictures)


def _lighten_season(season: SeasonView, *, has_standings: bool) -> SeasonView:
    return replace(
        lighten_season(season),
        centres=season.centres if has_standings else None,
        standings=season.standings if has_standings else (),
        press=tuple(map(_lighten_press, season.press)),
    )


def lighten_season(season: SeasonView) -> SeasonView:
    """Return a season with nothing but what is printed elsewhere than on its page."""
    return SeasonView(
        game=season.game,
        uri=season.uri,
        anchor=season.anchor,
        name=season.name,
        number=season.number,
        headline=season.headline,
        lead="",
        closing=season.closing,
        source=season.source,
        before=UNSHOWN,
        after=UNSHOWN,
        phases=(),
        centres=season.centres,
        standings=season.standings,
        press=season.press,
        is_open=season.is_open,
    )


def _lighten_press(item: PressView) -> PressView:
    return replace(item, html=NOTHING, pictures=())


def choose_listed(
    games: Iterable[GameContents], volumes: Collection[VolumeLine]
) -> tuple[GameContents, ...]:
    """Return the games that lists name one by one: of a front those in play, for it may have thousands."""
    return tuple(one for one in games if not volumes or one.view.head.status != "finished")


def choose_fed(contents: Contents) -> Contents:
    """Return what feeds are made of: of a front those seasons that are whole, and nothing of players."""
    if not contents.volumes:
        return contents
    games = tuple(
        replace(game, seasons=tuple(filter(is_whole, game.seasons))) for game in contents.games
    )
    return replace(contents, games=games, players=())


def choose_documents(
    contents: Contents, documents: Iterable[SearchDocument]
) -> Iterator[SearchDocument]:
    """Yield what the search of a site looks through: provinces on a front, all else in its volumes."""
    is_cut = bool(contents.volumes) or contents.volume is not None
    for one in documents:
        is_province = (KIND, "province") in one.facets
        if not is_cut or is_province == bool(contents.volumes):
            yield one


def list_signposts(contents: Contents, addresses: Addresses) -> Mapping[str, str]:
    """Return small pages on a front that lead from where a game would lie in a zine that is not cut."""
    if not contents.volumes:
        return {}
    found = {}
    for game in contents.games:
        head = game.view.head
        here = f"games/{head.slug}/index.html"
        there = f"../../{addresses.path(head.uri)}"
        title = gettext("{game} lies in a volume", game=head.title)
        found[here] = SIGNPOST.format(
            language=contents.zine.language, title=escape(title), to=there
        )
    return found
