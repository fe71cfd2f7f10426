"""Closing a deadline for a look at it: in a copy of the game's folder, of which nothing is left."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from zinegen.archive.closing.close import close_game
from zinegen.archive.closing.judge import judge_season
from zinegen.archive.closing.lock import CloseOptions
from zinegen.archive.closing.play import play
from zinegen.archive.files import lock_folder, report_disk_errors, scratch_folder
from zinegen.archive.folder.games import Game, open_sound_game
from zinegen.archive.records.records import Judged, SeasonRecord, Waiting
from zinegen.archive.sealing.sealed_records import public_record
from zinegen.archive.starts import keeps_secrets
from zinegen.notation.findings import Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class DryRun:
    """What closing a deadline now would come to."""

    game: str
    records: tuple[SeasonRecord, ...] = ()
    """What it would record; of a game that keeps secrets the public part."""
    waiting: Waiting | None = None
    """Why it would wait; the records are then what comes of the orders as they lie there."""
    findings: tuple[Finding, ...] = ()
    """About lines of the order files."""


def try_close(folder: Path, options: CloseOptions) -> DryRun:
    """Judge what lies there for the open season, whatever its deadline; the folder stays as it is.

    Raises GameFolderError as `close_game` does, or when the folder cannot be copied.
    """
    with scratch_folder(folder.absolute().parents[1]) as place:
        copy = place / folder.parent.name / folder.name
        with lock_folder(folder, wait=True), report_disk_errors(folder):
            shutil.copytree(folder, copy, symlinks=True, ignore=_list_special_files)
        game = open_sound_game(copy, past_orders=False)
        name = game.current.slug if game.current is not None else ""
        done = close_game(copy, replace(options, early=name, begun=0))
        records, findings = done.records, done.findings
        if keeps_secrets(game.settings.variant):
            records = tuple(map(public_record, records))
        elif not records and done.waiting is not None:
            judged = _judge_all_the_same(open_sound_game(copy, past_orders=False), options)
            records = (judged.record,) if judged is not None else ()
            findings = judged.findings if judged is not None else ()
    return DryRun(game=game.slug, records=records, waiting=done.waiting, findings=findings)


def _list_special_files(folder: str, names: Iterable[str]) -> set[str]:
    """Return what is no file, folder or link: a pipe would be waited for without end."""
    paths = {name: Path(folder, name) for name in names}
    return {
        name
        for name, path in paths.items()
        if not (path.is_symlink() or path.is_file() or path.is_dir())
    }


def _judge_all_the_same(game: Game, options: CloseOptions) -> Judged | None:
    """Judge a season that waits for the GM with what lies there, without what is missing or unreadable."""
    current = play(game, now=options.now)
    season = current.open_season
    if season is None or not season.is_sound:
        return None
    open_again = replace(season, closing=None)
    seasons = tuple(open_again if one is season else one for one in game.seasons)
    outcome = judge_season(
        replace(game, seasons=seasons),
        open_again,
        current.state,
        previous={},
        disorder=current.disorder,
        dice=options.dice,
        again=True,
    )
    return outcome if isinstance(outcome, Judged) else None
