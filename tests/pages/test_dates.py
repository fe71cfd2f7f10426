"""Points of time as people read them."""

from datetime import UTC, datetime

from zinegen.pages.words.dates import format_moment, show_in_one_zone

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


def test_a_moment_is_told_in_its_games_time_zone_which_is_named() -> None:
    found = format_moment(NOON, "Europe/London", NOON)
    assert (found.text, found.passed) == ("Wednesday 1 July 2026, 13:00 BST", True)
    assert (found.iso, found.utc) == ("2026-07-01T13:00:00+01:00", "2026-07-01T12:00:00Z")


def test_moments_of_several_zones_on_one_page_are_told_in_one() -> None:
    """A reader compares them."""
    london, berlin = (
        format_moment(NOON, zone, NOON) for zone in ("Europe/London", "Europe/Berlin")
    )
    shown = show_in_one_zone([london, None, berlin])
    assert [one and one.text for one in shown] == [
        "Wednesday 1 July 2026, 12:00 UTC",
        None,
        "Wednesday 1 July 2026, 12:00 UTC",
    ]
    assert all(one.passed for one in shown if one)
    assert show_in_one_zone([london, None, london]) == (london, None, london)
