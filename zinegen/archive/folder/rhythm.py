"""The rhythm of a game: from one deadline to the next."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

_EVERY = re.compile(r"([1-9][0-9]{0,2}) (hour|day|week|month)s?")
_AT = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")
LONGEST_HOLIDAY = timedelta(days=366)
_DAYS = {"day": 1, "week": 7, "month": 30}


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeDays:
    """Days on which no deadline falls."""

    weekdays: frozenset[int] = frozenset()
    """Monday is 0; never all seven."""
    holidays: tuple[tuple[date, date], ...] = ()
    """Each from a day to a day, both included."""

    def skip(self, moment: datetime, zone: str) -> datetime:
        """Return a moment, or the same hour of the next day that is not free."""
        local = moment.astimezone(ZoneInfo(zone))
        while self._is_free(local.date()):
            local += timedelta(days=1)
        return local.astimezone(UTC).astimezone(local.tzinfo)

    def _is_free(self, day: date) -> bool:
        return day.weekday() in self.weekdays or any(
            first <= day <= last for first, last in self.holidays
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Rhythm:
    """How long after a deadline the next one is, and at what time of day."""

    count: int
    unit: str
    """``hour``, ``day``, ``week`` or ``month``."""
    at: time | None = None
    """In the game's time zone; None: as the deadline before. No rhythm of hours has it."""

    @property
    def length(self) -> timedelta:
        """About how long it is: a month counts 30 days."""
        if self.unit == "hour":
            return timedelta(hours=self.count)
        return timedelta(days=self.count * _DAYS[self.unit])

    def next(
        self, last: datetime | None, now: datetime, zone: str, free: FreeDays | None = None
    ) -> datetime:
        """Return the deadline after ``last``, or after this moment if there was none.

        After a season that closed late it is the first one in the rhythm that leaves at least half of it.
        From a free day it is moved to the next day that is none.
        """
        found = self._next_in_rhythm(last, now, zone)
        return free.skip(found, zone) if free is not None else found

    def _next_in_rhythm(self, last: datetime | None, now: datetime, zone: str) -> datetime:
        start = (last or now).astimezone(ZoneInfo(zone)).replace(second=0, microsecond=0)
        number = 1
        while (found := self._step(start, number)) - now < self.length / 2:
            number += 1
        return found

    def _step(self, start: datetime, number: int) -> datetime:
        """Return the moment that is some times the rhythm after another, on the local clock."""
        count = self.count * number
        if self.unit == "hour":
            return (start.astimezone(UTC) + timedelta(hours=count)).astimezone(start.tzinfo)
        if self.unit == "month":
            months = start.year * 12 + start.month - 1 + count
            year, month = months // 12, months % 12 + 1
            moved = start.replace(year=year, month=month, day=1)
            moved = moved.replace(day=min(start.day, monthrange(year, month)[1]))
        else:
            moved = start + timedelta(days=count * _DAYS[self.unit])
        if self.at is not None:
            moved = moved.replace(hour=self.at.hour, minute=self.at.minute)
        # An hour that a change of clocks leaves out is told as the one that it becomes.
        return moved.astimezone(UTC).astimezone(start.tzinfo)


def parse_every(text: str) -> Rhythm | None:
    """Return the rhythm that a text such as ``2 weeks`` is; None when it is none."""
    match = _EVERY.fullmatch(text)
    return Rhythm(count=int(match[1]), unit=match[2]) if match is not None else None


def parse_days(text: str) -> tuple[date, date] | None:
    """Return the first and the last day of ``2026-12-24`` or ``2026-12-24/2027-01-02``, None of others."""
    first, _, last = text.partition("/")
    try:
        days = date.fromisoformat(first), date.fromisoformat(last or first)
    except ValueError:
        return None
    return days if timedelta() <= days[1] - days[0] <= LONGEST_HOLIDAY else None


def parse_time(text: str) -> time | None:
    """Return the time of day that a text such as ``20:00`` is; None when it is none."""
    match = _AT.fullmatch(text)
    return time(int(match[1]), int(match[2])) if match is not None else None
