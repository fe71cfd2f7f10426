"""Provisional builds and removals: which of a list count when their winter comes."""

import pytest

from tests.notation.examples import canonical
from tests.positions import standard_state
from zinegen.board import Power
from zinegen.geometry import ProvinceKey
from zinegen.notation import SeasonFacts, adjustments_due, read_conditions
from zinegen.play.provisional_adjustments import find_provisional_adjustments
from zinegen.variants.standard import STANDARD

ENGLAND, RUSSIA = Power("England"), Power("Russia")


def winter(units, centres):
    return standard_state("W1901A", {"England": units}, {"England": centres})


def wanted(text, state, power=ENGLAND, facts=SeasonFacts):
    steps = read_conditions(
        text, power=power, state=state, variant=STANDARD, section="builds"
    ).steps
    found = find_provisional_adjustments(STANDARD, state, steps, facts(state=state), power)
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
        ("", []),
    ],
)
def test_builds_are_taken_from_the_top_as_many_as_are_due(text, found):
    assert adjustments_due(STANDARD, RICH, ENGLAND) == 2
    assert wanted(text, RICH) == found


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
    assert adjustments_due(STANDARD, POOR, ENGLAND) == -2
    assert wanted(text, POOR) == found


def test_nothing_is_taken_when_nothing_is_due():
    assert wanted("build F Lon\nremove A Nwy", winter(["A Nwy"], ["Lon"])) == []


def test_a_build_that_is_not_possible_takes_no_place_of_another():
    state = standard_state("W1901A", {"Russia": ["A Ukr"]}, {"Russia": ["StP", "War"]})
    assert wanted("build F War\nbuild A War", state, RUSSIA) == ["build A War"]


def test_a_build_without_the_coast_it_needs_stays_to_be_reported():
    state = standard_state("W1901A", {"Russia": ["A Ukr"]}, {"Russia": ["StP", "War"]})
    found = wanted("build F StP\nbuild A War", state, RUSSIA)
    assert found == ["build F StP", "build A War"]


def test_a_removal_names_its_unit_by_where_it_began_the_season():
    class Moved(SeasonFacts):
        """Facts of a season in which the army of Lvp went to Yor."""

        def whereabouts(self, began: ProvinceKey) -> ProvinceKey | None:
            """Return where it went."""
            return {"Lvp": ProvinceKey("Yor")}.get(began)

    assert wanted("remove A Lvp, F NWG", POOR, facts=Moved) == ["remove A Yor", "remove F NWG"]
