"""Points of time in words, in the language of the zine, whatever the machine's."""

from datetime import datetime
from zoneinfo import ZoneInfo

from zinegen.languages.texts import spoken_language

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def say_day(when: datetime) -> str:
    """Return a day, in English: ``Sunday 6 December 2026``."""
    return f"{_DAYS[when.weekday()]} {when.day} {MONTHS[when.month - 1]} {when.year}"


def say_moment(when: datetime, zone: str) -> str:
    """Return a point of time in a time zone: ``Sunday 6 December 2026, 18:00 UTC``."""
    local, words = when.astimezone(ZoneInfo(zone)), spoken_language().dates
    if words is not None:
        return words.moment(local)
    return f"{say_day(local)}, {local:%H:%M} {local.tzname()}"
