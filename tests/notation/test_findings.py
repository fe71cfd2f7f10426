from dataclasses import replace

import pytest

from zinegen.errors import Where
from zinegen.notation.findings import (
    Code,
    Level,
    as_text,
    count_findings,
    finding,
    has_errors,
    sort_findings,
)

FOUND = finding(
    Code.O10,
    Where(file="games/x/orders/england.toml", line=7, column=9, end_column=12),
    "F Lon - Nrt",
    'there is no province called "Nrt"',
    hint="did you mean NTH (North Sea)?",
    if_left="F Lon will hold",
)
WARNED = replace(FOUND, code="O22", level=Level.WARNING)
NOTED = replace(FOUND, code="O30", level=Level.NOTE, where=Where(file="a"), line="", hint="")


def test_text_shows_the_line_a_caret_the_hint_and_the_consequence():
    assert as_text([FOUND]) == (
        'error[O10]: there is no province called "Nrt"\n'
        " --> games/x/orders/england.toml:7:9\n"
        "  |\n"
        "7 | F Lon - Nrt\n"
        "  |         ^^^\n"
        "  = try: did you mean NTH (North Sea)?\n"
        "  = if you leave it: F Lon will hold\n"
    )


def test_the_caret_stands_below_the_word_behind_tabs():
    tabbed = replace(FOUND, line="F\tLon - Nrt")
    assert "7 | F   Lon - Nrt\n  |           ^^^\n" in as_text([tabbed])
    whole = replace(tabbed, where=FOUND.where._replace(column=1, end_column=12))
    assert "7 | F   Lon - Nrt\n  | ^^^^^^^^^^^^^\n" in as_text([whole])


def test_a_finding_on_a_whole_file_has_no_caret():
    assert as_text([NOTED]) == (
        'note[O30]: there is no province called "Nrt"\n--> a\n = if you leave it: F Lon will hold\n'
    )


def test_no_sign_of_a_player_can_move_the_cursor():
    text = as_text([replace(FOUND, line="\x1b[2J\u202eF Lon", title="\x07")])
    assert not set(text) & {"\x1b", "\u202e", "\x07"}


@pytest.mark.parametrize("name", ["a\n::error::x", "a\rb", "a\x1b[2Jb", "a\udcffb", "a\u202eb"])
def test_the_name_of_a_file_moves_no_cursor_and_begins_no_line(name):
    text = as_text([replace(FOUND, where=Where(file=name))])
    assert len(text.splitlines()) == len(
        as_text([replace(FOUND, where=Where(file="ab"))]).splitlines()
    )
    assert all(letter.isprintable() or letter == "\n" for letter in text)


def test_findings_are_counted_by_level():
    assert count_findings([FOUND, FOUND, WARNED]) == "2 errors, 1 warning"
    assert count_findings([]) == "no findings"
    assert has_errors([WARNED, FOUND])
    assert not has_errors([WARNED, NOTED])


def test_findings_go_by_file_line_and_column():
    early = replace(FOUND, where=FOUND.where._replace(line=2))
    assert sort_findings([FOUND, early, NOTED]) == (NOTED, early, FOUND)


def test_every_code_has_the_level_of_its_number():
    for code in Code:
        number = int(code.name[1:])
        level = Level.ERROR if number < 20 else Level.WARNING if number < 30 else Level.NOTE
        assert code.level is level
        assert code.meaning
