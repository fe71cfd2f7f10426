"""How players write to the GM: a mail address or a link, and nothing that could do harm."""

from pathlib import Path

import pytest

from tests.archive.folders import change, made, opened
from zinegen.archive import open_game
from zinegen.archive.folder.contacts import Contact, is_mail_address, parse_contact


@pytest.mark.parametrize(
    ("text", "shown", "link"),
    [
        ("ann@example.org", "ann@example.org", "mailto:ann@example.org"),
        ("mailto:ann+zine@example.org", "ann+zine@example.org", "mailto:ann+zine@example.org"),
        ("Ann <ann@example.org>", "Ann", "mailto:ann@example.org"),
        ("https://example.org/ann/", "example.org/ann", "https://example.org/ann/"),
        ("Our chat <https://chat.example/x?y=1>", "Our chat", "https://chat.example/x?y=1"),
        ("<script> <ann@example.org>", None, None),
        ("javascript:alert(1)", None, None),
        ("x <javascript:alert(1)>", None, None),
        ('https://example.org/" onclick="x', None, None),
        ("https://ann:secret@example.org/", None, None),
        ("https:///x", None, None),
        ("https://[::1/", None, None),
        ("ann@example", None, None),
        ("ann@example.org?bcc=eve@example.org", None, None),
        ("A\u202enn <ann@example.org>", None, None),
        ("a" * 400 + "@example.org", None, None),
        ("ask me", None, None),
    ],
)
def test_a_contact_is_an_address_or_a_link_with_words_of_ones_own(text, shown, link) -> None:
    expected = Contact(shown, link) if link else None
    assert parse_contact(text) == expected


def test_an_address_alone_is_a_mail_address() -> None:
    assert is_mail_address("bob@example.org")
    assert not is_mail_address("Bob <bob@example.org>")


def test_a_gm_has_a_contact_and_a_player_a_mail_address(tmp_path: Path) -> None:
    folder = made(tmp_path, players={"France": "Cécile"})
    path = folder / "game.toml"
    change(path, '{ name = "The GM" }', '{ name = "The GM", contact = "Ann <ann@example.org>" }')
    change(path, '{ name = "Cécile" }', '{ name = "Cécile", mail = "cecile@example.org" }')
    settings = opened(folder).settings
    assert settings.gm.contact == Contact("Ann", "mailto:ann@example.org")
    assert settings.players["France"].mail == "cecile@example.org"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"The GM"', '"The GM", contact = "ask me"', "neither a mail address nor a link"),
        ('"The GM"', '"The GM", mail = "ann@example.org"', "no heading mail"),
        ('"Cécile"', '"Cécile", mail = "cecile"', "this is no mail address"),
        ('"Cécile"', '"Cécile", contact = "c@example.org"', "no heading contact"),
    ],
)
def test_what_is_no_contact_is_told_with_its_place(tmp_path: Path, old, new, told) -> None:
    folder = made(tmp_path, players={"France": "Cécile"})
    change(folder / "game.toml", old, new)
    (found,) = open_game(folder).findings
    assert told in found.title
    assert found.where.line
