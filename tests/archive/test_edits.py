"""Deadlines moved, games that rest, seats given to others: what a person's files say afterwards."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tomlkit.exceptions import TOMLKitError

from tests.archive.folders import NOW, change, hand_in_opening, made, opened, season_of
from zinegen.archive import CloseOptions, close_game, play
from zinegen.archive.edits.deadline_edits import extend_deadline, pause_game, resume_game
from zinegen.archive.edits.seat_edits import seat_player
from zinegen.archive.edits.toml_edits import edit_toml
from zinegen.archive.folder.game_file import Person
from zinegen.errors import GameFolderError

UNTIL = datetime(2026, 12, 4, 20, tzinfo=UTC)
REMARKS = '# mine\nheadline = "A title"   # keep this\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game in the time zone of London whose first deadline is on 4 December at eight."""
    folder = made(tmp_path, deadline=UNTIL)
    with (folder / "game.toml").open("a") as file:
        file.write('\n[deadlines]\ntimezone = "Europe/London"\n')
    season = folder / "seasons/1901-1-spring/season.toml"
    season.write_text(season.read_text() + REMARKS)
    return folder


def extend(folder: Path, text: str, why: str = "Bob travels", now: datetime = NOW) -> None:
    game = opened(folder)
    extend_deadline(game, season_of(folder), text, why, now).write()


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("3d", "2026-12-07T20:00:00+00:00"),
        ("12h", "2026-12-05T08:00:00+00:00"),
        ("2 weeks", "2026-12-18T20:00:00+00:00"),
        ("2027-04-05", "2027-04-05T19:00:00+00:00"),  # the same hour, in summer
        ("2027-04-05T21:30", "2027-04-05T20:30:00+00:00"),
        ("2026-12-05T20:00+02:00", "2026-12-05T18:00:00+00:00"),
        ("2026-12-02", "2026-12-02T20:00:00+00:00"),  # earlier, but not past
    ],
)
def test_a_deadline_moves_and_the_file_tells_from_where_and_why(folder, text, until):
    extend(folder, text)
    deadline = season_of(folder).deadline
    assert deadline.deadline is not None
    assert deadline.deadline.astimezone(UTC).isoformat() == until
    assert deadline.moved_from == (UNTIL,)
    assert deadline.moved_why == ("Bob travels",)
    assert (folder / "seasons/1901-1-spring/season.toml").read_text().count(REMARKS) == 1


def test_a_span_for_the_same_reason_is_added_once(folder):
    extend(folder, "3d")
    once = season_of(folder).deadline
    extend(folder, "3d")
    assert season_of(folder).deadline == once
    extend(folder, "3d", "and Dora is ill")
    assert season_of(folder).deadline.deadline == UNTIL + timedelta(days=6)


def test_the_reason_stands_beside_its_move_where_older_moves_have_none(folder):
    change(
        folder / "seasons/1901-1-spring/season.toml",
        "# mine",
        "moved_from = [2026-12-01T20:00:00Z]",
    )
    extend(folder, "1d", "ill")
    assert season_of(folder).deadline.moved_why == ("", "ill")


@pytest.mark.parametrize(
    ("text", "why", "says"),
    [
        ("2026-11-01", "x", "has passed"),
        ("tomorrow", "x", "it is a span such as 3d"),
        ("2026-13-45", "x", "it is a span such as 3d"),
        ("3d", " \n", "why"),
        ("3d", "a\x07b", "why"),
    ],
)
def test_what_is_no_later_moment_or_no_reason_is_refused_and_nothing_is_written(
    folder, text, why, says
):
    before = (folder / "seasons/1901-1-spring/season.toml").read_bytes()
    with pytest.raises(GameFolderError, match=says):
        extend(folder, text, why)
    assert (folder / "seasons/1901-1-spring/season.toml").read_bytes() == before


def test_in_a_pause_no_deadline_passes_and_afterwards_what_was_left_is_left(folder):
    """Two and a half days of pause: three days later, at the same hour, whatever the clocks do."""
    since = UNTIL - timedelta(hours=30)
    pause_game(season_of(folder), "Holidays", since).write()
    assert season_of(folder).deadline.paused is not None
    hand_in_opening(folder)
    ended = close_game(folder, CloseOptions(now=UNTIL + timedelta(days=1)))
    assert "paused" in ended.idle
    assert not ended.records
    with pytest.raises(GameFolderError, match="zinegen resume"):
        extend(folder, "3d")
    resume_game(opened(folder), season_of(folder), since + timedelta(hours=60)).write()
    deadline = season_of(folder).deadline
    assert deadline.paused is None
    assert deadline.deadline == UNTIL + timedelta(days=3)
    assert deadline.moved_why == ("paused: Holidays",)
    assert close_game(folder, CloseOptions(now=UNTIL + timedelta(days=3, minutes=1))).records


def test_pausing_and_resuming_twice_change_nothing_more(folder):
    pause_game(season_of(folder), "Holidays", NOW).write()
    assert pause_game(season_of(folder), "Another", NOW).lines == ()
    resume_game(opened(folder), season_of(folder), NOW + timedelta(days=1)).write()
    assert resume_game(opened(folder), season_of(folder), NOW).lines == ()


