"""Closing a deadline: lock, judge, record, make ready; and a kill at any moment."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.archive.folders import (
    NOW,
    change,
    closed,
    hand_in,
    hand_in_opening,
    made,
    make_ready,
    opened,
    played,
    rule,
    season_of,
)
from zinegen.archive import (
    Arrival,
    CloseOptions,
    check_folder,
    close_game,
    list_inbox,
    reopen_season,
    verify_game,
)
from zinegen.archive.files import TEMPORARY
from zinegen.board import Power
from zinegen.errors import GameFolderError
from zinegen.game import Report, Throw
from zinegen.play import Dice
from zinegen.play.texts import Status

DICE = Dice(game="winter", secret=bytes(range(32)))
ENGLAND, ITALY = Power("England"), Power("Italy")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a game in whose first season everybody has handed in orders."""
    folder = made(tmp_path)
    hand_in_opening(folder)
    return folder


def set_deadline(folder: Path, when: datetime) -> None:
    """Write a deadline into the first season's file."""
    path = season_of(folder).folder / "season.toml"
    line = next(line for line in path.read_text().split("\n") if "deadline =" in line)
    change(path, line, f"deadline = {when.isoformat()}")


def snapshot(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_closing_locks_records_and_makes_the_next_folder_ready(folder: Path):
    before = snapshot(folder)
    done = closed(folder)
    after = snapshot(folder)
    assert [record.season for record in done.records] == ["1901-1-spring"]
    assert (done.waiting, done.idle, done.next_season) == (None, "", "1901-2-autumn")
    new = set(after) - set(before)
    assert new == {
        "seasons/1901-1-spring/close.toml",
        "seasons/1901-1-spring/result.json",
        "seasons/1901-2-autumn/season.toml",
        *(f"seasons/1901-2-autumn/orders/{power.lower()}.toml" for power in done.records[0].handed),
    }
    assert {name: after[name] for name in before} == before
    lock = tomllib.loads(after["seasons/1901-1-spring/close.toml"].decode())
    assert lock["closed"] == NOW
    assert lock["orders"]["italy"]["status"] == "accepted"
    assert len(lock["orders"]["italy"]["sha256"]) == 64


def test_the_next_order_files_list_the_units_and_are_sound(folder: Path):
    closed(folder)
    game = opened(folder)
    assert game.findings == ()
    assert [str(phase) for phase in game.seasons[1].deadline.phases] == [
        "F1901M",
        "F1901R",
        "W1901A",
    ]
    text = (game.seasons[1].folder / "orders" / "turkey.toml").read_text()
    assert "F Ank\nA Bul\nA Con\n" in text
    assert "retreats = '''" in text
    assert "builds = '''" in text
    assert "events" not in text


def test_a_close_by_name_typed_twice_closes_nothing_more(folder: Path):
    closed(folder, early="1901-1-spring")
    before = snapshot(folder)
    again = closed(folder, early="1901-1-spring")
    assert again.records == ()
    assert again.idle == "1901-1-spring is recorded already"
    assert again.next_season == "1901-2-autumn"
    assert snapshot(folder) == before


def test_a_season_without_a_deadline_or_before_it_is_closed_only_by_its_name(folder: Path):
    by_name = "`zinegen close winter --early 1901-1-spring` closes it"
    assert closed(folder, early="").idle == f"1901-1-spring has no deadline; {by_name} without"
    set_deadline(folder, NOW + timedelta(minutes=30))
    assert closed(folder, early="").idle == (
        f"1901-1-spring is open until Tuesday 1 December 2026, 23:00 UTC; {by_name} before"
    )
    assert not (season_of(folder).folder / "close.toml").exists()
    assert closed(folder, early="1901-1-spring").records


def test_a_deadline_is_passed_when_it_and_the_time_of_grace_are_over(folder: Path):
    set_deadline(folder, NOW - timedelta(minutes=5))
    with (folder / "game.toml").open("a") as file:
        file.write("[deadlines]\ngrace_minutes = 6\n")
    assert "and 6 minutes of grace" in closed(folder, early="").idle
    change(folder / "game.toml", "grace_minutes = 6", "grace_minutes = 5")
    assert closed(folder, early="").records


def test_a_season_that_is_ready_is_not_closed_before_its_deadline(folder: Path):
    make_ready(folder)
    set_deadline(folder, NOW + timedelta(minutes=30))
    assert "is open until" in closed(folder, early="").idle
    set_deadline(folder, NOW - timedelta(minutes=30))
    assert closed(folder, early="").records


@pytest.mark.parametrize("name", ["1901-2-autumn", "spring", "../x"])
def test_a_name_of_no_open_season_closes_nothing(folder: Path, name: str):
    with pytest.raises(GameFolderError, match="1901-1-spring is the open one"):
        closed(folder, early=name)
    assert not (season_of(folder).folder / "close.toml").exists()


def test_without_any_order_file_nothing_is_locked_and_whoever_hands_in_then_is_in_time(
    tmp_path: Path,
):
    folder = made(tmp_path)
    change(folder / "game.toml", 'no_orders_first = "wait"', 'no_orders_first = "hold"')
    waiting = closed(folder).waiting
    assert waiting is not None
    assert [one.title for one in waiting.reasons] == ["not one order file is in"]
    assert not (season_of(folder).folder / "close.toml").exists()
    hand_in(folder, "Italy", orders="A Ven - Tri")
    assert closed(folder).records[0].handed[ITALY] is Status.ACCEPTED


def test_four_closes_at_once_close_one_season(folder: Path):
    """Each child begins before the first has done anything; the next deadline has passed, too."""
    autumn = folder / "seasons" / "1901-2-autumn"
    (autumn / "orders").mkdir(parents=True)
    (autumn / "season.toml").write_text(
        'season = "1901-2-autumn"\nphases = ["F1901M"]\ndeadline = 2020-01-02T00:00:00Z\n'
    )
    hand_in(folder, "Italy", orders="A Ven H")
    set_deadline(folder, NOW - timedelta(days=30))
    begun, children = time.time_ns(), []
    for _ in range(4):
        child = os.fork()
        if child == 0:
            with suppress(GameFolderError):
                close_game(folder, CloseOptions(now=NOW, begun=begun))
            os._exit(0)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 4
    assert season_of(folder).is_recorded
    assert sorted(path.name for path in autumn.iterdir()) == ["orders", "season.toml"]
    assert len(opened(folder).seasons) == 2


def test_what_is_added_after_the_lock_does_not_count(folder: Path):
    (season_of(folder).folder / "orders" / "italy.toml").unlink()
    waiting = closed(folder).waiting
    assert waiting is not None
    assert [reason.title for reason in waiting.reasons] == ["there are no orders of Italy"]
    hand_in(folder, "Italy", orders="A Ven - Tri")
    assert closed(folder).waiting is not None
    rule(folder, about="italy", do="proceed")
    done = closed(folder)
    assert done.records[0].handed[ITALY] is Status.NONE
    assert "came after the deadline was locked" in done.findings[0].title


def test_the_gm_may_accept_what_came_after_the_lock(folder: Path):
    (season_of(folder).folder / "orders" / "italy.toml").unlink()
    closed(folder)
    hand_in(folder, "Italy", orders="A Ven - Tri")
    rule(folder, about="italy", do="accept", file="orders/italy.toml")
    done = closed(folder)
    record = done.records[0]
    assert record.handed[ITALY] is Status.ACCEPTED
    assert "seasons/1901-1-spring/orders/italy.toml" in record.inputs
    assert [one.title for one in done.findings if one.code == "O07"] == []


def test_what_is_changed_after_the_lock_makes_the_game_wait(folder: Path):
    hand_in(folder, "England", orders="A Lvp - Yor", note="Am I right?")
    closed(folder)
    hand_in(folder, "Italy", orders="A Ven - Tri")
    rule(folder, about="england", do="noted")
    waiting = closed(folder).waiting
    assert waiting is not None
    assert [one.title for one in waiting.reasons] == [
        "Italy's orders were changed after the deadline was locked"
    ]


def test_a_note_to_the_gm_waits_until_it_is_noted(folder: Path):
    hand_in(folder, "England", orders="A Lvp - Yor", note="If in doubt, hold.")
    waiting = closed(folder).waiting
    assert waiting is not None
    assert waiting.reasons[0].title == "England wrote to the GM; it stands under note"
    rule(folder, about="england", do="noted")
    assert closed(folder).records


def test_late_orders_wait_for_the_gm(folder: Path):
    deadline = NOW - timedelta(hours=1)
    set_deadline(folder, deadline)
    arrivals = {
        ITALY: Arrival(received=deadline + timedelta(minutes=1), by_id=7, commit="3c0f"),
        ENGLAND: Arrival(received=deadline - timedelta(minutes=1)),
    }
    waiting = closed(folder, arrivals=arrivals).waiting
    assert waiting is not None
    assert "came late" in waiting.reasons[0].title
    lock = tomllib.loads((season_of(folder).folder / "close.toml").read_text())["orders"]
    assert (lock["italy"]["status"], lock["italy"]["by_id"]) == ("late", 7)
    assert lock["italy"]["received"] == deadline + timedelta(minutes=1)
    assert lock["england"]["status"] == "accepted"
    rule(folder, about="italy", do="accept", file="orders/italy.toml")
    assert closed(folder).records[0].handed[ITALY] is Status.ACCEPTED


def test_grace_and_policy_decide_what_late_means(folder: Path):
    deadline = NOW - timedelta(hours=1)
    set_deadline(folder, deadline)
    with (folder / "game.toml").open("a") as file:
        file.write("[deadlines]\ngrace_minutes = 5\nlate_orders = 'void'\n")
    arrivals = {
        ITALY: Arrival(received=deadline + timedelta(minutes=6)),
        ENGLAND: Arrival(received=deadline + timedelta(minutes=4)),
    }
    handed = closed(folder, arrivals=arrivals).records[0].handed
    assert (handed[ITALY], handed[ENGLAND]) == (Status.LATE, Status.ACCEPTED)


def test_a_file_from_another_account_is_void(folder: Path):
    with (folder / "game.toml").open("a") as file:
        file.write("italy = { name = 'Ida', id = 12 }\n")
    arrivals = {ITALY: Arrival(received=NOW, by_id=13)}
    waiting = closed(folder, arrivals=arrivals).waiting
    assert waiting is not None
    assert "Italy's file is void: it came from another account" in waiting.reasons[0].title


def test_a_game_that_is_over_has_no_next_folder(folder: Path):
    path = season_of(folder).folder / "rulings.toml"
    path.write_text("[[ruling]]\ndo = 'end-game'\nwinner = 'France'\nreason = 'By vote.'\n")
    done = closed(folder)
    assert done.next_season == ""
    assert done.records[0].after.winners == (Power("France"),)
    assert closed(folder).records == ()
    assert len(opened(folder).seasons) == 1


def test_a_folder_that_the_gm_has_made_is_left_as_it_is(folder: Path):
    own = folder / "seasons" / "1901-5-harvest"
    own.mkdir()
    text = 'season = "1901-5-harvest"\nphases = ["F1901M"]\nheadline = "Harvest"\n'
    (own / "season.toml").write_text(text)
    assert closed(folder).next_season == "1901-5-harvest"
    assert (own / "season.toml").read_text() == text
    assert len(opened(folder).seasons) == 2


def test_a_broken_game_is_not_touched(folder: Path):
    (folder / "game.toml").write_text("variant = 1")
    before = snapshot(folder)
    with pytest.raises(GameFolderError, match=r"game\.toml"):
        closed(folder)
    assert snapshot(folder) == before


def test_a_published_season_is_corrected_by_deleting_it_and_all_later_ones(folder: Path):
    closed(folder)
    hand_in(folder, "Turkey", orders="A Bul - Gre")
    closed(folder)
    late = season_of(folder, 1).folder / "result.json"
    record = late.read_bytes()
    (season_of(folder).folder / "result.json").unlink()
    rule(folder, do="correct")
    done = closed(folder)
    assert [one.season for one in done.records] == ["1901-1-spring"]
    assert done.waiting is not None
    assert "recorded before the season before it" in done.waiting.reasons[0].title
    assert late.read_bytes() == record
    late.unlink()
    assert [one.season for one in closed(folder).records] == ["1901-2-autumn"]
    assert verify_game(folder).is_sound


def test_a_ruling_written_after_the_record_is_told_with_the_way_to_have_it_heard(folder: Path):
    (season_of(folder).folder / "orders" / "italy.toml").unlink()
    rule(folder, about="italy", do="proceed")
    closed(folder)
    hand_in(folder, "Italy", 0, orders="A Ven - Tri")
    rule(folder, about="italy", do="accept")
    told = closed(folder, early="").unheard
    assert [one.title for one in told] == [
        "accept about Italy was written after 1901-1-spring was recorded"
    ]
    assert "`zinegen reopen winter 1901-1-spring" in told[0].hint
    assert told[0] in [one for part in check_folder(folder) for one in part.findings]
    reopen_season(folder, "1901-1-spring", "Italy's mail was slow.", NOW.date())
    again = closed(folder, early="")
    assert (again.unheard, again.records[0].handed[ITALY]) == ((), Status.ACCEPTED)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# deadline = 2026-12-01T22:00:00Z", "deadline = 2027-12-01T22:00:00"),
        ("# deadline = 2026-12-01T22:00:00Z", "deadlin = 2027-12-01T22:00:00Z"),
    ],
)
def test_a_deadline_that_cannot_be_read_locks_nothing(folder: Path, old: str, new: str):
    change(season_of(folder).folder / "season.toml", old, new)
    before = snapshot(folder)
    done = closed(folder)
    assert done.waiting is not None
    assert "season.toml" in done.waiting.reasons[0].where.file
    assert (done.records, done.next_season) == ((), "")
    assert snapshot(folder) == before


