import pytest

from tests.notation.examples import START, check
from tests.notation.test_forms import VARIANT
from tests.positions import standard_state
from zinegen.board.board import Power
from zinegen.errors import Where
from zinegen.game.state import PhaseKind
from zinegen.notation.checks.order_checks import check_coast_choices
from zinegen.notation.reading.context import LineContext

SEA = standard_state(
    "S1902M",
    {
        "England": ["F NTH", "F ENG", "A Lon", "F Con", "F MAO"],
        "France": ["A Bre", "F IRI", "A Gas"],
    },
    {"England": ["Lon", "Edi"], "France": ["Bre"]},
)


def codes(text, power="England", **options):
    """Return the codes of what there is to say, without the notes on units without orders."""
    return [one.code for one in check(text, power, **options).findings if one.code != "O30"]


@pytest.mark.parametrize(
    ("text", "power", "found"),
    [
        # all is well
        ("F Lon - NTH", "England", []),
        ("F StP - GOB", "Russia", []),
        ("A Vie - Gal\nA Bud S A Vie - Gal", "Austria", []),
        ("A Vie H\nA Bud S A Vie", "Austria", []),
        # no unit there
        ("F NTH - NWG", "England", ["O20"]),
        ("A Par - Bur", "England", ["O20"]),
        ("A Lon - Wal", "England", ["O20"]),
        ("A Mun S A Sil - Boh", "Germany", ["O20"]),
        ("A Mun S ENGLISH A Ber", "Germany", ["O20"]),
        # two orders; the same order twice is one
        ("F Lon - NTH\nF Lon - ENG", "England", ["O21"]),
        ("F Lon - NTH\nfleet London to North Sea", "England", []),
        # cannot reach
        ("F Edi - Bre", "England", ["O22"]),
        ("F Lon - Lon", "England", ["O22"]),
        ("A Vie - Mos", "Austria", ["O22"]),
        ("F StP - BAR", "Russia", ["O22"]),
        ("A Mun S A Ber - Pru", "Germany", ["O22"]),
        # own orders do not match each other
        ("A Vie - Gal\nA Bud S A Vie - Tri", "Austria", ["O23"]),
        ("A Vie - Gal\nA Bud S A Vie", "Austria", ["O23"]),
        ("A Bud S A Vie - Gal", "Austria", ["O23"]),
        # no convoy route
        ("A Lvp - Bel", "England", ["O24"]),
        ("F Lon C A Lvp - Bel", "England", ["O24"]),
        # foreign units
        ("A Mun S A Par - Bur", "Germany", ["O33"]),
        ("A Mun S FRENCH A Par - Bur", "Germany", []),
    ],
)
def test_what_will_not_work_in_spring_1901_is_said(text, power, found):
    assert codes(text, power) == found


@pytest.mark.parametrize(
    ("text", "power", "found"),
    [
        ("A Lon - Bel\nF ENG C A Lon - Bel", "England", []),
        ("A Lon - Bel\nF ENG H\nF NTH C A Lon - Bel", "England", []),
        ("A Lon - Bel\nF ENG H\nF NTH H", "England", ["O23"]),
        ("A Lon - Por\nF ENG C A Lon - Por\nF MAO C A Lon - Por", "England", []),
        ("A Lon - Tus", "England", ["O24"]),
        ("F ENG C A Lon - Bel", "England", ["O23"]),
        ("F ENG C A Wal - Bel", "England", ["O20"]),
        ("F ENG C FRENCH A Bre - Lon", "England", []),
        ("F MAO - Spa", "England", ["O25"]),
        ("F MAO - Spa/nc", "England", []),
        ("F Con - Bul", "England", ["O25"]),
        ("F MAO S FRENCH A Gas - Spa", "England", []),
    ],
)
def test_convoys_and_coasts_are_judged_on_the_board(text, power, found):
    assert codes(text, power, state=SEA) == found


def test_a_coast_that_cannot_be_reached_is_named_with_the_one_that_can():
    state = standard_state("S1902M", {"France": ["F Gas"]})
    (found,) = check("F Gas - Spa/sc", "France", state=state).findings
    assert (found.code, found.hint) == ("O22", "it can reach Spa/nc")


