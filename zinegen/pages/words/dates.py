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
_IN_SENTENCES = {
    "spring": N_("spring"),
    "summer": N_("summer"),
    "autumn": N_("autumn"),
    "fall": N_("fall"),
    "winter": N_("winter"),
}


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
    title = _join_season(name, gettext(_WORDS.get(name.words.partition("-")[0], "")))
    return f"{title[:1].upper()}{title[1:]}"


def say_season(folder: str) -> str:
    """Return what a season's folder is called in the middle of a sentence: ``spring 1901``."""
    name = SeasonName.parse(folder)
    if name is None:
        return folder
    return _join_season(name, gettext(_IN_SENTENCES.get(name.words.partition("-")[0], "")))


def _join_season(name: SeasonName, season: str) -> str:
    first, *more = name.words.split("-")
    text = f"{season or first} {name.year}"
    return f"{text}, {' '.join(gettext(_WORDS.get(word, word)) for word in more)}" if more else text