@pytest.mark.parametrize(
    ("since", "rested", "days"),
    [
        (NOW, timedelta(milliseconds=300), 0),
        (NOW, timedelta(minutes=59), 0),
        (NOW, timedelta(hours=1), 1),
        (NOW, timedelta(days=1), 1),
        (NOW, timedelta(days=-3), 0),  # by a clock that was put back
        (UNTIL - timedelta(minutes=5), timedelta(minutes=10), 1),
    ],
)
def test_a_pause_that_is_taken_back_at_once_moves_nothing(folder, since, rested, days):
    pause_game(season_of(folder), "The wrong game", since).write()
    resume_game(opened(folder), season_of(folder), since + rested).write()
    deadline = season_of(folder).deadline
    assert deadline.paused is None
    assert deadline.deadline == UNTIL + timedelta(days=days)


def test_a_ready_season_is_not_judged_in_a_pause(folder):
    hand_in_opening(folder)
    change(folder / "seasons/1901-1-spring/season.toml", "ready    = false", "ready    = true")
    later = UNTIL + timedelta(days=1)
    assert play(opened(folder), now=later).judged
    pause_game(season_of(folder), "Holidays", NOW).write()
    assert not play(opened(folder), now=later).judged


def seat(folder: Path, name: str | None, **more: object) -> str:
    """Seat somebody in France; return the last season of whoever sat there."""
    person = Person(name=name, **more) if name else None  # type: ignore[arg-type]
    found = seat_player(opened(folder), "France", person)  # type: ignore[arg-type]
    found.edit.write()
    return found.until


def test_who_is_replaced_keeps_what_was_judged_and_the_change_can_be_taken_back(folder):
    assert seat(folder, "Dora", id=7, mail="dora@example.org") == ""
    before = (folder / "game.toml").read_text()
    hand_in_opening(folder)
    close_game(folder, CloseOptions(now=UNTIL + timedelta(minutes=1)))
    assert seat(folder, "Émile") == "1901-1-spring"
    game = opened(folder)
    first, second = (game.settings.players_in(one.name).get("France") for one in game.seasons)  # type: ignore[call-overload]
    assert (first, second) == ("Dora", "Émile")
    assert game.settings.players["France"] == Person(name="Émile")  # type: ignore[index]
    seat(folder, None)
    game = opened(folder)
    assert "France" not in game.settings.players
    assert [one.name for one in game.settings.replaced["France"]] == ["Dora"]  # type: ignore[index]
    seat(folder, "Dora", id=7, mail="dora@example.org")
    assert opened(folder).settings.replaced.get("France", ()) == ()  # type: ignore[call-overload]
    assert opened(folder).settings.players["France"].id == 7  # type: ignore[index]
    assert [
        one for one in before.splitlines() if one not in (folder / "game.toml").read_text()
    ] == []


def test_a_power_that_the_file_writes_with_a_capital_is_changed_where_it_stands(folder):
    path = folder / "game.toml"
    path.write_text(path.read_text().replace("[players]", '[players]\nFrance = { name = "Dora" }'))
    seat(folder, "Carla")
    assert '"Dora" }' not in path.read_text()
    assert 'France = { name = "Carla" }' in path.read_text()


@pytest.mark.parametrize("name", ["<b>", "x" * 41, "a\nb"])
def test_a_name_that_no_file_may_hold_is_refused(folder, name):
    with pytest.raises(GameFolderError, match="is no name"):
        seat(folder, name)


KEYS = st.text("abcdefg", min_size=1, max_size=3)
LINES = st.lists(
    st.one_of(
        st.sampled_from(["", "  # a remark", "[a]", "[b.c]   # here", "# [players]"]),
        st.tuples(KEYS, st.sampled_from(['"x"   # y', "1", "[1,\n  2]", "{ a = 1 }"])).map(
            " = ".join
        ),
    ),
    max_size=8,
)


@given(lines=LINES, ends=st.sampled_from(["\n", "\r\n"]), mark=st.sampled_from(["", "\ufeff"]))
def test_an_edit_leaves_every_line_and_its_contrary_brings_back_the_text(lines, ends, mark):
    """Only of texts that are TOML: a key or table twice is none. A blank line may come before a table."""
    text = mark + "".join(f"{line}{ends}" for line in lines).replace("1,\n", f"1,{ends}")
    try:
        edited = edit_toml(text, {("zzz",): '{ since = 1, why = "w" }'})
    except (TOMLKitError, ValueError):
        return
    added = 'zzz = { since = 1, why = "w" }'
    stays, known = (
        [one for one in each.removeprefix(mark).splitlines(keepends=True) if one.strip()]
        for each in (edited, text)
    )
    assert [one for one in stays if one.rstrip() != added] == known
    assert len(stays) == len(known) + 1
    assert edited.startswith(mark)
    assert edit_toml(text, {("absent",): None}) == text
