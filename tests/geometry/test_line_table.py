"""Lines as files for other programs have them: encoded polylines, each once under a number."""

import re
from pathlib import Path

import pytest

from tests.polylines import read_line
from zinegen.geometry.line_table import LineTable, decode_line, encode_line

PUBLISHED = "_p~iF~ps|U_ulLnnqC_mqNvxq`@"
"""The example in the description of the format."""
LINES = [
    ((3850000, -12020000), (4070000, -12095000), (4325200, -12645300)),
    ((0, 0), (15, -16), (16, 15), (-495, 527), (16000, -13190)),
]


def test_a_line_is_written_as_the_format_is_published():
    assert encode_line(LINES[0]) == PUBLISHED


def test_the_page_that_describes_it_has_an_example_that_holds():
    page = Path("docs/map-data.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"So ``(.*)`` begins at 3200, -2000 and goes on by 10, 23\.", page)
    assert read_line(text) == [(3200, -2000), (3210, -1977)]


@pytest.mark.parametrize("line", LINES)
def test_what_is_written_can_be_read(line):
    assert read_line(encode_line(line)) == [*line]
    assert decode_line(encode_line(line)) == line


@pytest.mark.parametrize("text", ["", "?", "~~", "a1"])
def test_what_is_no_line_is_told(text):
    with pytest.raises(ValueError, match="no"):
        decode_line(text)


def test_a_line_that_comes_twice_is_written_once():
    table = LineTable()
    assert [table.number(line) for line in (*LINES, LINES[0])] == [1, 2, 1]
    assert table.list() == [*map(encode_line, LINES)]
