"""What closing a season would come to: tried with a copy of its folder, of which nothing is left."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from zinegen.archive.closing.close import (
    begin_closing,
    find_season_to_close,
    list_publishable,
    lock_if_due,
)
from zinegen.archive.closing.judge import judge_season
from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.closing.receipts import CloseOptions
from zinegen.archive.files import lock_folder, report_disk_errors, scratch_folder
from zinegen.archive.folder.games import SEASONS, Game, SeasonFolder
from zinegen.notation.findings import Finding
from zinegen.play.records.public_records import public_record
from zinegen.play.records.records import Judged, SeasonRecord, Waiting


@dataclass(frozen=True, slots=True, kw_only=True)
class DryRun:
    """What closing a deadline now would come to."""

    game: str
    records: tuple[SeasonRecord, ...] = ()
    """What it would record; of a game that keeps secrets the public part. `draw_record` draws its maps."""
    waiting: Waiting | None = None
    """Why it would wait; the records are then what comes of the orders as they lie there."""
    findings: tuple[Finding, ...] = ()
    """About lines of the order files."""


def try_close(current: GameProgress, options: CloseOptions) -> DryRun:
    """Judge what lies there for the open season, whatever its deadline; the folder stays as it is.

    ``current`` is the game as it is now, of which only the season's folder is read again.
    Raises GameFolderError as `close_game` does, or when that folder cannot be copied.
    """
    season, slug = find_season_to_close(current), current.game.slug
    if season is None:
        return DryRun(game=slug, waiting=current.waiting)
    whole, closing = begin_closing(current.game, replace(options, early=season.slug, begun=0))
    with _copy_season(whole, season) as (moved, copy):
        game = closing.reread(moved, copy)
        tried = replace(current, game=game) if closing.secrets is None else closing.play(game)
        waiting = lock_if_due(tried, find_season_to_close(tried), closing.options).waiting
        if waiting is None:
            tried = closing.play(closing.reread(game, copy), tried.recorded)
            waiting = tried.waiting
    judged = tried.judged
    records, findings = tuple(one.record for one in judged), list_publishable(judged)
    if closing.secrets is not None:
        records = tuple(map(public_record, records))
    elif not records and waiting is not None:
        anyhow = _judge_all_the_same(tried, closing.options)
        records = (anyhow.record,) if anyhow is not None else ()
        findings = anyhow.findings if anyhow is not None else ()
    return DryRun(game=slug, records=records, waiting=waiting, findings=findings)


@contextmanager
def _copy_season(game: Game, season: SeasonFolder) -> Iterator[tuple[Game, SeasonFolder]]:
    """Give a game and its season where a copy of the season's folder stands for it, which goes afterwards.

    Whatever else is written into the game's folder meanwhile goes with it.
    """
    folder = game.folder
    with scratch_folder(folder.absolute().parents[1]) as place:
        home = place / folder.parent.name / folder.name
        copy = replace(season, folder=home / SEASONS / season.slug)
        with lock_folder(folder, wait=True), report_disk_errors(folder):
            shutil.copytree(season.folder, copy.folder, symlinks=True, ignore=_list_special_files)
        yield replace(game.with_season(copy), folder=home), copy


def _list_special_files(folder: str, names: Iterable[str]) -> set[str]:
    """Return what is no file, folder or link: a pipe would be waited for without end."""
    paths = {name: Path(folder, name) for name in names}
    return {
        name
        for name, path in paths.items()
        if not (path.is_symlink() or path.is_file() or path.is_dir())
    }


def _judge_all_the_same(current: GameProgress, options: CloseOptions) -> Judged | None:
    """Judge a season that waits for the GM with what lies there, without what is missing or unreadable."""
    season = current.open_season
    if season is None or not season.is_sound:
        return None
    open_again = replace(season, closing=None)
    outcome = judge_season(
        current.game.with_season(open_again),
        open_again,
        current.state,
        previous={},
        disorder=current.disorder,
        dice=options.dice,
        again=True,
    )
    return outcome if isinstance(outcome, Judged) else None
