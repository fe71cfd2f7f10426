import pytest

from tests.notation.examples import canonical, read
from tests.positions import standard_state
from zinegen.board.board import Power
from zinegen.notation.provisional import adjustment_orders, adjustments_due, retreat_orders
from zinegen.notation.reader import read_conditions
from zinegen.notation.season_facts import SeasonFacts
from zinegen.planar.mesh import Face
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
    found = retreat_orders(steps(text, "retreats", state), SeasonFacts(state=state), ENGLAND)
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


def adjustments(text, state, **options):
    found = adjustment_orders(
        steps(text, "builds", state), SeasonFacts(state=state), ENGLAND, **options
    )
    return canonical(found, state)


RICH = winter(["A Nwy"], ["Lon", "Edi", "Nwy"])
POOR = winter(["A Yor", "F NWG", "A Wal"], ["Lon"])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("build F Lon\nbuild A Edi\nbuild A Lvp", ["build F Lon", "build A Edi"]),
        ("build A Lvp\nbuild F Edi", ["build F Edi"]),  # Lvp is not owned
        ("build A Nwy\nbuild F Edi", ["build F Edi"]),  # Nwy is no home
        ("build A Lon\nbuild F Lon\nbuild F Edi", ["build A Lon", "build F Edi"]),
        ("waive\nbuild F Lon\nbuild F Edi", ["waive", "build F Lon"]),
        ("remove A Nwy", []),
    ],
)
def test_builds_are_taken_from_the_top_as_many_as_are_due(text, found):
    assert adjustments_due(RICH, ENGLAND) == 2
    assert adjustments(text, RICH) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("remove A Yor, F NWG, A Wal", ["remove A Yor", "remove F NWG"]),
        ("remove F NTH, A Yor", ["remove A Yor"]),
        ("remove A Yor\nremove A Yor\nremove A Wal", ["remove A Yor", "remove A Wal"]),
        ("build F Lon\nwaive", []),
    ],
)
def test_removals_are_taken_in_the_order_written_as_many_as_are_owed(text, found):
    assert adjustments_due(POOR, ENGLAND) == -2
    assert adjustments(text, POOR) == found


def test_nothing_is_taken_when_nothing_is_due():
    assert adjustments("build F Lon\nremove A Nwy", winter(["A Nwy"], ["Lon"])) == []


def test_the_rules_may_say_what_is_due_and_possible():
    text = "build F Lon\nbuild A Nwy"
    assert adjustments(text, RICH, due=1) == ["build F Lon"]
    assert adjustments(text, RICH, possible=lambda order: order.at.province == "Nwy") == [
        "build A Nwy"
    ]


def test_a_fleet_cannot_be_built_where_there_is_no_shore():
    state = standard_state("W1901A", {}, {"Russia": ["Mos", "War"]})
    lines = read("build F War\nbuild A War", "Russia", state=state, section="builds").orders
    from zinegen.notation.conditions import Plain

    found = adjustment_orders(
        (Plain(orders=lines),), SeasonFacts(state=state), Power("Russia"), due=1
    )
    assert canonical(found, state) == ["build A War"]


def test_a_removal_names_its_unit_by_where_it_began_the_season():
    class Moved(SeasonFacts):
        """Facts of a season in which the army of Lvp went to Yor."""

        def whereabouts(self, began: Face) -> Face | None:
            """Return where it went."""
            return {"Lvp": Face("Yor")}.get(began)

    found = adjustment_orders(
        steps("remove A Lvp", "builds", POOR), Moved(state=POOR), ENGLAND, due=-1
    )
    assert canonical(found, POOR) == ["remove A Yor"]


def test_an_army_aboard_and_a_mutant_force_count_as_two():
    state = winter(["A/F NTH", "M Edi"], ["Lon", "Edi", "Lvp", "Nwy", "Swe"])
    assert adjustments_due(state, ENGLAND) == 1
