"""The contents of a zine's games: each is read, judged and written up once for everything it is made from."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from zinegen.archive.closing.progress import GameProgress, play
from zinegen.archive.folder.games import BrokenGame, Game, game_folders, open_game
from zinegen.errors import GameFolderError, MapError
from zinegen.languages.texts import spoken_language
from zinegen.pages.addresses import Addresses
from zinegen.pages.builders.game import GameContentsBuilder
from zinegen.pages.builders.players import (
    assign_lasting_pages,
    assign_player_pages,
    list_players,
)
from zinegen.pages.builders.redaction import public_play
from zinegen.pages.contents import UnshownGame, Zine
from zinegen.pages.maps.build_cache import BuildCache, digest_of_values
from zinegen.pages.maps.map_files import KINDS, MapQueue, has_pixels
from zinegen.pages.maps.map_renderer import MapRenderer
from zinegen.pages.search.documents import (
    Facet,
    SearchDocument,
    UnreadDocument,
    find_path,
    make_page,
)
from zinegen.pages.search.pagefind import IndexingError
from zinegen.pages.site.game_parts.gathered_games import GatheredGames
from zinegen.pages.site.game_parts.loaded_games import (
    LastingGame,
    LoadedGame,
    LoadedGames,
    PlayerNames,
    Source,
    game_digest,
)
from zinegen.pages.site.game_parts.made_pages import MadePages
from zinegen.pages.site.game_parts.settled_games import GameSettler
from zinegen.pages.site.page_renderer import NO_TEXTS, KeptReports, PageRenderer
from zinegen.pages.site.render import Page
from zinegen.pages.views import PageLink
from zinegen.play.names import is_slug
from zinegen.redrawing import forget_pictures

PLAYED = 1_000
"""Games of so many seasons are held as they were read for the names of their players, some 100 MB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLoader:
    """Loads the contents of all games."""

    games: Path
    """The folder of the games."""
    maps: MapRenderer
    cache: BuildCache
    addresses: Addresses
    only: Collection[str] | None = None
    """The folders of those that are loaded; None for all."""
    whole: dict[str, LoadedGame] = field(default_factory=dict)
    """The game that lasts and was read whole last."""

    def load(
        self,
        zine: Zine,
        templates: str,
        now: datetime,
        *,
        preview: bool = False,
        with_jobs: bool = False,
        only_texts: bool = False,
        settler: GameSettler | None = None,
    ) -> LoadedGames:
        """Return the contents of all games; a broken game stops no other.

        ``templates`` is the digest of the page templates, ``now`` says which deadlines have passed.
        A ``preview`` shows open seasons, too; ``with_jobs`` takes no kept game, which does not know how its
        maps are drawn. With ``only_texts`` games that are not kept come without files, and no map is drawn to
        know its size. A ``settler`` says which games may stay as they lie in the site before, and keeps
        others as they are written, while their maps are drawn.
        """
        is_keeping = settler is not None and settler.is_keeping
        games = GatheredGames(settler=settler, read=self._read_whole)
        found, everybody = self._find_sources(now, held=PLAYED if is_keeping else None)
        settings = (self.addresses, templates, has_pixels(), preview)
        progress: GameProgress | UnshownGame | None = None
        for one in found:
            if isinstance(one, UnshownGame):
                games.add(one)
                continue
            slug, named = one.folder.name, {name: everybody[name] for name in one.names}
            key = digest_of_values(one.digest, zine, named, *settings)
            place = digest_of_values(slug, *settings)
            is_lying = settler is not None and settler.may_stay(slug, key)
            if is_lying or (settler is not None and settler.may_keep(slug)):
                lasts = self._find_lasting(place, key, now)
                if lasts is not None and (is_lying or self._is_whole(lasts.game)):
                    games.add_lasting(lasts, is_lying=is_lying)
                    continue
            game = self.cache.get(LoadedGame, place)
            self.cache.note_used(LastingGame, place)
            self.cache.note_used(KeptReports, place)
            if (
                game is not None
                and game.is_as_it_was(key, now)
                and (only_texts or self._has_maps(game, with_jobs=with_jobs))
            ):
                games.add(game)
                continue
            progress = self._play_next(one, progress)
            told = (one, progress, zine, named, now)
            made = self._write(*told, preview=preview, only_texts=only_texts)
            if isinstance(made, LoadedGame) and settler is not None:
                settler.drawing.begin(made.jobs)
            if isinstance(made, LoadedGame) and not only_texts:
                made = self._remember(made, game, key, place, held=not is_keeping)
            games.add(made)
            if is_keeping:
                self.cache.release(GameProgress, self._key_of_play(one.digest))
        return games.finish(everybody)

    def _find_sources(
        self, now: datetime, held: int | None
    ) -> tuple[Sequence[Source | UnshownGame], Mapping[str, PageLink]]:
        """Return the folders of all games, and the page of everybody who plays or has played.

        Games of so many seasons are ``held`` as they were played for that; None for all.
        """
        self.whole.clear()
        folders = game_folders(self.games)
        found: list[Source | UnshownGame] = []
        for folder in folders:
            if self.only is not None and folder.name not in self.only:
                continue
            one = self._find_source(folder, now)
            found.append(one)
            if held is not None and isinstance(one, Source):
                key = self._key_of_play(one.digest)
                known = self.cache.recall(GameProgress, key)
                held -= len(known.records) if known is not None else 0
                if held < 0:
                    self.cache.release(GameProgress, key)
        sources = [one for one in found if isinstance(one, Source)]
        assign = assign_lasting_pages if self.addresses.is_cut else assign_player_pages
        return found, assign(name for source in sources for name in source.names)

    def _find_lasting(self, place: str, key: str, now: datetime) -> LastingGame | None:
        known = self.cache.get(LastingGame, place)
        if known is None or not known.game.is_as_it_was(key, now):
            return None
        self.cache.note_used(LoadedGame, place)
        self.cache.note_used(KeptReports, place)
        return known

    def read_progress(self, slug: str) -> GameProgress | None:
        """Return a game as far as everybody can tell it; None when there is none, or it needs the GM."""
        folder = self.games / slug
        found = (
            self._play(folder, game_digest(folder)) if is_slug(slug) and folder.is_dir() else None
        )
        return found if isinstance(found, GameProgress) else None

    def keep(
        self,
        games: Iterable[LoadedGame],
        renderer: PageRenderer,
        made: Mapping[str, MadePages],
        *,
        preview: bool,
    ) -> Mapping[str, str]:
        """Keep final games for later builds, with their texts as they were rendered.

        One of whose folder a file was changed meanwhile is not kept: it may be of the old and the new.
        ``made`` is what the site has of games that may last, by folder; a ``preview`` keeps them for its own
        process. Return the keys of those that may, by folder.
        """
        keys: dict[str, str] = {}
        for game in games:
            source, slug = game.source, game.slug
            is_new = (game.is_final or preview) and not game.texts.pages
            if is_new and game.key and game_digest(source.folder) == source.digest:
                texts = renderer.take_texts(game.contents)
                kept = replace(game, jobs={}, texts=texts, earlier=NO_TEXTS)
                names = PlayerNames(source.names, game.until)
                self.cache.put(source.digest, names, lasting=not preview)
                self.cache.forget(LastingGame, game.place)  # of the game as it was kept before
                self.cache.put(game.place, kept, lasting=not preview)
                if slug in made and (lasting := made[slug].describe(kept, self.addresses)):
                    self.cache.put(game.place, lasting, lasting=not preview)
            if slug in made and (known := self.cache.get(LastingGame, game.place)):
                keys |= {slug: game.key} if known.game.key == game.key else {}
        return keys

    def list_unread(
        self,
        games: Iterable[LastingGame],
        facets: Mapping[str, frozenset[Facet]],
        but: Collection[str] = (),
    ) -> Iterator[UnreadDocument]:
        """Yield the pages of games that last as documents of the search, given the facets of pages by uri.

        Those ``but`` which it shall look through all the same are passed over.
        """

        def find_page(place: str, page: Page) -> SearchDocument:
            body = self._read_whole(place).texts.pages[page.uri].body
            return make_page(page.title, body, facets[page.uri], self.addresses.path(page.uri))

        for game in games:
            for page in game.pages:
                if page.uri in game.found and page.uri not in but:
                    yield UnreadDocument(
                        path=find_path(self.addresses.path(page.uri)),
                        told=game.found[page.uri],
                        read=partial(find_page, game.game.place, page),
                    )

    def _read_whole(self, place: str) -> LoadedGame:
        """Return a game that lasts as it was kept whole; the one that was read last is at hand."""
        if place not in self.whole:
            self.whole.clear()
            self.whole[place] = self._read_kept(place)
        return self.whole[place]

    def _read_kept(self, place: str) -> LoadedGame:
        known = self.cache.get(LoadedGame, place)
        if known is None:  # somebody has spoilt the file: the next build makes the game anew
            self.cache.forget(LastingGame, place)
            raise IndexingError("what was kept of a game cannot be read: build again")
        return known

    def _find_source(self, folder: Path, now: datetime) -> Source | UnshownGame:
        """Return a game's folder with its players; the game is read only if they are not known."""
        digest = game_digest(folder)
        known = self.cache.get(PlayerNames, digest)
        if known is not None and known.is_current(now):
            return Source(folder=folder, digest=digest, names=known.names)
        found = self._play(folder, digest)
        if isinstance(found, UnshownGame):
            return found
        return Source(folder=folder, digest=digest, names=list_players(found.game.settings))

    def _is_whole(self, game: LoadedGame) -> bool:
        """Tell whether all of a game that was kept can be read, and its maps are there."""
        is_kept = self.cache.get(LoadedGame, game.place) is not None
        return is_kept and all(self.maps.find(uri) for uri in game.pictures)

    def _has_maps(self, game: LoadedGame, *, with_jobs: bool) -> bool:
        """Tell whether a game's maps can be drawn or, unless their jobs are wanted, are there."""
        if game.jobs or with_jobs:
            return bool(game.jobs)
        return all(self.maps.find(uri) for uri in game.pictures)

    def _write(
        self,
        source: Source,
        found: GameProgress | UnshownGame,
        zine: Zine,
        named: Mapping[str, PageLink],
        now: datetime,
        *,
        preview: bool,
        only_texts: bool,
    ) -> LoadedGame | UnshownGame:
        """Write a game up."""
        if isinstance(found, UnshownGame):
            return found
        slug, title = found.game.slug, found.game.settings.title
        maps = MapQueue(folder=f"games/{slug}/maps/", title=title, find=self.maps.find)
        if only_texts:
            maps.sizes.update(dict.fromkeys(KINDS, (0, 0)))
        if found.game.settings.secrecy.is_anonymous:
            zine = replace(zine, edit="")  # what the platform takes shows everybody who sent it
        builder = GameContentsBuilder(
            zine=zine,
            play=found,
            maps=maps,
            people=named,
            preview=preview,
            now=now,
            has_files=not only_texts,
        )
        try:
            contents = builder.build()
        except MapError as error:
            return _make_broken_game(slug, title, f"games/{slug}: {error}")
        return LoadedGame(
            key="",
            source=source,
            until=_next_passing(found.game, now),
            is_final=not preview and not found.judged,
            contents=contents,
            pictures=tuple(maps.jobs),
            jobs=maps.jobs,
        )

    def _remember(
        self, made: LoadedGame, before: LoadedGame | None, key: str, place: str, *, held: bool
    ) -> LoadedGame:
        """Return a written game with where it is kept, held or not, and its texts as they were kept last."""
        earlier = before.texts if before is not None else NO_TEXTS
        made = replace(made, key=key, place=place, earlier=earlier)
        if key and held:
            self.cache.put(place, made, lasting=False)
        return made

    def _play_next(
        self, source: Source, before: GameProgress | UnshownGame | None
    ) -> GameProgress | UnshownGame:
        """Play a game to be written, and forget the pictures of the one before; those of the last stay."""
        for record in before.records if isinstance(before, GameProgress) else ():
            for phase in record.phases:
                forget_pictures(phase.before.board)
                forget_pictures(phase.after.board)
        return self._play(source.folder, source.digest)

    def _play(self, folder: Path, digest: str) -> GameProgress | UnshownGame:
        """Open and play a game, unless it was read before as it is now, in the language spoken now."""
        key = self._key_of_play(digest)
        known = self.cache.get(GameProgress, key)
        if known is not None:
            return known
        found = _open_and_play(folder)
        if isinstance(found, GameProgress):
            self.cache.put(key, found, lasting=False)
        return found

    def _key_of_play(self, digest: str) -> str:
        return digest and f"{digest}-{spoken_language().code}"


