"""Playing a game from its folder: records are read, and seasons that are ready are judged.

Nothing is written here. The same files give the same records, whoever plays them and wherever; the clock only
says whether a deadline has passed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from zinegen.archive.closing.judge import draw_maps, judge_season
from zinegen.archive.closing.undated_changes import find_undated_changes
from zinegen.archive.files import read_plain
from zinegen.archive.folder.games import RESULT, SEASONS, Game, SeasonFolder, first_state
from zinegen.archive.result_file import (
    LIMIT,
    find_season_before,
    read_records,
)
from zinegen.archive.sealing.sealed_records import SealedRecords
from zinegen.board.board import Power
from zinegen.errors import Where
from zinegen.game.state import GameState
from zinegen.game.variant import Variant
from zinegen.game.wording import join_powers
from zinegen.languages.names import SeasonInSentence, name_power
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Finding, Level, error_finding, has_errors
from zinegen.play.chance import NO_DICE, Dice
from zinegen.play.deadlines import Turn, powers_to_order
from zinegen.play.names import digest
from zinegen.play.order_findings import check_order_file
from zinegen.play.read_orders import is_blank
from zinegen.play.records.records import Judged, SeasonRecord, Waiting, waiting_finding
from zinegen.play.records.result_text import encode_record
from zinegen.play.texts.close_file import Status
from zinegen.play.verification.digests import (
    NO_COMMITMENT,
    PLEDGE,
    describe_input,
    digest_said,
    say_pledge,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameProgress:
    """The progress of a game: its records, its waiting season, its position."""

    game: Game
    recorded: tuple[SeasonRecord, ...]
    """What has been recorded, oldest first."""
    judged: tuple[Judged, ...]
    """Seasons that were ready and have no record yet."""
    waiting: Waiting | None
    """The season after these, when it is ready but must wait for the GM."""
    state: GameState
    """Where the game stands now."""

    @property
    def records(self) -> tuple[SeasonRecord, ...]:
        """All seasons that have been played, oldest first."""
        return (*self.recorded, *(one.record for one in self.judged))

    @property
    def disorder(self) -> frozenset[Power]:
        """The powers in civil disorder since the last season."""
        records = self.records
        return records[-1].phases[-1].disorder if records else frozenset()

    @property
    def open_season(self) -> SeasonFolder | None:
        """The season whose orders are still to come; None when the game is over or no folder is there."""
        done = len(self.records)
        if self.state.winners is not None or done >= len(self.game.seasons):
            return None
        return self.game.seasons[done]

    @property
    def variant(self) -> Variant:
        """The rule set as it is played now: in the open season, or else in the last."""
        now = self.open_season or (self.game.seasons[-1] if self.game.seasons else None)
        return now.variant if now is not None else self.game.settings.variant

    def list_missing(self, season: SeasonFolder) -> tuple[Power, ...]:
        """Return the powers that have something to order and of which no file is there, open or sealed."""
        turn = self.turn(season)
        return tuple(
            power
            for power in powers_to_order(season.variant, self.state, season.deadline.phases)
            if power not in season.sealed
            and power not in season.opened
            and ((file := season.files.get(power)) is None or is_blank(file, turn))
        )

    def turn(self, season: SeasonFolder) -> Turn:
        """Return what the orders of the open season are written for."""
        return season.turn(season.variant, self.state)


def play(
    game: Game,
    dice: Dice = NO_DICE,
    known: tuple[SeasonRecord, ...] = (),
    secrets: SealedRecords | None = None,
    now: datetime | None = None,
    *,
    draws_maps: bool = True,
) -> GameProgress:
    """Read a game's records and judge the seasons that are due and have none.

    ``dice`` make the throws that nobody has made; without any, a season that needs one waits. ``known``
    are the first of the records, read before and not changed since. ``secrets`` are those of a game that
    keeps some: without them only public records are read, and nothing is judged. ``now`` is this moment if
    none is given. Without ``draws_maps`` the maps after what is judged are not brought up to date.
    Raises GameFolderError when a record cannot be read, SealError when a sealed one is not the right one.
    """
    recorded = read_records(game, known) if secrets is None else secrets.records(game, known)
    first = first_state(game) if secrets is None else secrets.first_state(game)
    state = recorded[-1].after if recorded else first
    passed = (now or datetime.now(UTC)) - game.settings.deadlines.grace
    judged: list[Judged] = []
    waiting: Waiting | None = None
    disorder = recorded[-1].phases[-1].disorder if recorded else frozenset[Power]()
    for season in game.seasons[len(recorded) :]:
        if season.is_recorded:
            waiting = Waiting(season=season.slug, reasons=(_stale_record_finding(game, season),))
            break
        if not season.is_due(passed) or state.winners is not None:
            break
        records = [*recorded, *(one.record for one in judged)]
        outcome = _wait_for_settings(game, season, records) or judge_season(
            game,
            season,
            state,
            previous=_previous_digest(game, records),
            disorder=disorder,
            dice=dice,
        )
        if draws_maps:
            outcome = draw_maps(season, outcome)
        if isinstance(outcome, Waiting):
            waiting = outcome
            break
        judged.append(outcome)
        state, disorder = outcome.record.after, outcome.record.phases[-1].disorder
    else:
        if game.unreadable is not None and state.winners is None:
            waiting = Waiting(season=game.unreadable.slug, reasons=game.unreadable.findings)
    return GameProgress(
        game=game, recorded=recorded, judged=tuple(judged), waiting=waiting, state=state
    )


def _wait_for_settings(
    game: Game, season: SeasonFolder, records: Sequence[SeasonRecord]
) -> Waiting | None:
    """Return that a season waits because game.toml is no longer what the seasons before it were judged by."""
    reasons = find_undated_changes(game, records) + _find_broken_pledge(game, records)
    return Waiting(season=season.slug, reasons=reasons) if reasons else None


def _find_broken_pledge(game: Game, records: Sequence[SeasonRecord]) -> tuple[Finding, ...]:
    """Return that throws would be bound to other things than those of the seasons before."""
    then = records[-1].inputs if records else {}
    if then.get(PLEDGE[0], NO_COMMITMENT) == NO_COMMITMENT:
        return ()
    now = digest_said(say_pledge(game.settings.chance))
    return tuple(
        waiting_finding(
            f"{game.shown}/game.toml",
            gettext(
                "{what} changed since {season} was recorded",
                what=describe_input(path),
                season=SeasonInSentence(records[-1].season),
            ),
            gettext("bring the old text back: nobody could check the throws of the game otherwise"),
        )
        for path in PLEDGE
        if then.get(path) != now[path]
    )


def _previous_digest(game: Game, records: list[SeasonRecord]) -> Mapping[str, str]:
    """Return the digest of the record before, by its path; nothing before the first season."""
    if not records:
        return {}
    season = game.seasons[len(records) - 1]
    recorded = season.is_recorded
    content = read_plain(season.result, LIMIT) if recorded else encode_record(records[-1])
    return {f"{SEASONS}/{season.slug}/{RESULT}": digest(content)}


def _stale_record_finding(game: Game, season: SeasonFolder) -> Finding:
    """Return the error that a record does not follow from the seasons before it."""
    place, before = f"{season.shown}/{RESULT}", find_season_before(season)
    if before and before not in {one.slug for one in game.seasons}:
        what = gettext(
            "this was recorded after {before}, which is not there", before=SeasonInSentence(before)
        )
        return waiting_finding(
            place,
            what,
            gettext("bring the folder {seasons}/{before} back", seasons=SEASONS, before=before),
        )
    return waiting_finding(
        place,
        gettext("this was recorded before the season before it was judged again"),
        gettext("delete it, and say in a ruling (correct) why"),
    )


def find_unrecorded(current: GameProgress) -> Iterator[Finding]:
    """Yield a warning for each season that can be judged and has no record: what comes of it is not final."""
    game = current.game
    for season in game.seasons[len(current.recorded) : len(current.records)]:
        is_locked = season.closing is not None
        yield Finding(
            code="G22",
            level=Level.WARNING,
            where=Where(file=f"{season.shown}/close.toml")
            if is_locked
            else season.deadline.ready_at,
            title=gettext(
                "{season} can be judged, and nothing is recorded",
                season=SeasonInSentence(season.slug),
            )
            + ("" if is_locked else _describe_files(current, season)),
            hint=gettext(
                "run `zinegen close {game}`, and publish what it writes: it records the season and "
                "makes the folder for the next orders",
                game=game.slug,
            ),
            if_left=gettext("the site shows what would come of it, the game does not go on"),
        )


def _describe_files(current: GameProgress, season: SeasonFolder) -> str:
    """Return whose orders are in for a season that anybody may still write for."""
    record = next(one for one in current.records if one.season == season.slug)
    there = [power for power, status in record.handed.items() if status is not Status.NONE]
    missing = [power for power, status in record.handed.items() if status is Status.NONE]
    if not missing:
        return ""
    return gettext(
        "; orders are in from {powers}, none from {others}",
        powers=join_powers(there) or gettext("nobody"),
        others=join_powers(missing),
    )


def find_late_rulings(current: GameProgress) -> Iterator[Finding]:
    """Yield an error for each ruling that was written after its season was recorded: it changes nothing."""
    game = current.game
    for season, record in zip(game.seasons, current.recorded, strict=False):
        for one in season.decisions:
            if one not in record.decisions:
                about = ""
                if one.about:
                    about = gettext(" about {power}", power=name_power(one.about))
                yield error_finding(
                    "R13",
                    f"{season.shown}/rulings.toml",
                    gettext(
                        "{kind}{about} was written after {season} was recorded",
                        kind=one.kind,
                        about=about,
                        season=SeasonInSentence(season.slug),
                    ),
                    gettext(
                        '`zinegen reopen {game} {season} --why "…"` takes the record back; then it is heard',
                        game=game.slug,
                        season=season.slug,
                    ),
                    if_left=gettext("it changes nothing"),
                )


def is_ready(game: Game, now: datetime) -> bool:
    """Tell whether a season can be judged now, on the GM's word or after a lock, and has no record.

    Raises GameFolderError when a record cannot be read.
    """
    return bool(play(game, now=now, draws_maps=False).judged)


def due_season(game: Game, now: datetime) -> SeasonFolder | None:
    """Return the season of a game that is to be closed now; None when there is none.

    It is when its deadline and the time of grace have passed and it has not been closed, or before when all
    orders are in and that is the house rule; when the time to say where fleets go is over; or when it has
    been closed and rulings have come since that lead on.
    Raises GameFolderError when a record cannot be read.
    """
    current = play(game, now=now)
    done = len(current.records)
    if current.judged:
        return game.seasons[len(current.recorded)]
    if current.state.winners is not None or done >= len(game.seasons):
        return None
    season = game.seasons[done]
    if season.closing is not None:
        waiting = current.waiting
        is_over = waiting is not None and waiting.until is not None and now >= waiting.until
        return season if is_over else None
    last = last_moment(game, season)
    is_over = last is not None and now >= last
    return season if is_over or judges_all_in(current, season) else None


def judges_all_in(current: GameProgress, season: SeasonFolder) -> bool:
    """Tell whether a season is to be judged before its deadline: by the house rule, when all orders are in.

    Where a line or a file cannot be read, or nobody reads it, the deadline is waited for: it may be mended.
    """
    turn, policy = current.turn(season), current.game.settings.policy
    return (
        current.game.settings.deadlines.all_in == "close"
        and season.deadline.paused is None
        and not season.strays
        and not any(
            has_errors(check_order_file(file, turn, policy).findings)
            for file in season.files.values()
        )
        and not current.list_missing(season)
    )


def last_moment(game: Game, season: SeasonFolder) -> datetime | None:
    """Return the deadline of a season with the time of grace; None when it has none, or stands still."""
    deadline = season.deadline.deadline if season.deadline.paused is None else None
    return deadline + game.settings.deadlines.grace if deadline is not None else None
