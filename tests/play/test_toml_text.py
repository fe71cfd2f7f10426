"""TOML that people wrote: whatever is wrong is a finding, at its place, and never an error."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zinegen.archive import encode_toml, read_toml
from zinegen.catalogues.catalogue import find_language
from zinegen.errors import GameFolderError
from zinegen.languages import speaking
from zinegen.notation import Level
from zinegen.play.texts.toml_text import ORDERS, RULINGS, SETTINGS, TomlReading, parse_toml


def read(content: bytes) -> TomlReading:
    return parse_toml(content, "orders/england.toml", ORDERS)


def refused(content: bytes) -> str:
    """Return code and place of the one finding that a file makes."""
    started = time.perf_counter()
    reading = read(content)
    assert time.perf_counter() - started < 0.5
    assert reading.document is None
    (found,) = reading.findings
    assert found.level is Level.ERROR
    assert found.title
    assert "none of its orders count" in found.if_left
    return f"{found.code}:{found.where.line}:{found.where.column}"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"\x00\x01\x02\x03" * 20, "O01:1:1"),
        (bytes(range(128, 256)), "O05:1:1"),
        ("power = 'england'".encode("utf-16"), "O05:1:1"),
        ("a = 1\nname = 'Köln'".encode("latin-1"), "O05:2:1"),
        (b"x" * 1_000_000, "O04:1:1"),
        (b"a = 1\n" * 500, "O04:401:1"),
        (b"ok = 1\na = '" + b"x" * 1000 + b"'", "O04:2:1"),
        (b"a = 1\na = 2\n", "O01:2:6"),
        (b"[seal]\n[seal]\n", "O01:2:6"),
        (b"orders = '''\nA Par - Bur\n", "O01:3:1"),
        (b"orders = \n", "O01:1:10"),
        (b"A Par - Bur\n", "O01:1:3"),
        (b"a = [" + b"[" * 900 + b"\n", "O01:0:0"),
        (b"a = " + b"9" * 990 + b"\n" + b"\n", ""),
        (b"a = '\x07'", "O01:1:6"),
        (b"a = 2026-13-45", "O01:1:9"),
    ],
)
def test_what_cannot_be_read_is_one_finding_at_its_place(content: bytes, code: str):
    if code:
        assert refused(content) == code
    else:
        assert read(content).document is not None


def test_thousands_of_nested_brackets_and_endless_numbers_are_harmless():
    nested = "\n".join("[" * 900 for _ in range(17)).encode()
    assert refused(b"a = " + nested[:16000]).startswith("O01")
    assert refused(b"a = " + b"9" * 5000).startswith("O04")
    assert refused(b".".join([b"a"] * 6000) + b" = 1").startswith("O04")


def test_a_long_line_of_padding_is_no_long_line():
    assert read(b"a = 1\n#" + b"." * 2000 + b"\n").document is not None
    assert refused(b"a = 1\n#" + b"x" * 2000 + b"\n") == "O04:2:1"


@pytest.mark.parametrize(
    "content", [b"\xef\xbb\xbfa = 'x'\n", b"a = 'x'\r\n", b"a = 'x'\r\nb = 1\r", b"a = 'x'"]
)
def test_byte_order_marks_and_other_line_ends_are_forgiven(content: bytes):
    document = read(content).document
    assert document is not None
    assert document.data["a"] == "x"
    assert "\r" not in document.text


def test_letters_are_composed():
    document = read("a = 'Ce\N{COMBINING ACUTE ACCENT}cile'".encode()).document
    assert document is not None
    assert document.data["a"] == "Cécile"


def test_links_folders_and_missing_files_are_findings(tmp_path: Path):
    (tmp_path / "real.toml").write_text("a = 1")
    (tmp_path / "link.toml").symlink_to(tmp_path / "real.toml")
    (tmp_path / "folder.toml").mkdir()
    os.mkfifo(tmp_path / "pipe.toml")
    for name, what in [
        ("link.toml", "link"),
        ("folder.toml", "plain file"),
        ("pipe.toml", "plain file"),
        ("none.toml", "no such file"),
    ]:
        (found,) = read_toml(tmp_path / name, name, ORDERS).findings
        assert found.code == "O05"
        assert what in found.title
        assert found.where.file == name


def test_each_kind_of_file_has_its_letter_and_its_consequence():
    for kind, code in [(ORDERS, "O01"), (SETTINGS, "G01"), (RULINGS, "R01")]:
        (found,) = parse_toml(b"=", "x", kind).findings
        assert (found.code, found.if_left) == (code, kind.if_left)


def test_the_most_common_slips_are_told_in_words():
    def title(content: bytes) -> str:
        return read(content).findings[0].title

    assert title(b"orders = '''\nA Par H\n") == "a ''' has no partner"
    assert title(b"a = 1\na = 2\n") == "this heading stands in the file twice"
    assert "no value here" in title(b"power = england\n")
    assert "key = value" in title(b"A Par - Bur\n")


@given(st.binary(max_size=400))
def test_no_bytes_raise_anything(content: bytes):
    reading = read(content)
    assert (reading.document is None) == bool(reading.findings)
    for found in reading.findings:
        lines = content.decode("utf-8", "replace").splitlines() or [""]
        assert found.where.line <= len(lines) + 2


def test_what_the_program_writes_reads_back_equal():
    data = {"season": "1901-1-spring", "n": 3, "list": ["a", "b'c"], "t": {"x": True}}
    text = encode_toml(data, head="# A remark.\n").decode()
    assert text.startswith("# A remark.\n")
    document = read(text.encode()).document
    assert document is not None
    assert document.data == data


def test_what_would_not_read_back_equal_is_never_written():
    with pytest.raises(GameFolderError, match="without being changed"):
        encode_toml({"a": "\x7f\x00"})


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("orders = “A Par - Bur”", 'write orders = "A Par - Bur", with'),
        ("power = “france“", 'write power = "france", with'),
        (
            "orders = \u2018\u2019\u2019\nA Par - Bur\n\u2019\u2019\u2019",
            "write orders = ''', with",
        ),
        ("orders = '''\nA Par - Bur\n\u2019\u2019\u2019", "write ''', with"),
        ('note = "I am away”', 'write note = "I am away", with'),
    ],
)
def test_curly_quotes_are_named_with_the_line_in_straight_ones(text: str, hint: str):
    (found,) = parse_toml(text.encode(), "x.toml", ORDERS).findings
    assert (found.code, "curly" in found.title) == ("O01", True)
    assert found.hint.startswith(hint)


@pytest.mark.parametrize(
    "text",
    [
        "a = 1 b = 2",
        "[a",
        "[[a]",
        "a = {b = 1",
        "= 1",
        "a = [1",
        "a = {b = 1, b = 2}",
        "a = {b = 1}\n[a.c]\nd = 1",
        "a = {b = 1}\na.c = 2",
        'a = "\\u00zz"',
        'a = "\\ud800"',
        'a = "x',
        'a = """x',
        'a = "x\n',
    ],
)
def test_what_the_reader_of_toml_says_is_said_in_the_language_of_the_zine(text: str) -> None:
    def title(code: str) -> str:
        with speaking(find_language(code)):
            (wrong,) = parse_toml(text.encode(), "x.toml", ORDERS).findings
        return wrong.title

    words = {re.sub(r"'.*?'|[^a-z ]", "", title(code)[8:]) for code in ("en", "de", "fr")}
    assert len(words) == 3, words
    english = set(title("en").split()) - {"in"}
    for code in ("de", "fr"):
        same = {one for one in english & set(title(code).split()) if one.isalpha()}
        assert same <= {"TOML:", "Unicode", "a", "table"}, same