def test_the_warning_says_what_the_unit_can_do_and_that_it_may_be_meant():
    (found,) = [one for one in check("F Edi - Bre").findings if one.code == "O22"]
    assert found.title == "F Edi cannot reach Brest"
    assert found.hint == "it can go to Cly, NTH, NWG, Yor"
    assert found.if_left.endswith("(if you mean it so, leave it)")
    assert (found.where.line, found.where.column, found.where.end_column) == (5, 1, 12)


def test_every_unit_without_an_order_is_noted_once():
    findings = check("F Lon - NTH\nF Edi - Nrt").findings
    assert [one.title for one in findings if one.code == "O30"] == ["A Lvp has no order"]


def test_the_units_of_a_combination_have_orders():
    findings = check("A Lvp E F Edi; F Lon - NTH\nF Edi H", variant=VARIANT).findings
    assert [one.title for one in findings if one.code == "O30"] == []


DRIVEN = standard_state(
    "S1902R",
    {"England": ["A Yor"], "France": ["F NTH"]},
    dislodged={"England": {"F NTH": ["Edi", "HEL"]}},
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("F NTH - HEL", []),
        ("F NTH disband", []),
        ("F NTH - Nwy", ["O29"]),
        ("A Yor - Lon", ["O20"]),
        ("F NTH - HEL\nF NTH - Edi", ["O21"]),
    ],
)
def test_retreats_are_held_against_the_open_places(text, found):
    assert codes(text, state=DRIVEN) == found


def test_a_dislodged_unit_without_an_order_is_noted():
    (found,) = check("", state=DRIVEN).findings
    assert (found.code, found.if_left) == ("O30", "F NTH will be disbanded")


def test_retreats_handed_in_before_the_moves_are_held_against_what_is_near():
    assert codes("F Lon: NTH, Edi, disband", section="retreats") == ["O29"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("build F Edi", []),
        ("build F Edi\nbuild A Lon\nbuild A Lvp", ["O26", "O26", "O27"]),
        ("remove A Nwy", ["O26"]),
        ("build F StP", ["O25", "O27"]),
        ("build F StP/nc", ["O27"]),
    ],
)
def test_adjustments_are_held_against_what_is_due(text, found):
    state = standard_state("W1901A", {"England": ["A Nwy"]}, {"England": ["Lon", "Edi"]})
    assert codes(text, state=state) == found


def test_a_list_of_builds_before_the_winter_may_be_longer_than_what_is_due():
    text = "build F Lon\nbuild A Edi\nbuild A Lvp\nremove A Lvp"
    assert codes(text, section="builds") == []


def test_coast_choices_and_removals_of_units_that_are_not_there_are_warned_of():
    assert codes("F Bre: nc", section="coasts") == ["O20"]
    assert codes("remove A Mun", section="builds") == ["O20"]


def test_a_fleet_whose_coast_the_own_event_may_change_is_noted():
    context = LineContext(
        power=Power("France"),
        state=START,
        variant=VARIANT,
        section="events",
        kind=PhaseKind.MOVES,
    )
    events = check("Raise ENG", "France", section="events", variant=VARIANT).orders
    where = Where(file="x", line=3)
    (found,) = check_coast_choices({"events": events}, context, where)
    assert (found.code, found.where) == ("O31", where)
    assert "F Bre" in found.title
    choice = check("F Bre: MAO", "France", section="coasts").orders
    assert check_coast_choices({"events": events, "coasts": choice}, context, where) == ()


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("build A Mun", "Munich is not a centre of yours"),
        ("build A Bel", "Belgium is none of your home centres"),
        ("build A Lon", "London is occupied"),
        ("build M Edi", "no such unit is built in this game"),
        ("build A Edi\nbuild F Edi", "Edinburgh is occupied"),
        ("build F Edi", ""),
    ],
)
def test_builds_that_cannot_be_made_are_told(text, title):
    state = standard_state("W1901A", {"England": ["A Lon"]}, {"England": ["Lon", "Edi", "Bel"]})
    found = [one for one in check(text, state=state).findings if one.code == "O27"]
    assert [one.title for one in found] == ([title] if title else [])
    assert not check(text, section="builds").findings
