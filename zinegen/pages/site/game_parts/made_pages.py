"""What a site has of a game that was made for it, and how that lasts for later builds."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace

from zinegen.pages.addresses import GAMES, Addresses
from zinegen.pages.search.documents import NOWHERE, Facet, FoundWords, make_page
from zinegen.pages.site.game_parts.loaded_games import LastingGame, LoadedGame
from zinegen.pages.site.render import Page
from zinegen.pages.volumes.light_games import lighten_season


@dataclass(frozen=True, slots=True, kw_only=True)
class MadePages:
    """What a site has of a game that was made, for it to last."""

    pages: tuple[Page, ...]
    """The front page first."""
    uris: tuple[str, ...]
    facets: Mapping[str, frozenset[Facet]]
    """Of the pages, by uri."""
    words: FoundWords
    """What is known of what else is found of it."""

    def describe(self, game: LoadedGame, addresses: Addresses) -> LastingGame | None:
        """Return a game as later builds may have it; None where a link within its folder leads nowhere."""
        front, *others = self.pages
        folder = front.uri.removesuffix("index.md")
        known = {*self.uris, *(one.uri for one in self.pages)}
        if any(uri.startswith(folder) and uri not in known for one in others for uri in one.links):
            return None
        outside = (
            frozenset(uri for uri in one.links if not uri.startswith(folder)) for one in others
        )
        return LastingGame(
            game=replace(
                game,
                contents=replace(
                    game.contents,
                    files={},
                    seasons=tuple(map(lighten_season, game.contents.seasons)),
                ),
                texts=replace(game.texts, pages={}, digests=()),
            ),
            pages=(
                front,
                *(
                    replace(one, body="", links=links)
                    for one, links in zip(others, outside, strict=True)
                ),
            ),
            uris=self.uris,
            words=self.words,
            told=tuple(told for _, told in game.texts.digests),
            found={
                one.uri: make_page(one.title, one.body, facets, addresses.path(one.uri)).digest()
                for one in others
                if (facets := self.facets.get(one.uri, NOWHERE))
            },
        )


def list_made_pages(
    site_pages: Iterable[Page],
    files: Iterable[str],
    facets: Mapping[str, frozenset[Facet]],
    words: Mapping[str, FoundWords],
    lasting: Container[str],
) -> dict[str, MadePages]:
    """Return what a site has of each game that was made for it, by folder.

    ``files`` are the uris of what lies beside its pages, ``facets`` those of pages by uri, ``words`` what is
    known of what else is found, by game; games that are ``lasting`` were made before.
    """
    pages: dict[str, list[Page]] = {}
    uris: dict[str, list[str]] = {}
    for page in site_pages:
        if (slug := _find_game(page.uri)) not in lasting:
            pages.setdefault(slug, []).append(page)
    for uri in files:
        uris.setdefault(_find_game(uri), []).append(uri)
    return {
        slug: MadePages(
            pages=tuple(own), uris=tuple(uris.get(slug, ())), facets=facets, words=words[slug]
        )
        for slug, own in pages.items()
        if slug in words
    }


def _find_game(uri: str) -> str:
    """Return the folder of the game to which a uri belongs; empty where it is of none."""
    slug, slash, _ = uri.removeprefix(GAMES).partition("/")
    return slug if slash and uri.startswith(GAMES) else ""
