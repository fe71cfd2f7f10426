"""The search of a front over several zines: an index of its own, of what each `zine.json` tells.

A reader's browser asks the front's own site and no zine's: what their pages say beyond that is found in
their own searches.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from urllib.parse import quote

from zinegen.archive.files import make_folder, write_atomically
from zinegen.languages.texts import ENGLISH
from zinegen.pages.results.openings import list_openings
from zinegen.pages.search.documents import KIND, VARIANT, Facet, SearchDocument, mark
from zinegen.pages.search.find_page import FilterChoice, Narrowing
from zinegen.pages.search.pagefind import FOLDER, has_pagefind, put_index
from zinegen.pages.site.standard_files import SOURCES, ZINE_FILES
from zinegen.planet.zine_entries import PlanetGame, PlanetZine

SCRIPTS = ("planet.js", "search.js", "elements.js", "language.js", "messages.js")
"""What runs on the page, by the file's name in the look of zines."""
ASSETS = "assets"
ZINE = "zine"
KINDS = {"game": "Games", "player": "Players", "opening": "Openings", "zine": "Zines"}
MOST_LINKS = 12
"""So many games stand behind a player in a hit."""


def put_search(zines: Sequence[PlanetZine], folder: Path, kept: Path) -> tuple[Narrowing, ...]:
    """Put an index and its scripts into the folder of a front; return to what a search can be narrowed.

    Nothing where Pagefind is not installed. ``kept`` is a folder for the index alone.
    Raises IndexingError when there can be none.
    """
    if not has_pagefind():
        return ()
    make_folder(folder / ASSETS)
    for name in SCRIPTS:
        write_atomically(
            folder / ASSETS / name, (ZINE_FILES / SOURCES / ASSETS / name).read_bytes()
        )
    documents = list(list_documents(zines))
    beside = kept.with_name("new-search")
    shutil.rmtree(beside, ignore_errors=True)
    put_index(documents, ENGLISH.code, kept, beside)
    shutil.rmtree(folder / FOLDER, ignore_errors=True)
    beside.rename(folder / FOLDER)
    return tuple(_list_narrowings(zines))


def list_documents(zines: Iterable[PlanetZine]) -> Iterator[SearchDocument]:
    """Yield what can be found: zines, their games with results, players, and openings."""
    zines = tuple(zines)
    games = [game for zine in zines for game in zine.games]
    for number, zine in enumerate(zines):
        yield _make_document(
            f"zines/{number:05}",
            zine.name,
            [zine.motto, zine.editor, zine.licence],
            {(KIND, "zine"), (ZINE, zine.name)},
            {"to": zine.address, "by": zine.editor},
        )
    for number, game in enumerate(games):
        yield _tell_game(number, game)
    yield from _list_players(games)
    for number, one in enumerate(list_openings(game.outcome for game in games)):
        called = one.name or "without a name"
        yield _make_document(
            f"openings/{number:05}",
            f"{one.power}: {called}",
            [*one.orders, f"{one.games} games, in the result of {one.in_result} of {one.ended}"],
            {(KIND, "opening")},
            {"to": f"results.html{_point_at(one.name)}" if one.name else "results.html"},
        )


def _tell_game(number: int, game: PlanetGame) -> SearchDocument:
    outcome = game.outcome
    powers = [
        f"{one.power}: {one.last_player or 'nobody'}, {one.fate.name.lower()}"
        for one in outcome.powers
    ]
    return _make_document(
        f"games/{number:05}",
        outcome.title,
        [outcome.variant_title, game.gm, *powers],
        {(KIND, "game"), (ZINE, game.zine), (VARIANT, outcome.variant)},
        {"to": game.address or "games.html", "where": game.zine},
    )


def _list_players(games: Iterable[PlanetGame]) -> Iterator[SearchDocument]:
    seats: dict[str, list[tuple[PlanetGame, str]]] = {}
    for game in games:
        for power in game.outcome.powers:
            for name in dict.fromkeys(one.player for one in power.stints if one.player):
                seats.setdefault(name, []).append((game, f"{power.power} in {game.outcome.title}"))
    for number, (name, own) in enumerate(sorted(seats.items())):
        told = [seat for _, seat in own[:MOST_LINKS]]
        more = [f"and {len(own) - MOST_LINKS} more"] if len(own) > MOST_LINKS else []
        yield _make_document(
            f"players/{number:05}",
            name,
            [*told, *more],
            {(KIND, "player"), *((ZINE, game.zine) for game, _ in own)},
            {
                "to": f"players.html{_point_at(name)}",
                "where": ", ".join(sorted({game.zine for game, _ in own})),
            },
        )


def _point_at(text: str) -> str:
    """Return what an address ends in so that browsers show the place where a text stands."""
    return f"#:~:text={quote(text, safe='').replace('-', '%2D')}"


def _make_document(
    path: str, title: str, texts: Iterable[str], facets: set[Facet], shown: dict[str, str]
) -> SearchDocument:
    lines = "".join(f"<p>{escape(text)}</p>" for text in texts if text)
    return SearchDocument(
        path=f"{path}.html",
        title=title,
        html=f"<h1>{escape(title)}</h1>{lines}",
        facets=frozenset(facets),
        shown=shown,
    )


def _list_narrowings(zines: Sequence[PlanetZine]) -> Iterator[Narrowing]:
    variants = {
        game.outcome.variant: game.outcome.variant_title or game.outcome.variant
        for zine in zines
        for game in zine.games
        if game.outcome.variant
    }
    names = {zine.name: zine.name for zine in zines}
    for name, label, choices in (
        (KIND, "What", KINDS),
        (ZINE, "Zine", dict(sorted(names.items()))),
        (VARIANT, "Rules", dict(sorted(variants.items(), key=lambda one: one[1].casefold()))),
    ):
        found = tuple(
            FilterChoice(text=text, mark=mark((name, value)), value=value)
            for value, text in choices.items()
        )
        if len(found) > 1:
            yield Narrowing(name=name, label=label, choices=found)
