from __future__ import annotations

import pytest

from tests.notation.examples import START, check
from tests.notation.test_forms import VARIANT
from tests.positions import standard_state
from tests.rule_sets import rule_set
from zinegen.board import Power
from zinegen.errors import Where
from zinegen.game import Phase, PhaseKind, Reason, Sheet, Word
from zinegen.notation import (
    COASTS,
    EVENTS,
    ORDERS,
    Finding,
    LineContext,
    check_coast_choices,
    check_orders,
    read_orders,
)
from zinegen.play import Setup, start_state
from zinegen.rules import adjudicate

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
        ("build F Edi\nbuild A Lon\nbuild A Lvp", ["O26", "O27"]),
        ("remove A Nwy", ["O26"]),
        ("build F StP", ["O25", "O27"]),
        ("build F StP/nc", ["O27"]),
    ],
)
def test_adjustments_are_held_against_what_is_due(text, found):
    state = standard_state("W1901A", {"England": ["A Nwy"]}, {"England": ["Lon", "Edi"]})
    assert codes(text, state=state) == found


@pytest.mark.parametrize(
    ("text", "line", "title"),
    [
        ("build A Lvp\nbuild F Edi\nbuild A Lon", 7, "3 builds are written, and 1 is due"),
        ("build F Edi\nbuild A Lon; build A Lvp", 6, "3 builds are written, and 1 is due"),
        ("F Edi, A Lon", 5, "2 builds are written, and 1 is due"),
        ("build F Edi\nremove A Nwy", 6, "a removal is written, and none are due"),
    ],
)
def test_what_is_over_is_told_once_at_its_own_line(text, line, title):
    state = standard_state("W1901A", {"England": ["A Nwy"]}, {"England": ["Lon", "Edi"]})
    (over,) = [one for one in check(text, state=state).findings if one.code == "O26"]
    assert (over.where.line, over.title) == (line, title)


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


ENGLAND = Power("England")


def said(variant: str, text: str, section: str) -> list[Finding]:
    """Return what is said of England's lines at the start of a game."""
    rules = rule_set(variant)
    found = check_orders(
        text, power=ENGLAND, state=start_state(rules), variant=rules, section=section
    ).findings
    return [one for one in found if one.code != "O30"]


def reasons(variant: str, text: str, section: str) -> list[Reason]:
    """Return what comes of the same lines."""
    rules = rule_set(variant)
    state = start_state(rules)
    orders = read_orders(
        text, power=ENGLAND, state=state, variant=rules, section=section, kind=state.phase.kind
    ).orders
    sheet = (
        Sheet(events={ENGLAND: orders}) if section == EVENTS else Sheet(orders={ENGLAND: orders})
    )
    _, report = adjudicate(rules, state, sheet)
    return [one.verdict.reason for one in report.rulings if one.order in orders]


@pytest.mark.parametrize(
    ("variant", "text", "if_left", "come_to"),
    [
        (
            "geophysical-maiden",
            "Erode Lon\nErode Mun",
            "if they differ, none of them counts",
            [Reason.TWO_EVENTS, Reason.TWO_EVENTS],
        ),
        (
            "geophysical-kinzett",
            "Erode Lon\nErode Mun",
            "what is over does not count",
            [Reason.TRANSFORMED, Reason.ONE_EVENT],
        ),
        (
            "geophysical-maiden",
            "3 Stabilise Lon\nStabilise Edi",
            "what is over does not count",
            [Reason.STABILISATION_COUNTED, Reason.NONE_LEFT],
        ),
    ],
)
def test_too_many_orders_are_told_with_what_comes_of_them(
    variant: str, text: str, if_left: str, come_to: list[Reason]
) -> None:
    (found,) = said(variant, text, EVENTS)
    assert (found.code, found.if_left) == ("O28", if_left)
    assert reasons(variant, text, EVENTS) == come_to


def test_two_events_at_the_borders_are_told_with_what_comes_of_them() -> None:
    rules = rule_set("seismic-acerunner")
    state = start_state(rules, Setup(phase=Phase.parse("S1901E")))
    text = "Lon & Wal separate, Yor & ENG connect\nBul & Gre separate, Ser & AEG connect"
    (found,) = check_orders(
        text, power=ENGLAND, state=state, variant=rules, section=EVENTS
    ).findings
    assert (found.code, found.if_left) == ("O28", "if they differ, none of them counts")


def test_two_starting_units_for_one_place_are_told() -> None:
    (found,) = said("post-atomic", "A Lon\nA Lon\nF Lon", ORDERS)
    assert found.code == "O21"
    assert found.title == "the unit in London has two orders (the first on line 1)"
    assert found.if_left == "neither counts: the regular one starts"


