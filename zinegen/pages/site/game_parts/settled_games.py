"""Games as they are loaded: all that lies in a game's folder is made at once, kept, and let go of.

So a build holds a few games at a time, however many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from zinegen.pages.contents import GameContents, Zine
from zinegen.pages.feeds.calendars import game_calendars
from zinegen.pages.feeds.feeds import game_feeds
from zinegen.pages.maps.build_cache import BuildCache
from zinegen.pages.maps.map_renderer import MapDrawing
from zinegen.pages.search.documents import find_game_facets, list_documents_of, tell_words
from zinegen.pages.site.game_parts.loaded_games import (
    LastingGame,
    LoadedGame,
    PlayerNames,
    game_digest,
)
from zinegen.pages.site.game_parts.made_pages import MadePages
from zinegen.pages.site.game_parts.pages import render_game
from zinegen.pages.site.page_renderer import NO_TEXTS, PageRenderer
from zinegen.pages.site.render import Page

SEASONS = 100
"""Games of about so many seasons are held at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSettler:
    """Makes what lies in the folders of games and keeps it, for this build to print and for later ones."""

    zine: Zine
    drawing: MapDrawing
    renderer: PageRenderer
    cache: BuildCache
    but: Collection[str]
    """Folders of games of which more is printed than they tell themselves."""
    lies: Callable[[str, str], bool] | None = None
    """Tells of a game's folder whether it lies in the site before as it was made of what a key tells."""
    is_keeping: bool
    """Whether games are kept for other processes, and none is held."""
    is_current: Callable[[], bool]
    """Tells whether the templates are those by which the renderer began."""

    def may_stay(self, slug: str, key: str) -> bool:
        """Tell whether a game's folder may stay as it lies in the site before."""
        return self.lies is not None and slug not in self.but and self.lies(slug, key)

    def may_keep(self, slug: str) -> bool:
        """Tell whether a game may be kept, or found as it was kept, without being held."""
        return self.is_keeping and slug not in self.but

    def settle(self, games: Sequence[LoadedGame]) -> Iterator[LoadedGame | LastingGame]:
        """Yield each game as it was kept; as it is where it cannot be."""
        for game in games:
            undrawn = self.drawing.finish(game.jobs).keys()
            may_last = game.key and game.is_final and self.may_keep(game.slug)
            is_drawn = undrawn.isdisjoint(game.pictures)
            yield (may_last and is_drawn and self._keep(game)) or game

    def _keep(self, game: LoadedGame) -> LastingGame | None:
        """Keep a game with all that lies in its folder; return None where it cannot last."""
        self.renderer.add_texts(game.earlier)
        pages = tuple(render_game(game.contents, self.zine, self.renderer))
        files = list_game_files(game.contents, self.zine, self.renderer)
        addresses = self.renderer.templates.addresses
        made = MadePages(
            pages=pages,
            uris=(*files, *game.pictures),
            facets=find_game_facets(game.contents),
            words=tell_words(list_documents_of((game.contents,), addresses.path)),
        )
        texts, contents = (
            self.renderer.take_texts(game.contents),
            replace(game.contents, files=files),
        )
        kept = replace(game, contents=contents, jobs={}, texts=texts, earlier=NO_TEXTS)
        lasting = made.describe(kept, addresses)
        is_same = game_digest(game.source.folder) == game.source.digest and self.is_current()
        if lasting is None or not is_same:
            return None
        names = PlayerNames(game.source.names, game.until)
        self.cache.put(game.source.digest, names)
        # A run that is killed here leaves no description of another game than the one that is kept.
        self.cache.forget(LastingGame, game.place)
        self.cache.put(game.place, kept)
        self.cache.put(game.place, self.renderer.make_reports(game.contents, game.place))
        self.cache.put(game.place, lasting)
        self.renderer.forget_game(game.contents)
        return lasting


def list_game_files(
    game: GameContents, zine: Zine, renderer: PageRenderer
) -> Mapping[str, str | bytes]:
    """Return what lies beside the pages of a game, by uri."""
    addresses = renderer.templates.addresses
    files = dict(game.files)
    if replay := game.view.replay:
        values = {"replay": replay, "head": game.view.head, "zine": zine}
        frame = Page(uri=replay.frame, title=game.view.head.title)
        files[replay.frame] = renderer.render(frame, "embed.html", values).body
    return {
        **files,
        **game_feeds(game, zine, addresses, renderer.entries, renderer.digest_season),
        **game_calendars(game, zine, addresses, renderer.find_or_make),
    }
