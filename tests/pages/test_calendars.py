"""The calendars of deadlines, read by the library and by the rules of RFC 5545."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from icalendar import Calendar

from tests.pages.zines import ORDERS, ZINE, published, recorded, set_ready, write_orders
from zinegen.archive import open_game, reopen_season
from zinegen.archive.edits.deadline_edits import pause_game, resume_game

FILES = {"deadlines.ics", "games/winter/deadlines.ics", "players/ada/deadlines.ics"}
FIRST, LATER = "2026-11-01T22:00:00+01:00", "2026-11-08T22:00:00+01:00"
EVIL = "Zoë; Winter,\\\\n ❄ " + "long " * 14 + "\\nBEGIN:VALARM"


@pytest.fixture
def folder(zine):
    """A game with a player, whose GM has set no deadline yet."""
    folder = zine / "games" / "winter"
    edit(folder / "game.toml", r"\Z", '\naustria = { name = "Ada" }\n')
    return folder


def edit(path, old, new):
    """Change one place of a file."""
    text, count = re.subn(old, lambda _: new, path.read_text(), count=1)
    assert count
    path.write_text(text)


def set_deadline(season, deadline, *earlier):
    """Let a season have a deadline, and a note of those that it had before."""
    path = season / "season.toml"
    path.write_text(re.sub(r"(?m)^(# )?(deadline|moved_from).*\n", "", path.read_text()))
    moved = f"moved_from = [{', '.join(earlier)}]\n" if earlier else ""
    edit(path, r"(?m)^ready", f"deadline = {deadline}\n{moved}ready")


def calendars(publisher, zine=ZINE):
    """Return all calendars of the site, by uri."""
    sources, written = publisher.root / "site_src", frozenset({"how-to-play.md", "rules/index.md"})
    site = publisher.publish(zine, sources, written, preview=False)
    return {uri: text for uri, text in site.files.items() if uri.endswith(".ics")}


def events(publisher, uri="games/winter/deadlines.ics"):
    """Return the events of a calendar."""
    return Calendar.from_ical(calendars(publisher)[uri]).events


def close(folder, season):
    """Close a season in which nobody moves at its deadline of 2025, or before that of 2026."""
    everybody = dict.fromkeys(("england", "italy", "turkey"), "")
    write_orders(season, "winter", {**ORDERS, **everybody})
    edit(
        folder / "game.toml",
        r'no_orders_first += ?"wait"|no_orders_first\s*=\s*"wait"',
        'no_orders_first = "hold"',
    )
    set_ready(season)


def read_lines(text):
    """Return the lines of a calendar as RFC 5545, 3.1 has them: unfolded, each a name with its value."""
    assert text.endswith(b"\r\n")
    assert b"\n" not in text.replace(b"\r\n", b"")
    folded = text.split(b"\r\n")[:-1]
    assert all(0 < len(line) <= 75 for line in folded)
    assert all(line.decode("utf-8") for line in folded)
    unfolded = text.replace(b"\r\n ", b"").decode("utf-8").split("\r\n")[:-1]
    return [
        re.fullmatch(r"([A-Z-]+)(?:;[A-Z]+=[A-Za-z0-9-]+)*:(.*)", line).groups()
        for line in unfolded
    ]


def test_a_game_without_deadlines_has_no_calendar_and_no_link_to_one(publisher, folder):
    assert calendars(publisher) == {}
    pages, _ = published(publisher)
    assert not any("deadlines.ics" in page.body for page in pages.values())


def test_zine_game_and_player_have_a_calendar_and_their_pages_lead_there(publisher, folder, season):
    set_deadline(season, FIRST)
    assert calendars(publisher).keys() == FILES
    pages, _ = published(publisher)
    for uri, page in {
        "": "index.md",
        "games/winter/": "games/winter/index.md",
        "players/ada/": "players/ada/index.md",
    }.items():
        assert f'href="webcal://zine.example/{uri}deadlines.ics"' in pages[page].body
        assert 'href="deadlines.ics"' in pages[page].body


def test_without_an_address_there_is_the_file_and_no_subscription(publisher, season):
    set_deadline(season, FIRST)
    text = calendars(publisher, replace(ZINE, url=""))["deadlines.ics"]
    assert "webcal:" not in publisher.site.pages[0].body
    (event,) = Calendar.from_ical(text).events
    assert "URL" not in event


def test_an_event_is_the_deadline_in_universal_time_and_leads_to_the_page(publisher, season):
    """Whatever clock holds in the zone of the game on that day."""
    edit(season.parents[1] / "game.toml", r"\Z", '\n[deadlines]\ntimezone = "Europe/Berlin"\n')
    for deadline, hour, told in (
        ("2026-10-24T22:00:00+02:00", 20, "22:00 CEST"),
        ("2026-10-25T22:00:00+01:00", 21, "22:00 CET"),
    ):
        set_deadline(season, deadline)
        (event,) = events(publisher)
        assert event["DTSTART"].dt == datetime(2026, 10, int(deadline[8:10]), hour, tzinfo=UTC)
        assert told in event["DESCRIPTION"]
        assert event["URL"] == "https://zine.example/games/winter/desk/"
        assert event["STATUS"] == "CONFIRMED"


def test_a_deadline_that_moves_keeps_its_uid_and_raises_its_sequence(publisher, season):
    """Put off, it does so by itself; to an earlier time by the note of the one before."""
    seen = []
    for moments in (
        (FIRST,),
        (LATER,),
        ("2026-11-05T22:00:00Z", FIRST, LATER),
        ("2026-11-06T22:00:00Z", FIRST, LATER, "2026-11-05T22:00:00Z"),
    ):
        set_deadline(season, *moments)
        seen += events(publisher)
    assert len({event["UID"] for event in seen}) == 1
    sequences = [event["SEQUENCE"] for event in seen]
    assert sequences == sorted(set(sequences))
    assert 0 <= sequences[0] < sequences[-1] < 2**31


def test_the_last_deadline_that_can_be_written_has_a_sequence_of_32_bits(publisher, season):
    set_deadline(season, "9999-12-30T22:00:00Z")
    assert events(publisher)[0]["SEQUENCE"] < 2**31
    set_deadline(season, "1901-01-01T22:00:00Z")
    assert events(publisher)[0]["SEQUENCE"] == 0


def test_a_game_that_ends_calls_off_what_was_ahead_until_it_is_reopened(publisher, folder, season):
    """A season judged again may go on; each time the sequence rises."""
    close(folder, season)
    assert recorded(folder)
    following = folder / "seasons" / "1901-2-autumn"
    set_deadline(following, FIRST)
    held = events(publisher)[-1]
    end = '[[ruling]]\ndo = "end-game"\ndraw = ["Austria", "France"]\nreason = "Agreed."\n'
    reopen_season(folder, season.name, "The mail was slow.", date(2025, 12, 2))
    rulings = season / "rulings.toml"
    corrected = rulings.read_text()
    rulings.write_text(corrected + end)
    assert recorded(folder)
    off = events(publisher)[-1]
    reopen_season(folder, season.name, "They had not agreed.", date(2025, 12, 3))
    rulings.write_text(rulings.read_text().replace(end, ""))
    assert recorded(folder)
    again = events(publisher)[-1]
    assert [one["STATUS"] for one in (held, off, again)] == ["CONFIRMED", "CANCELLED", "CONFIRMED"]
    assert held["SEQUENCE"] < off["SEQUENCE"] < again["SEQUENCE"]
    assert held["UID"] == off["UID"] == again["UID"]


def test_a_season_that_closed_before_its_deadline_is_called_off_and_leads_to_its_report(
    publisher, folder, season
):
    close(folder, season)
    assert recorded(folder)
    (on_time,) = events(publisher)
    set_deadline(season, "2025-12-08T22:00:00Z")
    (early,) = events(publisher)
    assert (on_time["STATUS"], early["STATUS"]) == ("CONFIRMED", "CANCELLED")
    assert on_time["URL"] == "https://zine.example/games/winter/1901-1-spring/"
    assert on_time["DTSTAMP"].dt == datetime(2025, 12, 1, 22, tzinfo=UTC)


def test_every_line_is_as_the_rules_of_calendars_have_it(publisher, folder, season):
    """Also where a title holds what would be another line, and is longer than one."""
    edit(folder / "game.toml", r"(?m)^title.*$", f'title = "{EVIL}"')
    set_deadline(season, FIRST)
    for text in calendars(publisher).values():
        lines = read_lines(text)
        names = [name for name, _ in lines]
        assert lines[0] == ("BEGIN", "VCALENDAR")
        assert lines[-1] == ("END", "VCALENDAR")
        assert [value for name, value in lines if name == "BEGIN"] == ["VCALENDAR", "VEVENT"]
        assert dict(lines)["VERSION"] == "2.0"
        assert names.count("PRODID") == names.count("METHOD") == 1
        assert {"UID", "DTSTAMP", "DTSTART", "SEQUENCE", "STATUS"} <= {*names}
        assert len(names) == len({*names}) + 2  # BEGIN and END stand there twice
        summary = dict(lines)["SUMMARY"]
        assert re.fullmatch(r"(?:[^\\;,\x00-\x1f]|\\[\\;,nN])*", summary)
        title = open_game(folder).settings.title
        plain = re.sub(r"\\(.)", r"\1", summary)
        assert plain == f"{' '.join(title.split())}: orders for Spring 1901"


def test_uids_are_unique_and_two_builds_give_the_same_bytes(publisher, folder, season):
    close(folder, season)
    assert recorded(folder)
    set_deadline(folder / "seasons" / "1901-2-autumn", FIRST)
    first = calendars(publisher)
    publisher.clock = lambda: datetime(2030, 1, 1, tzinfo=UTC)
    assert calendars(publisher) == first
    for text in first.values():
        found = [value for name, value in read_lines(text) if name == "UID"]
        assert len(found) == len({*found}) == 2


def test_a_spoilt_deadline_is_left_out_and_told_by_check(publisher, zine, season):
    """A spoilt note of earlier ones takes nothing else away."""
    for deadline, earlier, key in (('"tomorrow"', (), "deadline"), (FIRST, ('"x"',), "moved_from")):
        set_deadline(season, deadline, *earlier)
        (finding,) = open_game(zine / "games" / "winter").findings
        assert finding.title.startswith(f"{key} is not a")
        assert bool(calendars(publisher)) == (key == "moved_from")


def test_a_players_page_tells_what_the_games_page_tells_of_the_orders(publisher, folder, season):
    set_deadline(season, "2199-11-01T22:00:00Z")
    pages, _ = published(publisher)
    assert "; orders not yet." in pages["players/ada/index.md"].body
    write_orders(season, "winter", ORDERS)
    pages, _ = published(publisher)
    assert "; orders are in." in pages["players/ada/index.md"].body


def test_a_pause_calls_a_deadline_off_until_the_game_goes_on_and_the_page_says_why(
    publisher, folder, season
):
    set_deadline(season, "2199-11-01T22:00:00Z")
    (before,) = events(publisher)
    pause_game(
        open_game(folder).seasons[0], "<b>Holidays</b>", datetime(2026, 1, 1, tzinfo=UTC)
    ).write()
    (paused,) = events(publisher)
    body = published(publisher)[0]["games/winter/index.md"].body
    assert "paused since Thursday 1 January 2026: &lt;b&gt;Holidays&lt;/b&gt;." in body
    game = open_game(folder)
    resume_game(game, game.seasons[0], datetime(2026, 1, 5, tzinfo=UTC)).write()
    (after,) = events(publisher)
    assert [str(one["status"]) for one in (before, paused, after)] == [
        "CONFIRMED",
        "CANCELLED",
        "CONFIRMED",
    ]
    assert before["sequence"] < paused["sequence"] < after["sequence"]
    assert before["uid"] == paused["uid"] == after["uid"]
    body = published(publisher)[0]["games/winter/index.md"].body
    said = "The game rested, and the deadline moved from Friday 1 November 2199: &lt;b&gt;Holidays"
    assert said in body
