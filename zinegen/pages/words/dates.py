"""Points of time, seasons and phases in words."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from zinegen.game.state import Phase, PhaseKind, Season
from zinegen.pages.views import Moment
from zinegen.play.names import SeasonName

SEASONS = {Season.SPRING: "spring", Season.AUTUMN: "autumn", Season.WINTER: "winter"}
KINDS = {
    PhaseKind.MOVES: "Moves",
    PhaseKind.RETREATS: "Retreats",
    PhaseKind.EVENTS: "Map events",
    PhaseKind.ADJUSTMENTS: "Builds and removals",
    PhaseKind.PLACEMENT: "Placement",
}
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def format_moment(when: datetime, zone: str, now: datetime | None = None) -> Moment:
    """Return a point of time in a game's time zone, with its offset from UTC.

    ``now`` says of a deadline whether it has passed. The words do not depend on the machine's language.
    """
    local = when.astimezone(ZoneInfo(zone))
    day = f"{_DAYS[local.weekday()]} {local.day} {_MONTHS[local.month - 1]} {local.year}"
    return Moment(
        iso=local.isoformat(timespec="seconds"),
        utc=when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        text=f"{day}, {local:%H:%M} {local.tzname()}",
        day=day,
        passed=now is not None and when <= now,
    )


def format_month(when: datetime) -> str:
    """Return the month of an issue: ``December 2026``."""
    return f"{_MONTHS[when.month - 1]} {when.year}"


def format_date(when: datetime) -> str:
    """Return a date as in a masthead: ``2 December 2026``."""
    return f"{when.day} {format_month(when)}"


def season_title(name: SeasonName) -> str:
    """Return a season's name: ``Spring 1901``, ``Autumn 1901, retreats``."""
    first, *more = name.words.split("-")
    return f"{first.capitalize()} {name.year}" + (f", {' '.join(more)}" if more else "")


def phase_title(phase: Phase) -> str:
    """Return the title of a phase: ``Moves``, ``Retreats``."""
    return KINDS[phase.kind]


def phase_name(phase: Phase) -> str:
    """Return a phase in a sentence: ``moves of spring 1901``."""
    return f"{KINDS[phase.kind].lower()} of {SEASONS[phase.season]} {phase.year}"
