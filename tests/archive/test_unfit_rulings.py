"""Rulings that do not fit, and what is said to happen if a fault is left."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.folders import change, hand_in, hand_in_opening, made, rule, season_of
from tests.archive.folders import closed as close_season
from tests.archive.test_designations import closed, quake
from zinegen.archive import CloseResult, check_folder


def titles(done: CloseResult) -> list[str]:
    assert done.waiting is not None
    return [one.title for one in done.waiting.reasons]


def test_a_place_that_is_no_answer_is_told_with_the_answers_and_the_question_stays(tmp_path: Path):
    folder = quake(tmp_path)
    closed(folder)
    rule(folder, about="italy", do="place", unit="F Tun", coast="disband")
    done = closed(folder, 1)
    assert titles(done) == [
        'place F Tun "disband" about Italy is no answer to what is asked',
        "Italy may say where F Tun goes: ION or TYS",
    ]
    assert done.waiting is not None
    assert done.waiting.reasons[0].hint == "the answers are ION or TYS"
    # When the time is over the rules would decide otherwise than the GM meant.
    assert titles(closed(folder, 25))[0].startswith('place F Tun "disband" about Italy')
    change(season_of(folder).folder / "rulings.toml", "disband", "ION")
    assert closed(folder, 26).records


def test_a_place_for_a_fleet_that_nobody_asks_about_is_told_of(tmp_path: Path):
    folder = made(tmp_path)
    hand_in_opening(folder)
    rule(folder, about="france", do="place", unit="F Bre", coast="sc")
    done = close_season(folder)
    assert done.records
    assert [one.title for one in done.findings] == [
        'place F Bre "sc" about France: nobody asks where it goes'
    ]


def test_orders_that_are_accepted_and_are_not_there_make_the_game_wait(tmp_path: Path):
    folder = made(tmp_path)
    hand_in_opening(folder)
    (season_of(folder).folder / "orders/russia.toml").unlink()
    rule(folder, about="russia", do="accept")
    (title,) = titles(close_season(folder))
    assert title.startswith("Russia's orders are to be accepted, and orders/russia.toml holds none")


def test_a_ruling_of_another_kind_about_the_power_is_named_beside_the_question(tmp_path: Path):
    folder = made(tmp_path)
    hand_in_opening(folder)
    path = hand_in(folder, "Italy", orders="A Ven H")
    path.write_text(f'{path.read_text()}note = "A word."\n')
    rule(folder, about="italy", do="accept")
    (title,) = titles(close_season(folder))
    assert title.startswith("Italy wrote to the GM")
    assert title.endswith('what you ruled ("accept") does not answer this')


@pytest.mark.parametrize(
    ("policy", "orders", "left"),
    [
        (
            "unreadable_line",
            "A Ven - Nowhere",
            "the game waits for the GM; left unread, A Ven will hold",
        ),
        ("", "A Ven - Nowhere", "A Ven will hold"),
        ("unreadable_file", None, "none of its orders count, and the game waits for the GM"),
        ("", None, "none of its orders count, and its units hold"),
    ],
)
def test_what_happens_if_it_is_left_is_what_the_policy_does(
    tmp_path: Path, policy: str, orders: str | None, left: str
):
    folder = made(tmp_path)
    for name in {"unreadable_file", "unreadable_line"} - {policy}:
        change(folder / "game.toml", f'{name} = "wait"', f'{name} = "hold"')
    path = hand_in(folder, "Italy", orders=orders or "A Ven H")
    if orders is None:
        path.write_text("what =\n")
    found = [f for one in check_folder(folder) for f in one.findings if "italy" in f.where.file]
    assert [one.if_left for one in found if one.level == "error"] == [left]


def test_files_notes_lines_and_missing_orders_are_asked_about_in_one_round(tmp_path: Path):
    folder = made(tmp_path)
    hand_in_opening(folder)
    orders = season_of(folder).folder / "orders"
    (orders / "austria.toml").unlink()
    (orders / "england.toml").write_text("what =\n")
    hand_in(folder, "France", orders="A Par - Nowhere\nA Mar H\nF Bre H")
    path = hand_in(folder, "Italy", orders="A Ven - Nowhere\nA Rom H\nF Nap H")
    path.write_text(f'{path.read_text()}note = "A word."\n')
    (orders / "russia.toml").rename(orders / "Russia.txt")
    done = close_season(folder)
    assert done.waiting is not None
    asked = sorted({" ".join(one.ruling) for one in done.waiting.reasons})
    assert asked == [
        'about = "austria" do = "proceed"',
        'about = "england" do = "proceed"',
        'about = "france" do = "proceed"',
        'about = "italy" do = "noted"',
        'about = "italy" do = "proceed"',
        'about = "russia" do = "proceed"',
    ]
    for line in asked:
        _, about, _, do = line.replace("= ", "").replace('"', "").split()
        rule(folder, about=about, do=do)
    assert close_season(folder).records
