"""Adding a ruling of the GM below those that stand in a season's ``rulings.toml``."""

from __future__ import annotations

from collections.abc import Sequence

from zinegen.archive.edits.toml_edits import FileEdit, read_exactly
from zinegen.archive.folder.games import Game, SeasonFolder
from zinegen.errors import GameFolderError
from zinegen.languages.texts import gettext
from zinegen.play.texts.rulings_file import read_rulings
from zinegen.play.texts.toml_text import RULINGS, parse_toml

RULINGS_FILE = "rulings.toml"


def add_ruling(game: Game, season: SeasonFolder, lines: Sequence[str]) -> FileEdit:
    """Return ``rulings.toml`` with one more ruling, whose lines are TOML; nothing is written.

    What stands there stays as it is. Raises GameFolderError when no ruling can be added below it, or the new
    one is none.
    """
    path, place = season.folder / RULINGS_FILE, f"{season.shown}/{RULINGS_FILE}"
    before = read_exactly(path) if path.exists() else ""
    gap = "" if not before else "\n" if before.endswith("\n") else "\n\n"
    after = before + gap + "\n".join(("[[ruling]]", *lines, ""))
    reading = parse_toml(after.encode(), place, RULINGS)
    wrong = reading.findings
    if reading.document is not None:
        wrong = read_rulings(reading.document, game.settings.powers)[1]
    if wrong:
        raise GameFolderError(
            gettext(
                "{place}: no ruling can be added below what stands there: {why}",
                place=place,
                why=wrong[0].title,
            )
        )
    return FileEdit(path=path, shown=place, before=before, after=after)
