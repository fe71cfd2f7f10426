"""The command that lists what is in, with digests, and finds the file of one: receipts."""

from __future__ import annotations

import click

from zinegen.archive.closing.progress import play
from zinegen.archive.folder.games import open_sound_game
from zinegen.archive.mail.receipts import find_receipt, list_handed_in
from zinegen.cli.exits import DONE, WRONG, print_error
from zinegen.cli.find_games import find_game_folder
from zinegen.play.verification.receipts import read_digest

NO_DIGEST = "no digest, for orders come to the GM alone"


@click.command()
@click.argument("game")
@click.argument("digest", required=False)
def receipts(*, game: str, digest: str | None) -> int:
    """List power, moment and digest of the files that are in, or find the file of a DIGEST.

    It tells nothing of the orders. Of a file that came by pull request the platform knows the moment, and
    `inbox --receipts` asks for it.
    """
    folder = find_game_folder(game)
    found = open_sound_game(folder)
    if digest is not None:
        if not read_digest(digest):
            raise click.BadParameter(
                "a digest has 64 digits from 0 to f; the first twelve are enough"
            )
        files = [*find_receipt(found, digest)]
        for one in files:
            click.echo(f"{one.season}: the file of {one.power} {one.what}: {one.path}")
        if not files:
            print_error(
                f"{found.slug}: no file has this digest: it was changed since, or never came"
            )
        return DONE if files else WRONG
    current = play(found, draws_maps=False)
    season = current.open_season
    if season is None:
        click.echo(f"{found.slug}: no orders are wanted")
        return DONE
    handed = list_handed_in(current, season)
    for line in handed:
        when = found.settings.deadlines.say(line.received) if line.received is not None else ""
        way = f"by {line.way}" if line.way else "by a file in the repository"
        said = ", ".join(filter(None, (when, way)))
        click.echo(f"{line.power}: {f'sha256:{line.sha256}' if line.sha256 else NO_DIGEST}, {said}")
    if not handed:
        click.echo(f"{found.slug}: nothing is in for {season.slug}")
    return DONE
