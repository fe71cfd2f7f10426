"""The documents of a zine: its issues and games by the names that commands have for them."""

from __future__ import annotations

from pathlib import Path

from zinegen.errors import ZinegenError
from zinegen.notation.grammar.names import suggest
from zinegen.pages.addresses import Addresses
from zinegen.pages.contents import GameContents, IssueView
from zinegen.pages.paper.documents import DocumentMaker
from zinegen.pages.site.export import read_zine
from zinegen.pages.site.publisher import Publisher
from zinegen.pages.site.standard_files import OWN_PAGES, SOURCES
from zinegen.pages.site.zine_settings import CONFIG, find_own_settings, read_settings


class UnknownDocumentError(ZinegenError):
    """A name of no issue or game."""


def open_documents(root: Path) -> DocumentMaker:
    """Return what makes the documents of a zine, given its folder.

    Raises ZinegenError when its settings, its cache or its templates cannot be read.
    """
    settings = read_settings(root / CONFIG)
    own = find_own_settings(settings)
    addresses = Addresses(directories=settings.get("use_directory_urls") is not False)
    publisher = Publisher(
        root=root,
        games=str(own.get("games", "games")),
        templates=str(own.get("templates", OWN_PAGES)),
        addresses=addresses,
    )
    sources = root / str(settings.get("docs_dir", SOURCES))
    return DocumentMaker(
        contents=publisher.texts(read_zine(root), sources=sources),
        read_progress=publisher.loader.read_progress,
        sources=sources,
        settings=settings,
        addresses=addresses,
    )


def find_issue(maker: DocumentMaker, name: str | None) -> IssueView:
    """Return an issue by its number, such as ``8``, ``No. 8`` or ``issues/8.md``; without one the newest.

    Raises UnknownDocumentError where there is no such issue.
    """
    issues = maker.contents.issues
    if not issues:
        raise UnknownDocumentError(
            "the zine has no issue yet: one appears when a season has closed"
        )
    if name is None:
        return issues[-1]
    numbers = {one.masthead.number.removeprefix("No. "): one for one in issues}
    asked = name.strip().removeprefix("issues/").removesuffix(".md").casefold().removeprefix("no.")
    if asked.strip() in numbers:
        return numbers[asked.strip()]
    known = [*numbers]
    there = known[0] if len(known) == 1 else f"{known[0]} to {known[-1]}"
    raise UnknownDocumentError(f"there is no issue {name}; they are numbered {there}")


def find_game(maker: DocumentMaker, name: str) -> GameContents:
    """Return a game by the name of its folder.

    Raises UnknownDocumentError where there is no such game, or it needs the GM before it can be shown.
    """
    games = {one.view.head.slug: one for one in maker.contents.games}
    asked = name.strip().removeprefix("games/").rstrip("/")
    if asked in games:
        return games[asked]
    for one in maker.contents.broken:
        if one.slug == asked:
            raise UnknownDocumentError(f"{asked} cannot be shown as it is: {one.message}")
    hint = suggest(
        asked, tuple(games), f"there are {', '.join(games)}" if games else "there is no game"
    )
    raise UnknownDocumentError(f"there is no game {name}; {hint}")
