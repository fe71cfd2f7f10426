"""The placement before the first year: the draw, starting units, mountain ranges."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.secret_games import judged, position, thrown
from zinegen.board import Power
from zinegen.game import Reason, Sheet
from zinegen.notation import read_orders, write_order
from zinegen.play import start_board, start_state
from zinegen.rules import adjudicate
from zinegen.variants.post_atomic.placement import legal_borders
from zinegen.variants.post_atomic.rule_set import COUNTRY_DRAWS, POST_ATOMIC, REGULAR_UNITS


def test_the_draw_goes_by_country_without_replacement_from_sorted_candidates() -> None:
    state, sheet = start_state(POST_ATOMIC), Sheet()
    asked = []
    while True:
        _, report = adjudicate(POST_ATOMIC, state, sheet)
        assert report.needs is not None
        if not report.needs.label.startswith("centres/"):
            break
        asked.append(report.needs)
        sheet = replace(sheet, throws={**sheet.throws, report.needs.label: 1})
    assert len(asked) == len({throw.label for throw in asked}) == 34
    assert all(throw.secret for throw in asked)
    assert asked[0].candidates == ("Boh", "Bud", "Gal", "Tri", "Tyr", "Vie")
    assert asked[1].candidates == ("Bud", "Gal", "Tri", "Tyr", "Vie")
    assert [throw.label for throw in asked[:4]] == [
        "centres/Austria 1",
        "centres/Austria 2",
        "centres/Austria 3",
        "centres/England 1",
    ]
    assert asked[-1].label == "centres/neutral 12"
    assert len(asked[-1].candidates) == 19 - 11


def test_throws_decide_which_centres_are_drawn() -> None:
    draws = set()
    for seed in range(3):
        after, _ = thrown(start_state(POST_ATOMIC), Sheet(), POST_ATOMIC, random.Random(seed))
        for row in COUNTRY_DRAWS:
            assert len(set(row.candidates) & {*after.board.centres}) == row.centres
        draws.add(after.board.centres)
    assert len(draws) == 3


def test_without_orders_the_regular_units_start_and_every_power_gets_one_range() -> None:
    after, report = thrown(start_state(POST_ATOMIC), Sheet(), POST_ATOMIC, random.Random(5))
    units = sorted((unit.power, f"{unit.kind} {unit.province}") for unit in after.units.values())
    assert units == sorted(REGULAR_UNITS)
    assert sum(after.board.ranges.values()) == len(after.powers)
    assert str(after.phase) == "S2021M"
    for power in after.powers:
        lines = report.notices[power]
        assert any(line.startswith("range ") for line in lines)
        own = {line.removeprefix("owns ") for line in lines if line.startswith("owns ")}
        assert own == {
            unit.province for unit in after.units_of(power) if after.board[unit.province].centre
        }


def test_a_range_may_stand_on_borders_of_the_own_country_only() -> None:
    board = start_board(POST_ATOMIC)
    borders = legal_borders(board, Power("Turkey"))
    assert ("Cyp", "EAS") in borders
    assert not any("Out" in ends for ends in borders)
    assert len(borders) == len(set(borders))
    assert all(any(board[face].home == "Turkey" for face in ends) for ends in borders)
    assert all(board.mesh.between(*ends) for ends in borders)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("A Lon", Reason.NOT_A_START),
        ("F Mun", Reason.NO_SHORE),
        ("M Kie", Reason.NO_SUCH_KIND),
        ("mountain Mun/Lon", Reason.NO_SUCH_BORDER),
        ("mountain Mos/Out", Reason.OFF_THE_BOARD),
        ("mountain Bur/Mar", Reason.NOT_OWN_BORDER),
        ("if centre Pru then mountain Pru/Sil", Reason.BAD_CONDITION),
        ("if Mun empty then mountain Pru/Sil", Reason.BAD_CONDITION),
        ("if centre Kie then A Kie", Reason.BAD_CONDITION),
        ("if centre Mun then mountain Pru/Sil", Reason.CONDITION_UNMET),
        ("if centre Kie then mountain Bur/Mar", Reason.NOT_OWN_BORDER),
        ("if centre Kie then if centre Ber then mountain Kie/Den", Reason.CONDITION_UNMET),
        ("if centre Kie then if centre Pru then mountain Kie/Den", Reason.BAD_CONDITION),
        ("waive", Reason.UNREADABLE),
        (
            "if centre Kie and not (centre Ber or centre Mun) then mountain Kie/Den",
            Reason.RANGE_PLACED,
        ),
    ],
)
def test_every_line_of_the_placement_has_its_reason(line: str, reason: Reason) -> None:
    _, report = judged(position("W2020P"), {"Germany": line})
    given = [ruling for ruling in report.rulings if ruling.given]
    assert [ruling.verdict.reason for ruling in given] == [reason]


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("mountain Pic coast", ["mountain Pic/ENG"]),
        ("Pic coast", ["mountain Pic/ENG"]),
        ("Bur/Mun", ["mountain Bur/Mun"]),
        ("mountain range between Bur and Mun", ["mountain Bur/Mun"]),
        ("navy Bre", ["F Bre"]),
    ],
)
def test_the_authors_own_words_are_read(line: str, means: list[str]) -> None:
    state = position("W2020P")
    reading = read_orders(line, power=Power("France"), state=state, variant=POST_ATOMIC)
    assert not reading.findings
    assert [write_order(order, state.board) for order in reading.orders] == means


@pytest.mark.parametrize(("line", "said"), [("Bre coast", "more than one"), ("Bur coast", "coast")])
def test_a_coast_that_is_several_borders_or_none_is_asked_about(line: str, said: str) -> None:
    state = position("W2020P")
    reading = read_orders(line, power=Power("France"), state=state, variant=POST_ATOMIC)
    assert [finding for finding in reading.findings if said in finding.title]
