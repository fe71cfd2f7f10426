"""Writing rulings of the GM into a season's `rulings.toml`: what `week` and the desk do when asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

from zinegen.archive.edits.deadline_edits import read_reason
from zinegen.archive.edits.ruling_edits import add_ruling
from zinegen.archive.edits.toml_edits import FileEdit
from zinegen.archive.files import lock_folder
from zinegen.archive.folder.games import open_sound_game
from zinegen.errors import GameFolderError
from zinegen.play.texts.toml_text import quote_toml


def record_rulings(
    folder: Path,
    season: str,
    rulings: Sequence[tuple[Sequence[str], str]],
    see: Callable[[FileEdit], object] = bool,
) -> None:
    """Write rulings of today, each as its lines of TOML and its reason, below those that stand there.

    All of them are written or none; ``see`` is shown the change before, and what it raises keeps it from
    being. Raises GameFolderError for a season that is not there, when one of them is no ruling or has no
    reason, and when the disk does not take it.
    """
    today = f"on = {date.today().isoformat()}"  # noqa: DTZ011  (the GM's own day)
    first, *others = [
        (today, *lines, f"reason = {quote_toml(read_reason(reason))}") for lines, reason in rulings
    ]
    said = (*first, *(line for one in others for line in ("", "[[ruling]]", *one)))
    with lock_folder(folder, wait=True):
        game = open_sound_game(folder, past_orders=False)
        found = next((one for one in game.seasons if one.slug == season), None)
        if found is None:
            raise GameFolderError(f"{game.slug} has no season {season[:60]}")
        change = add_ruling(game, found, said)
        see(change)
        change.write()
