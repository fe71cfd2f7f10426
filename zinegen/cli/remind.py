"""The command that says who is missing: remind."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from zinegen.archive.closing.progress import GameProgress, play
from zinegen.archive.folder.games import SeasonFolder, open_sound_game
from zinegen.catalogues.catalogue import find_language
from zinegen.cli.exits import CONFIG, DONE, WRONG, print_error
from zinegen.cli.find_games import find_game_folder
from zinegen.languages.texts import speaking
from zinegen.pages.builders.reminder import write_reminder
from zinegen.pages.contents import Zine
from zinegen.pages.site.zine_settings import read_zine


def remind_players(current: GameProgress, season: SeasonFolder) -> str:
    """Return the reminder of a game, in the language of the zine in this folder."""
    zine = read_zine(Path.cwd()) if Path(CONFIG).is_file() else Zine(name="")
    with speaking(find_language(zine.language)):
        return write_reminder(current, season, zine, datetime.now(UTC))


@click.command()
@click.argument("game")
def remind(*, game: str) -> int:
    """Print who is missing, what is wanted of each, and how it is handed in: a text to paste.

    It holds nothing of what anybody has handed in.
    """
    folder = find_game_folder(game)
    current = play(open_sound_game(folder, past_orders=False))
    if current.waiting is not None:
        for reason in current.waiting.reasons:
            print_error(f"{folder.name}: {current.waiting.season} waits for the GM: {reason.title}")
    season = current.open_season
    if season is None:
        click.echo(f"{folder.name}: no orders are wanted")
        return DONE
    for stray in season.strays:
        print_error(f"{folder.name}: nobody reads {stray.name}; {stray.hint}")
    click.echo(remind_players(current, season), nl=False)
    return WRONG if current.waiting is not None else DONE
