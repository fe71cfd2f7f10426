"""The first Deluge: where it differs from the second."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest

from tests.pages.choices import find_faults, list_lines
from tests.seasons import judged
from zinegen.board import Power
from zinegen.game import GameState, Kind, Phase, Reason, Report, Sheet, UnitBuilt
from zinegen.geometry import ProvinceKey
from zinegen.notation import adjustments_due, read_orders
from zinegen.pages.browser.choices import choices
from zinegen.play import Setup, Turn, start_state
from zinegen.play.deadlines import asks_nobody, powers_to_order
from zinegen.variants import find_variant

DELUGE1 = find_variant("deluge1")


def at(
    phase: str, units: Mapping[str, Sequence[str]], centres: Mapping[str, Sequence[str]] | None
) -> GameState:
    """Return a position of the first Deluge."""
    given = {Power(power): tuple(lines) for power, lines in units.items()}
    owned = {Power(power): tuple(names) for power, names in (centres or {}).items()}
    return start_state(DELUGE1, Setup(phase=Phase.parse(phase), units=given, centres=owned or None))


def judge(state: GameState, **lines: str) -> tuple[GameState, Report]:
    """Judge a phase with the lines of some powers."""
    orders = {
        Power(power): read_orders(text, power=Power(power), state=state, variant=DELUGE1).orders
        for power, text in lines.items()
    }
    after, report, _ = judged(DELUGE1, state, Sheet(orders=orders))
    return after, report


def test_there_is_no_iceland_and_constantinople_sinks_a_year_later() -> None:
    state = start_state(DELUGE1)
    assert ProvinceKey("Ice") not in state.board.provinces
    for year, is_wet in (("1905", False), ("1906", True)):
        board = at(f"S{year}M", {"Turkey": ["F EAS"]}, None).board
        assert board.is_water(ProvinceKey("Con")) == is_wet


def test_an_army_whose_province_sinks_becomes_a_fleet() -> None:
    state = at("W1901A", {"England": ["A Lon"]}, {"England": ["Lon"]})
    after, _ = judge(state)
    assert after.units[ProvinceKey("Lon")].kind is Kind.FLEET
    assert after.board.is_water(ProvinceKey("Lon"))


def test_new_centres_form_before_the_adjustments_of_the_year_after() -> None:
    assert (
        not start_state(DELUGE1, Setup(phase=Phase.parse("S1902M")))
        .board[ProvinceKey("Wal")]
        .centre
    )
    state = at("W1902A", {"England": ["A Wal"]}, {"England": ["Edi"]})
    after, _ = judge(state)
    assert after.owners[ProvinceKey("Wal")] == "England"


def test_what_is_due_is_counted_with_the_centres_that_form_first() -> None:
    state = at(
        "W1902A",
        {"England": ["A Wal", "F NTH"], "Germany": ["A Ruh", "A Kie", "F HOL"], "Italy": ["A Tyr"]},
        {"England": ["Edi"], "Germany": ["Kie"], "Italy": ["Nap"]},
    )
    due = {power: adjustments_due(DELUGE1, state, power) for power in ("England", "Germany")}
    assert due == {"England": 0, "Germany": -1}
    assert powers_to_order(DELUGE1, state, (state.phase,)) == ("Germany", "Italy")
    turn = Turn(variant=DELUGE1, phases=(state.phase,), state=state)
    offered = choices(turn)
    lines = {
        power: set(list_lines(offered, sections["builds"]))
        for power, sections in offered["powers"].items()
    }
    assert lines["Germany"] == {"remove A Ruh", "remove A Kie", "remove F HOL"}
    assert {"build A Nap", "build F Nap", "waive"} == lines["Italy"]
    assert find_faults(turn, 5, random.Random(1)) == []
    # A winter in which nothing is due but to the owner of a new centre is not passed over.
    alone = at("W1902A", {"Italy": ["A Tyr"]}, {"Italy": ["Nap"]})
    assert not asks_nobody(DELUGE1, alone)


def built(report: Report) -> list[str]:
    """Return where units were built."""
    return [str(c.unit.province) for c in report.changes if isinstance(c, UnitBuilt)]


def test_builds_are_at_home_while_there_is_a_home_centre_and_then_at_most_three_abroad() -> None:
    owned = ["Par", "Spa", "Por", "Tun", "Swe", "Nwy"]
    state = at("W1901A", {"France": ["F MAO"]}, {"France": owned})
    first_abroad = "build A Spa\nbuild A Par"
    _, report = judge(state, France=first_abroad)
    assert built(report) == ["Par"]
    assert [r.verdict.reason for r in report.rulings][:2] == [Reason.NOT_HOME, Reason.BUILT]
    home_first = "build A Par\nbuild A Spa\nbuild F Por\nbuild F Tun\nbuild F Swe"
    _, report = judge(state, France=home_first)
    assert built(report) == ["Par", "Spa", "Por", "Tun"]
    assert Reason.NOT_HOME in [r.verdict.reason for r in report.rulings]


@pytest.mark.parametrize(
    ("order", "against", "reason", "kind"),
    [
        ("A Edi becomes F", "F NTH H", Reason.BECAME_FLEET, Kind.FLEET),
        ("A Edi becomes F", "F NTH - Edi", Reason.REFIT_STOPPED, Kind.ARMY),
        ("A Yor becomes F", "F NTH H", Reason.NOT_IN_CENTRE, Kind.ARMY),
    ],
)
def test_only_an_unattacked_army_in_a_centre_becomes_a_fleet(
    order: str, against: str, reason: Reason, kind: Kind
) -> None:
    where = order[2:5]
    state = at("S1901M", {"England": [f"A {where}"], "Germany": ["F NTH"]}, None)
    after, report = judge(state, England=order, Germany=against)
    mine = next(r for r in report.rulings if r.order.power == "England")
    assert mine.verdict.reason is reason
    assert after.units[ProvinceKey(where)].kind is kind
