"""Points of time and seasons in words."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from zinegen.pages.views import Moment
from zinegen.play.moments import MONTHS, say_day, say_moment
from zinegen.play.names import SeasonName


def format_moment(when: datetime, zone: str, now: datetime | None = None) -> Moment:
    """Return a point of time in a game's time zone, with its offset from UTC.

    ``now`` says of a deadline whether it has passed. The words do not depend on the machine's language.
    """
    local = when.astimezone(ZoneInfo(zone))
    return Moment(
        iso=local.isoformat(timespec="seconds"),
        utc=when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        text=say_moment(when, zone),
        day=say_day(local),
        zone=zone,
        passed=now is not None and when <= now,
    )


def show_in_one_zone(moments: Sequence[Moment | None]) -> tuple[Moment | None, ...]:
    """Return moments that stand on one page: those of several time zones in UTC."""
    if len({one.zone for one in moments if one is not None}) <= 1:
        return tuple(moments)
    return tuple(
        replace(format_moment(datetime.fromisoformat(one.iso), "UTC"), passed=one.passed)
        if one is not None
        else None
        for one in moments
    )


def format_month(when: datetime) -> str:
    """Return the month of an issue: ``December 2026``."""
    return f"{MONTHS[when.month - 1]} {when.year}"


def format_date(when: datetime) -> str:
    """Return a date as in a masthead: ``2 December 2026``."""
    return f"{when.day} {format_month(when)}"


def season_title(name: SeasonName) -> str:
    """Return a season's name: ``Spring 1901``, ``Autumn 1901, retreats``."""
    first, *more = name.words.split("-")
    return f"{first.capitalize()} {name.year}" + (f", {' '.join(more)}" if more else "")
