"""Every deadline of a game: when it was waited for, and what calendars have to know of it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.folder.games import SeasonFolder
from zinegen.languages.texts import gettext
from zinegen.pages.contents import Wait
from zinegen.pages.views import DeadlineLine, GameHead, PageLink
from zinegen.pages.words.dates import format_moment, season_title
from zinegen.pages.words.visible_text import one_line
from zinegen.play.texts.rulings_file import RulingKind

_FIRST = datetime(2000, 1, 1, tzinfo=UTC)
_STEP = timedelta(minutes=5)
"""Fine enough for deadlines, and coarse enough for 32 bits up to the year 9999."""


def wanted_line(head: GameHead) -> DeadlineLine:
    """Return the next deadline of a game in play; without a moment where the GM has set none."""
    game = PageLink(text=head.title, to=head.uri)
    return DeadlineLine(game=game, season=head.wanted, moment=head.deadline, desk=head.desk)


def rank_deadline(line: DeadlineLine) -> tuple[bool, str, str]:
    """Return where a deadline stands in a list: by its time, and those without one at the end."""
    return line.moment is None, line.moment.utc if line.moment else "", line.game.text


def list_waits(play: GameProgress, head: GameHead, now: datetime) -> Iterator[Wait]:
    """Yield the deadlines of a game, oldest first, each with the time in which it was waited for."""
    zone = play.game.settings.deadlines.timezone
    game = PageLink(text=head.title, to=head.uri)
    since, revised = None, ""
    for number, season in enumerate(play.game.seasons):
        when, is_played = season.deadline.deadline, number < len(play.records)
        closing = season.closing.closed if season.closing is not None else None
        if closing is not None and is_played:
            revised = format_moment(closing, "UTC").utc
        if when is not None:
            name, due = season_title(season.name), format_moment(when, zone, now)
            hangs, is_over = _hangs(play, number), _is_over(play, number)
            hangs = hangs or season.deadline.paused is not None
            yield Wait(
                since=since,
                until=when.astimezone(UTC).date(),
                line=DeadlineLine(game=game, season=name, moment=due),
                anchor=season.slug,
                is_played=is_played,
                is_off=hangs or is_over,
                sequence=2 * _count_revisions(play, number) - hangs + is_over,
                revised=revised,
            )
        closed = closing or when
        since = closed.astimezone(UTC).date() if closed is not None else None


def _is_over(play: GameProgress, number: int) -> bool:
    """Tell whether a deadline came to nothing: its season was closed before, or never came."""
    if number >= len(play.records):
        return play.state.winners is not None
    deadline, closing = play.game.seasons[number].deadline, play.game.seasons[number].closing
    return bool(closing and deadline.deadline and closing.closed < deadline.deadline)


def _hangs(play: GameProgress, number: int) -> bool:
    """Tell whether a season before was reopened and has no result yet."""
    return any(_count_corrections(one) for one in play.game.seasons[len(play.records) : number])


def _count_revisions(play: GameProgress, number: int) -> int:
    """Return a number that rises when a deadline is put off, or noted as moved, with corrections and pauses.

    That it was put off shows by itself. An earlier time is a revision by the note of the one before, and by
    such a note a pause ends.
    """
    deadline, before = play.game.seasons[number].deadline, play.game.seasons[:number]
    moments = filter(None, (deadline.deadline, *deadline.moved_from))
    steps = max(0, (max(moments) - _FIRST) // _STEP)
    changes = len(deadline.moved_from) + (deadline.paused is not None)
    return steps + changes + sum(map(_count_corrections, before))


def explain_deadline(season: SeasonFolder, zone: str) -> str:
    """Return that a game rests, or why its deadline was moved the last time; empty where nobody says."""
    deadline = season.deadline
    if deadline.paused is not None:
        since = format_moment(deadline.paused.since, zone).day
        why = _end_sentence(deadline.paused.why)
        return gettext("The game is paused since {day}: {why}", day=since, why=why)
    is_told = len(deadline.moved_why) == len(deadline.moved_from) and any(deadline.moved_why[-1:])
    if deadline.deadline is None or not is_told:
        return ""
    before = format_moment(deadline.moved_from[-1], zone).day
    if deadline.resumed_after is not None:
        why = _end_sentence(deadline.resumed_after)
        return gettext(
            "The game rested, and the deadline moved from {day}: {why}", day=before, why=why
        )
    why = _end_sentence(deadline.moved_why[-1])
    return gettext("The deadline was moved from {day}: {why}", day=before, why=why)


def _end_sentence(words: str) -> str:
    said = one_line(words)
    return said if said.endswith((".", "!", "?", "…")) else f"{said}."


def _count_corrections(season: SeasonFolder) -> int:
    return sum(ruling.kind is RulingKind.CORRECT for ruling in season.decisions)
