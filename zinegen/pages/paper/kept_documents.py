"""The documents of all issues and games, as a build wants them: what has not changed is not made again.

A document lies in the cache under a digest of everything that can be read in it; its maps are drawn from the
same records as those of pages, whose names tell them apart.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.files import list_folder
from zinegen.errors import ZinegenError
from zinegen.languages.texts import spoken_language
from zinegen.pages.addresses import Addresses
from zinegen.pages.contents import Contents, GameContents
from zinegen.pages.maps.build_cache import BuildCache, digest_of_folder, digest_of_values
from zinegen.pages.paper.documents import DocumentMaker, PrintDocument
from zinegen.pages.paper.epub import make_epub
from zinegen.pages.paper.pdf import make_pdf
from zinegen.pages.paper.plain_data import to_plain
from zinegen.pages.site.standard_files import OWN_PAPER, PAPER_TEMPLATES
from zinegen.workers import Workers

FOLDER = "documents"
"""Where documents lie in the cache."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentKeeper:
    """Makes the documents that a zine's pages link, and keeps them for later builds."""

    root: Path
    cache: BuildCache
    sources: Path
    """The folder of what people wrote."""
    settings: Mapping[str, object]
    """As `mkdocs.yml` has them."""
    addresses: Addresses

    def make_documents(
        self, contents: Contents, read_progress: Callable[[str], GameProgress | None]
    ) -> tuple[Mapping[str, Path], tuple[str, ...]]:
        """Return the files of all documents by uri, and why some could not be made, a line each."""
        maker = DocumentMaker(
            contents=contents,
            read_progress=read_progress,
            sources=self.sources,
            settings=self.settings,
            addresses=self.addresses,
        )
        found: dict[str, Path] = {}
        troubles: list[str] = []
        templates = self._digest_templates()

        def make(wanted: tuple[str, PrintDocument]) -> None:
            uri, document = wanted
            ending = Path(uri).suffix
            paper = contents.zine.paper if ending == ".pdf" else ""
            name = f"{FOLDER}/{self._name(maker, document, templates, paper)}{ending}"
            try:
                if self.cache.find_file(name) is None:
                    self.cache.keep_file(name, self._make(maker, document, paper))
                found[uri] = self.cache.folder / name
            except ZinegenError as problem:
                troubles.append(f"{uri} is not there: {problem}")

        for _ in Workers(make=None).spread(make, list_documents(maker), "setting documents"):
            pass
        self._drop_unused(found)
        return found, tuple(troubles)

    def _make(self, maker: DocumentMaker, document: PrintDocument, paper: str) -> bytes:
        drawings = maker.draw(document)
        if paper:
            return make_pdf(document, drawings, paper, maker.find_address, self.root)
        return make_epub(document, drawings, maker.find_address, self.root)

    def _name(
        self, maker: DocumentMaker, document: PrintDocument, templates: str, paper: str
    ) -> str:
        """Return a name that differs whenever something differs that can be read in a document."""
        view = document.view.view if isinstance(document.view, GameContents) else document.view
        shown = [to_plain(one, maker.find_address) for one in (view, document.seasons)]
        pictures = {name: sha256(one).hexdigest() for name, one in document.pictures.items()}
        text = json.dumps([shown, pictures, document.title, document.author, document.address])
        return digest_of_values(text, paper or "epub", templates, spoken_language().code)[:32]

    def _digest_templates(self) -> str:
        folders = (folder for folder in (PAPER_TEMPLATES, self.root / OWN_PAPER) if folder.is_dir())
        return "-".join(map(digest_of_folder, folders))

    def _drop_unused(self, found: Mapping[str, Path]) -> None:
        kept = {path.name for path in found.values()}
        for path in list_folder(self.cache.folder / FOLDER):
            if path.name not in kept:
                path.unlink(missing_ok=True)


def list_documents(maker: DocumentMaker) -> Iterator[tuple[str, PrintDocument]]:
    """Yield every document that the views of a zine link, by its uri."""
    for issue in maker.contents.issues:
        if issue.documents:
            document = maker.make_issue(issue)
            yield from ((link.to, document) for link in issue.documents)
    for game in maker.contents.games:
        if game.view.documents:
            document = maker.make_game(game)
            yield from ((link.to, document) for link in game.view.documents)