def test_a_season_file_that_cannot_be_read_makes_the_game_wait_and_is_left_as_it_is(folder: Path):
    closed(folder)
    broken = folder / "seasons" / "1901-2-autumn" / "season.toml"
    broken.write_text("phases = [")
    before = snapshot(folder)
    done = closed(folder)
    assert done.waiting is not None
    assert done.waiting.season == "1901-2-autumn"
    assert done.waiting.reasons[0].where.file.endswith("1901-2-autumn/season.toml")
    assert snapshot(folder) == before


def test_a_record_whose_season_before_is_gone_is_never_told_to_be_deleted(folder: Path):
    closed(folder)
    rule(folder, 1, do="proceed")
    closed(folder)
    shutil.rmtree(folder / "seasons" / "1901-1-spring")
    waiting = played(folder).waiting
    assert waiting is not None
    reason = waiting.reasons[0]
    assert reason.title == "this was recorded after 1901-1-spring, which is not there"
    assert reason.hint == "bring the folder seasons/1901-1-spring back"


@pytest.fixture
def throwing(monkeypatch: pytest.MonkeyPatch) -> Throw:
    """Make the rules ask for a throw in every spring."""
    from zinegen.play import season
    from zinegen.rules import adjudicate

    throw = Throw(label="coast/F Con", candidates=("AEG", "BLA", "EAS"))

    def asking(variant, state, sheet):
        if state.phase.season == "S" and throw.label not in sheet.throws:
            return state, Report(needs=throw)
        return adjudicate(variant, state, sheet)

    monkeypatch.setattr(season, "adjudicate", asking)
    return throw


