"""Points of time and seasons in words."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from zinegen.languages.texts import N_, gettext, spoken_language
from zinegen.pages.views import Moment
from zinegen.play.moments import MONTHS, say_day, say_moment
from zinegen.play.names import SeasonName

_WORDS = {
    "spring": N_("Spring"),
    "summer": N_("Summer"),
    "autumn": N_("Autumn"),
    "fall": N_("Fall"),
    "winter": N_("Winter"),
    "moves": N_("moves"),
    "retreats": N_("retreats"),
    "adjustments": N_("adjustments"),
    "builds": N_("builds"),
}
"""The usual words in the names of seasons' folders; others are printed as they are."""


def format_moment(when: datetime, zone: str, now: datetime | None = None) -> Moment:
    """Return a point of time in a game's time zone, with its offset from UTC.

    ``now`` says of a deadline whether it has passed. The words do not depend on the machine's language.
    """
    local, words = when.astimezone(ZoneInfo(zone)), spoken_language().dates
    return Moment(
        iso=local.isoformat(timespec="seconds"),
        utc=when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        text=say_moment(when, zone),
        day=say_day(local) if words is None else words.day(local),
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
    words = spoken_language().dates
    return f"{MONTHS[when.month - 1]} {when.year}" if words is None else words.month(when)


def format_date(when: datetime) -> str:
    """Return a date as in a masthead: ``2 December 2026``."""
    words = spoken_language().dates
    return f"{when.day} {format_month(when)}" if words is None else words.date(when)


def season_title(name: SeasonName) -> str:
    """Return a season's name: ``Spring 1901``, ``Autumn 1901, retreats``."""
    first, *more = (gettext(_WORDS.get(word, word)) for word in name.words.split("-"))
    season = f"{first[:1].upper()}{first[1:]} {name.year}"
    return f"{season}, {' '.join(more)}" if more else season
