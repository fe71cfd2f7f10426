import pytest
from hypothesis import given
from hypothesis import strategies as st

from zinegen.notation.grammar.tokens import (
    count_slips,
    find_invisible,
    find_nearest,
    fold,
    split_words,
    strip_remark,
    tokenise,
)


@pytest.mark.parametrize(
    "dash", ["-", "--", "->", "-->", "–", "—", "\u2212", "\u2010", "→", "=>", "⇒", ">"]
)
def test_every_dash_and_arrow_is_one_sign(dash):
    assert split_words(f"A Mun {dash} Bur") == ("a", "mun", "-", "bur")


@pytest.mark.parametrize("sign", ["&", "&amp;", "&AMP;", "+"])
def test_every_and_sign_is_one_sign(sign):
    assert split_words(f"Por {sign} Spa") == ("por", "&", "spa")


def test_blanks_of_every_kind_part_words():
    assert split_words("A\u00a0Mun\t-\u2003Bur") == ("a", "mun", "-", "bur")


def test_dots_are_blanks():
    assert split_words("St. Petersburg connect.") == ("st", "petersburg", "connect")


def test_case_accents_and_possessives_do_not_count():
    assert split_words("FRANCE'S Côte’s") == ("france", "cote")
    assert fold("Ünder") == "under"


def test_square_brackets_are_round_ones():
    assert split_words("F StP[nc]") == ("f", "stp", "(", "nc", ")")


def test_a_token_knows_where_it_stands():
    line = " A(Mun) &amp; Bur"
    assert [line[token.start : token.end] for token in tokenise(line)] == [
        "A",
        "(",
        "Mun",
        ")",
        "&amp;",
        "Bur",
    ]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("A Mun - Bur", None),
        ("A\tMun\u00a0- Bur", None),
        ("A M\u200bun", (3, "zero width space")),
        ("\u202eA Mun", (0, "right-to-left override")),
        ("A Mun\x00", (5, "character number 0")),
        ("A\u2028Mun", (1, "line separator")),
    ],
)
def test_a_character_nobody_can_see_is_found(line, found):
    assert find_invisible(line) == found


def test_a_remark_is_no_part_of_the_line():
    assert strip_remark("F Bre - MAO   # or ENG?") == "F Bre - MAO"
    assert strip_remark("# nothing") == ""


WORDS = st.text("abc", max_size=6)


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("lon", "lon", 0),
        ("ln", "lon", 1),
        ("lonn", "lon", 1),
        ("lin", "lon", 1),
        ("lno", "lon", 1),
        ("nol", "lon", 2),
        ("", "lon", 3),
    ],
)
def test_a_slip_leaves_out_puts_in_changes_or_swaps(one, other, count):
    assert count_slips(one, other) == count


@given(WORDS, WORDS)
def test_slips_are_the_same_both_ways(one, other):
    assert count_slips(one, other) == count_slips(other, one)
    assert (count_slips(one, other) == 0) == (one == other)


@given(WORDS, WORDS)
def test_slips_are_no_more_than_the_longer_word_has_letters(one, other):
    assert abs(len(one) - len(other)) <= count_slips(one, other) <= max(len(one), len(other))


def test_the_nearest_word_is_found_and_only_if_it_is_near():
    assert find_nearest("hodls", ("holds", "supports")) == "holds"
    assert find_nearest("xyzzy", ("holds", "supports")) is None
    assert find_nearest("z", ("h", "s")) is None
