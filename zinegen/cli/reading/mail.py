"""The command that makes mails: an issue or a season as text, as a message with maps, sent or shown."""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict, Unpack

import click

from zinegen.archive.files import write_atomically
from zinegen.catalogues.catalogue import find_language
from zinegen.cli.exits import progress_line
from zinegen.cli.keys import KEY
from zinegen.cli.reading.chosen import (
    open_zine_here,
)
from zinegen.cli.reading.letter_maker import LetterMaker
from zinegen.cli.reading.sending import Wanted, find_way_out, load_mail_settings, send_letter
from zinegen.errors import GameFolderError
from zinegen.languages.texts import speaking
from zinegen.pages.outgoing.messages import Envelope, make_message

MAIL, TEXT = ".eml", ".txt"


class _Subject(TypedDict):
    """What the mail is about, and for whom."""

    game: str | None
    season: str | None
    power: str | None
    key: tuple[Path, ...]


class _Words(_Subject):
    """And what is done with it."""

    output: Path | None
    pdf: bool
    send: bool
    dry_run: bool
    again: bool


@click.command()
@click.argument("issue", required=False)
@click.option("--game", metavar="GAME", help="A season of this game instead of an issue.")
@click.option("--season", metavar="SEASON", help="Which one, such as 1901-1-spring; else the last.")
@click.option("--power", metavar="POWER", help="With what is for this power alone.")
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A whole message with HTML and maps (.eml), or the text alone (.txt).",
)
@click.option("--pdf", is_flag=True, help="Attach the issue, or the game so far, as PDF.")
@click.option(
    "--send", is_flag=True, help="Send it, by the server in the configuration folder's mail.toml."
)
@click.option("--dry-run", is_flag=True, help="Say who would get it, and send nothing.")
@click.option("--again", is_flag=True, help="With --send: also to those who have had it.")
@KEY
def mail(*, issue: str | None, **said: Unpack[_Words]) -> int:
    """Make a mail of an issue, the newest if none is named, or of a season of a game.

    Its text goes to standard output, unless -o or --send says otherwise. Nobody is sent anything twice.
    """
    output, is_sent = said["output"], said["send"] or said["dry_run"]
    _check_words(issue, said)
    settings = load_mail_settings() if is_sent else None
    with progress_line(wanted=True):
        zine = open_zine_here()
        is_whole = (
            said["send"]
            or said["dry_run"]
            or (output is not None and output.suffix.lower() == MAIL)
        )
        leave = find_way_out(settings) if settings is not None else ""
        maker = LetterMaker(zine=zine, with_maps=is_whole, with_pdf=said["pdf"], leave=leave)
        with speaking(find_language(zine.zine.language)):
            letter = maker.make(
                issue, said["game"], said["season"], power=said["power"], key=said["key"]
            )
    host = maker.writer.host
    if settings is not None:
        if maker.unrecorded and not said["dry_run"]:
            raise GameFolderError(
                f"nothing is sent: {maker.unrecorded} is not recorded and may still change;"
                f" `zinegen close {said['game']}` records it"
            )
        wanted = Wanted(
            letter=letter,
            host=host,
            game=said["game"] or "",
            players=maker.addresses,
            alone=said["power"] is not None,
            dry_run=said["dry_run"],
            again=said["again"],
        )
        return max(send_letter(wanted, settings), zine.code)
    if output is None:
        click.echo(letter.text, nl=False)
        return zine.code
    content = letter.text.encode()
    if output.suffix.lower() == MAIL:
        content = make_message(letter, Envelope(more={"X-Unsent": "1"}), host)
    write_atomically(output, content)
    click.echo(f"{output}: {letter.subject}, {len(content) / 1e6:.1f} MB")
    return zine.code


def _check_words(issue: str | None, said: _Words) -> None:
    """Raise UsageError or GameFolderError for words that do not go together, before anything is read."""
    game, season, power, output = said["game"], said["season"], said["power"], said["output"]
    is_sent = said["send"] or said["dry_run"]
    if issue is not None and game is not None:
        raise click.UsageError("an issue, or --game: not both")
    if game is None and (season or power):
        raise click.UsageError(f"{'--season' if season else '--power'} needs --game GAME")
    if output is not None and (said["send"] or said["dry_run"]):
        raise click.UsageError("-o writes a file, --send and --dry-run send: not both")
    if said["pdf"] and not is_sent and (output is None or output.suffix.lower() != MAIL):
        raise click.UsageError(f"--pdf goes with -o FILE{MAIL} or --send")
    if said["again"] and not (said["send"] or said["dry_run"]):
        raise click.UsageError("--again goes with --send")
    if output is not None and output.suffix.lower() not in {MAIL, TEXT}:
        raise GameFolderError(f"{output.name}: a mail is written as {MAIL}, its text as {TEXT}")
    if output is not None and not output.parent.is_dir():
        raise GameFolderError(f"{output}: there is no folder {output.parent}")
