"""Documents as EPUB 3.3: XHTML, pictures and typefaces in one ZIP, the same bytes every time.

https://www.w3.org/TR/epub-33/; the parts named below are those of that specification.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from jinja2 import (
    Environment,
    TemplateError,
)
from markupsafe import Markup

from zinegen.languages.texts import gettext
from zinegen.pages.contents import GameContents, IssueView
from zinegen.pages.paper.book import describe, list_pictures, list_press
from zinegen.pages.paper.documents import START, Drawings, PrintDocument, name_map, name_swatch
from zinegen.pages.paper.markup import read_markup, to_xhtml
from zinegen.pages.paper.typesetting import TypesettingError
from zinegen.pages.site.render import open_templates
from zinegen.pages.site.standard_files import OWN_PAPER, PAPER_TEMPLATES, SOURCES, ZINE_FILES
from zinegen.pages.views import SeasonView

KIND = b"application/epub+zip"
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The moment that a ZIP says of each file: the earliest it can."""
NO_MOMENT = "1980-01-01T00:00:00Z"
FONTS = ZINE_FILES / SOURCES / "assets" / "fonts"
MEDIA: Mapping[str, str] = {
    ".css": "text/css",
    ".gif": "image/gif",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".xhtml": "application/xhtml+xml",
}
"""The kind of a file by its ending (3.2, core media types)."""
CONTAINER = """<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A part of a book: a file of its own."""

    name: str
    title: str
    body: str
    note: str = ""
    """What stands beside its title in the list of contents."""

    @property
    def file(self) -> str:
        """Its file's name."""
        return f"{self.name}.xhtml"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Writer:
    """Writes the chapters of one document from its templates."""

    document: PrintDocument
    drawings: Drawings
    find_address: Callable[[str], str]
    environment: Environment = field(repr=False)

    def write(self, template: str, **values: object) -> str:
        """Return what a template makes; raises TypesettingError for one that cannot be used."""
        try:
            return self.environment.get_template(template).render(
                document=self.document, drawings=self.drawings, **values
            )
        except TemplateError as error:
            raise TypesettingError(f"{template} cannot be used: {error}") from None

    def list_chapters(self) -> Iterator[Chapter]:
        """Yield the chapters, in the order in which they are read."""
        view = self.document.view
        yield from (
            self._write_issue(view) if isinstance(view, IssueView) else self._write_game(view)
        )

    def _write_issue(self, issue: IssueView) -> Iterator[Chapter]:
        front = self.write("issue-front.xhtml", issue=issue)
        yield Chapter(name="front", title=issue.title, body=front)
        for season in issue.seasons:
            title = f"{season.game.title}, {season.name}"
            yield self._write_season(season, title)
        if issue.scores or issue.deadlines or issue.openings or issue.lists.in_words:
            title = gettext("Standings, deadlines, openings")
            body = self.write("issue-end.xhtml", issue=issue, title=title)
            yield Chapter(name="deadlines", title=title, body=body)

    def _write_game(self, game: GameContents) -> Iterator[Chapter]:
        view = game.view
        front = self.write("game-front.xhtml", game=view, start=self.drawings.maps.get(START))
        yield Chapter(name="front", title=view.head.title, body=front)
        for season in self.document.seasons:
            yield self._write_season(season, season.name)
        press = list_press(self.document.seasons)
        if view.chart or view.statements or press:
            title = gettext("Centres, last words, press by author")
            about = describe(view.chart) if view.chart else ""
            body = self.write("game-end.xhtml", game=view, press=press, chart=about, title=title)
            yield Chapter(name="end", title=title, body=body)

    def _write_season(self, season: SeasonView, title: str) -> Chapter:
        drawn = self.drawings.maps.get(name_map(season))
        body = self.write("season.xhtml", season=season, title=title, drawn=drawn)
        return Chapter(name=f"s-{name_map(season)}", title=title, body=body, note=season.headline)


def make_epub(
    document: PrintDocument, drawings: Drawings, find_address: Callable[[str], str], root: Path
) -> bytes:
    """Return a document as EPUB.

    ``root`` is the folder of the zine, whose own templates are used where it has any. Raises TypesettingError
    for one that cannot be.
    """
    writer = _Writer(
        document=document,
        drawings=drawings,
        find_address=find_address,
        environment=_open_book(root, find_address, document),
    )
    chapters = [*writer.list_chapters()]
    files: dict[str, bytes] = {one.file: one.body.encode() for one in chapters}
    files["nav.xhtml"] = writer.write("nav.xhtml", chapters=chapters).encode()
    files["style.css"] = writer.write("style.css").encode()
    files |= dict(list_pictures(document, drawings))
    files |= {path.name: path.read_bytes() for path in sorted(FONTS.glob("*.woff2"))}
    package = writer.write(
        "package.opf",
        chapters=chapters,
        files=[(name, MEDIA[Path(name).suffix]) for name in sorted(files)],
        identifier=uuid5(NAMESPACE_URL, f"{document.address}#{document.zine}/{document.title}").urn,
        modified=_find_moment(document),
    )
    return _pack({**files, "package.opf": package.encode()})


def _open_book(
    root: Path, find_address: Callable[[str], str], document: PrintDocument
) -> Environment:
    folders = (root / OWN_PAPER / "epub", PAPER_TEMPLATES / "epub")
    environment = open_templates(*folders)

    def set_prose(html: str) -> Markup:
        nodes = read_markup(html, lambda address: find_address(address) if address else "")
        return Markup(to_xhtml(nodes))  # noqa: S704  # every tag and character is written by it

    environment.filters["prose"] = set_prose
    environment.globals |= {"web": find_address, "name_swatch": name_swatch, "name_map": name_map}
    environment.globals["pictures"] = frozenset(document.pictures)
    return environment


def _find_moment(document: PrintDocument) -> str:
    """Return when a document was last changed, as far as it can be: the day of its last season."""
    if isinstance(document.view, IssueView):
        return f"{document.view.masthead.date_iso}T00:00:00Z"
    closed = [one.closing.utc for one in document.seasons if one.closing is not None]
    return max(closed, default=NO_MOMENT)


def _pack(files: Mapping[str, bytes]) -> bytes:
    """Return the files as a ZIP (4.2): the kind first, as it is, then everything else, packed."""
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as book:
        _add(book, "mimetype", KIND, zipfile.ZIP_STORED)
        _add(book, "META-INF/container.xml", CONTAINER.encode())
        for name, one in sorted(files.items()):
            _add(book, f"EPUB/{name}", one)
    return content.getvalue()


def _add(book: zipfile.ZipFile, name: str, content: bytes, how: int = zipfile.ZIP_DEFLATED) -> None:
    entry = zipfile.ZipInfo(name, LONG_AGO)
    entry.compress_type = how
    entry.create_system = 3  # as on Linux, wherever it is made
    entry.external_attr = 0o644 << 16
    book.writestr(entry, content)
