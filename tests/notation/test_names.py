import pytest

from tests.positions import standard_board
from zinegen.archive.base_map import load_board
from zinegen.board.board import Power
from zinegen.board.passage import Passage, places
from zinegen.errors import NotationError
from zinegen.geometry.mesh import Face
from zinegen.notation.grammar.names import ADJECTIVES, Names, names_for, nationality
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
    assert NAMES.near("Nrt", frozenset({Face("NTH"), Face("ENG")})) == ("NTH",)


def test_nothing_is_suggested_for_what_is_like_nothing():
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
