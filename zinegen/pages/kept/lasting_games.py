"""Folders of games in a site that stay as they lie: nothing has changed that their pages were printed from.

All in such a folder but its front page, which stands in the menu and is printed like any other, is left where
it is, or moved into the new site as one. Of its pages no host of the site hears anything.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from zinegen.pages.addresses import GAMES
from zinegen.pages.kept.built_site import digest_lying
from zinegen.pages.maps.build_cache import BuildCache

SITE = "site"
"""The key under which is kept what the last site has."""
FRONT = "index.html"
_NAMED = re.compile(r"\bgames/([a-z0-9-]+)/(?!index\.md\b)")
"""A game of whose folder a text names something besides the front page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedGame:
    """The folder of a game in a site."""

    made_from: str
    """The digest of all that the game's pages were made from."""
    printed_with: str
    """That of what stands round them."""
    lying: str
    """That of the names, sizes and times of all that lies there but the front page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedGames:
    """The folders of games in the last site."""

    games: Mapping[str, PlacedGame]


@dataclass(slots=True, kw_only=True)
class GamePlaces:
    """Knows which folders of games may stay."""

    cache: BuildCache
    before: Path | None
    """The site before; None where nothing may be taken from it."""
    is_lasting: bool
    """Whether it is noted for other processes."""
    named: frozenset[str] = frozenset()
    """Games to whose pages people's texts lead, so that the host must know them."""
    known: Mapping[str, PlacedGame] = field(init=False)
    """What lies in the site before."""

    def __post_init__(self) -> None:
        found = self.cache.get(PlacedGames, SITE)
        self.known = found.games if found is not None else {}

    def lies(self, slug: str, key: str) -> bool:
        """Tell whether the pages of a game lie in the site before as they were made of what a key tells."""
        known = self.known.get(slug)
        if self.before is None or slug in self.named or known is None or known.made_from != key:
            return False
        lying = digest_lying(self.before / GAMES / slug, (FRONT,))
        return bool(lying) and known.lying == lying

    def are_printed_with(self, slugs: Iterable[str], surroundings: str) -> bool:
        """Tell whether the same stands round the pages of games as what a digest tells."""
        known = [self.known.get(slug) for slug in slugs]
        return all(one is not None and one.printed_with == surroundings for one in known)

    def note(
        self, site: Path, keys: Mapping[str, str], surroundings: str, lasting: Container[str]
    ) -> None:
        """Note the folders of games in a new site, given the digests of what they were made from."""
        games = {}
        for slug, key in keys.items():
            if slug in lasting and slug in self.known:
                games[slug] = self.known[slug]
            elif slug not in self.named and surroundings:
                lying = digest_lying(site / GAMES / slug, (FRONT,))
                games[slug] = PlacedGame(made_from=key, printed_with=surroundings, lying=lying)
        self.cache.put(SITE, PlacedGames(games=games), lasting=self.is_lasting)


def find_named(texts: Iterable[str], uris: Iterable[str]) -> frozenset[str]:
    """Return the games to whose pages texts lead, or in whose folders something lies of these uris."""
    named = {found for text in texts for found in _NAMED.findall(unquote(text))}
    return frozenset(named.union(*(_NAMED.findall(uri) for uri in uris)))
