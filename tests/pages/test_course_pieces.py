"""Where borders run as `position.json` says it: by pieces of where they ran at the start."""

import pytest

from tests.polylines import read_line
from zinegen.errors import ZinegenError
from zinegen.pages.browser.course_pieces import restore_courses, shorten_courses

START = {
    7: tuple((100 * x, x * x) for x in range(30)),
    9: ((0, 0), (0, 500), (40, 900), (80, 900), (90, 950)),
}


def said(line):
    return {"put": {"3": " ".join(f"{x},{y}" for x, y in line)}, "gone": ["4"]}


@pytest.mark.parametrize(
    ("line", "pieces"),
    [
        (START[7], ["7:0-29"]),
        (START[7][::-1], ["7:29-0"]),
        ((*START[7][4:9], *START[9]), ["7:4-8", "9:0-4"]),
        ((*START[7][:3], (3, 4)), [[*START[7][:3], (3, 4)]]),
        (((1, 2), *START[9], (-3, 4), (5, -6)), [[(1, 2)], "9:0-4", [(-3, 4), (5, -6)]]),
    ],
)
def test_a_course_is_told_by_pieces_of_those_at_the_start_and_by_lines_of_its_own(line, pieces):
    short = shorten_courses(said(line), START)
    told = short["put"]["3"].split()
    assert [one if ":" in one else read_line(one) for one in told] == pieces
    assert restore_courses(short, START) == said(line)


def test_what_says_nothing_of_courses_stays_what_it_is():
    assert shorten_courses({"gone": ["4"]}, START) == restore_courses({"gone": ["4"]}, START)


@pytest.mark.parametrize(
    "pieces", ["7:0-30", "8:0-3", "7:1", "7:-1-3", "a:0-3", "??A", "12,13", "~~~~"]
)
def test_a_piece_that_is_none_is_told(pieces):
    with pytest.raises(ZinegenError, match="where its borders run"):
        restore_courses({"put": {"3": pieces}}, START)
