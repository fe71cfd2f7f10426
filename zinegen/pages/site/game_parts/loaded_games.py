"""Games as a build has them: made now, kept by an earlier one, or left in the site as they lie."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from zinegen.archive.own_maps import digest_map_of
from zinegen.pages.contents import GameContents, UnshownGame
from zinegen.pages.maps.build_cache import digest_of_folder, digest_of_values
from zinegen.pages.maps.map_jobs import Job
from zinegen.pages.search.documents import FoundWords
from zinegen.pages.site.game_parts.kept_seasons import read_later
from zinegen.pages.site.page_renderer import NO_TEXTS, KeptTexts
from zinegen.pages.site.render import Page, read_page_later
from zinegen.pages.views import PageLink, SeasonView


def game_digest(folder: Path) -> str:
    """Return a digest of a game's folder, its name, its map; empty when something in it cannot be read."""
    return digest_of_values(folder.name, digest_of_folder(folder), digest_map_of(folder))


@dataclass(frozen=True, slots=True)
class PlayerNames:
    """Everybody who plays or has played a game, in a folder in which nothing waits to be recorded."""

    names: tuple[str, ...]
    until: datetime | None = None
    """When a deadline of the game passes, and what holds now may hold no longer; None if none will."""

    def is_current(self, now: datetime) -> bool:
        """Tell whether no deadline has passed since."""
        return self.until is None or now < self.until


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The folder of a game that can be shown."""

    folder: Path
    digest: str
    """As `game_digest` says."""
    names: tuple[str, ...]
    """Everybody who plays or has played it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedGame:
    """A game's contents with its maps and pages."""

    key: str
    """The digest of everything that it was made from; empty when that is not known."""
    place: str = ""
    """Under what it is kept: the same as long as nothing but the game changes."""
    source: Source
    until: datetime | None
    """As of `PlayerNames`."""
    is_final: bool
    """Whether it may be kept for later builds: it is no preview, and no season waits to be recorded."""
    contents: GameContents
    pictures: tuple[str, ...]
    """The uris of all its maps."""
    jobs: Mapping[str, Job] = field(default_factory=dict)
    """How they are drawn, by uri; empty in a kept game, all of whose maps have been drawn."""
    texts: KeptTexts = NO_TEXTS
    """Those of a kept game."""
    earlier: KeptTexts = NO_TEXTS
    """Of a game that is made: those of the same game as it was kept last; what is in both stands in them."""

    @property
    def slug(self) -> str:
        """The folder's name."""
        return self.source.folder.name

    def is_as_it_was(self, key: str, now: datetime) -> bool:
        """Tell whether a game that is made of what a key tells would be this one."""
        return bool(key) and key == self.key and (self.until is None or now < self.until)


@dataclass(frozen=True, slots=True, kw_only=True)
class LastingGame:
    """A game that an earlier build has made: what a site prints of it elsewhere, what its folder holds."""

    game: LoadedGame
    """Without its files and the texts of its pages, and with light seasons."""
    pages: tuple[Page, ...]
    """The front page first; of the others neither text nor links within the folder."""
    uris: tuple[str, ...]
    """What else lies there: maps, records, feeds."""
    found: Mapping[str, bytes]
    """The digests of its pages as documents of the search, by uri, where it looks through them."""
    words: FoundWords
    """What is known of what else is found of it."""
    told: tuple[str, ...]
    """What tells its seasons apart from others, as `KeptTexts.digests`."""

    def read_later(self, read: Callable[[int], SeasonView]) -> LoadedGame:
        """Return the game with seasons that are read when asked for; ``read`` returns one by its place."""
        light = self.game.contents.seasons
        seasons = tuple(read_later(one, partial(read, place)) for place, one in enumerate(light))
        return replace(
            self.game,
            contents=replace(self.game.contents, seasons=seasons),
            texts=replace(self.game.texts, digests=tuple(zip(seasons, self.told, strict=True))),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptGame:
    """A game that lasts, and what reads the rest of it, as it was kept, when that is printed."""

    known: LastingGame
    read: Callable[[], LoadedGame]

    @property
    def pages(self) -> tuple[Page, ...]:
        """The pages, the front page first; the texts of the others are read when they are asked for."""
        front, *others = self.known.pages
        return (
            front,
            *(read_page_later(one, partial(self.read_body, one.uri)) for one in others),
        )

    @property
    def files(self) -> tuple[str, ...]:
        """The uris of what lies beside the pages, maps but."""
        drawn = {*self.known.game.pictures}
        return tuple(uri for uri in self.known.uris if uri not in drawn)

    def read_body(self, uri: str) -> str:
        """Return the text of a page."""
        return self.read().texts.pages[uri].body

    def read_file(self, uri: str) -> str | bytes:
        """Return a file that lies beside the pages."""
        return self.read().contents.files[uri]


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedGames:
    """All games of a zine."""

    games: tuple[LoadedGame, ...]
    broken: tuple[UnshownGame, ...]
    people: Mapping[str, PageLink]
    """The page of everybody, by name."""
    lasting: Mapping[str, LastingGame] = field(default_factory=dict)
    """Those of which the pages may stay as they lie in the site before, by folder."""
    kept: Mapping[str, KeptGame] = field(default_factory=dict)
    """Those that last as well but are to be printed, by folder."""
