"""What the GM is told of what has come in: that it opens and can be read, and never what it says."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from tests.archive.folders import GAME, change, closed, hand_in, made, opened, rule, season_of
from zinegen.archive import (
    PressSlot,
    list_inbox,
    make_key_pair,
    parse_identity,
    seal_orders,
    seal_press,
)
from zinegen.board import Power

GM, STRANGER = make_key_pair(), make_key_pair()
ENGLAND, FRANCE = Power("England"), Power("France")


def said(folder: Path, key: str = GM.secret) -> dict[str, bool]:
    """Return every sentence, and whether it is good news."""
    return {word.text: word.is_good for word in list_inbox(opened(folder), parse_identity(key))}


def hand_in_sealed(folder: Path, power: Power, orders: str) -> Path:
    season = season_of(folder, -1)
    path = hand_in(folder, power, orders=orders)
    slot = season.slot(power)
    sealed = path.with_name(f"{path.name}.age")
    sealed.write_bytes(seal_orders(path.read_text(), slot, [GM.public], "2026-11-30T18:02:00Z"))
    path.unlink()
    return sealed


def test_a_deadline_that_has_passed_is_called_passed(tmp_path: Path):
    folder = made(tmp_path, deadline=datetime(2020, 12, 1, 22, tzinfo=UTC))
    assert said(folder)[
        "1901-1-spring is open; its deadline has passed, Tuesday 1 December 2020, 22:00 UTC"
    ]


def test_every_power_is_told_of_and_no_order_is_shown(tmp_path: Path):
    folder = made(tmp_path, gm_keys=(GM.public,), deadline=datetime(2926, 12, 1, 22, tzinfo=UTC))
    hand_in_sealed(folder, ENGLAND, "F Lon - NTH\nF Edi - NWG\nA Lvp - Yor")
    hand_in_sealed(folder, FRANCE, "F Bre - MAO\nA Par jumps\nA Mar H")
    hand_in(folder, "Italy", orders="A Ven - Tri")
    assert said(folder) == {
        "1901-1-spring is open until Sunday 1 December 2926, 22:00 UTC": True,
        "Austria: nothing yet": True,
        "England: opens, 3 of 3 orders readable": True,
        "France: opens, 2 of 3 orders readable": False,
        "Germany: nothing yet": True,
        "Italy: lies there in plain, and everybody has seen it; ask for sealed orders": False,
        "Russia: nothing yet": True,
        "Turkey: nothing yet": True,
    }


def test_what_does_not_open_is_told_with_its_code(tmp_path: Path):
    folder = made(tmp_path, gm_keys=(GM.public,))
    path = hand_in_sealed(folder, ENGLAND, "F Lon - NTH")
    assert "/orders/england.toml.age: S07" in " ".join(said(folder, STRANGER.secret))
    path.rename(path.with_name("france.toml.age"))
    assert "/orders/france.toml.age: S05" in " ".join(said(folder))
    words = list_inbox(opened(folder), None)
    assert "France: sealed; there is no key here to try it" in {word.text for word in words}


def test_open_orders_are_counted_too_and_a_note_is_mentioned(tmp_path: Path):
    folder = made(tmp_path)
    hand_in(folder, "England", orders="F Lon - NTH\nF Edi - Nrt", note="See you!")
    told = said(folder)
    assert told["England: is there, 1 of 2 orders readable, a note for the GM"] is False
    assert "See you" not in " ".join(told)
    path = season_of(folder).folder / "orders/england.toml"
    path.write_text("orders = [")
    assert said(folder)["England: cannot be read, 1 fault; see `check`"] is False


def test_press_is_told_of_and_tried(tmp_path: Path):
    folder = made(tmp_path, gm_keys=(GM.public,))
    season = season_of(folder)
    press = season.folder / "press"
    press.mkdir()
    (press / "gm-1.md").write_text("Hello")
    slot = PressSlot(game=GAME, season=season.slug, author=ENGLAND, number=1, shown=season.shown)
    powers = opened(folder).settings.powers
    text = "---\nto: France\n---\nA secret word"
    (press / "england-1.md.age").write_bytes(seal_press(text, slot, [GM.public], powers))
    (press / "england-2.md.age").write_text("nonsense")
    told = said(folder)
    assert told["press: 1 in plain"]
    assert told["England: press 1 opens, for some only"]
    assert "S06" in next(text for text, good in told.items() if not good)
    assert "secret word" not in " ".join(told)


def test_a_game_that_waits_says_why_and_one_that_is_over_wants_nothing(tmp_path: Path):
    folder = made(tmp_path)
    hand_in(folder, "England", orders="A Lvp - Yor")
    closed(folder)
    words = said(folder)
    assert any("waits for the GM: there are no orders of" in text for text in words)
    assert not any(words.values())
    for power in opened(folder).settings.powers:
        rule(folder, about=power.lower(), do="proceed")
    rule(folder, do="end-game", winner="england")
    closed(folder)
    assert said(folder) == {"no orders are wanted": True}


def test_a_power_that_owes_nothing_is_not_waited_for(tmp_path: Path):
    folder = made(tmp_path)
    change(
        season_of(folder).folder / "season.toml",
        'phases   = ["S1901M", "S1901R"]',
        'phases = ["S1901R"]',
    )
    assert all("nothing yet" not in text for text in said(folder))
