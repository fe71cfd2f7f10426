import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.positions import standard_board
from zinegen.board import Passage, Power, places
from zinegen.errors import NotationError
from zinegen.geometry import ProvinceKey
from zinegen.notation.grammar.likeness import count_slips
from zinegen.notation.grammar.names import (
    Names,
    find_invisible,
    find_nearest,
    fold,
    names_for,
    nationality,
    split_words,
    strip_remark,
    suggest,
    tokenise,
)
from zinegen.notation.grammar.usual_names import ADJECTIVES
from zinegen.play import load_board
from zinegen.variants.standard import STANDARD

BOARD = standard_board()
NAMES = names_for(BOARD, STANDARD.start.powers)


@pytest.mark.parametrize("face", BOARD.provinces)
def test_every_province_is_read_by_key_and_full_name_in_any_case(face):
    province = BOARD[face]
    for spelling in (face, province.name):
        for cased in (spelling, spelling.upper(), spelling.lower(), f" {spelling}. "):
            assert NAMES.province(cased) == face


@pytest.mark.parametrize(
    ("written", "face"),
    [
        ("NAT", "NAO"), ("WMS", "WES"), ("WME", "WES"), ("Ads", "ADR"), ("Lpl", "Lvp"),
        ("Stp", "StP"), ("LYO", "GOL"), ("EMS", "EAS"), ("EME", "EAS"), ("TYN", "TYS"),
        ("BOT", "GOB"), ("Nor", "Nwy"), ("Nrg", "NWG"), ("Liv", "Lvn"), ("Ire", "IRI"),
        ("Irl", "IRI"), ("Baltic", "BAL"), ("Ionian", "ION"), ("Aegean", "AEG"),
        ("Mid-Atlantic Ocean", "MAO"), ("mid atlantic", "MAO"), ("Mid-Atlantic", "MAO"),
        ("Gulf of Lyon", "GOL"), ("Gulf of Lyons", "GOL"), ("Lyon", "GOL"), ("Tyrol", "Tyr"),
        ("Marseille", "Mar"), ("Gulf of Bothnia", "GOB"), ("St. Petersburg", "StP"),
        ("StPetersburg", "StP"), ("Saint Petersburg", "StP"), ("Romania", "Rum"),
        ("Helgoland Bight", "HEL"), ("Channel", "ENG"), ("Outside", "Out"),
        ("Switzerland", "Swi"), ("North Africa", "NAf"), ("NorthSea", "NTH"),
    ],
)  # fmt: skip
def test_usual_other_names_are_read(written, face):
    assert NAMES.province(written) == face


def test_liv_is_livonia_never_liverpool():
    assert NAMES.province("Liv") == "Lvn"


def test_ire_is_ireland_where_there_is_one():
    board = load_board(("Ire", "Klg"))
    names = Names.of(board)
    assert names.province("Ire") == names.province("Irl") == names.province("Ireland") == "Ire"
    assert names.province("Irish Sea") == "IRI"
    assert names.province("Kol") == "Klg"


@pytest.mark.parametrize(
    ("code", "written", "face"),
    [
        ("de", "Dän", "Den"),
        ("de", "Daen", None),
        ("de", "Dae", "Den"),
        ("de", "Böh", "Boh"),
        ("de", "Nie", "Hol"),
        ("de", "Sch", None),  # Silesia, Sweden, Switzerland
        ("de", "Nor", "Nwy"),
        ("fr", "Dan", "Den"),
        ("fr", "Suè", "Swe"),
        ("fr", "Ret", None),
    ],
)
def test_the_first_letters_of_a_land_in_another_language_mean_it_if_they_mean_one(
    code, written, face
):
    names = Names.of(BOARD, languages=(code,))
    assert names.provinces.get(split_words(written)) == face


def test_a_rule_set_may_add_names_of_its_own():
    assert Names.of(BOARD, aliases={"Mun": ("Bavaria",)}).province("bavaria") == "Mun"


@pytest.mark.parametrize("power", STANDARD.start.powers)
def test_powers_are_read_by_name_and_nationality_in_any_case(power):
    for written in (str(power), power.upper(), *ADJECTIVES[power]):
        assert NAMES.power(written.lower()) == NAMES.power(written.upper()) == power
    assert NAMES.power(nationality(power)) == power