def _open_and_play(folder: Path) -> GameProgress | UnshownGame:
    """Open and play a game. What its past order files say, its records tell."""
    game = open_game(folder, past_orders=False)
    if isinstance(game, Game) and _has_orphans(game):
        game = open_game(folder)
    if isinstance(game, BrokenGame):
        lines = (f"{finding.where}: {finding.title}" for finding in game.findings)
        return _make_broken_game(game.slug, game.slug, "\n".join(lines))
    try:
        return public_play(play(game))
    except GameFolderError as error:
        return _make_broken_game(game.slug, game.settings.title, str(error))


def _has_orphans(game: Game) -> bool:
    """Tell whether a record lies behind a season that has none."""
    return any(one.is_recorded for one in game.seasons[len(game.recorded) :])


def _next_passing(game: Game, now: datetime) -> datetime | None:
    """Return when the next deadline of a game passes, or its time of grace; None when none is ahead."""
    deadlines = [one.deadline.deadline for one in game.seasons if one.deadline.deadline is not None]
    grace = game.settings.deadlines.grace
    return min(
        (one for when in deadlines for one in (when, when + grace) if one > now), default=None
    )


def _make_broken_game(slug: str, title: str, message: str) -> UnshownGame:
    return UnshownGame(
        slug=slug,
        title=title,
        uri=f"games/{slug}/index.md",
        message=message,
        source=f"games/{slug}/game.toml",
    )
