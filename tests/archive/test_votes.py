"""Votes of the players on how a game ends: who is asked, what is told, what ends the game."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from tests.archive.folders import (
    NOW,
    OPENING,
    hand_in,
    hand_in_opening,
    made,
    opened,
    rule,
    season_of,
)
from zinegen.archive import CloseOptions, CloseResult, close_game, verify_game
from zinegen.archive.closing.check import check_order_file
from zinegen.archive.closing.progress import play
from zinegen.notation.findings import Finding
from zinegen.play.records.records import SeasonRecord
from zinegen.play.texts.rulings_file import RulingKind

ALL = tuple(OPENING)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game with votes, whose orders of spring 1901 are all in."""
    folder = made(tmp_path, deadline=NOW)
    house_rule(folder, "count")
    hand_in_opening(folder)
    return folder


def house_rule(folder: Path, told: str) -> None:
    path = folder / "game.toml"
    lines = [
        f'votes = "{told}"' if line.startswith("votes") else line
        for line in path.read_text().splitlines()
    ]
    path.write_text("\n".join(lines))


def vote(folder: Path, vote: str, *powers: str) -> None:
    """Let powers vote; what stands in their files stays."""
    for power in powers:
        path = season_of(folder).folder / "orders" / f"{power.lower()}.toml"
        path.write_text(f"vote = {vote}\n" + path.read_text())


def find_votes(folder: Path) -> list[Finding]:
    """Return what `check` says of the votes in all files."""
    current = play(opened(folder))
    files = season_of(folder).files.values()
    return [
        one
        for file in files
        for one in check_order_file(current, file).findings
        if one.code == "O35"
    ]


def closed(folder: Path) -> SeasonRecord:
    ended: CloseResult = close_game(folder, CloseOptions(now=NOW + timedelta(minutes=1)))
    (record,) = ended.records
    return record


def told(record: SeasonRecord) -> list[tuple[str, str, str]]:
    return [
        (one.proposal, one.result, one.votes)
        for one in record.decisions
        if one.kind is RulingKind.VOTE
    ]


def test_a_draw_of_all_survivors_ends_the_game_after_the_season(folder):
    vote(folder, '"Draw"', *ALL)
    record = closed(folder)
    assert record.after.winners == record.after.powers
    assert told(record) == [("a draw between all survivors", "accepted", "7 of 7 for it")]
    assert record.phases[0].report.rulings  # the season was played
    assert verify_game(folder).is_sound


def test_one_who_does_not_agree_or_hands_in_nothing_keeps_the_game_going(folder):
    vote(folder, '"draw"', *ALL[1:])
    assert closed(folder).after.winners is None
    assert told(opened_record(folder)) == [
        ("a draw between all survivors", "rejected", "6 of 7 for it")
    ]


def opened_record(folder: Path) -> SeasonRecord:
    from zinegen.archive import play

    return play(opened(folder)).recorded[0]


def test_a_concession_needs_all_but_the_winner_and_a_draw_goes_before_it(folder):
    others = [power for power in ALL if power != "Turkey"]
    vote(folder, '"concede to Turkey"', *others)
    assert closed(folder).after.winners == ("Turkey",)


def test_both_carried_is_a_draw(folder):
    vote(folder, '["concede turkey", "draw"]', *ALL)
    record = closed(folder)
    assert record.after.winners == record.after.powers


@pytest.mark.parametrize(
    ("rule_told", "wanted"),
    [
        ("carried", []),
        ("count", [("a concession to Turkey", "rejected", "2 of 6 for it")]),
        ("who", [("a concession to Turkey", "rejected", "2 of 6 for it: England and France")]),
    ],
)
def test_the_house_rule_says_what_is_told(folder, rule_told, wanted):
    house_rule(folder, rule_told)
    vote(folder, '"concede turkey"', "France", "England", "Turkey")
    record = closed(folder)
    assert told(record) == wanted
    assert record.after.winners is None


def test_who_is_in_civil_disorder_is_not_asked_but_shares_the_draw(folder):
    rule(folder, about="italy", do="civil-disorder")
    vote(folder, '"draw"', *(power for power in ALL if power != "Italy"))
    record = closed(folder)
    assert told(record)[0][2] == "6 of 6 for it"
    assert record.after.winners == record.after.powers


def test_what_the_gm_rules_goes_before_any_vote(folder):
    vote(folder, '"draw"', *ALL)
    rule(folder, do="concede", winner="russia")
    record = closed(folder)
    assert record.after.winners == ("Russia",)
    assert told(record) == []


def test_a_house_rule_changed_later_changes_no_season_that_is_locked(folder):
    vote(folder, '"concede turkey"', "France")
    closed(folder)
    house_rule(folder, "who")
    assert verify_game(folder).is_sound
    house_rule(folder, "none")
    assert verify_game(folder).is_sound


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('"concede turkiye"', 'did you mean "concede turkey"?'),
        ('"peace"', "is no vote"),
        ('["draw", "concede"]', "is no vote"),
    ],
)
def test_a_vote_that_is_none_is_told_and_the_orders_count(folder, text, says):
    vote(folder, text, "France")
    (wrong,) = find_votes(folder)
    assert says in f"{wrong.title} {wrong.hint}"
    assert "the orders count all the same" in wrong.if_left
    assert "France" not in closed(folder).missing


def test_where_there_are_no_votes_one_is_told_and_counts_for_nothing(folder):
    house_rule(folder, "none")
    vote(folder, '"draw"', *ALL)
    assert all("no votes in this game" in one.title for one in find_votes(folder))
    assert closed(folder).after.winners is None


def test_a_file_with_nothing_but_a_vote_is_handed_in(folder):
    hand_in(folder, "France", orders="")
    vote(folder, '"draw"', "France")
    assert "France" not in closed(folder).missing


def test_a_vote_of_the_wrong_kind_is_an_error_with_its_place(folder):
    vote(folder, "3", "France")
    (wrong,) = (one for one in opened(folder).findings if one.where.file.endswith("france.toml"))
    assert "vote is not a text" in wrong.title
