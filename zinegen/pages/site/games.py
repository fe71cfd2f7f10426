"""The games of a zine as books: each read, judged and written up once while nothing it tells has changed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from zinegen.archive.closing.play import GameProgress, play
from zinegen.archive.folder.games import BrokenGame as Unread
from zinegen.archive.folder.games import Game, game_folders, open_game
from zinegen.errors import GameFolderError
from zinegen.pages.builders.game import Author
from zinegen.pages.builders.players import names_in, people
from zinegen.pages.builders.redaction import public_play
from zinegen.pages.site.build_cache import CachedGame, Shelf, digest_of
from zinegen.pages.site.layout import RenderedPage
from zinegen.pages.site.map_files import MapQueue, MapRenderer
from zinegen.pages.site.map_jobs import Job
from zinegen.pages.site.render import Addresses
from zinegen.pages.site.site import Zine
from zinegen.pages.views.contents import BrokenGame, GameBook
from zinegen.pages.views.views import Link

Look = tuple[tuple[str, int, int], ...]
"""What tells whether a folder is as it was: names, sizes and times of its files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A game as it has been read already."""

    digest: str
    """That of its folder, taken before it was read."""
    found: GameProgress | CachedGame


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedGame:
    """A game's book with its maps, and what it was made from."""

    source: GameProgress | CachedGame
    zine: Zine
    people: Mapping[str, Link]
    """The page of everybody who plays or has played it."""
    preview: bool
    book: GameBook
    jobs: Mapping[str, Job] = field(default_factory=dict)
    """Maps that may have to be drawn, by uri."""
    pictures: tuple[str, ...] = ()
    """The uris of all its maps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedGames:
    """All games of a zine."""

    bound: tuple[LoadedGame, ...]
    broken: tuple[BrokenGame, ...]
    people: Mapping[str, Link]
    """The page of everybody, by name."""


@dataclass(slots=True, kw_only=True)
class GameLoader:
    """Gets the books of all games. Kept over the rebuilds of a preview, it remembers what did not change."""

    games: Path
    """The folder of the games."""
    map_renderer: MapRenderer
    shelf: Shelf
    addresses: Addresses
    templates: Path
    """The folder of the page templates."""
    read: Mapping[Path, Reading] = field(default_factory=dict)
    """Games that were read for this build already, by their resolved folders."""
    look: str = ""
    """The digest of the page templates before any page was set."""
    digests: dict[str, str] = field(default_factory=dict)
    """The digest of each game's folder before it was read, by the game's name."""
    played: dict[Path, tuple[Look, GameProgress | BrokenGame]] = field(default_factory=dict)
    """Each game by its folder, with what that looked like when it was played."""
    bound: dict[str, LoadedGame] = field(default_factory=dict)
    """The books made last time, by game."""

    def stock(self, zine: Zine, *, preview: bool = False, afresh: bool = False) -> LoadedGames:
        """Return the books of all games; a game that is broken stops no other.

        Args:
            zine: what the editor says of the zine as a whole.
            preview: show open seasons, too; such books are never kept ones.
            afresh: take no kept book, whose maps need not be drawn and so are no jobs.
        """
        folders = game_folders(self.games)
        self.look = digest_of(self.templates)
        find = self._played if preview or afresh else self._source
        sources = [find(folder) for folder in folders]
        everybody = people(name for one in sources for name in _names(one))
        found = [
            self._bound(folder, source, zine, everybody, preview=preview)
            for folder, source in zip(folders, sources, strict=True)
        ]
        bound = tuple(one for one in found if isinstance(one, LoadedGame))
        self.bound = {one.book.view.head.slug: one for one in bound}
        broken = tuple(one for one in found if isinstance(one, BrokenGame))
        return LoadedGames(bound=bound, broken=broken, people=everybody)

    def keep(self, stock: LoadedGames, pages: Mapping[str, RenderedPage]) -> None:
        """Keep new books for the next build, with their pages as they were set, by uri."""
        for one in stock.bound:
            slug = one.book.view.head.slug
            digest = self.digests.get(slug, "")
            if one.preview or isinstance(one.source, CachedGame) or one.source.judged or not digest:
                continue
            book = CachedGame(
                folder=digest,
                zine=one.zine,
                people=one.people,
                addresses=self.addresses,
                templates=self.look,
                book=one.book,
                pictures=one.pictures,
                pages={uri: pages[uri] for uri in one.book.uris},
            )
            self.shelf.put(slug, book)
        self.shelf.tidy([*self.bound, *(game.slug for game in stock.broken)])

    def _bound(
        self,
        folder: Path,
        source: GameProgress | CachedGame | BrokenGame,
        zine: Zine,
        everybody: Mapping[str, Link],
        *,
        preview: bool,
    ) -> LoadedGame | BrokenGame:
        """Return a game's book; an older one when nothing that it tells has changed."""
        named = {name: everybody[name] for name in _names(source)}
        if isinstance(source, CachedGame) and not self._fits(source, zine, named):
            source = self._played(folder)
        if isinstance(source, BrokenGame):
            return source
        if isinstance(source, CachedGame):
            return LoadedGame(
                source=source,
                zine=zine,
                people=named,
                preview=preview,
                book=source.book,
                pictures=source.pictures,
            )
        known = self.bound.get(source.game.slug)
        if (
            known is not None
            and known.source is source
            and (known.zine, known.people, known.preview) == (zine, named, preview)
        ):
            return known
        return self._written(source, zine, named, preview=preview)

    def _written(
        self, play: GameProgress, zine: Zine, people: Mapping[str, Link], *, preview: bool
    ) -> LoadedGame:
        slug, title = play.game.slug, play.game.settings.title
        maps = MapQueue(folder=f"games/{slug}/maps/", title=title, drawn=self.map_renderer.drawn)
        author = Author(zine=zine, play=play, maps=maps, people=people, preview=preview)
        book = author.book()
        return LoadedGame(
            source=play,
            zine=zine,
            people=people,
            preview=preview,
            book=book,
            jobs=maps.jobs,
            pictures=tuple(maps.jobs),
        )

    def _fits(self, kept: CachedGame, zine: Zine, named: Mapping[str, Link]) -> bool:
        """Tell whether a kept book would be written just so again."""
        return (
            (kept.zine, kept.addresses, kept.people) == (zine, self.addresses, named)
            and kept.templates == self.look
            and all(self.map_renderer.drawn(uri) for uri in kept.pictures)
        )

    def _source(self, folder: Path) -> GameProgress | CachedGame | BrokenGame:
        """Return a game's kept book; where there is none the game itself, played."""
        reading = self.read.get(folder.resolve())
        digest = digest_of(folder) if reading is None else reading.digest
        self.digests[folder.name] = digest
        kept = self.shelf.take(folder.name, digest) if reading is None else reading.found
        return kept if isinstance(kept, CachedGame) else self._played(folder)

    def _played(self, folder: Path) -> GameProgress | BrokenGame:
        """Open and play a game, unless every file in its folder is as it was."""
        seen = _look(folder)
        known = self.played.get(folder)
        if known is None or known[0] != seen:
            reading = self.read.get(folder.resolve())
            read = reading.found if reading is not None else None
            known = (seen, _opened(folder, read if isinstance(read, GameProgress) else None))
            self.played[folder] = known
        return known[1]


