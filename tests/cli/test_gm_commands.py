"""The GM's small commands: what they show, write and print, typed once, twice and wrongly."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.archive.folders import change

SEASON = "games/demo/seasons/1901-1-spring"
PLACE = f"{SEASON}/season.toml"
LATER = datetime.now(UTC).replace(microsecond=0) + timedelta(days=30)
PROCEED = "[[ruling]]\ndo = 'proceed'\nreason = 'x'\n"
ENDED = f"{PROCEED}[[ruling]]\ndo = 'concede'\nwinner = 'turkey'\nreason = 'y'\n"


@pytest.fixture
def game(zine: Path, run) -> Path:
    """A game with two players and a deadline in a month."""
    run("new", "demo", "--chance", "none", "--player", "France=Dora", "--player", "Italy=Bob")
    set_deadline(zine, LATER)
    return zine / "games" / "demo"


def set_deadline(zine: Path, when: datetime) -> None:
    text = (zine / PLACE).read_text()
    line = f"deadline = {when.isoformat().replace('+00:00', 'Z')}"
    (zine / PLACE).write_text(re.sub(r"(?m)^(# )?deadline.*$", line, text, count=1))


def tasks(run) -> list[tuple[str, str]]:
    """Return the urgency and the command of each thing that waits, as programs read it."""
    ended = run("status", "--json")
    return [
        (task["urgency"], task["command"]) for one in json.loads(ended.out) for task in one["tasks"]
    ]


SEAT = ("later", "zinegen seat demo austria --player NAME")


def test_status_says_what_waits_the_urgent_first_and_what_happens_if_it_is_left(game, zine, run):
    assert tasks(run) == [SEAT]
    set_deadline(zine, datetime.now(UTC) + timedelta(hours=5))
    assert tasks(run) == [("soon", "zinegen remind demo"), SEAT]
    set_deadline(zine, datetime.now(UTC) - timedelta(hours=5))
    assert tasks(run) == [("now", "zinegen close demo"), SEAT]
    run("new", "another", "--chance", "none")
    ended = run("status")
    assert ended.code == 0
    assert ended.out.index("demo:") < ended.out.index("another:")
    assert "if it is left: the game stands still" in ended.out
    assert "3 things wait for you, in 2 of 2 games" in ended.out
    stray = zine / SEASON / "orders" / "russia.txt"
    stray.write_text("A Mos - Ukr\n")
    assert ("soon", "zinegen check demo") in tasks(run)
    (game / "game.toml").write_text("nonsense")
    broken = run("status")
    assert broken.code == 1
    assert broken.err == "zinegen: cannot be read: demo; `zinegen check` says why\n"
    assert tasks(run)[0] == ("now", "zinegen check demo")


def test_every_command_that_status_prints_is_one(game, zine, run):
    """All that need no name put in: none ends in a misuse."""
    set_deadline(zine, datetime.now(UTC) + timedelta(hours=5))
    for _, command in tasks(run):
        if not re.search(r"NAME|DATE", command):
            assert run(*command.split()[1:]).code in {0, 1}


def test_extend_shows_its_lines_writes_them_and_takes_them_back_by_what_it_prints(game, zine, run):
    before = (zine / PLACE).read_text()
    ended = run("extend", "games/demo", "3d", "--why", "Bob's ill")
    assert ended.code == 0
    assert re.findall(r"^  ([-+]) (\w+)", ended.out, re.MULTILINE) == [
        ("-", "deadline"),
        ("+", "deadline"),
        ("+", "moved_from"),
        ("+", "moved_why"),
    ]
    added = [one[4:] for one in ended.out.splitlines() if one.startswith("  + ")]
    assert all(one in (zine / PLACE).read_text().splitlines() for one in added)
    assert "stays as it is" in run("extend", "demo", "3d", "--why", "Bob's ill").out
    undo = re.search(r"zinegen (extend demo \S+) --why '(.*)'", ended.out)
    assert undo is not None
    assert run(*undo[1].split(), "--why", undo[2]).code == 0
    line = next(one for one in before.splitlines() if one.startswith("deadline"))
    assert line in (zine / PLACE).read_text().splitlines()


def test_a_game_rests_and_goes_on(game, run):
    assert "no deadline passes" in run("pause", "demo", "--why", "Holidays").out
    assert "paused already" in run("pause", "demo", "--why", "Holidays").out
    assert ("later", "zinegen resume demo") in tasks(run)
    assert "is open until" in run("resume", "demo").out
    assert "it is not paused" in run("resume", "demo").out


def test_who_has_a_seat_is_changed_and_changed_back(game, run):
    change(game / "game.toml", '{ name = "Dora" }', '{ name = "Dora", id = 7 }')
    ended = run("seat", "demo", "FRANCE", "--player", "Émile")
    assert "Émile plays France" in ended.out
    assert "no account's number of Émile" in ended.err
    assert "to take it back: zinegen seat demo france --player Dora --id 7" in ended.out
    assert "Émile plays France already" in run("seat", "demo", "france", "--player", "Émile").out
    assert "nobody plays Italy" in run("seat", "demo", "italy", "--vacant").out
    assert run("check").code == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("extend", "nogame", "3d", "--why", "x"), "there is no game nogame"),
        (("extend", "demo", "2020-01-01", "--why", "x"), "which has passed"),
        (("extend", "demo", "soon", "--why", "x"), "a span such as 3d"),
        (("pause", "demo", "--why", " "), "the game's page prints it"),
        (("seat", "demo", "itlay", "--player", "X"), "did you mean italy?"),
        (("seat", "demo", "italy"), "say who plays it"),
        (("seat", "demo", "italy", "--vacant", "--id", "3"), "go with --player"),
        (("seat", "demo", "italy", "--player", "<b>"), "is no name"),
        (("seat", "demo", "italy", "--player", "X", "--mail", "x"), "is no mail address"),
        (("seat", "demo", "italy", "--player", "X", "--key", "x"), "no public key"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_no_byte(game, zine, run, words, says):
    before = {path: path.read_bytes() for path in game.rglob("*.toml")}
    ended = run(*words)
    assert ended.code == 2
    assert says in ended.err
    assert {path: path.read_bytes() for path in game.rglob("*.toml")} == before


def test_what_is_locked_or_over_is_moved_no_more(game, zine, run):
    (zine / SEASON / "rulings.toml").write_text(ENDED)
    run("close", "demo", "--early", "1901-1-spring")
    for words in (
        ("extend", "demo", "3d", "--why", "x"),
        ("pause", "demo", "--why", "x"),
        ("resume", "demo"),
        ("seat", "demo", "italy", "--player", "X"),
    ):
        ended = run(*words)
        assert (ended.code, "over" in ended.err) == (2, True), ended


def test_receipts_list_what_is_in_and_find_the_file_of_a_digest(game, zine, run):
    assert "nothing is in" in run("receipts", "demo").out
    (zine / "mail.txt").write_text("France\nA Par - Bur\nA Mar H\nF Bre - MAO\n")
    taken = run("take", "demo", "mail.txt")
    digest = re.search(r"sha256:([0-9a-f]{64})", taken.out)
    assert digest is not None
    listed = run("receipts", "demo")
    assert f"France: sha256:{digest[1]}, " in listed.out
    assert "by mail" in listed.out
    assert "Bur" not in listed.out
    path = f"{SEASON}/orders/france.toml"
    assert run("receipts", "demo", digest[1][:12]).out == (
        f"1901-1-spring: the file of France is in: {path}\n"
    )
    (zine / SEASON / "rulings.toml").write_text(PROCEED)
    run("close", "demo", "--early", "1901-1-spring")
    assert "was accepted at the deadline" in run("receipts", "demo", digest[0]).out
    assert run("receipts", "demo", "0" * 64).code == 1
    assert run("receipts", "demo", "france").code == 2


def test_where_orders_come_to_the_gm_alone_no_digest_is_listed(game, zine, run):
    """The orders of three units are few enough to try them all."""
    change(game / "game.toml", 'orders = "open"', 'orders = "by-gm"')
    (zine / "mail.txt").write_text("France\nA Par - Bur\nA Mar H\nF Bre - MAO\n")
    run("take", "demo", "mail.txt")
    assert "sha256" not in run("receipts", "demo").out
    assert 'sha256 = ""' in (zine / SEASON / "arrivals.toml").read_text()
