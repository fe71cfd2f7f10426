import pytest

from tests.notation.examples import canonical
from tests.positions import standard_state
from zinegen.board.board import Power
from zinegen.notation.conditions.conditions import adjustments_due, choose_retreats
from zinegen.notation.conditions.season_facts import SeasonFacts
from zinegen.notation.reading.reader import read_conditions
from zinegen.variants.standard import STANDARD

ENGLAND = Power("England")
DRIVEN = standard_state(
    "F1901R",
    {"England": ["A Yor"], "France": ["F NTH", "A Hol"]},
    dislodged={
        "England": {"F NTH": ["Edi", "HEL"], "A Hol": ["Bel", "Kie", "Edi"], "F Por": ["Spa/nc"]},
        "France": {"A Pic": ["Par"]},
    },
)


def steps(text, section, state):
    return read_conditions(
        text, power=ENGLAND, state=state, variant=STANDARD, section=section
    ).steps


def retreats(text, state=DRIVEN):
    found = choose_retreats(steps(text, "retreats", state), SeasonFacts(state=state), ENGLAND)
    return canonical(found, state)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("F NTH: Nwy, HEL, disband", ["F NTH - HEL"]),
        ("F NTH: Nwy, disband, HEL", ["F NTH disband"]),
        ("F NTH: Nwy", []),
        ("F NTH - HEL\nF NTH - Edi", ["F NTH - HEL"]),
        ("if Yor empty then F NTH - HEL\nF NTH - Edi", ["F NTH - Edi"]),
        ("F NTH - Edi\nA Hol: Edi, Kie", ["F NTH - Edi", "A Hol - Kie"]),
        ("F Por: Spa", ["F Por - Spa"]),
        ("F Por: Spa/sc, Spa/nc", ["F Por - Spa/nc"]),
        ("A Pic: Par", []),
        ("A Yor: Lon", []),
    ],
)
def test_the_first_line_that_is_possible_counts(text, found):
    assert retreats(text) == found


def winter(units, centres):
    return standard_state("W1901A", {"England": units}, {"England": centres})


def test_an_army_aboard_and_a_mutant_force_count_as_two():
    state = winter(["A/F NTH", "M Edi"], ["Lon", "Edi", "Lvp", "Nwy", "Swe"])
    assert adjustments_due(state, ENGLAND) == 1
