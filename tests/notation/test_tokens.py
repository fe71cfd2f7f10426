import pytest

from zinegen.notation.grammar.tokens import fold, invisible, tokens, without_remark, words


@pytest.mark.parametrize(
    "dash", ["-", "--", "->", "-->", "–", "—", "\u2212", "\u2010", "→", "=>", "⇒", ">"]
)
def test_every_dash_and_arrow_is_one_sign(dash):
    assert words(f"A Mun {dash} Bur") == ("a", "mun", "-", "bur")


@pytest.mark.parametrize("sign", ["&", "&amp;", "&AMP;", "+"])
def test_every_and_sign_is_one_sign(sign):
    assert words(f"Por {sign} Spa") == ("por", "&", "spa")


def test_blanks_of_every_kind_part_words():
    assert words("A\u00a0Mun\t-\u2003Bur") == ("a", "mun", "-", "bur")


def test_dots_are_blanks():
    assert words("St. Petersburg connect.") == ("st", "petersburg", "connect")


def test_case_accents_and_possessives_do_not_count():
    assert words("FRANCE'S Côte’s") == ("france", "cote")
    assert fold("Ünder") == "under"


def test_square_brackets_are_round_ones():
    assert words("F StP[nc]") == ("f", "stp", "(", "nc", ")")


def test_a_token_knows_where_it_stands():
    line = " A(Mun) &amp; Bur"
    assert [line[token.start : token.end] for token in tokens(line)] == [
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
    assert invisible(line) == found


def test_a_remark_is_no_part_of_the_line():
    assert without_remark("F Bre - MAO   # or ENG?") == "F Bre - MAO"
    assert without_remark("# nothing") == ""
