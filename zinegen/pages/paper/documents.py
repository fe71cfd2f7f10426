"""What documents are made of: an issue, or a game from its start, as plain data with its pictures.

Everything comes from the views that pages are made of, and the maps from the records as everybody may know
them, so nothing can be in a document that could not be on a page.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from urllib.parse import unquote

from markupsafe import Markup

from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.files import FileError, read_plain
from zinegen.archive.folder.games import first_state
from zinegen.languages.texts import add_colon, gettext
from zinegen.pages.addresses import Addresses
from zinegen.pages.contents import Contents, GameContents, IssueView
from zinegen.pages.paper.editorials import render_editorial
from zinegen.pages.paper.markup import read_markup, to_xhtml
from zinegen.pages.paper.printed_maps import PaperMap, WantedMap, draw_maps, draw_swatches
from zinegen.pages.views import PowerView, PressView, SeasonView

OUTSIDE = ("https://", "http://", "mailto:")
"""How addresses begin that lead out of the site."""
PICTURES = frozenset({".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"})
"""Endings of an editor's pictures that documents can show."""
LARGEST = 5_000_000
"""Bytes of an editor's picture; a larger one is left out."""
PICTURE = "picture-"
"""How an editor's pictures are called in a document."""
START = "start"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintDocument:
    """An issue or a game, ready to be set."""

    title: str
    author: str
    zine: str
    view: IssueView | GameContents
    seasons: tuple[SeasonView, ...]
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    """An editor's own, by the name of the file in the document."""
    address: str = ""
    """Of its page on the web; empty where the zine has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawings:
    """What is drawn for a document."""

    maps: Mapping[str, PaperMap]
    """By the name that `name_map` gives."""
    swatches: Mapping[str, str]
    """What stands for each power, as SVG, by the name that `name_swatch` gives."""


def name_map(season: SeasonView) -> str:
    """Return what the map of a season is called in a document, and what links to the season end in."""
    return f"{season.game.slug}-{season.anchor}"


def name_swatch(game: str, power: PowerView) -> str:
    """Return what the sign of a power of a game is called in a document."""
    return f"{game}-{power.slug}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentMaker:
    """Makes the documents of one zine."""

    contents: Contents
    read_progress: Callable[[str], GameProgress | None]
    """Returns a game as far as everybody can tell it."""
    sources: Path
    """The folder of what people wrote."""
    settings: Mapping[str, object]
    """Of the zine, as `mkdocs.yml` has them."""
    addresses: Addresses = field(default_factory=Addresses)

    def make_issue(self, issue: IssueView) -> PrintDocument:
        """Return an issue as a document."""
        pictures: dict[str, bytes] = {}
        if self.contents.editorials.get(issue.uri):
            html = render_editorial(self.sources / issue.uri, self.settings)
            nodes = read_markup(html, partial(self._find_from, issue.uri, pictures))
            issue = replace(issue, editorial=Markup(to_xhtml(nodes)))  # noqa: S704  # escaped by it
        return PrintDocument(
            title=add_colon(f"{issue.masthead.title}, {issue.masthead.number}", issue.title),
            author=issue.masthead.editor,
            zine=self.contents.zine.name,
            view=issue,
            seasons=issue.seasons,
            pictures={
                **pictures,
                **self._read_press(item for one in issue.seasons for item in one.press),
            },
            address=self.find_address(issue.uri),
        )

    def _read_press(self, press: Iterable[PressView]) -> Mapping[str, bytes]:
        """Return the pictures in some press, by what they are called in a document."""
        files = self.contents.press_pictures
        shown = (one for item in press for one in item.pictures)
        return {one.file: files[one.uri] for one in shown if one.uri in files}

    def make_game(self, game: GameContents) -> PrintDocument:
        """Return a game as a book: its start, then every season that is over."""
        head = game.view.head
        seasons = tuple(one for one in game.seasons if not one.is_open)
        return PrintDocument(
            title=head.title,
            author=head.gm,
            zine=self.contents.zine.name,
            view=game,
            seasons=seasons,
            pictures=self._read_press(
                (*(item for one in seasons for item in one.press), *game.view.statements)
            ),
            address=self.find_address(head.uri),
        )

    def draw(self, document: PrintDocument) -> Drawings:
        """Return what a document shows."""
        game = document.view if isinstance(document.view, GameContents) else None
        slugs = {one.game.slug for one in document.seasons} | (
            {game.view.head.slug} if game else set()
        )
        return Drawings(
            maps=self._draw_maps(document.seasons, start_of=game),
            swatches=self._draw_swatches(slugs),
        )

    def find_address(self, uri: str) -> str:
        """Return where on the web a page or file of the site lies; nothing where the zine has no address."""
        if uri.startswith((*OUTSIDE, PICTURE)):
            return uri
        page, hash_sign, anchor = uri.partition("#")
        url = self.contents.zine.url
        return f"{url}{self.addresses.path(page)}{hash_sign}{anchor}" if url and page else ""

    def _find_from(self, here: str, pictures: dict[str, bytes], address: str) -> str:
        """Return what an address in an editor's text means; a picture of the zine's own comes along."""
        if address.startswith(OUTSIDE):
            return address
        path, _, anchor = address.partition("#")
        uri = posixpath.normpath(posixpath.join(posixpath.dirname(here), unquote(path)))
        if Path(uri).suffix not in PICTURES:
            return self.find_address(f"{uri}#{anchor}" if anchor else uri) if path else ""
        try:
            content = read_plain(self.sources / uri, LARGEST) if not uri.startswith("..") else b""
        except FileError:
            content = b""
        name = f"{PICTURE}{len(pictures)}{Path(uri).suffix}"
        pictures.update({name: content} if content else {})
        return name if content else ""

    def _draw_maps(
        self, seasons: Sequence[SeasonView], start_of: GameContents | None = None
    ) -> Mapping[str, PaperMap]:
        """Return the maps of some seasons, and of the start of a game."""
        games = {one.game.slug for one in seasons}
        records = {
            f"{slug}-{record.season}": record
            for slug in sorted(games)
            if (progress := self.read_progress(slug)) is not None
            for record in progress.records
        }
        wanted = [
            WantedMap(name=name, title=f"{one.game.title}, {one.name}", of=records[name])
            for one in seasons
            if (name := name_map(one)) in records
        ]
        if start_of is not None:
            head = start_of.view.head
            progress = self.read_progress(head.slug)
            if progress is not None:
                of = progress.records[0].before if progress.records else first_state(progress.game)
                title = gettext("{game}: the start", game=head.title)
                wanted.append(WantedMap(name=START, title=title, of=of))
        return draw_maps(wanted)

    def _draw_swatches(self, wanted: Collection[str]) -> Mapping[str, str]:
        """Return the signs of the powers of some games."""
        found: dict[str, str] = {}
        for game in self.contents.games:
            if game.view.head.slug in wanted:
                powers = {seat.power.key: seat.power for seat in game.view.seats}
                for power, svg in draw_swatches([*powers]).items():
                    found[name_swatch(game.view.head.slug, powers[power])] = svg
        return found