def test_a_throw_without_the_gms_dice_makes_the_game_wait(folder: Path, throwing: Throw):
    waiting = closed(folder).waiting
    assert waiting is not None
    assert throwing.label in waiting.reasons[0].title
    assert "S1901M/coast/F Con" in waiting.reasons[0].hint


def test_throws_are_written_down_and_never_made_again(folder: Path, throwing: Throw):
    done = closed(folder, dice=DICE)
    path = season_of(folder).folder / "chance.toml"
    (draw,) = tomllib.loads(path.read_text())["draw"]
    assert draw["label"] == "S1901M/coast/F Con"
    assert draw["candidates"] == list(throwing.candidates)
    assert done.records[0].phases[0].draws[0].result == draw["result"]
    assert "seasons/1901-1-spring/chance.toml" in done.records[0].inputs
    assert verify_game(folder).is_sound
    change(path, f"result = {draw['result']}", f"result = {draw['result'] % 3 + 1}")
    assert "chance.toml was edited" in verify_game(folder).differences[0].text


def test_a_throw_that_the_gm_typed_is_used_as_it_stands(folder: Path, throwing: Throw):
    path = season_of(folder).folder / "chance.toml"
    path.write_text(
        "[[draw]]\nlabel = 'S1901M/coast/F Con'\nsides = 3\n"
        "candidates = ['AEG', 'BLA', 'EAS']\nresult = 3\nby = 'gm'\n"
    )
    before = path.read_bytes()
    (draw,) = closed(folder).records[0].phases[0].draws
    assert (draw.result, draw.by) == (3, "gm")
    assert path.read_bytes() == before


