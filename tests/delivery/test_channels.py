"""The settings of channels: addresses come from outside, and are repeated nowhere."""

import pytest

from zinegen.delivery.channels import USUAL, read_channels

RIGHT = """
[[channel]]
name = "our-discord"
kind = "discord"
address = "$HOOK"
games = ["winter"]
news = ["season", "missing"]
hours = 24

[channel.mentions]
"Cécile Dupont" = "42"

[[channel]]
name = "room"
kind = "matrix"
address = "https://m.example"
room = "!abc:m.example"
token = "sesame"
"""
VARIABLES = {"HOOK": "https://discord.example/api/webhooks/1/sesame"}


def test_channels_are_read_and_variables_filled_in():
    channels, findings = read_channels(RIGHT.encode(), "channels.toml", VARIABLES)
    assert findings == ()
    one, other = channels
    assert one.address == VARIABLES["HOOK"]
    assert (one.games, one.news, one.hours) == (("winter",), ("season", "missing"), 24)
    assert one.mentions == {"Cécile Dupont": "42"}
    assert other.news == USUAL
    assert "missing" not in USUAL


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"$HOOK"', '"$NONE"', "the variable NONE is empty"),
        ('"$HOOK"', '"http://discord.example/x"', "this is no https address"),
        ('"$HOOK"', '"https://u:sesame@discord.example/x"', "this is no https address"),
        ('"$HOOK"', '"https://[bad/x"', "this is no https address"),
        ('"$HOOK"', '"file:///etc/passwd"', "this is no https address"),
        ('address = "$HOOK"', "", "address is missing"),
        ('"discord"', '"discrod"', 'kind cannot be "discrod"'),
        ('name = "room"', 'name = "our-discord"', "two channels are called our-discord"),
        ('name = "room"', 'name = "Our Room"', "this is no name"),
        ('"missing"', '"gossip"', "there are no news 'gossip'"),
        ('token = "sesame"', "", "Matrix needs a room and a token"),
        ("!abc:m.example", "abc", "this is no room"),
        ("hours = 24", "hours = 0", "whole number"),
        ("games =", "game =", "no heading game"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_secret_with_it(old, new, told):
    assert old in RIGHT
    text = RIGHT.replace(old, new, 1)
    channels, findings = read_channels(text.encode(), "channels.toml", VARIABLES)
    assert channels == ()
    titles = [one.title for one in findings]
    assert any(told in title for title in titles), titles
    assert "sesame" not in repr(findings)
    assert all(one.if_left == "nothing is announced" for one in findings)


@pytest.mark.parametrize("text", ["", "token = sesame", "\0"])
def test_what_is_no_list_of_channels_is_told(text):
    channels, findings = read_channels(text.encode(), "channels.toml", {})
    assert channels == ()
    assert findings
    assert "sesame" not in repr(findings)
