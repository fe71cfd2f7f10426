"""What the forms of rule sets say of their own orders before the deadline."""

from __future__ import annotations

import pytest

from tests.rule_sets import rule_set
from zinegen.archive.starts import Setup, start_state
from zinegen.board.board import Power
from zinegen.game.orders import Sheet
from zinegen.game.state import Phase
from zinegen.game.verdicts import Reason, Word
from zinegen.notation.checks.order_checks import check_orders
from zinegen.notation.findings import Finding
from zinegen.notation.reading.context import COASTS, EVENTS, ORDERS
from zinegen.notation.reading.reader import read_orders
from zinegen.rules.compose import adjudicate

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