# A kill at any moment

KILLS = int(os.environ.get("KILLS", "2"))


def run_and_die(folder: Path, step: int) -> bool:
    """Close in a child that dies at the n-th step that touches the disk; tell whether it died."""
    child = os.fork()
    if child == 0:
        _die_at(step)
        close_game(folder, CloseOptions(now=NOW, early="1901-1-spring"))
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


def _die_at(step: int) -> None:
    left = [step]

    def counting(function):
        def counted(*arguments, **keywords):
            left[0] -= 1
            if left[0] == 0:
                os._exit(9)
            return function(*arguments, **keywords)

        return counted

    for name in ("replace", "fsync", "fchmod", "mkdir"):
        setattr(os, name, counting(getattr(os, name)))


def whole(folder: Path) -> None:
    """Check that every file below a folder, half-written ones apart, can be read."""
    game = opened(folder)
    assert [one for one in game.findings if not one.where.file.endswith("season.toml")] == []
    played(folder)


@pytest.mark.slow
def test_a_kill_at_any_step_leaves_whole_files_and_the_next_run_ends_the_work(
    folder: Path, tmp_path: Path
):
    target = tmp_path / "undisturbed" / "games" / folder.name
    shutil.copytree(folder, target)
    closed(target)
    wanted = snapshot(target)
    step, died = 0, True
    while died:
        step += 1
        copy = tmp_path / f"kill-{step}" / "games" / folder.name
        shutil.copytree(folder, copy)
        died = run_and_die(copy, step)
        whole(copy)
        closed(copy, early="1901-1-spring")
        assert snapshot(copy) == wanted, f"after a kill at step {step}"
    assert step > 30