def _names(source: GameProgress | CachedGame | BrokenGame) -> Iterable[str]:
    """Return everybody who plays or has played a game."""
    match source:
        case GameProgress():
            return names_in(source.game.settings)
        case CachedGame():
            return source.people
        case BrokenGame():
            return ()


def _opened(folder: Path, read: GameProgress | None) -> GameProgress | BrokenGame:
    """Open and play a game, but for one that was read. What its past order files say, its records tell."""
    if read is not None and not _is_stale(read.game):
        return public_play(read)
    game = open_game(folder, past_orders=False)
    if isinstance(game, Game) and _is_stale(game):
        game = open_game(folder)
    if isinstance(game, Unread):
        return _unread(game)
    try:
        return public_play(play(game))
    except GameFolderError as error:
        return _broken(game.slug, game.settings.title, str(error))


def _is_stale(game: Game) -> bool:
    """Tell whether a record lies behind a season that has none."""
    return any(one.is_recorded for one in game.seasons[len(game.recorded) :])


def _look(folder: Path) -> Look:
    """Return what tells whether a folder is as it was: names, sizes and times of its files."""
    found = []
    for path in () if folder.is_symlink() else sorted(folder.rglob("*")):
        about = path.lstat()
        found.append((str(path), about.st_size, about.st_mtime_ns))
    return tuple(found)


def _unread(game: Unread) -> BrokenGame:
    told = "\n".join(f"{finding.where}: {finding.title}" for finding in game.findings)
    return _broken(game.slug, game.slug, told)


def _broken(slug: str, title: str, message: str) -> BrokenGame:
    return BrokenGame(
        slug=slug,
        title=title,
        uri=f"games/{slug}/index.md",
        message=message,
        source=f"games/{slug}/game.toml",
    )
