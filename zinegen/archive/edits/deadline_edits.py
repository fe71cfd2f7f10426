"""Moving the deadline of the open season, and letting a game rest: what `season.toml` says afterwards."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from zinegen.archive.edits.toml_edits import FileEdit, KeyChanges, edit_settings
from zinegen.archive.folder.deadline_rules import Deadlines
from zinegen.archive.folder.games import Game, SeasonFolder
from zinegen.archive.folder.season_folder import RESTED, read_deadline
from zinegen.errors import GameFolderError
from zinegen.languages.names import SeasonInSentence
from zinegen.languages.texts import N_, gettext
from zinegen.play.texts.rulings_file import LONGEST_REASON
from zinegen.play.texts.toml_text import quote_toml

_SPAN = re.compile(r"([1-9][0-9]{0,2}) ?(h|d|w|hour|day|week)s?")
_HOURS = {"h": 1, "d": 24, "w": 7 * 24}
_DAY = timedelta(days=1)
TAKEN_BACK = timedelta(hours=1)
"""A pause that is shorter was none: whoever rests one game for another says so at once."""
WAYS = N_(
    "a span such as 3d, 12h or 2w, a day such as 2026-12-05, or a moment such as 2026-12-05T20:00"
)


def extend_deadline(
    game: Game, season: SeasonFolder, text: str, why: str, now: datetime
) -> FileEdit:
    """Return ``season.toml`` with another deadline: later by a span, or at a day or moment.

    The one before is noted with the reason. A span that was added for this reason already is not added
    again. Raises GameFolderError where the text is none of these, the new deadline has passed, or the game
    is paused.
    """
    reason, deadline = read_reason(why), season.deadline
    if deadline.paused is not None:
        raise GameFolderError(
            gettext(
                "{game} is paused, and no deadline passes; `zinegen resume {game}` sets the next",
                game=game.slug,
            )
        )
    span = _SPAN.fullmatch(text.strip().lower())
    last = deadline.moved_from[-1] if deadline.moved_from else None
    if span is not None:
        length = timedelta(hours=int(span[1]) * _HOURS[span[2][0]])
        if deadline.deadline is None:
            raise GameFolderError(
                gettext(
                    "{season} has no deadline to count from: name a day or a moment",
                    season=SeasonInSentence(season.slug),
                )
            )
        start = deadline.deadline
        if last is not None and (*deadline.moved_why, "")[-2:][0] == reason:
            start = last if _add(last, length, game.settings.deadlines) == start else start
        new = _add(start, length, game.settings.deadlines)
    else:
        new = _parse_moment(text.strip(), deadline.deadline, game.settings.deadlines)
    if new <= now:
        said = game.settings.deadlines.say(new)
        raise GameFolderError(
            gettext("the deadline would be {said}, which has passed: name a later one", said=said)
        )
    return move_deadline(season, new, reason)


def move_deadline(
    season: SeasonFolder, new: datetime, why: str, others: KeyChanges | None = None
) -> FileEdit:
    """Return ``season.toml`` with a deadline, and the one before noted with the reason, if there was one.

    ``others`` are changes of other keys. A deadline that is the same stays as it is written.
    """
    deadline = season.deadline
    changes = {**(others or {})}
    if new != deadline.deadline:
        changes[("deadline",)] = _write_moment(new)
        if deadline.deadline is not None:
            moments = (*deadline.moved_from, deadline.deadline)
            gaps = ("",) * (len(deadline.moved_from) - len(deadline.moved_why))
            reasons = (*deadline.moved_why, *gaps, why)
            changes[("moved_from",)] = f"[{', '.join(map(_write_moment, moments))}]"
            changes[("moved_why",)] = f"[{', '.join(map(quote_toml, reasons))}]"
    return _edit(season, changes)


def pause_game(season: SeasonFolder, why: str, now: datetime) -> FileEdit:
    """Return ``season.toml`` of a game that rests; of one that rests already as it is."""
    reason = read_reason(why)
    if season.deadline.paused is not None:
        return _edit(season, {})
    since = _write_moment(now.replace(microsecond=0))
    return _edit(season, {("paused",): f"{{ since = {since}, why = {quote_toml(reason)} }}"})


def resume_game(game: Game, season: SeasonFolder, now: datetime) -> FileEdit:
    """Return ``season.toml`` of a game that goes on; of one that does not rest as it is.

    The deadline comes later by as many whole days as the pause was long, a day that has begun counted whole,
    so that what was left of the time is left again, and the hour is the same. A pause that is taken
    back within the hour moves nothing, unless the deadline came in it.
    """
    pause, deadline = season.deadline.paused, season.deadline.deadline
    if pause is None:
        return _edit(season, {})
    goes: KeyChanges = {("paused",): None}
    if deadline is None:
        return _edit(season, goes)
    rested = now - pause.since
    was_felt = rested >= TAKEN_BACK or pause.since < deadline <= now
    days = -(-rested // _DAY) if was_felt else 0
    later = _add(deadline, days * _DAY, game.settings.deadlines)
    return move_deadline(season, later, f"{RESTED}{pause.why}"[:LONGEST_REASON], goes)


def read_reason(why: str) -> str:
    """Return a reason in one line; raises GameFolderError for none, or one too long to print."""
    reason = " ".join(why.split())
    if not reason or len(reason) > LONGEST_REASON or not reason.isprintable():
        raise GameFolderError(
            gettext(
                "say in at most {number} characters why: the game's page prints it",
                number=LONGEST_REASON,
            )
        )
    return reason


def _edit(season: SeasonFolder, changes: KeyChanges) -> FileEdit:
    path, shown = season.folder / "season.toml", f"{season.shown}/season.toml"
    return edit_settings(path, shown, changes, lambda one: read_deadline(one, season.slug)[1])


def _add(start: datetime, length: timedelta, deadlines: Deadlines) -> datetime:
    """Return the moment so much later; whole days by the clock of the game's zone."""
    zone = ZoneInfo(deadlines.timezone)
    if length % _DAY:
        return (start.astimezone(UTC) + length).astimezone(zone)
    moved = start.astimezone(zone) + length
    return moved.astimezone(UTC).astimezone(zone)


def _parse_moment(text: str, before: datetime | None, deadlines: Deadlines) -> datetime:
    """Return the moment that a text names, a day at the hour of the deadline before it."""
    zone = ZoneInfo(deadlines.timezone)
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise GameFolderError(
            gettext("{text!r} is no deadline: it is {ways}", text=text[:40], ways=gettext(WAYS))
        ) from None
    if not re.search(r"\d[T ]\d", text):
        hour = _find_hour(before, deadlines)
        if hour is None:
            raise GameFolderError(gettext("at what hour? Write {text}T20:00", text=text[:40]))
        found = datetime.combine(found.date(), hour)
    return found if found.tzinfo is not None else found.replace(tzinfo=zone)


def _find_hour(before: datetime | None, deadlines: Deadlines) -> time | None:
    """Return at what time of day deadlines are: that of the one before, or the rhythm's."""
    if before is not None:
        return before.astimezone(ZoneInfo(deadlines.timezone)).time()
    return deadlines.rhythm.at if deadlines.rhythm is not None else None


def _write_moment(when: datetime) -> str:
    return when.isoformat().replace("+00:00", "Z")