def test_an_army_has_no_coast_to_choose() -> None:
    (found,) = said("geophysical-maiden", "A Lvp: nc", COASTS)
    assert (found.code, found.title) == ("O20", "A Lvp is an army, and has no coast to choose")


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("A Lvp E F MAO", "there is no fleet in Mid-Atlantic Ocean to go aboard"),
        (
            "A Lvp E F NTH",
            "the fleet in North Sea belongs to Germany: armies go aboard fleets of their own power",
        ),
        ("A Lvp E F NWG", "the fleet in Norwegian Sea has an army aboard already"),
        (
            "A Lvp E F ENG",
            "Liverpool has no shore on English Channel: armies go aboard at sea, beside their province",
        ),
        (
            "A Lvp E F Edi",
            "Liverpool has no shore on Edinburgh: armies go aboard at sea, beside their province",
        ),
        ("F Edi E F ENG", "only armies go aboard"),
        ("A Mun becomes F", "Munich has no coast for a fleet"),
        ("F Edi becomes F", "only an army can become a fleet"),
        ("A Spa becomes F", "Spain has more than one coast: name one, as in A StP becomes F(nc)"),
        ("A NWG D Mun", "no army can land in Munich from Norwegian Sea"),
        ("A Lvp D Wal", "Liverpool is no water: a landing is written from the sea, A MAO D Por"),
    ],
)
def test_armies_and_the_fleets_that_carry_them_are_answered_before_the_deadline(
    line: str, title: str
) -> None:
    rules = rule_set("deluge2")
    units = {
        ENGLAND: ("A Lvp", "F ENG", "A/F NWG", "F Edi", "A Mun", "A Spa"),
        Power("Germany"): ("F NTH",),
    }
    state = start_state(rules, Setup(units=units, phase=Phase.parse("S1901M")))
    found = check_orders(line, power=ENGLAND, state=state, variant=rules).findings
    assert [(one.code, one.title) for one in found if one.code != "O30"] == [("O27", title)]
    orders = read_orders(line, power=ENGLAND, state=state, variant=rules).orders
    _, report = adjudicate(rules, state, Sheet(orders={ENGLAND: orders}))
    assert [one.verdict.word for one in report.rulings if one.order in orders] == [Word.VOID]


@pytest.mark.parametrize(
    "line", ["A Lvp E F IRI", "A NWG D Nwy", "A Lvp becomes F", "A Spa becomes F(sc)"]
)
def test_of_what_can_be_done_nothing_is_said(line: str) -> None:
    rules = rule_set("deluge2")
    units = {ENGLAND: ("A Lvp", "F IRI", "A/F NWG", "A Spa")}
    state = start_state(rules, Setup(units=units, phase=Phase.parse("S1901M")))
    found = check_orders(line, power=ENGLAND, state=state, variant=rules).findings
    assert {one.code for one in found} <= {"O30"}


EVENT = "ADR & ION separate, Apu & Alb connect"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("isthmus: strait", "this goes with an event, and you have ordered none"),
        (f"{EVENT}\nstrait Apu/Alb: delete", "there is no strait between Apulia and Albania"),
        (f"{EVENT}\ncanal Mun: delete", "there is no canal in Munich"),
        (
            f"{EVENT}\nisthmus Apu/Alb: canal Mun",
            "a canal between Apulia and Albania runs through one of the two",
        ),
        (f"{EVENT}\nisthmus Apu/Alb: canal Apu", ""),
        (f"{EVENT}\nisthmus: strait\nstrait Den/Swe: delete\ncanal Kie: NTH", ""),
    ],
)
def test_options_that_can_apply_to_nothing_are_told(text: str, title: str) -> None:
    rules = rule_set("seismic-acerunner")
    state = start_state(rules, Setup(phase=Phase.parse("S1901E")))
    found = check_orders(text, power=ENGLAND, state=state, variant=rules, section=EVENTS).findings
    assert [(one.code, one.title) for one in found] == ([("O27", title)] if title else [])


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("build M Mun: destroy A Lon", "Munich is no home province of yours"),
        ("build M Lon: destroy A Mun", "you have no unit in Munich"),
        ("build M Lon: destroy A Lon, A Lvp", "London and Liverpool are not next to each other"),
        ("build A Mun", "Munich is no home province of yours"),
        ("build M Lon: destroy A Lon", ""),
        ("build A Edi", ""),
    ],
)
def test_builds_in_the_dark_are_answered_as_far_as_everybody_can_see(line: str, title: str) -> None:
    rules = rule_set("post-atomic")
    setup = Setup(
        units={ENGLAND: ("A Lon", "A Lvp")},
        centres={ENGLAND: ("Lon", "Edi", "Lvp")},
        phase=Phase.parse("W2021A"),
    )
    state = start_state(rules, setup)
    found = check_orders(line, power=ENGLAND, state=state, variant=rules).findings
    assert [(one.code, one.title) for one in found] == ([("O27", title)] if title else [])
