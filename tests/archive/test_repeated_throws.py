"""Throws made again from the published secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.folders import (
    GAME,
    NOW,
    change,
    closed,
    go_on_without_orders,
    hand_in_opening,
    made,
    opened,
    season_of,
)
from zinegen.archive import reopen_season, verify_game
from zinegen.archive.folder.chance import write_draws
from zinegen.game import Report, Throw
from zinegen.play import Dice, commitment
from zinegen.play.texts import Draw
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
    assert verify_game(folder).unchecked == 1
    publish(folder)
    found = verify_game(folder)
    assert (found.is_sound, found.unchecked) == (True, 0)
    (told,) = found.differences
    assert "S1901M/coast/F Con was typed by the GM as 3, the secret gives 58" in told.text


# Words of the players


def words(tmp_path: Path, said: str) -> Path:
    return pledged(tmp_path, f"commitment = '{commitment(SECRET)}'\n{said}")


@pytest.mark.parametrize(
    "said",
    [
        "nonces = ['Rain', 'Süd 12!']",
        "nonces = ['RAIN ', 'su\u0308d12']",
        "nonces = { england = 'r-ain', turkey = 'süd 12' }",
        "nonces = { england = 'rain', turkey = 'süd' }",
    ],
)
def test_of_a_word_only_its_letters_and_digits_count(tmp_path: Path, said: str):
    nonces = opened(words(tmp_path, said)).settings.chance.nonces
    assert (nonces == ("rain", "süd12")) == ("12" in said)


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("nonces = ['rain', 'Rain!']", "two words for chance are the same"),
        ("nonces = { england = 'rain', turkey = 'R.A.I.N.' }", "are the same"),
        ("nonces = { england = ' -- ' }", "empty"),
        ("nonces = { burgundy = 'rain' }", "burgundy is no power"),
        (
            f"nonces = [{', '.join(repr(str(number)) for number in range(9))}]",
            "one word for chance",
        ),
        ("lottery = '03 17'", "in the form that was fixed"),
        ("lottery_form = '00 00'\nlottery = '3 17'", "in the form that was fixed"),
        ("lottery_form = '00 00'\nlottery = '17 03'", "ascending"),
        ("lottery_form = 'six numbers'", "no form of numbers"),
    ],
)
def test_words_of_which_another_could_be_made_are_refused(tmp_path: Path, said: str, what: str):
    from zinegen.archive import open_game

    assert what in open_game(words(tmp_path, said)).findings[0].title


def test_the_numbers_of_a_lottery_are_a_word_in_the_form_that_was_fixed(tmp_path: Path):
    said = "nonces = { england = 'rain' }\nlottery_form = '00 00 00'\nlottery = '03 17 49'"
    assert opened(words(tmp_path, said)).settings.chance.nonces == ("rain", "031749")


def recorded_as_spelt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a game recorded by an earlier version, whose throws followed from words as they were spelt."""
    spelt = "zinegen.archive.folder.chance_settings.normalise_word"
    folder = words(tmp_path, "nonces = ['Rain drops']")
    with monkeypatch.context() as earlier:
        earlier.setattr(spelt, lambda text: text)
        closed(folder, dice=Dice(game=GAME, secret=SECRET, nonces=("Rain drops",)))
    publish(folder)
    return folder


def test_throws_of_earlier_versions_follow_from_words_as_they_were_spelt(tmp_path, monkeypatch):
    folder = recorded_as_spelt(tmp_path, monkeypatch)
    assert verify_game(folder).differences == ()
    assert opened(folder).settings.chance.nonces == ("Rain drops",)


@pytest.mark.parametrize(
    "spelt", ["\uff32\uff41\uff49\uff4e", "r\u24d0in", "RAIN", "\U0001d42bain"]
)
def test_letters_of_another_shape_are_the_usual_ones(tmp_path: Path, spelt: str):
    assert opened(words(tmp_path, f"nonces = ['{spelt}']")).settings.chance.nonces == ("rain",)


def test_in_games_recorded_before_letters_of_another_shape_stay_others(tmp_path, monkeypatch):
    spelt = "\uff32ain drops"
    folder = words(tmp_path, f"nonces = ['{spelt}']")
    with monkeypatch.context() as earlier:
        earlier.setattr(
            "zinegen.archive.folder.chance_settings.normalise_word",
            lambda text: text.casefold().replace(" ", ""),
        )
        closed(folder, dice=Dice(game=GAME, secret=SECRET, nonces=("\uff52aindrops",)))
    publish(folder)
    assert verify_game(folder).differences == ()
    assert opened(folder).settings.chance.nonces == ("\uff52aindrops",)


def reopen(folder: Path) -> None:
    reopen_season(folder, "1901-1-spring", "to look once more", NOW.date())


def test_a_season_with_words_as_spelt_that_is_judged_again_unchanged_is_sound(
    tmp_path, monkeypatch
):
    folder = recorded_as_spelt(tmp_path, monkeypatch)
    reopen(folder)
    assert closed(folder, dice=Dice(secret=SECRET, nonces=("raindrops",))).records
    assert verify_game(folder).differences == ()


def test_a_throw_in_the_first_form_stays_sound_in_a_season_that_is_judged_again(tmp_path: Path):
    folder = words(tmp_path, "")
    old = "1901-1-spring/S1901M/coast/F Con"
    thrown = Dice(game=GAME, secret=SECRET).throw(1, old, len(SIDES))
    assert thrown is not None
    draw = Draw(label=old, candidates=SIDES, result=thrown)
    write_draws(season_of(folder).folder / "chance.toml", [draw])
    closed(folder)
    publish(folder)
    assert "of an old form" in verify_game(folder).differences[0].text
    reopen(folder)
    closed(folder)
    assert verify_game(folder).differences == ()


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
