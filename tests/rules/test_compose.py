"""Joining rules, the calendar, ownership and victory."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.border_events import position, read
from tests.positions import standard_state
from tests.rule_sets import rule_set
from zinegen.board import Power
from zinegen.errors import RulesError
from zinegen.game import (
    CentreTaken,
    CoastChoice,
    GameEnded,
    GameState,
    Order,
    Phase,
    Reason,
    Report,
    Sheet,
    Throw,
)
from zinegen.geometry import ProvinceKey
from zinegen.rules import more_than_half, occupy, victory
from zinegen.rules.compose import (
    adjudicate,
    join_reports,
    next_phase,
    only_when,
    season_is_over,
    then,
)
from zinegen.variants.standard import STANDARD

RUSSIA, TURKEY = Power("Russia"), Power("Turkey")
RUM = ProvinceKey("Rum")


def read_events(text: str, power: Power, state: GameState) -> tuple[Order, ...]:
    return read(text, power, state, rule_set("seismic-lavaurs"), "events")


def read_coasts(text: str, power: Power, state: GameState) -> tuple[CoastChoice, ...]:
    found = read(text, power, state, rule_set("seismic-lavaurs"), "coasts")
    return tuple(order for order in found if isinstance(order, CoastChoice))


def taken_by(power: Power) -> object:
    """Return a rule that hands Rum to a power, and tells it so."""

    def rule(state: GameState, _sheet: Sheet, /) -> Report:
        change = CentreTaken(province=RUM, power=power)
        return Report(changes=(change,), notices={power: (f"from {state.owners.get(RUM)}",)})

    return rule


def needy(_state: GameState, sheet: Sheet, /) -> Report:
    """Need a throw."""
    if "luck" in sheet.throws:
        return Report()
    return Report(needs=Throw(label="luck", candidates=("heads", "tails")))


def test_each_rule_sees_what_the_one_before_it_left() -> None:
    state = standard_state("S1901M", {})
    report = then(taken_by(RUSSIA), taken_by(TURKEY))(state, Sheet())  # type: ignore[arg-type]
    assert report.notices == {RUSSIA: ("from None",), TURKEY: ("from Russia",)}
    assert [change.power for change in report.changes if isinstance(change, CentreTaken)] == [
        RUSSIA,
        TURKEY,
    ]


def test_a_throw_that_is_needed_silences_everything_else() -> None:
    state = standard_state("S1901M", {})
    rule = then(taken_by(RUSSIA), needy)  # type: ignore[arg-type]
    report = rule(state, Sheet())
    assert report.needs is not None
    assert report.needs.label == "luck"
    assert not report.changes
    assert rule(state, Sheet(throws={"luck": 1})).changes
    judged = replace(STANDARD, make_rules=lambda _: {state.phase.kind: rule})
    after, asked = adjudicate(judged, state, Sheet())
    assert after is state
    assert asked == report
    assert adjudicate(judged, state, Sheet(throws={"luck": 1}))[0].owners == {RUM: RUSSIA}


def test_a_rule_may_wait_for_its_condition() -> None:
    state = standard_state("S1901M", {}, dislodged={"Turkey": {"A Con": []}})
    rule = only_when(season_is_over, taken_by(RUSSIA))  # type: ignore[arg-type]
    assert rule(state, Sheet()) == Report()
    assert rule(replace(state, dislodged={}), Sheet()).changes
    assert then(rule)(state, Sheet()) == Report()


def test_joined_rulings_stay_by_power() -> None:
    state = standard_state("S1901M", {"Turkey": ["A Con"], "Russia": ["A Mos"]})
    _, report = adjudicate(STANDARD, state, Sheet())
    joined = join_reports(report, report)
    assert [ruling.order.power for ruling in joined.rulings] == [RUSSIA, RUSSIA, TURKEY, TURKEY]


@pytest.mark.parametrize(
    ("phase", "after"),
    [("S1901M", "F1901M"), ("S1901R", "F1901M"), ("F1901M", "W1901A"), ("F1901R", "W1901A")],
)
def test_the_calendar_goes_on_when_nobody_must_retreat(phase: str, after: str) -> None:
    state = standard_state(phase, {})
    assert next_phase(STANDARD, state) == Phase.parse(after)


def test_retreats_come_only_where_somebody_is_dislodged() -> None:
    state = standard_state("F1901M", {}, dislodged={"Turkey": {"A Con": []}})
    assert str(next_phase(STANDARD, state)) == "F1901R"


def test_after_winter_comes_spring() -> None:
    assert str(next_phase(STANDARD, standard_state("W1901A", {}))) == "S1902M"


def test_a_rule_set_says_when_it_has_no_such_phase() -> None:
    with pytest.raises(RulesError, match="standard has no phase of the kind of S1901E"):
        adjudicate(STANDARD, standard_state("S1901E", {}), Sheet())


def test_a_centre_belongs_to_its_occupant_after_autumn_and_stays_when_left() -> None:
    units = {"Turkey": ["A Bul"], "Russia": ["F Rum", "A Ukr"]}
    centres = {"Turkey": ["Con", "Rum"]}
    spring, _ = adjudicate(STANDARD, standard_state("S1901M", units, centres), Sheet())
    assert spring.owners == {"Con": "Turkey", "Rum": "Turkey"}
    autumn, report = adjudicate(STANDARD, standard_state("F1901M", units, centres), Sheet())
    assert autumn.owners == {"Bul": "Turkey", "Con": "Turkey", "Rum": "Russia"}
    assert report.changes == (
        CentreTaken(province=ProvinceKey("Bul"), power=TURKEY),
        CentreTaken(province=RUM, power=RUSSIA),
    )


def test_ownership_waits_for_the_retreats() -> None:
    state = standard_state(
        "F1901R", {"Russia": ["A Ukr"]}, dislodged={"Turkey": {"F Con": ["Bul/ec"]}}
    )
    after, _ = adjudicate(STANDARD, state, Sheet())
    assert not after.owners
    assert occupy(standard_state("F1901R", {"Turkey": ["A Bul"]}), Sheet()).changes


@pytest.mark.parametrize(("needed", "winners"), [(2, ("Turkey",)), (3, None)])
def test_enough_centres_win(needed: int, winners: tuple[str, ...] | None) -> None:
    state = standard_state("F1901M", {}, {"Turkey": ["Con", "Bul"], "Russia": ["Mos"]})
    changes = victory(needed)(state, Sheet()).changes
    assert changes == (() if winners is None else (GameEnded(winners=(TURKEY,)),))


def test_nobody_wins_while_two_are_level() -> None:
    state = standard_state("F1901M", {}, {"Turkey": ["Con"], "Russia": ["Mos"]})
    assert not victory(1)(state, Sheet()).changes


def test_more_than_half_of_the_centres_may_be_asked_for() -> None:
    state = standard_state("F1901M", {})
    assert more_than_half(state) == 18
    assert not victory(more_than_half)(state, Sheet()).changes
    assert not victory(1)(replace(state, powers=()), Sheet()).changes


def test_events_and_coasts_of_a_power_in_disorder_are_not_heard() -> None:
    """Whatever the rule set: the event is void for that reason, the coast is chosen as without orders."""
    state = position(rule_set("seismic-lavaurs"), units={"Italy": ["F Tun"], "Austria": ["A Vie"]})
    austria, italy = Power("Austria"), Power("Italy")
    divide = read_events("TYS & ION separate, Nap & Tun connect", austria, state)
    choice = read_coasts("F Tun: ION", italy, state)
    sheet = Sheet(events={austria: divide}, coasts={italy: choice})
    unheard = replace(sheet, disorder=frozenset({austria}))
    after, report = adjudicate(rule_set("seismic-lavaurs"), state, unheard)
    assert [(r.order, r.verdict.reason) for r in report.rulings] == [
        (divide[0], Reason.IN_DISORDER)
    ]
    assert after.board == state.board
    assert adjudicate(rule_set("seismic-lavaurs"), state, sheet)[1].needs is None
    silent = replace(sheet, disorder=frozenset({italy}))
    assert adjudicate(rule_set("seismic-lavaurs"), state, silent)[1].needs is not None
