"""``[deadlines]`` of a ``game.toml``: the rhythm, free days, and what becomes of who is late or missing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from zinegen.archive.folder.rhythm import FreeDays, Rhythm, parse_days, parse_every, parse_time
from zinegen.game.state import PhaseKind
from zinegen.languages.texts import gettext
from zinegen.notation.grammar.names import suggest
from zinegen.play.moments import say_moment
from zinegen.play.texts.tables import Table
from zinegen.play.texts.toml_text import WRONG_KIND

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MOST_HOLIDAYS = 50
NO_FREE_DAYS = FreeDays()


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadlines:
    """The game's rules on deadlines."""

    timezone: str = "UTC"
    """For showing, and for the rhythm; a deadline carries its own offset."""
    rhythm: Rhythm | None = None
    """From one deadline to the next; None: the GM sets each."""
    retreats: Rhythm | None = None
    """To a deadline for retreats alone; None: as to any other."""
    builds: Rhythm | None = None
    """To a deadline for adjustments alone, with or without retreats before them; None: as to any other."""
    free: FreeDays = NO_FREE_DAYS
    grace_minutes: int = 0
    late_orders: str = "gm"
    """``gm`` (the GM rules on each), ``void`` or ``until-opened``."""
    late_changes: str = "void"
    extension: timedelta | None = None
    """By so much a deadline is put off, once, when orders are missing; None: it is not."""
    all_in: str = "wait"
    """When all orders are in: ``wait`` for the deadline, or ``close`` at once."""

    @property
    def grace(self) -> timedelta:
        """How long after a deadline files are still in time."""
        return timedelta(minutes=self.grace_minutes)

    def say(self, when: datetime) -> str:
        """Return a point of time in words, in the game's zone."""
        return say_moment(when, self.timezone)

    def next(
        self, kinds: Iterable[PhaseKind], last: datetime | None, now: datetime
    ) -> datetime | None:
        """Return the deadline after ``last`` for phases of these kinds; None where the GM sets each."""
        asked, rhythm = frozenset(kinds), self.rhythm
        if asked == {PhaseKind.RETREATS}:
            rhythm = self.retreats or rhythm
        elif asked <= {PhaseKind.RETREATS, PhaseKind.ADJUSTMENTS}:
            rhythm = self.builds or rhythm
        if rhythm is None:
            return None
        try:
            return rhythm.next(last, now, self.timezone, self.free)
        except (OverflowError, ValueError):  # after the year 9999
            return None


def read_deadlines(table: Table) -> Deadlines:
    """Read ``[deadlines]``; what is wrong becomes findings, and the default is kept."""
    zone = table.text("timezone") or "UTC"
    if not _is_zone(zone):
        table.add_error(
            WRONG_KIND, "timezone", gettext('there is no time zone "{zone}"', zone=zone)
        )
        zone = "UTC"
    rhythm = _read_rhythm(table, "every")
    at = _read_hour(table, rhythm)
    several = (rhythm, _read_rhythm(table, "every_retreats"), _read_rhythm(table, "every_builds"))
    rhythm, retreats, builds = (
        replace(one, at=at) if one is not None and one.unit != "hour" else one for one in several
    )
    extension = _read_rhythm(table, "extend_missing")
    return Deadlines(
        timezone=zone,
        rhythm=rhythm,
        retreats=retreats,
        builds=builds,
        free=FreeDays(weekdays=_read_weekdays(table), holidays=_read_holidays(table)),
        grace_minutes=table.number("grace_minutes", 0, most=7 * 24 * 60),
        late_orders=table.choice("late_orders", ("gm", "void", "until-opened"), "gm"),
        late_changes=table.choice("late_changes", ("void", "gm"), "void"),
        extension=extension.length if extension is not None else None,
        all_in=table.choice("all_in", ("wait", "close"), "wait"),
    )


def _read_rhythm(table: Table, key: str) -> Rhythm | None:
    what, hint = (
        gettext("this is no rhythm"),
        gettext('a number and hours, days, weeks or months: {key} = "2 weeks"', key=key),
    )
    return parse_every(
        table.valid_text(key, lambda text: parse_every(text) is not None, what, hint)
    )


def _read_hour(table: Table, rhythm: Rhythm | None) -> time | None:
    what, hint = gettext("this is no time of day"), gettext('hours and minutes: at = "20:00"')
    at = table.valid_text("at", lambda text: parse_time(text) is not None, what, hint)
    if at and (rhythm is None or rhythm.unit == "hour"):
        hint = gettext('add every = "2 weeks", or take it out')
        table.add_error(
            WRONG_KIND, "at", gettext("a time of day needs a rhythm of days at least"), hint
        )
        return None
    return parse_time(at)


def _read_weekdays(table: Table) -> frozenset[int]:
    found = set()
    for name in table.texts("skip"):
        if name.lower() in WEEKDAYS:
            found.add(WEEKDAYS.index(name.lower()))
        else:
            hint = suggest(
                name.lower(), WEEKDAYS, gettext("days of the week in English"), quote='"'
            )
            table.add_error(
                WRONG_KIND, "skip", gettext('"{name}" is no day of the week', name=name[:40]), hint
            )
    if len(found) == len(WEEKDAYS):
        table.add_error(WRONG_KIND, "skip", gettext("no day is left for a deadline"))
        return frozenset()
    return frozenset(found)


def _read_holidays(table: Table) -> tuple[tuple[date, date], ...]:
    texts = table.texts("holidays")
    found = [parse_days(text) for text in texts]
    wrong = [text for text, days in zip(texts, found, strict=True) if days is None]
    if wrong or len(texts) > MOST_HOLIDAYS:
        what = (
            gettext('"{text}" names no days', text=wrong[0][:40])
            if wrong
            else gettext("at most {number} holidays", number=MOST_HOLIDAYS)
        )
        hint = gettext(
            'a day, or the first and the last: holidays = ["2026-12-24/2027-01-02", "2027-04-05"]'
        )
        table.add_error(WRONG_KIND, "holidays", what, hint)
    return tuple(days for days in found if days is not None)[:MOST_HOLIDAYS]


def _is_zone(name: str) -> bool:
    """Tell whether there is such a time zone; every name passes where the system knows none."""
    for known in (name, "UTC"):
        try:
            ZoneInfo(known)
        except (ValueError, OSError, KeyError):
            continue
        return known == name
    return True
