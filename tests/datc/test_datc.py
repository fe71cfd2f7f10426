"""The Diplomacy Adjudicator Test Cases, version 3.2: every case, every order.

The cases are by Lucas B. Kruijswijk; the file says under which terms they are here. Two expectations
are ours: a hold is judged by whether the unit was dislodged (the cases call such a hold *stands*), and the
case named in `CUT_ALL_THE_SAME`, whose own note says that its flag differs from the rule of cutting.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TypedDict

import pytest

from tests.blame import faults
from tests.positions import face, sheet_of, standard_board, standard_state, written
from zinegen.board import Power
from zinegen.game import (
    GameState,
    OrderResult,
    Reason,
    Remove,
    Report,
    StandoffLeft,
    UnitLost,
    UnitRemoved,
    Word,
)
from zinegen.notation import find_place, names_for, read_spot, read_unit, write_unit
from zinegen.rules import adjudicate
from zinegen.variants.standard import STANDARD

CASES = Path(__file__).parent.parent / "data" / "datc.json"

CUT_ALL_THE_SAME = {("6.D.4", "A ber S F kie")}
"""An attacked support is cut, whether or not anything depends on it."""

NOT_LISTED = {"6.F.21": ("England", "F cly")}
"""A dislodged unit that the source leaves out, as the note of its case says."""

KINDS = {"movement": "M", "retreat": "R", "adjustment": "A"}
SEASONS = {"spring": "S", "fall": "F", "winter": "W"}


class _Unit(TypedDict, total=False):
    power: str
    type: str
    location: str
    retreats: list[str]


class _Result(TypedDict, total=False):
    order: str
    result: str
    ok: bool
    dislodged: bool


class _Expected(TypedDict, total=False):
    units: list[_Unit]
    dislodged: list[_Unit]
    contested: list[str]
    disbanded: list[_Unit]
    automatic_disbands: list[_Unit]
    results: dict[str, list[_Result]]


class _Case(TypedDict, total=False):
    id: str
    title: str
    phase: str
    season: str
    year: int
    units: list[_Unit]
    supply_centers: dict[str, list[str]]
    orders: dict[str, list[str]]
    expected: _Expected
    movement: _Case


@cache
def cases() -> tuple[_Case, ...]:
    """Return all cases."""
    return tuple(json.loads(CASES.read_text(encoding="utf-8"))["cases"])


def of_phase(phase: str) -> list[object]:
    """Return the cases of one kind of phase as parameters named by their numbers."""
    return [pytest.param(case, id=case["id"]) for case in cases() if case["phase"] == phase]


def lines(units: list[_Unit]) -> dict[str, list[str]]:
    """Return units as lines by power."""
    found: dict[str, list[str]] = {}
    for unit in units:
        found.setdefault(unit["power"], []).append(f"{unit['type']} {unit['location']}")
    return found


def canonical(units: list[_Unit]) -> dict[str, list[str]]:
    """Return units as this project writes them."""
    board = standard_board()
    return written(
        board, (read_unit(f"{u['type']} {u['location']}", board, Power(u["power"])) for u in units)
    )


def judge(case: _Case, state: GameState | None = None) -> tuple[GameState, GameState, Report]:
    """Play a case; return the state before, the state after and the report."""
    if state is None:
        phase = f"{SEASONS[case['season']]}{case['year']}{KINDS[case.get('phase', 'movement')]}"
        state = standard_state(phase, lines(case["units"]), case.get("supply_centers"))
    after, report = adjudicate(STANDARD, state, sheet_of(state, case["orders"]))
    return state, after, report


def check_results(case: _Case, name: str, report: Report) -> None:
    """Compare the result of every order, and see that every failure blames somebody."""
    given: dict[str, list[OrderResult]] = {}
    for ruling in report.rulings:
        if ruling.given:
            given.setdefault(ruling.order.power, []).append(ruling)
    for power, results in case["expected"]["results"].items():
        rulings = given.pop(power)
        assert len(rulings) == len(results)
        for result, ruling in zip(results, rulings, strict=True):
            expected = result["ok"]
            if result["result"] == "stands":
                expected = not result.get("dislodged", False)
            if (name, result["order"]) in CUT_ALL_THE_SAME:
                expected = False
            assert (ruling.verdict.word is Word.SUCCEEDS) == expected, (result, ruling.verdict)
    assert not given
    assert not faults(report)


def check_movement(case: _Case, name: str, after: GameState, report: Report) -> None:
    """Compare positions, dislodged units with their retreats, and provinces closed by standoffs."""
    board, expected = standard_board(), case["expected"]
    assert written(board, after.units.values()) == canonical(expected["units"])
    names = names_for(board)
    wanted = set()
    for unit in expected["dislodged"]:
        read = read_unit(f"{unit['type']} {unit['location']}", board, Power(unit["power"]))
        places = (find_place(board, read_spot(to, names), read.kind) for to in unit["retreats"])
        wanted.add((read.power, write_unit(read, board), tuple(sorted(places))))
    if name in NOT_LISTED:
        power, text = NOT_LISTED[name]
        wanted.add((power, write_unit(read_unit(text, board, Power(power)), board), ()))
    got = {
        (lost.unit.power, write_unit(lost.unit, board), lost.retreats)
        for lost in after.dislodged.values()
    }
    assert got == wanted
    closed = {change.province for change in report.changes if isinstance(change, StandoffLeft)}
    assert closed == {face(name) for name in expected["contested"]}


def test_all_cases_are_here() -> None:
    assert len(cases()) == 176


@pytest.mark.parametrize("case", of_phase("movement"))
def test_movement_comes_out_as_the_case_says(case: _Case) -> None:
    _, after, report = judge(case)
    check_movement(case, case["id"], after, report)
    check_results(case, case["id"], report)


@pytest.mark.parametrize("case", of_phase("retreat"))
def test_retreats_come_out_as_the_case_says(case: _Case) -> None:
    """The moves are played first, so the retreats start from what our own movement left."""
    _, state, moved = judge(case["movement"])
    check_movement(case["movement"], case["id"], state, moved)
    check_results(case["movement"], case["id"], moved)
    _, after, report = judge(case, state)
    board = standard_board()
    assert written(board, after.units.values()) == canonical(case["expected"]["units"])
    lost = (change.unit for change in report.changes if isinstance(change, UnitLost))
    assert written(board, lost) == canonical(case["expected"]["disbanded"])
    check_results(case, case["id"], report)


@pytest.mark.parametrize("case", of_phase("adjustment"))
def test_adjustments_come_out_as_the_case_says(case: _Case) -> None:
    _, after, report = judge(case)
    board = standard_board()
    assert written(board, after.units.values()) == canonical(case["expected"]["units"])
    unordered = {
        ruling.order.unit.at.province
        for ruling in report.rulings
        if ruling.verdict.reason is Reason.REMOVED_BY_RULE and isinstance(ruling.order, Remove)
    }
    removed = (change.unit for change in report.changes if isinstance(change, UnitRemoved))
    by_rule = (unit for unit in removed if unit.province in unordered)
    assert written(board, by_rule) == canonical(case["expected"]["automatic_disbands"])
    check_results(case, case["id"], report)