def test_a_power_without_a_known_nationality_goes_by_its_name():
    assert nationality(Power("Atlantis")) == "ATLANTIS"


def test_a_name_that_is_none_is_never_corrected():
    with pytest.raises(NotationError, match=r"'Brn'.*did you mean B"):
        NAMES.province("Brn")
    with pytest.raises(NotationError, match="no power"):
        NAMES.power("Frnace")
    with pytest.raises(NotationError, match="no province"):
        NAMES.province("")


def test_what_the_unit_can_reach_is_meant():
    assert NAMES.near("Nrt", frozenset({ProvinceKey("NTH"), ProvinceKey("ENG")})) == ("NTH",)


REACH = frozenset(map(ProvinceKey, ("NTH", "ENG", "Yor", "Wal", "Lon")))


@pytest.mark.parametrize(
    ("typed", "within", "near"),
    [
        ("Nort", REACH, ("NTH",)),  # and not Yorkshire, two slips away
        ("Nort", (), ("NAO", "NAf", "NTH")),
        ("Nort", ("Yor", "Edi", "Wal"), ("NAO", "NAf", "NTH")),
        ("Tyrr", ("Tyr", "Tri"), ("Tyr", "TYS")),  # a beginning, and what can be reached
        ("Wa", REACH, ("Wal",)),
        ("Bur", (), ("Bur",)),
        ("Bux", ("Bud", "Bul", "Ser"), ("Bud", "Bul")),
    ],
)
def test_a_beginning_counts_before_a_likeness_and_what_can_be_reached_before_what_cannot(
    typed, within, near
):
    assert NAMES.near(typed, frozenset(map(ProvinceKey, within))) == near


def test_nothing_is_suggested_for_what_is_like_nothing():
    assert NAMES.near("Qux", frozenset({ProvinceKey("Tus")})) == ()
    assert NAMES.near("Foo", frozenset({ProvinceKey("Rom")})) == ()
    assert NAMES.near("xqzj") == ()
    assert NAMES.near("") == ()


ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def beside(letter: str) -> set[str]:
    """Return the keys that touch a letter's key."""
    row = next(number for number, keys in enumerate(ROWS) if letter in keys)
    at = ROWS[row].index(letter)
    around = [(row, at - 1), (row, at + 1), (row - 1, at), (row - 1, at + 1)]
    around += [(row + 1, at - 1), (row + 1, at)]
    return {ROWS[r][k] for r, k in around if 0 <= r < len(ROWS) and 0 <= k < len(ROWS[r])}


def slipped(word: str) -> set[str]:
    """Return what one slip of a key makes of a word."""
    at = range(len(word))
    found = {word[:i] + word[i + 1 :] for i in at}
    found |= {word[:i] + word[i] + word[i:] for i in at}
    found |= {word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in at[:-1]}
    found |= {word[:i] + key + word[i + 1 :] for i in at for key in beside(word[i])}
    return found - {word}


def test_of_single_key_slips_the_right_name_comes_first_in_97_5_percent():
    """Judged with what the unit can reach, for every unit that could go to the province."""
    passage = Passage()
    reaches = []
    for face, province in BOARD.provinces.items():
        if province.passable:
            if BOARD.is_ground(face):
                reaches.append(passage.armies(BOARD, face) | {face})
            reaches += [passage.steps(BOARD, at) | {face} for at in places(BOARD, face)]
    right = total = 0
    for face in BOARD.provinces:
        for word in slipped(face.lower()):
            if (word,) in NAMES.provinces:
                continue  # another province's name: only "cannot reach" finds these
            for reach in reaches:
                if face in reach:
                    total += 1
                    right += NAMES.near(word, reach)[:1] == (face,)
    assert total > 5000
    assert right / total >= 0.975


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
    assert find_nearest("hodls", ("holds", "supports")) == ("holds",)
    assert find_nearest("xyzzy", ("holds", "supports")) == ()
    assert find_nearest("z", ("h", "s")) == ()


def test_of_words_as_near_as_each_other_all_are_found():
    assert find_nearest("hulds", ("holds", "hilds", "supports")) == ("hilds", "holds")
    assert suggest("hulds", ("holds", "hilds"), "no") == "did you mean hilds or holds?"
