"""One way to write data as bytes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zinegen.archive.records.canonical import LINE, canonical, parse_json
from zinegen.errors import GameFolderError

data = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=40,
)


@given(data)
def test_what_is_written_is_read_back_equal(value):
    assert parse_json(canonical(value)) == value


@given(st.dictionaries(st.text(), st.integers(), min_size=2))
def test_the_sequence_of_keys_does_not_matter(table):
    assert canonical(dict(reversed(table.items()))) == canonical(table)


@given(data)
def test_bytes_are_ascii_and_end_with_one_line_feed(value):
    content = canonical(value)
    assert content.isascii()
    assert content.endswith(b"\n")
    assert not content.endswith(b"\n\n")


def test_what_fits_into_a_line_stands_on_one():
    value = {"units": {f"P{n:02}": {"kind": "A", "power": "France"} for n in range(40)}}
    lines = canonical(value).decode().splitlines()
    assert len(lines) == 44
    assert max(map(len, lines)) <= LINE


@pytest.mark.parametrize("value", [1.5, {"a": 0.0}, [{1, 2}], {"a": (1, 2)}, b"x", {1: "a"}])
def test_floats_sets_and_the_like_have_no_form(value):
    with pytest.raises(TypeError):
        canonical(value)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"1.5", b"NaN", b'{"a": 1, "a": 2}', b"[" * 100_000, b"\xff", b"1" * 5000],
)
def test_what_is_no_record_is_told_in_words(content):
    with pytest.raises(GameFolderError, match="no recorded result"):
        parse_json(content)
