"""Throws made again from the published secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.folders import (
    GAME,
    change,
    closed,
    go_on_without_orders,
    hand_in_opening,
    made,
    opened,
    season_of,
)
from zinegen.archive import Dice, commitment, verify_game
from zinegen.game import Report, Throw
from zinegen.rules import adjudicate

SECRET = bytes(range(32))
SIDES = tuple(f"side {number:02}" for number in range(80))


@pytest.fixture(autouse=True)
def throwing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every season need a throw; no rule of the standard game does."""
    throw = Throw(label="coast/F Con", candidates=SIDES)

    def asking(variant, state, sheet):
        if state.phase.kind == "M" and throw.label not in sheet.throws:
            return state, Report(needs=throw)
        return adjudicate(variant, state, sheet)

    monkeypatch.setattr("zinegen.play.season.adjudicate", asking)


def pledged(tmp_path: Path, chance: str) -> Path:
    folder = made(tmp_path)
    hand_in_opening(folder)
    with (folder / "game.toml").open("a") as file:
        file.write(f"\n[chance]\n{chance}\n")
    return folder


def publish(folder: Path, secret: bytes = SECRET) -> None:
    change(folder / "game.toml", "[chance]\n", f"[chance]\nsecret = '{secret.hex()}'\n")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a game of which one season was played with one secret, still unpublished."""
    folder = pledged(tmp_path, f"commitment = '{commitment(SECRET)}'\nnonces = ['rain']")
    closed(folder, dice=Dice(game=GAME, secret=SECRET, nonces=("rain",)))
    return folder


def test_before_the_secret_is_published_nobody_can_tell(folder: Path):
    found = verify_game(folder)
    assert (found.is_sound, found.unchecked) == (True, 1)


def test_every_throw_is_made_again_from_the_published_secret(folder: Path):
    publish(folder)
    found = verify_game(folder)
    assert (found.is_sound, found.unchecked) == (True, 0)


def test_a_secret_that_the_game_was_not_committed_to_is_told(folder: Path):
    publish(folder, bytes(32))
    (difference,) = verify_game(folder).differences
    assert "not the one that the game was committed to" in difference.text


def test_a_nonce_that_was_changed_afterwards_gives_other_throws(folder: Path):
    publish(folder)
    change(folder / "game.toml", "'rain'", "'snow'")
    first, second = verify_game(folder).differences
    assert "the list of nonces in game.toml was edited" in first.text
    assert "the throw S1901M/coast/F Con is recorded as" in second.text


def test_a_throw_that_the_gm_made_up_is_found(tmp_path: Path):
    folder = pledged(tmp_path, f"commitment = '{commitment(SECRET)}'")
    closed(folder, dice=Dice(game=GAME, secret=bytes(32)))
    publish(folder)
    assert not verify_game(folder).is_sound


def test_a_result_that_the_gm_typed_is_no_throw_to_make_again(tmp_path: Path):
    folder = pledged(tmp_path, f"commitment = '{commitment(SECRET)}'")
    sides = ", ".join(f"'{side}'" for side in SIDES)
    (season_of(folder).folder / "chance.toml").write_text(
        "[[draw]]\nlabel = 'S1901M/coast/F Con'\nby = 'gm'\nresult = 3\n"
        f"sides = {len(SIDES)}\ncandidates = [\n{sides.replace(', ', chr(10) + ', ')}\n]\n"
    )
    assert closed(folder).records
    publish(folder)
    found = verify_game(folder)
    assert (found.is_sound, found.unchecked) == (True, 0)


# A chain of secrets


@pytest.fixture
def chained(tmp_path: Path) -> Path:
    """Give a game of two seasons played with a chain of secrets."""
    said = commitment(SECRET, 30)
    folder = pledged(tmp_path, f"commitment = '{said}'\nchain = 30")
    dice = Dice(game=GAME, secret=SECRET, links=30)
    closed(folder, dice=dice)
    go_on_without_orders(folder)
    closed(folder, dice=dice)
    return folder


def test_with_a_chain_each_season_can_be_checked_at_once(chained: Path):
    assert len(opened(chained).recorded) == 2
    links = [season_of(chained, number).link for number in (0, 1)]
    assert None not in links
    assert SECRET not in links
    found = verify_game(chained)
    assert (found.is_sound, found.unchecked) == (True, 0)


def test_a_link_of_another_chain_or_of_another_season_is_told(chained: Path):
    links = [season_of(chained, number).link for number in (0, 1)]
    assert links[0] is not None
    assert links[1] is not None
    path = season_of(chained, 1).folder / "chance.toml"
    change(path, links[1].hex(), links[0].hex())
    assert "no link of the chain" in " ".join(one.text for one in verify_game(chained).differences)


def test_the_last_link_published_at_the_end_checks_all(chained: Path):
    publish(chained)
    assert verify_game(chained).is_sound


def test_a_link_without_a_chain_is_told(tmp_path: Path):
    folder = pledged(tmp_path, f"commitment = '{commitment(SECRET, 30)}'")
    closed(folder, dice=Dice(game=GAME, secret=SECRET, links=30))
    assert not verify_game(folder).is_sound


@pytest.mark.parametrize(
    ("chance", "what"),
    [
        ("commitment = 'sha256:12'", "no commitment"),
        (f"commitment = '{commitment(SECRET)}'\nsecret = 'xyz'", "no secret"),
        (f"commitment = '{commitment(SECRET)}'\nchain = -1", "chain"),
        (f"commitment = '{commitment(SECRET)}'\nchain = 'long'", "chain"),
        ("nonces = ['rain']", "commitment"),
    ],
)
def test_a_pledge_that_is_none_is_a_finding(tmp_path: Path, chance: str, what: str):
    from zinegen.archive import open_game

    folder = pledged(tmp_path, chance)
    assert what in open_game(folder).findings[0].title
