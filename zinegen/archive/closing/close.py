"""Closing a deadline: lock what counts, judge it, record the result, make the next folder ready.

Every step writes whole files and looks first what is there already. So a run that was cut off is finished
by the next one, and a run too many changes nothing. The game is read once, and after that only the season
in which something was written.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from zinegen.archive.closing.counting_files import count_order_files, wait_for_anybody
from zinegen.archive.closing.judge import judge_season, list_new_throws, unsound_season
from zinegen.archive.closing.next_season import NextSeason, prepare_next_season
from zinegen.archive.closing.progress import (
    GameProgress,
    find_late_rulings,
    judges_all_in,
    last_moment,
    play,
)
from zinegen.archive.closing.receipts import (
    CloseOptions,
    LockResult,
    lock_deadline,
    open_mended_files,
    write_close_file,
)
from zinegen.archive.closing.undated_changes import find_undated_changes
from zinegen.archive.edits.deadline_edits import move_deadline
from zinegen.archive.files import (
    lock_folder,
    remove_temporary_files,
    report_disk_errors,
    write_atomically,
)
from zinegen.archive.folder.chance import write_draws
from zinegen.archive.folder.games import (
    Game,
    SeasonFolder,
    open_sound_game,
    reread_season,
)
from zinegen.archive.sealing.reports import write_reports
from zinegen.archive.sealing.sealed_records import (
    SealedRecords,
    open_sealed_records,
)
from zinegen.errors import GameFolderError
from zinegen.game.wording import join_powers, join_words
from zinegen.languages.names import SeasonInSentence
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Finding
from zinegen.play.chance import NO_DICE, Dice
from zinegen.play.records.public_records import public_draws
from zinegen.play.records.records import Judged, SeasonRecord, Waiting, hide_words
from zinegen.play.records.result_text import encode_record
from zinegen.play.setups import keeps_secrets
from zinegen.rules.secrets import orders_are_secret


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseResult:
    """What closing a deadline has done."""

    game: str
    records: tuple[SeasonRecord, ...] = ()
    """The seasons recorded in this run, oldest first."""
    waiting: Waiting | None = None
    """Why the deadline that is locked could not be judged."""
    idle: str = ""
    """Why no deadline was locked; empty when one was, or was already."""
    following: NextSeason = field(default_factory=NextSeason)
    """The folder for the next orders; without a name when the game is over."""
    findings: tuple[Finding, ...] = ()
    """About lines of the order files that were judged."""
    unheard: tuple[Finding, ...] = ()
    """Rulings that were written after their season was recorded."""
    refused: tuple[str, ...] = ()
    """Sealed files that do not open, a sentence each."""
    to_pass_on: tuple[str, ...] = ()
    """Press to some powers only, which the GM has to hand on, a sentence each."""
    last: SeasonRecord | None = None
    """The season with which the game ended; None while it goes on."""

    @property
    def next_season(self) -> str:
        """The name of the folder for the next orders; empty when the game is over."""
        return self.following.slug


def close_game(folder: Path, options: CloseOptions) -> CloseResult:
    """Close the current deadline of a game.

    Raises GameFolderError when the folder cannot be read or written, with the first reason, or when another
    run of the program is at work in it: whoever closes twice would close the next deadline, too.
    """
    with lock_folder(folder), report_disk_errors(folder):
        return _close(folder, options)


def _close(folder: Path, options: CloseOptions) -> CloseResult:
    remove_temporary_files(folder)
    game, closing = begin_closing(open_sound_game(folder, past_orders=False), options)
    current = closing.play(game)
    season = find_season_to_close(current)
    locked = lock_if_due(current, season, closing.options)
    if locked.waiting is not None:
        return CloseResult(game=game.slug, waiting=locked.waiting)
    if season is not None:
        game = closing.reread(game, season)
    judged, end = _record_due_seasons(game, closing, current.recorded)
    if end.waiting is not None and end.waiting.so_far is not None:
        # What is published meanwhile must be what is judged later.
        _write_new_throws(end, end.waiting.so_far, "")
    return CloseResult(
        game=game.slug,
        records=tuple(one.record for one in judged),
        waiting=end.waiting,
        idle="" if judged else locked.idle,
        following=NextSeason()
        if end.waiting
        else prepare_next_season(
            end, secret=closing.secrets is not None, recorded=bool(judged), now=options.now
        ),
        findings=list_publishable(judged),
        unheard=tuple(find_late_rulings(current)),
        refused=locked.files.refused,
        to_pass_on=locked.files.to_pass_on,
        last=end.records[-1] if end.state.winners is not None else None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingRun:
    """What a game is closed with."""

    options: CloseOptions
    secrets: SealedRecords | None
    """Those of a game that keeps some."""

    def play(
        self, game: Game, known: tuple[SeasonRecord, ...] = (), *, draws_maps: bool = False
    ) -> GameProgress:
        """Return how far the game is; ``known`` are the first of its records."""
        dice, now = self.options.dice, self.options.now
        return play(game, dice, known, self.secrets, now, draws_maps=draws_maps)

    def reread(self, game: Game, season: SeasonFolder) -> Game:
        """Return the game with the folder of a season read again, after something was written there."""
        game = reread_season(game, season)
        if self.secrets is None:
            return game
        found = next(one for one in game.seasons if one.slug == season.slug)
        return game.with_season(self.secrets.unseal_season(found))


def begin_closing(game: Game, options: CloseOptions) -> tuple[Game, ClosingRun]:
    """Return a game that was read, with its secrets if it keeps any, and what it is closed with.

    Raises GameFolderError when there is no key to open them with.
    """
    secrets = open_sealed_records(game, options.identity)
    if secrets is None and keeps_secrets(game.settings.variant):
        raise GameFolderError(
            gettext("{game} keeps secrets: {hint}", game=game.slug, hint=options.say_missing_key())
        )
    if secrets is not None:
        game = secrets.unseal_game(game)
        if options.dice.secret is None and secrets.hidden.secret:
            options = replace(options, dice=secrets.dice(game))
    return game, ClosingRun(options=options, secrets=secrets)


@dataclass(frozen=True, slots=True, kw_only=True)
class LockOutcome:
    """What became of a deadline that was to be locked."""

    waiting: Waiting | None = None
    """Why nothing was locked before the GM has done something."""
    idle: str = ""
    """Why it was not yet to be locked."""
    files: LockResult = field(default_factory=LockResult)


def lock_if_due(
    current: GameProgress, season: SeasonFolder | None, options: CloseOptions
) -> LockOutcome:
    """Lock the deadline of the first season without a record, where it is time to.

    Where it is locked already, what the GM accepts since is opened.
    """
    game = current.game
    obstacle = _find_obstacle(current, season) if season is not None else None
    if obstacle is not None:
        return LockOutcome(waiting=obstacle)
    named = bool(options.early) and (season is not None or current.waiting is None)
    idle = _check_name(options.early, season, game) if named else ""
    locked = LockResult()
    if season is not None and season.closing is None and not idle:
        idle = _reason_to_wait(current, season, options) or _find_other_closing(game, options)
        idle = idle or _put_off(current, season, options)
        if not idle:
            nobody = _wait_for_anybody(current, season)
            if nobody is not None:
                return LockOutcome(waiting=nobody)
            locked = lock_deadline(game, season, current.state, options)
    if season is not None and season.closing is not None:
        locked = open_mended_files(game, season, current.state, options)
    if season is not None and _designations_are_over(season, current.waiting, options):
        _end_designations(season, options.now)
    return LockOutcome(idle=idle, files=locked)


def _find_obstacle(current: GameProgress, season: SeasonFolder) -> Waiting | None:
    """Return why nothing of a season is to be locked: its files or the game's own are not as they must be.

    A deadline that cannot be read must not be taken for none.
    """
    if not season.is_sound:
        return unsound_season(season)
    undated = find_undated_changes(current.game, current.recorded)
    return Waiting(season=season.slug, reasons=undated) if undated else None


def _wait_for_anybody(current: GameProgress, season: SeasonFolder) -> Waiting | None:
    """Return all that a season waits for when not one order file is in; None where one is.

    It is asked before the lock: whoever hands in while the game waits for anybody is not late.
    """
    game, state = current.game, current.state
    count = count_order_files(game, season, state, current.disorder)
    if not wait_for_anybody(game, season, state, count):
        return None
    outcome = judge_season(game, season, state, previous={}, disorder=current.disorder)
    return outcome if isinstance(outcome, Waiting) else None


def find_waiting(current: GameProgress, now: datetime) -> Waiting | None:
    """Return why closing a game now would come to nothing before its GM has done something; None where not.

    ``current`` is the game as it is now. What only the GM's key or dice can tell is not looked at.
    """
    season = current.open_season
    if season is None or current.judged:
        return None
    if current.waiting is not None:
        until = current.waiting.until
        return current.waiting if until is None or now < until else None
    last = last_moment(current.game, season)
    if last is None or now < last:
        return None
    return _find_obstacle(current, season) or _wait_for_anybody(current, season)


def list_publishable(judged: Iterable[Judged]) -> tuple[Finding, ...]:
    """Return the findings about lines that were judged; of secret orders only their places."""
    return tuple(
        hide_words(finding) if orders_are_secret(one.record.before) else finding
        for one in judged
        for finding in one.findings
    )


def find_season_to_close(current: GameProgress) -> SeasonFolder | None:
    """Return the first season without a record, while the game goes on."""
    game, done = current.game, len(current.recorded)
    over = current.recorded and current.recorded[-1].after.winners is not None
    return None if over or done >= len(game.seasons) else game.seasons[done]


def _reason_to_wait(current: GameProgress, season: SeasonFolder, options: CloseOptions) -> str:
    """Return why a deadline is not to be locked now; empty when it is.

    Before its deadline, without one, or in a pause a season is closed only by its name, or by the house rule
    when all orders are in.
    """
    game = current.game
    last, pause = last_moment(game, season), season.deadline.paused
    if options.early or judges_all_in(current, season):
        return ""
    by_name = gettext(
        "`zinegen close {game} --early {season}` closes it", game=game.slug, season=season.slug
    )
    if pause is not None:
        since = game.settings.deadlines.say(pause.since)
        return gettext(
            "the game is paused since {since}; `zinegen resume {game}` lets it go on, {by_name} "
            "now",
            since=since,
            game=game.slug,
            by_name=by_name,
        )
    until = season.deadline.deadline
    if last is None or until is None:
        return (
            ""
            if season.deadline.ready
            else gettext(
                "{season} has no deadline; {by_name} without",
                season=SeasonInSentence(season.slug),
                by_name=by_name,
            )
        )
    grace = game.settings.deadlines.grace_minutes
    more = gettext(" and {grace} minutes of grace", grace=grace) if grace else ""
    return (
        gettext(
            "{season} is open until {moment}{more}; {by_name} before",
            season=SeasonInSentence(season.slug),
            moment=game.settings.deadlines.say(until),
            more=more,
            by_name=by_name,
        )
        if options.now < last
        else ""
    )


def _put_off(current: GameProgress, season: SeasonFolder, options: CloseOptions) -> str:
    """Put a deadline off because orders are missing, where that is the house rule, and return that it was.

    It is done once a season, and not to one that is closed by its name. Empty where nothing was done.
    """
    game, deadline = current.game, season.deadline
    rules, missing = game.settings.deadlines, current.list_missing(season)
    if options.early or rules.extension is None or deadline.deadline is None or not missing:
        return ""
    if deadline.extended or deadline.ready:
        return ""
    new = rules.free.skip(max(deadline.deadline, options.now) + rules.extension, rules.timezone)
    # The file says it in English, as all records do.
    reason = f"there are no orders of {join_words(missing)}"
    move_deadline(season, new, reason, {("extended",): "true"}).write()
    why = gettext("there are no orders of {powers}", powers=join_powers(missing))
    return gettext(
        "{season} is open until {moment}, put off once: {why}",
        season=SeasonInSentence(season.slug),
        moment=rules.say(new),
        why=why,
    )


def _check_name(name: str, season: SeasonFolder | None, game: Game) -> str:
    """Return why the season of this name is not to be locked; empty for the open one.

    Raises GameFolderError for a name of none, or of one whose turn has not come.
    """
    if season is not None and name == season.slug:
        return ""
    if name in {one.slug for one in game.recorded}:
        return gettext("{name} is recorded already", name=SeasonInSentence(name))
    known = (
        gettext("{season} is the open one", season=SeasonInSentence(season.slug))
        if season is not None
        else gettext("none is open")
    )
    raise GameFolderError(
        gettext(
            "{game} has no open season {name}; {known}",
            game=game.slug,
            name=SeasonInSentence(name[:60]),
            known=known,
        )
    )


def _find_other_closing(game: Game, options: CloseOptions) -> str:
    """Return whether another run has closed a deadline since this one began, in words."""
    last = game.recorded[-1] if game.recorded else None
    if last is None or not options.begun or last.result.stat().st_mtime_ns < options.begun:
        return ""
    return gettext(
        "another run has closed {season} in the meantime", season=SeasonInSentence(last.slug)
    )


def _designations_are_over(
    season: SeasonFolder, waiting: Waiting | None, options: CloseOptions
) -> bool:
    """Tell whether the time to say where fleets go is over."""
    if waiting is None or waiting.until is None:
        return False
    return options.early == season.slug or options.now >= waiting.until


def _end_designations(season: SeasonFolder, now: datetime) -> None:
    if season.closing is not None:
        ended = replace(season.closing, designated=now)
        write_close_file(season, ended)


def _record_due_seasons(
    game: Game, closing: ClosingRun, known: tuple[SeasonRecord, ...]
) -> tuple[tuple[Judged, ...], GameProgress]:
    """Judge and record one season after the other until none is due; return them, and where the game is then.

    A season with throws is judged again when they are written down. Of a game with secrets one season is
    judged at a time.
    """
    judged: list[Judged] = []
    dice, secrets = closing.options.dice, closing.secrets
    while True:
        current = closing.play(game, known, draws_maps=True)
        known = current.recorded
        if not current.judged:
            return tuple(judged), current
        for one in current.judged if secrets is None else current.judged[:1]:
            season = _season_of(current, one.record)
            if not record_season(current, one, dice, secrets):
                game = closing.reread(game, season)
                break
            judged.append(one)
            known = (*known, one.record)
            game = game.with_season(replace(season, is_recorded=True))


def record_season(
    current: GameProgress,
    judged: Judged,
    dice: Dice = NO_DICE,
    secrets: SealedRecords | None = None,
) -> bool:
    """Write the record of a season just judged; return whether it was written.

    New throws are written down first instead, and the season is judged again with them, so that the
    record has the digest of the throws that it was made from.
    """
    season = _season_of(current, judged.record)
    link = dice.link_to_publish(current.game.seasons.index(season) + 1)
    if _write_new_throws(current, judged.record, link):
        return False
    if secrets is None:
        write_atomically(season.result, encode_record(judged.record))
    else:
        reports = write_reports(current.game, season, judged.record, secrets.key)
        secrets.write(season, judged.record, reports)
    return True


def _season_of(current: GameProgress, record: SeasonRecord) -> SeasonFolder:
    return next(one for one in current.game.seasons if one.slug == record.season)


def _write_new_throws(current: GameProgress, record: SeasonRecord, link: str) -> bool:
    """Write down the throws of a season that are not yet; return whether there were any.

    ``link`` is the season's secret where the game has a chain of them, and no throw is to come.
    """
    season = _season_of(current, record)
    fresh = list_new_throws(season, record.phases)
    if not fresh:
        return False
    merged = {**fresh, **{draw.label: draw for draw in public_draws(season.draws)}}.values()
    write_draws(season.folder / "chance.toml", merged, link)
    return True