SCRIPT = """
import sys
from pathlib import Path
from datetime import datetime, UTC
from zinegen.archive.closing.close import close_game
from zinegen.archive.closing.receipts import CloseOptions
print("ready", flush=True)
sys.stdin.readline()
now = datetime(2026, 12, 1, 22, 30, tzinfo=UTC)
close_game(Path(sys.argv[1]), CloseOptions(now=now, early="1901-1-spring"))
"""


def reopened(folder: Path) -> None:
    """Close a season and take it back, so that the next close makes files anew that nobody has touched."""
    closed(folder)
    reopen_season(folder, "1901-1-spring", "The GM was wrong.", NOW.date())
    rule(folder, about="italy", do="refuse")


@pytest.mark.slow
@pytest.mark.parametrize("prepare", [lambda _folder: None, reopened], ids=["first", "reopened"])
def test_a_kill_at_a_random_moment_leaves_whole_files(
    folder: Path, tmp_path: Path, prepare: Callable[[Path], None]
):
    """As many runs as KILLS says are killed; the next one ends the work of each."""
    prepare(folder)
    target = tmp_path / "undisturbed" / "games" / folder.name
    shutil.copytree(folder, target)
    lasts, _ = run_and_kill(target, 60)
    chance = random.Random(1901)
    stages = {"untouched": 0, "locked": 0, "recorded": 0, "done": 0}
    while sum(stages.values()) < KILLS:
        copy = tmp_path / "kill" / "games" / folder.name
        shutil.copytree(folder, copy)
        took, killed = run_and_kill(copy, chance.uniform(0.0, 1.0) * lasts)
        if killed:
            stages[stage_of(copy, folder, target)] += 1
            whole(copy)
            closed(copy, early="1901-1-spring")
        lasts = lasts if killed else min(lasts, took)
        assert snapshot(copy) == snapshot(target)
        assert not list(copy.rglob(f"{TEMPORARY}*"))
        shutil.rmtree(copy.parent.parent)
    print(f"killed {KILLS} runs of close: {stages}")  # noqa: T201  (for who runs many by hand)


