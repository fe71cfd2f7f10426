"""Taking the last record of a game back, so that the season is judged again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from zinegen.archive.edits.ruling_edits import add_ruling
from zinegen.archive.files import lock_folder, report_disk_errors, sync_folder
from zinegen.archive.folder.games import Game, SeasonFolder, open_sound_game
from zinegen.errors import GameFolderError
from zinegen.languages.names import SeasonInSentence
from zinegen.languages.texts import gettext
from zinegen.play.texts.rulings_file import LONGEST_REASON, RulingKind
from zinegen.play.texts.toml_text import quote_toml


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopening:
    """A record that was taken back."""

    game: str
    season: str
    is_new: bool
    """False when it was taken back before, for this reason."""
    following: str
    """The folder that was made after the season; empty when there is none."""


def reopen_season(folder: Path, name: str, why: str, today: date) -> Reopening:
    """Take the last record of a game back: the ruling that says why is written, then the record goes.

    Nothing else is touched. Raises GameFolderError when the season has no record or is not the last one that
    has, when the reason is none, or when the folder cannot be read or written.
    """
    reason = " ".join(why.split())
    if not reason or len(reason) > LONGEST_REASON or not reason.isprintable():
        raise GameFolderError(
            gettext(
                "say in at most {number} characters why {name} is judged again",
                number=LONGEST_REASON,
                name=SeasonInSentence(name[:60]),
            )
        )
    with lock_folder(folder), report_disk_errors(folder):
        game = open_sound_game(folder, past_orders=False)
        season = _find_last_record(game, name, reason)
        later = [one.slug for one in game.seasons if season.name < one.name]
        is_new = season.is_recorded
        if not _is_said(season, reason):
            _add_ruling(game, season, reason, today)
        if is_new:
            season.result.unlink()
            sync_folder(season.folder)
        return Reopening(
            game=game.slug,
            season=season.slug,
            is_new=is_new,
            following=later[0] if later else "",
        )


def _find_last_record(game: Game, name: str, reason: str) -> SeasonFolder:
    """Return the season to reopen; one that was reopened for this reason is found again."""
    recorded = [one for one in game.seasons if one.is_recorded]
    season = next((one for one in game.seasons if one.slug == name), None)
    if season is not None and not season.is_recorded and _is_said(season, reason):
        return season
    if season is None or not recorded or not season.is_recorded:
        known = (
            gettext("{last} is the last that has", last=SeasonInSentence(recorded[-1].slug))
            if recorded
            else gettext("no season has one")
        )
        raise GameFolderError(
            gettext(
                "{game} has no record of a season {name}; {known}",
                game=game.slug,
                name=SeasonInSentence(name[:60]),
                known=known,
            )
        )
    if season is not recorded[-1]:
        raise GameFolderError(
            gettext(
                "{last} was recorded after {name}: reopen that season first",
                last=SeasonInSentence(recorded[-1].slug),
                name=SeasonInSentence(name),
            )
        )
    if not season.is_sound:
        raise GameFolderError(f"{season.findings[0].where}: {season.findings[0].title}")
    return season


def _is_said(season: SeasonFolder, reason: str) -> bool:
    """Tell whether the last ruling says that the season is corrected for this reason."""
    last = season.decisions[-1] if season.decisions else None
    return last is not None and last.kind is RulingKind.CORRECT and last.reason == reason


def _add_ruling(game: Game, season: SeasonFolder, reason: str, today: date) -> None:
    """Write a ruling below those that stand there, whose words stay as they are."""
    said = (
        f"on = {today.isoformat()}",
        f'do = "{RulingKind.CORRECT}"',
        f"reason = {quote_toml(reason)}",
    )
    add_ruling(game, season, said).write()
