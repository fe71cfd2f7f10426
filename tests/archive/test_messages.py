"""Mails as they come: all their words are read, and none keeps a reader busy or makes it fail."""

import time
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from zinegen.archive.mail.messages import read_message
from zinegen.play.mails.message_lines import MessageError

HEAD = b"From: a@example.org\nSubject: x\nContent-Type: "
MAILS = sorted((Path(__file__).parents[1] / "data" / "mails").glob("*.eml"))
BITS = (
    *(
        b"\n",
        b"\r",
        b"\n\n",
        b"\n ",
        b" ",
        b";",
        b"=",
        b"*",
        b"0",
        b"%80",
        b'"',
        b"(",
        b"<",
        b"\xe4",
        b"\x1b",
    ),
    *(
        b"From: ",
        b"Subject: ",
        b"=?utf-8?q?",
        b"=?utf-8?b?",
        b"=?unicode_escape?q?",
        b"?=",
        b"=5cud800",
        b"\\ud800",
    ),
    *(b"Content-Type: ", b"text/plain", b"text/html", b"message/rfc822", b"multipart/mixed"),
    *(
        b"multipart/alternative",
        b"charset",
        b"boundary",
        b"name",
        b"format=flowed",
        b"utf-16",
        b"utf-7",
    ),
    *(
        b"idna",
        b"unicode_escape",
        b"Content-Disposition: attachment; filename",
        b"x.toml",
        b"\n--a\n",
    ),
    *(
        b"Content-Transfer-Encoding: ",
        b"base64",
        b"quoted-printable",
        b"<p>",
        b"<!--",
        b"A Par - Bur\n",
    ),
)
HEADS = (b"", HEAD, HEAD + b"multipart/mixed; boundary=a\n\n--a\n", HEAD + b"text/plain;")


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


@pytest.mark.parametrize(
    "header", [b"=? ", b"=?utf-8?q?a?= ", b"\xe4 ", b"(", b"a@example.org, ", b'"', b"<"]
)
@pytest.mark.parametrize("name", [b"Subject", b"From"])
def test_a_long_header_is_read_at_once(name: bytes, header: bytes) -> None:
    begun = time.process_time()
    read_message(
        name + b": " + header * (100_000 // len(header)) + b"\n" + HEAD + b"text/plain\n\nx"
    )
    assert time.process_time() - begun < 2


def words_of(content: bytes) -> dict[str, list[str]]:
    """Return the lines of each text of a message, by the name of the file."""
    return {text.name: [line.text for line in text.lines] for text in read_message(content).texts}


@pytest.mark.parametrize(
    ("subject", "read"),
    [
        (b"Z\xc3\xbcge", "Z\xfcge"),
        (b"=?iso-8859-1?Q?Z=FCge_f=FCr?=\n =?utf-8?B?IFLDvG0=?=", "Z\xfcge f\xfcr R\xfcm"),
        (b"=?no-such-charset?Q?orders?= 1901", "orders 1901"),
        (b"=?unicode_escape?Q?=5cud800?=", ""),
    ],
)
def test_a_subject_is_read_as_it_was_encoded(subject: bytes, read: str) -> None:
    mail = b"From: a@example.org\nSubject: " + subject + b"\n\nA Par H"
    assert read_message(mail).subject == read


@pytest.mark.parametrize(
    ("parameter", "name"),
    [
        (b"filename=orders for x.toml", "orders for x.toml"),
        (b'filename="=?utf-8?Q?f=C3=BCr_x.toml?="', "f\xfcr x.toml"),
        (b"filename*=utf-8''f%C3%BCr%20x.toml", "f\xfcr x.toml"),
        (b'filename*0="orders "; filename*1="x.toml"', "orders x.toml"),
        (b'filename="C:\\games\\x.toml"', "x.toml"),
    ],
)
def test_a_file_is_known_by_its_name_however_it_is_written(parameter: bytes, name: str) -> None:
    disposition = b"application/toml\nContent-Disposition: attachment; " + parameter
    assert words_of(HEAD + disposition + b"\n\nA Par H") == {"": [""], name: ["A Par H"]}


@pytest.mark.parametrize(
    "header", [b"text/plain; charset*=x; charset*0=y", b"text/plain; name*=x.toml; name*0=y"]
)
def test_a_part_whose_parameters_cannot_be_put_together_is_read_without(header: bytes) -> None:
    assert words_of(HEAD + header + b"\n\nA Par - B\xc3\xbcr") == {"": ["A Par - B\xfcr"]}


def test_a_mail_whose_parts_cannot_be_told_apart_is_refused() -> None:
    with pytest.raises(MessageError, match="told apart"):
        read_message(HEAD + b"multipart/mixed; boundary*=a; boundary*0=b\n\n--a\n\nA Par H")


def test_every_text_of_a_mail_is_read_and_of_two_forms_the_one_that_says_something() -> None:
    mail = (
        b"multipart/mixed; boundary=a\n\n--a\nContent-Type: text/plain\n\nA Par H\n--a\n"
        b"Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>A Mar H</p>\n"
        b"--b\nContent-Type: text/plain\n\n \n--b--\n--a\nContent-Type: message/rfc822\n\n"
        b"From: =?utf-8?q?C=C3=A9?= <c@example.org>\n\nF Bre H\n--a--\n"
    )
    lines = [line for line in words_of(HEAD + mail)[""] if line]
    begun = "---------- Forwarded message ----------"
    assert lines == ["A Par H", "A Mar H", begun, "From: C\xe9 <c@example.org>", "F Bre H"]


@given(st.sampled_from(HEADS), st.lists(st.sampled_from(BITS) | st.binary(max_size=8), max_size=40))
@example(HEAD, [b"text/plain; charset=unicode_escape\n\n", b"\\ud800"])
@example(HEAD, [b"text/x; name*=unicode_escape''%5cud800\nContent-Disposition: attachment\n\n"])
def test_whatever_is_sent_is_read_or_refused(head: bytes, bits: list[bytes]) -> None:
    check_that_it_can_be_read(head + b"".join(bits))


@given(st.sampled_from(MAILS), st.data())
def test_a_mail_that_was_spoilt_on_its_way_is_read_or_refused(
    mail: Path, data: st.DataObject
) -> None:
    content = mail.read_bytes()
    for bit in data.draw(st.lists(st.sampled_from(BITS) | st.binary(max_size=8), max_size=5)):
        begin = data.draw(st.integers(0, min(len(content), 2000)))
        content = content[:begin] + bit + content[begin + data.draw(st.integers(0, 20)) :]
    check_that_it_can_be_read(content)


def check_that_it_can_be_read(content: bytes) -> None:
    """Check that a message is read as text that can be written to a file, or refused."""
    try:
        message = read_message(content)
    except MessageError:
        return
    lines = [line.text for text in message.texts for line in text.lines]
    names = [text.name for text in message.texts]
    "\n".join((message.subject, *message.passed_over, *names, *lines)).encode()