def run_and_kill(folder: Path, after: float) -> tuple[float, bool]:
    """Close in another process, kill it after some seconds; return how long it ran, and if it was killed."""
    command = [sys.executable, "-c", SCRIPT, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stdin is not None
        run.stdout.readline()
        begun = time.monotonic()
        run.stdin.write(b"go\n")
        run.stdin.flush()
        try:
            run.wait(after)
        except subprocess.TimeoutExpired:
            run.send_signal(signal.SIGKILL)
            run.wait()
        return time.monotonic() - begun, run.returncode != 0


def stage_of(copy: Path, start: Path, end: Path) -> str:
    """Return how far a run of close had come when it was killed."""
    found = {name: text for name, text in snapshot(copy).items() if TEMPORARY not in name}
    if found == snapshot(start):
        return "untouched"
    if found == snapshot(end):
        return "done"
    return "recorded" if season_of(copy).is_recorded else "locked"


def test_a_disk_that_is_full_is_told_and_leaves_whole_files(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    def full(*_arguments):
        raise OSError(28, "No space left on device")

    before = snapshot(folder)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(GameFolderError, match="no space is left on the disk"):
        closed(folder)
    assert snapshot(folder) == before


def test_a_file_that_was_changed_after_the_lock_is_called_so(folder: Path):
    hand_in(folder, "Turkey", orders="A Bul - Nowhere")
    assert closed(folder).waiting is not None
    hand_in(folder, "Turkey", orders="A Con - Bul")
    waiting = closed(folder).waiting
    assert waiting is not None
    (reason,) = [one for one in waiting.reasons if "Turkey" in one.title]
    assert reason.title == "Turkey's orders were changed after the deadline was locked"
    assert reason.where.file.endswith("orders/turkey.toml")


def test_a_file_that_was_changed_after_the_lock_is_told_where_no_ruling_is_asked(folder: Path):
    """By `check` and `inbox` too, while the game waits for something else."""
    change(folder / "game.toml", 'unreadable_file = "wait"', 'unreadable_file = "hold"')
    hand_in(folder, "Turkey", orders="A Bul - Nowhere")
    assert closed(folder).waiting is not None
    hand_in(folder, "Italy", orders="A Ven - Tyr\nA Rom - Ven")
    title = "Italy's orders were changed after the deadline was locked"
    waiting = closed(folder).waiting
    assert waiting is not None
    assert [one.title for one in waiting.remarks] == [title]
    assert title in [one.title for each in check_folder(folder) for one in each.findings]
    lines = [line.text for line in list_inbox(opened(folder), None)]
    assert any(f"{title}; they do not count" in line for line in lines)
