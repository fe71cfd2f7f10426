"""Chance that can be checked."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import pairwise

import pytest

from zinegen.archive import read_toml
from zinegen.archive.folder.chance import new_secret, write_draws
from zinegen.errors import GameFolderError
from zinegen.game import Phase, Throw
from zinegen.play.chance import NO_DICE, Dice, commitment, draw_number, first_key, throw_key
from zinegen.play.texts import SETTINGS, Draw, Throws, parse_secret
from zinegen.play.texts.chance_file import full_label, read_chance_file

SECRET = bytes(range(32))


def test_a_commitment_is_the_digest_of_the_secret():
    assert commitment(SECRET) == "sha256:" + hashlib.sha256(SECRET).hexdigest()
    assert len({new_secret() for _ in range(20)}) == 20


def test_the_method_is_the_one_that_is_published():
    key = hmac.digest(SECRET, b"v2\0", "sha256")
    assert throw_key(SECRET) == key
    block = hmac.digest(key, b"label\0" + bytes(8), "sha256")
    assert draw_number(key, "label", 7) == int.from_bytes(block[:8], "big") % 7 + 1


def test_draws_stay_the_same_for_ever():
    key = first_key(SECRET, "ode-21", ["salt", "pepper"])
    assert [draw_number(key, f"1901-1-spring/S1901E/coast/F {name}", 3) for name in "abcdefgh"] == [
        3, 1, 1, 3, 2, 1, 1, 1,
    ]  # fmt: skip


def test_nonces_of_the_players_change_every_draw_and_their_order_none():
    bare = throw_key(SECRET)
    salted = throw_key(SECRET, ["a", "b"])
    assert bare != salted
    assert salted == throw_key(SECRET, ["b", "a"])
    assert salted != throw_key(SECRET, ["ab"])


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 34])
def test_every_side_is_as_likely_as_the_others(sides: int):
    key, count = throw_key(SECRET, ["fair"]), 6000
    found = Counter(draw_number(key, str(number), sides) for number in range(count))
    assert set(found) == set(range(1, sides + 1))
    chi = sum((found[side] - count / sides) ** 2 / (count / sides) for side in found)
    assert chi < sides + 5 * (2 * sides) ** 0.5


def test_a_throw_without_sides_is_refused():
    with pytest.raises(ValueError, match="side"):
        draw_number(SECRET, "label", 0)


def test_dice_follow_the_secret_and_without_it_there_are_none():
    throw = Throw(label="coast/F Con", candidates=("AEG", "BLA"))
    label = full_label(Phase.parse("S1901E"), throw)
    assert label == "S1901E/coast/F Con"
    thrown = Dice(game="ode", secret=SECRET).throw(1, label, 2)
    assert thrown == draw_number(throw_key(SECRET), label, 2)
    assert Dice(game="ode", secret=SECRET).throw(9, label, 2) == thrown
    assert NO_DICE.throw(1, label, 2) is None


def test_nonces_of_the_players_change_the_throws():
    plain = Dice(game="ode", secret=SECRET)
    salted = Dice(game="ode", secret=SECRET, nonces=("rain", "sun"))
    labels = [str(number) for number in range(20)]
    results = [[dice.throw(1, label, 1000) for label in labels] for dice in (plain, salted)]
    assert results[0] != results[1]
    turned = Dice(game="ode", secret=SECRET, nonces=("sun", "rain"))
    assert results[1] == [turned.throw(1, label, 1000) for label in labels]


def test_each_link_of_a_chain_is_the_digest_of_the_next_and_the_first_is_committed_to():
    dice = Dice(game="ode", secret=SECRET, links=5)
    links = [dice.secret_for(turn) for turn in range(1, 6)]
    assert links[-1] == SECRET
    for one, later in pairwise(links):
        assert later is not None
        assert one == hashlib.sha256(later).digest()
    assert links[0] is not None
    assert commitment(SECRET, 5) == commitment(links[0])
    assert dice.link_to_publish(2) == links[1].hex()
    assert Dice(game="ode", secret=SECRET).link_to_publish(2) == ""


def test_a_chain_ends_with_its_last_link():
    dice = Dice(game="ode", secret=SECRET, links=5)
    assert dice.throw(6, "label", 6) is None
    assert dice.link_to_publish(6) == ""
    results = [dice.throw(turn, "label", 1 << 40) for turn in range(1, 6)]
    assert len(set(results)) == 5


def test_throws_are_written_and_read_back_equal(tmp_path):
    draws = (
        Draw(label="a/coast/F Con", candidates=("AEG", "BLA"), result=2),
        Draw(label="b/order/1", candidates=("x", "y", "z"), result=1, by="gm"),
    )
    path = tmp_path / "chance.toml"
    write_draws(path, reversed(draws))
    document = read_toml(path, "chance.toml", SETTINGS).document
    assert document is not None
    assert read_chance_file(document) == (Throws(draws=draws), ())
    write_draws(path, draws, SECRET.hex())
    document = read_toml(path, "chance.toml", SETTINGS).document
    assert document is not None
    assert read_chance_file(document) == (Throws(draws=draws, secret=SECRET), ())


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("result = 3", "result"),
        ("result = 0", "result"),
        ("candidates = []", "no result among"),
        ("sides = 5", "no result among"),
        ("by = 'me'", "cannot be"),
        ("colour = 1", "no heading colour"),
        ("result = 'two'", "whole number"),
    ],
)
def test_a_wrong_throw_is_a_finding_and_does_not_count(tmp_path, line: str, what: str):
    table = {"label": "'a'", "sides": "2", "candidates": "['x', 'y']", "result": "1", "by": "'gm'"}
    key, _, value = line.partition(" = ")
    table[key] = value
    path = tmp_path / "chance.toml"
    path.write_text("[[draw]]\n" + "".join(f"{name} = {text}\n" for name, text in table.items()))
    document = read_toml(path, "chance.toml", SETTINGS).document
    assert document is not None
    throws, findings = read_chance_file(document)
    assert throws.draws == ()
    assert what in findings[0].title


def test_a_secret_that_is_none_is_not_repeated():
    assert parse_secret(SECRET.hex() + "\n") == SECRET
    with pytest.raises(GameFolderError, match="64 hexadecimal digits") as caught:
        parse_secret("abcd")
    assert "abcd" not in str(caught.value)
