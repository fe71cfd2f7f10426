"""The settings of mails: what is right is read, what is wrong is told, and no password is repeated."""

import pytest

from zinegen.delivery.mail_settings import parse_address, read_mail_settings

RIGHT = """
left = ["Gone@Example.org"]

[smtp]
host = "mail.example.org"
user = "ann"
password = "hunter2"
from = "The Fault Line <zine@example.org>"

[[reader]]
mail = "Bob <bob@example.org>"

[[reader]]
mail = "cy@example.org"
issues = false
games = ["winter"]
"""


def test_settings_are_read():
    settings, findings = read_mail_settings(RIGHT.encode(), "mail.toml")
    assert findings == ()
    assert settings is not None
    assert (settings.host, settings.port, settings.security) == (
        "mail.example.org",
        587,
        "starttls",
    )
    assert str(settings.sender) == "The Fault Line <zine@example.org>"
    assert [(one.address.addr_spec, one.issues, one.games) for one in settings.readers] == [
        ("bob@example.org", True, ()),
        ("cy@example.org", False, ("winter",)),
    ]
    assert settings.left == {"gone@example.org"}


def test_a_password_of_the_environment_counts_before_the_one_in_the_file():
    settings, _ = read_mail_settings(RIGHT.encode(), "mail.toml", "other")
    assert settings is not None
    assert settings.password == "other"  # noqa: S105


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ("host = ", "hots = ", 5, "smtp.host is missing"),
        ("host = ", 'security = "ssl"\nhost = ', 5, 'security cannot be "ssl"'),
        ("zine@example.org>", "zine>", 8, "this is no mail address"),
        ("bob@example.org", "bob", 11, "this is no mail address"),
        ('["winter"]', '["../x"]', 16, "'../x' is no name of a game"),
        ('[[reader]]\nmail = "B', '[[readr]]\nmail = "B', 10, "no heading"),
        ('["Gone@Example.org"]', '["gone"]', 2, "no mail address"),
        ("user = ", "port = 70000\nuser = ", 6, "port is not a whole number from 1 to 65535"),
        ("user = ", "leave = 'ftp://x'\nuser = ", 6, "neither a mail address nor an https address"),
        ("user = ", "security = 'none'\nuser = ", 6, "for everybody to read"),
        ("issues = false", "issues = 'no'", 15, "issues is not true or false"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(old, new, line, told):
    assert old in RIGHT
    settings, findings = read_mail_settings(RIGHT.replace(old, new, 1).encode(), "mail.toml")
    assert settings is None
    titles = [one.title for one in findings]
    assert any(told in title for title in titles), titles
    assert any(one.where.line in {line, 4} for one in findings), findings
    assert all(one.if_left == "no mail is sent" for one in findings)
    assert "hunter2" not in repr(findings)


@pytest.mark.parametrize("text", ["password = hunter2", 'password = "hunter2', "\0", "[smtp]"])
def test_no_password_is_repeated_where_nothing_can_be_read(text):
    settings, findings = read_mail_settings(text.encode(), "mail.toml")
    assert settings is None
    assert findings
    assert "hunter2" not in repr(findings)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ann",
        "ann@",
        "a b@c.d",
        "Ann <ann@x.org> <b@x.org>",
        "x\r\nBcc: y@z.org",
        "\x01 <a@b.org>",
    ],
)
def test_what_is_no_address_is_none(text):
    assert parse_address(text) is None
