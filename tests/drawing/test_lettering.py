"""The one typeface: widths, outlines, and letters it does not have."""

import pytest

from zinegen.drawing.lettering import EM, Glyph, glyph, line, list_steps, start, width
from zinegen.drawing.scene import Anchor, Typeface, Words
from zinegen.play import load_board


@pytest.mark.parametrize("face", list(Typeface))
def test_every_letter_of_every_name_on_the_map_is_in_the_typeface(face):
    board = load_board(
        ("Ire", "Ice", "CAS", "Arc", "Sar", "Cre", "Sic", "Blr", "Cyp", "Got", "Klg")
    )
    for province in board.provinces.values():
        assert all(glyph(letter, face).letter == letter for letter in province.name)


def test_polish_and_czech_names_keep_their_accents():
    assert [glyph(letter, Typeface.REGULAR).letter for letter in "Łódź Žižek"] == list("Łódź Žižek")


def test_a_letter_without_outline_is_drawn_bare_or_as_a_question_mark():
    assert glyph("ạ", Typeface.REGULAR).letter == "a"
    assert glyph("中", Typeface.REGULAR).letter == "?"


def test_a_line_is_as_wide_as_its_letters_and_their_kerning():
    widths = sum(glyph(letter, Typeface.REGULAR).width for letter in "Hamburg")
    assert width("Hamburg", Typeface.REGULAR, EM) == pytest.approx(widths, abs=8)
    assert width("AV", Typeface.REGULAR, EM) < width("A", Typeface.REGULAR, EM) + width(
        "V", Typeface.REGULAR, EM
    )
    assert width("", Typeface.REGULAR, 100) == 0


def test_spacing_is_added_after_every_letter_but_the_last():
    plain, spaced = (width("abc", Typeface.REGULAR, EM, gap) for gap in (0, 10))
    assert spaced - plain == 20


def test_letters_follow_each_other():
    places = [at for _, at in line("Spain", Typeface.ITALIC)]
    assert places == sorted(places)
    assert places[0] == 0


@pytest.mark.parametrize(
    ("anchor", "part"), [(Anchor.START, 0), (Anchor.MIDDLE, 0.5), (Anchor.END, 1)]
)
def test_a_line_stands_at_its_anchor(anchor, part):
    words = Words(text="Spain", at=(1000, 0), size=100, anchor=anchor)
    assert start(words) == pytest.approx(1000 - part * width("Spain", Typeface.REGULAR, 100), abs=1)


def test_an_outline_is_read_into_steps():
    letter = Glyph("x", 9, 0, 0, "l-1-8 2 0h4-5v6c5 5 10-5 15 0 1 2 3 4 5 6zm5 51z")
    assert list_steps(letter) == (
        ("l", (-1, -8)),
        ("l", (2, 0)),
        ("l", (4, 0)),
        ("l", (-5, 0)),
        ("l", (0, 6)),
        ("c", (5, 5, 10, -5, 15, 0)),
        ("c", (1, 2, 3, 4, 5, 6)),
        ("z", ()),
        ("m", (5, 51)),
        ("z", ()),
    )
    assert list_steps(glyph(" ", Typeface.REGULAR)) == ()
