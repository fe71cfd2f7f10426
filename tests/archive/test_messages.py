"""Mails that are made to keep a reader busy are refused, or read as fast as others."""

import time

import pytest

from zinegen.archive.mail.messages import MessageError, read_message

HEAD = b"From: a@example.org\nSubject: x\nContent-Type: "


@pytest.mark.parametrize(
    "content",
    [
        HEAD + b"text/plain; " + b"a=b;" * 50_000 + b"\n\nFrance",
        HEAD + b"multipart/mixed; boundary=a\n\n--a\n" + b"Content-Type: message/rfc822\n\n" * 3000,
        b"France" + b"\n" * 6000,
        b"France\0",
    ],
)
def test_a_mail_that_holds_more_than_orders_is_refused(content: bytes) -> None:
    with pytest.raises(MessageError):
        read_message(content)


@pytest.mark.parametrize("part", [b"<a ", b"<!--", b"<!", b"</", b"<?", b"&#"])
def test_html_that_does_not_end_is_read_at_once(part: bytes) -> None:
    begun = time.process_time()
    read_message(HEAD + b"text/html\n\n" + part * 20_000)
    assert time.process_time() - begun < 2
