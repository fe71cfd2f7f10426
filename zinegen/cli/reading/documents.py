"""Commands that make documents: an issue, or a game as a book, as PDF and as EPUB."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from zinegen.archive.files import write_atomically
from zinegen.catalogues.catalogue import find_language
from zinegen.cli.exits import progress_line
from zinegen.cli.reading.chosen import (
    choose_game,
    choose_issue,
    make_document_maker,
    open_zine_here,
)
from zinegen.errors import GameFolderError
from zinegen.languages.texts import speaking
from zinegen.pages.paper.documents import DocumentMaker, PrintDocument
from zinegen.pages.paper.epub import make_epub
from zinegen.pages.paper.pdf import make_pdf
from zinegen.pages.paper.typesetting import need_typesetter
from zinegen.pages.site.zine_settings import PAPERS

ISSUE = click.argument("issue", required=False)
GAME = click.option("--game", metavar="GAME", help="A game from its start, instead of an issue.")
OUTPUT = click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file; by default it is called after the issue or game, in this folder.",
)


@click.command()
@ISSUE
@GAME
@click.option(
    "--paper",
    type=click.Choice(PAPERS),
    default="a4",
    show_default=True,
    help="A booklet is printed on A4, both sides, turned over on the short edge, then folded.",
)
@OUTPUT
def pdf(*, issue: str | None, game: str | None, paper: str, output: Path | None) -> int:
    """Make a PDF of an issue, the newest if none is named, or of a whole game."""
    need_typesetter()

    def write(maker: DocumentMaker, document: PrintDocument) -> bytes:
        drawings = maker.draw(document)
        return make_pdf(document, drawings, paper, maker.find_address, Path.cwd())

    return _make(issue, game, output, ".pdf", write)


@click.command()
@ISSUE
@GAME
@OUTPUT
def epub(*, issue: str | None, game: str | None, output: Path | None) -> int:
    """Make an EPUB of an issue, the newest if none is named, or of a whole game."""

    def write(maker: DocumentMaker, document: PrintDocument) -> bytes:
        return make_epub(document, maker.draw(document), maker.find_address, Path.cwd())

    return _make(issue, game, output, ".epub", write)


def _make(
    issue: str | None,
    game: str | None,
    output: Path | None,
    ending: str,
    write: Callable[[DocumentMaker, PrintDocument], bytes],
) -> int:
    """Make a document and write it, whole or not at all."""
    if issue is not None and game is not None:
        raise click.UsageError("name an issue or --game GAME, not both")
    _check_output(output, ending)
    with progress_line(wanted=True):
        zine = open_zine_here()
        maker = make_document_maker(zine)
        with speaking(find_language(zine.zine.language)):
            if game is not None:
                found = choose_game(zine.contents, game)
                document, name = maker.make_game(found), found.view.head.slug
            else:
                sheet = choose_issue(zine.contents, issue)
                document, name = maker.make_issue(sheet), f"issue-{Path(sheet.uri).stem}"
            content = write(maker, document)
    target = output or Path(f"{name}{ending}")
    write_atomically(target, content)
    click.echo(f"{target}: {document.title}, {len(content) / 1e6:.1f} MB")
    return zine.code


def _check_output(output: Path | None, ending: str) -> None:
    """Raise GameFolderError for a file that cannot be written, before anything is drawn."""
    if output is None:
        return
    if output.suffix.lower() != ending:
        raise GameFolderError(f"{output.name}: this is written as {ending}")
    if not output.parent.is_dir():
        raise GameFolderError(f"{output}: there is no folder {output.parent}")
