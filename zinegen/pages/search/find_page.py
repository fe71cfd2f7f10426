"""The page on which readers look for something: what a search can be narrowed to, and an index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from zinegen.languages.names import name_power, name_province
from zinegen.languages.texts import gettext
from zinegen.pages.atlas.provinces import anchor_of
from zinegen.pages.contents import Contents, GameContents, NamedProvince
from zinegen.pages.search.documents import (
    GAME,
    KIND,
    POWER,
    VARIANT,
    YEAR,
    Facet,
    kind_names,
    mark,
    variant_of,
)
from zinegen.pages.views import PageLink, SeasonLine

MOST_GAMES = 12
"""So many games stand behind a province; the others have it in their own atlas."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterChoice:
    """One thing to which a search can be narrowed."""

    text: str
    mark: str
    """The word that stands for it in the index."""
    value: str
    """What the lines of orders are told apart by: a game's folder, a year, a power's name."""
    variant: str = ""
    """Of a game: its rule set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrowing:
    """A list of such things."""

    name: str
    """For scripts: ``game``."""
    label: str
    choices: tuple[FilterChoice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedGame:
    """A game in the index."""

    game: PageLink
    variant: PageLink
    atlas: str
    years: tuple[tuple[int, tuple[SeasonLine, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvinceEntry:
    """A province in the index."""

    key: str
    name: str
    also: tuple[str, ...]
    anchor: str
    games: tuple[PageLink, ...]
    more: int
    """So many games have it besides those that are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FindView:
    """The page on which readers look for something."""

    narrowings: tuple[Narrowing, ...]
    games: tuple[IndexedGame, ...]
    players: tuple[PageLink, ...]
    provinces: tuple[ProvinceEntry, ...]


def find_view(contents: Contents, facets: AbstractSet[Facet]) -> FindView:
    """Return the page of everything that is printed; ``facets`` are those that something found has.

    Of a word that no document has, Pagefind takes the beginning.
    """
    return FindView(
        narrowings=tuple(
            replace(one, choices=choices)
            for one in _narrowings(contents)
            if len(choices := tuple(_keep_found(one, facets))) > 1
        ),
        games=tuple(
            IndexedGame(
                game=PageLink(text=game.view.head.title, to=game.view.head.uri),
                variant=game.view.head.variant,
                atlas=game.atlas,
                years=game.view.years[::-1],
            )
            for game in contents.games
        ),
        players=tuple(
            PageLink(text=one.name, to=f"players/{one.slug}/index.md") for one in contents.players
        ),
        provinces=tuple(_list_provinces(contents.games)),
    )


def _keep_found(narrowing: Narrowing, facets: AbstractSet[Facet]) -> Iterator[FilterChoice]:
    yield from (one for one in narrowing.choices if (narrowing.name, one.value) in facets)


def _narrowings(contents: Contents) -> Iterator[Narrowing]:
    games = contents.games
    yield _narrowing(KIND, gettext("What"), kind_names())
    heads = {game.view.head.slug: game.view.head for game in games}
    yield Narrowing(
        name=GAME,
        label=gettext("Game"),
        choices=tuple(
            FilterChoice(
                text=head.title, mark=mark((GAME, slug)), value=slug, variant=variant_of(head)
            )
            for slug, head in heads.items()
        ),
    )
    played = {variant_of(head): head.variant.text for head in heads.values()}
    yield _narrowing(VARIANT, gettext("Rules"), played)
    years = sorted({season.anchor[:4] for game in games for season in game.seasons})
    yield _narrowing(YEAR, gettext("Year"), {year: year for year in years})
    powers = {
        seat.power.slug: name_power(seat.power.name) for game in games for seat in game.view.seats
    }
    yield _narrowing(POWER, gettext("Power"), dict(sorted(powers.items())))


def _narrowing(name: str, label: str, named: Mapping[str, str]) -> Narrowing:
    choices = tuple(
        FilterChoice(text=text, mark=mark((name, value)), value=value)
        for value, text in named.items()
    )
    return Narrowing(name=name, label=label, choices=choices)


def _list_provinces(games: Iterable[GameContents]) -> Iterator[ProvinceEntry]:
    """Yield the provinces of all games by name; behind each the games that have it, the newest first."""
    named: dict[tuple[str, str], NamedProvince] = {}
    homes: dict[tuple[str, str], list[PageLink]] = {}
    for game in games:
        head = game.view.head
        for one in game.provinces:
            place = (one.key, one.name)
            named[place] = one
            to = f"{game.atlas}#{anchor_of(*place)}" if game.atlas else head.uri
            homes.setdefault(place, []).append(PageLink(text=head.title, to=to))
    for place in sorted(named, key=lambda one: (name_province(one[1]).casefold(), one)):
        yield ProvinceEntry(
            key=place[0],
            name=name_province(place[1]),
            also=named[place].also,
            anchor=anchor_of(*place),
            games=tuple(homes[place][:MOST_GAMES]),
            more=max(0, len(homes[place]) - MOST_GAMES),
        )
