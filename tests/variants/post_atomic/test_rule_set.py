"""Post-Atomic Diplomacy: its board, its countries, its lines."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from tests.secret_games import GERMANY, game, judged, position, thrown
from zinegen.board import Power
from zinegen.board.coasts import coasts
from zinegen.game import GameState, Order, Reason, Sheet, Word
from zinegen.geometry import ProvinceKey
from zinegen.notation import BUILDS, check_orders, read_orders, write_order
from zinegen.play import start_board
from zinegen.play.records import decode, encode
from zinegen.rules import public_state
from zinegen.variants.post_atomic.knowledge import Fact, FactKind, Knowledge
from zinegen.variants.post_atomic.rule_set import COUNTRY_DRAWS, POST_ATOMIC, REGULAR_UNITS
from zinegen.variants.standard import STANDARD


def test_the_candidates_are_the_home_countries_and_the_numbers_those_of_the_regular_game() -> None:
    board, regular = start_board(POST_ATOMIC), start_board(STANDARD)
    assert not board.centres
    homes = Counter(regular[face].home for face in regular.centres)
    for row in COUNTRY_DRAWS:
        power = Power(row.country) if row.country != "neutral" else None
        assert row.centres == homes[power]
        if power is not None:
            assert set(row.candidates) == {f for f, p in board.provinces.items() if p.home == power}
        assert len(set(row.candidates)) == len(row.candidates)
    assert sum(row.centres for row in COUNTRY_DRAWS) == 34
    never = {ProvinceKey(name) for name in ("Ire", "Sar", "Sic", "Klg")}
    assert not never & {face for row in COUNTRY_DRAWS for face in row.candidates}


def test_archangel_and_st_petersburg_have_one_coast_each() -> None:
    board = start_board(POST_ATOMIC)
    waters = {
        name: [coast.waters for coast in coasts(board, ProvinceKey(name))]
        for name in ("Arc", "StP")
    }
    assert waters == {"Arc": [("BAR",)], "StP": [("GOB",)]}


@pytest.mark.parametrize("seed", range(2))
def test_the_sequence_in_which_powers_hand_in_does_not_matter(seed: int) -> None:
    for before, sheet, report, after in game(seed, 10):
        turned = replace(sheet, orders=dict(reversed([*sheet.orders.items()])))
        again, same = thrown(before, turned, POST_ATOMIC, random.Random(seed))
        assert (again, same) == (after, report)


@pytest.mark.parametrize(
    ("phase", "line"),
    [
        ("W2020P", "A Kie"),
        ("W2020P", "mountain Kie/Den"),
        ("W2022A", "build M Kie"),
        ("W2022A", "build A Kie"),
    ],
)
def test_a_power_in_disorder_gets_what_the_rules_give_it(phase: str, line: str) -> None:
    state = position(phase, None if phase == "W2020P" else {}, {"Germany": ["Kie", "Sil"]})
    orders = read_orders(line, power=GERMANY, state=state, variant=POST_ATOMIC).orders
    sheet = Sheet(orders={GERMANY: orders}, disorder=frozenset({GERMANY}))
    after, report = thrown(state, sheet, POST_ATOMIC)
    reasons = [ruling.verdict.reason for ruling in report.rulings if ruling.given]
    assert reasons == [Reason.IN_DISORDER]
    starts = {unit for power, unit in REGULAR_UNITS if power == GERMANY}
    units = {f"{unit.kind} {unit.province}" for unit in after.units_of(GERMANY)}
    assert units == (starts if phase == "W2020P" else set())


@pytest.mark.parametrize(
    ("phase", "text"),
    [
        ("W2020P", "A Lon"),
        ("W2020P", "F Arc"),
        ("W2020P", "mountain Ruh/Kie"),
        ("W2020P", "mountain Pic/ENG"),
        ("W2020P", "if centre Mun then mountain Mun/Bur else mountain Ruh/Bel"),
        (
            "W2020P",
            "if centre Kie then mountain Kie/Den else if centre Ber then mountain Ber/BAL",
        ),
        ("W2022A", "build M Mun"),
        ("W2022A", "build M Mun: destroy A Mun"),
        ("W2022A", "build M Mun: destroy A Mun, A Bur"),
        ("S2022M", "M Mun - Tyr"),
        ("S2022M", "M HEL S F NTH - Den"),
    ],
)
def test_lines_are_read_and_written_back(phase: str, text: str) -> None:
    state = position(phase, {} if phase == "W2020P" else {"Germany": ["M Mun", "M HEL"]})
    reading = read_orders(text, power=GERMANY, state=state, variant=POST_ATOMIC)
    assert not reading.findings
    assert [write_order(order, state.board) for order in reading.orders] == [text]
    assert decode(encode(reading.orders[0], Order), Order) == reading.orders[0]


def test_a_condition_of_the_placement_may_be_a_block_of_lines() -> None:
    state = position("W2020P")
    text = """A Kie
if centre Ber then
  mountain Ber/Sil
else if centre Kie then
  mountain Kie/Den    # this one
  mountain Mun/Tyr
else
  mountain Mun/Swi
endif
A Mun
"""
    reading = read_orders(text, power=GERMANY, state=state, variant=POST_ATOMIC)
    assert not reading.findings
    assert len(reading.orders) == 3
    after, report = judged(state, {"Germany": text})
    given = [ruling.verdict.word for ruling in report.rulings if ruling.given]
    assert given == [Word.SUCCEEDS] * 3
    placed = {fact.provinces for fact in _known(after, GERMANY) if fact.kind is FactKind.RANGE}
    assert placed == {("Den", "Kie"), ("Mun", "Tyr")}


@pytest.mark.parametrize(
    "text", ["if centre Ber then\nmountain Ber/Sil", "if centre Brx then\nmountain Ber/Sil\nendif"]
)
def test_a_broken_block_is_one_line_that_cannot_be_read(text: str) -> None:
    state = position("W2020P")
    reading = read_orders(text, power=GERMANY, state=state, variant=POST_ATOMIC)
    assert len(reading.findings) == 1
    assert [type(order).__name__ for order in reading.orders] == ["Unreadable"]


def _known(state: GameState, power: Power) -> tuple[Fact, ...]:
    return Knowledge.of(state.extra).known[power]


@pytest.mark.parametrize(
    ("phase", "section", "text", "told"),
    [
        ("W2020P", "orders", "mountain Bur/Mar", "within your boundaries"),
        ("W2020P", "orders", "mountain Mun/Lon", "no border"),
        ("W2020P", "orders", "F Mun", "no coast"),
        (
            "W2020P",
            "orders",
            "if centre Kie then mountain Bur/Mar else mountain Kie/Den",
            "within your boundaries",
        ),
        ("W2020P", "orders", "A Lon", "none of your units starts"),
        ("W2020P", "orders", "M Kie", "only armies and fleets"),
        (
            "W2020P",
            "orders",
            "mountain Mun/Swi\nmountain Mun/Tyr\nmountain Kie/Den",
            "too many mountain ranges",
        ),
        (
            "W2020P",
            "orders",
            "mountain Mun/Swi\nmountain Mun/Tyr\nif centre Mun then mountain Kie/Den else mountain Kie/Hol",
            "too many mountain ranges",
        ),
        (
            "W2020P",
            "orders",
            "if centre Pru then mountain Mun/Bur",
            "no unit of yours starts in Prussia",
        ),
        (
            "W2020P",
            "orders",
            "if not (centre Kie or centre Sil) then mountain Mun/Bur",
            "in Silesia",
        ),
        (
            "W2020P",
            "orders",
            "if centre Kie then mountain Mun/Bur else if centre Ruh then mountain Kie/Den",
            "no unit of yours starts in Ruhr",
        ),
        ("W2020P", "orders", "if I own Kie then mountain Mun/Bur", "nothing but centres"),
        ("W2020P", "orders", "if centre Kie then A Mun", "only a mountain range may"),
        ("W2022A", BUILDS, "build M Sil: destroy A Sil, A Tyr", "not next to each other"),
        ("W2022A", BUILDS, "build M Sil: destroy A Ruh", "no unit in Ruhr"),
        ("W2022A", BUILDS, "build A Sil: destroy A Sil", "only a mutant force"),
        ("W2022A", BUILDS, "build M Sil: destroy A Sil, A Sil", "one unit pays once"),
    ],
)
def test_what_cannot_come_about_is_said_beforehand(
    phase: str, section: str, text: str, told: str
) -> None:
    units = {} if phase == "W2020P" else {"Germany": ["A Sil", "A Tyr"]}
    state = public_state(position(phase, units))
    found = check_orders(text, power=GERMANY, state=state, variant=POST_ATOMIC, section=section)
    assert any(told in finding.title for finding in found.findings)


@pytest.mark.parametrize(
    ("power", "text", "told"),
    [
        ("Germany", "mountain Bur/Mar\nmountain Mun/Tyr\nmountain Kie/Den", ["O27"]),
        (
            "Germany",
            "if centre Sil then mountain Ber/Pru\nmountain Mun/Tyr\nmountain Kie/Den",
            ["O27"],
        ),
        ("Germany", "if centre Ber then mountain Kie/Den\nmountain Mun/Tyr\nmountain Ruh/Bel", []),
        ("Russia", "A Arc\nif centre Arc then mountain Arc/Nwy", []),
        ("Russia", "F StP\nif centre Arc then mountain Arc/Nwy", ["O27"]),
        ("Russia", "if centre StP then mountain Arc/Nwy", []),
        ("Russia", "F StP\nA Arc", ["O21"]),
    ],
)
def test_only_ranges_that_can_count_are_counted_and_starts_are_those_ordered(
    power: str, text: str, told: list[str]
) -> None:
    state = public_state(position("W2020P", {}))
    found = check_orders(text, power=Power(power), state=state, variant=POST_ATOMIC)
    assert [finding.code for finding in found.findings] == told
    _, report = judged(position("W2020P"), {power: text})
    reasons = {one.verdict.reason for one in report.rulings if one.given}
    idle = {Reason.BUILT, Reason.RANGE_PLACED, Reason.CONDITION_UNMET}
    assert bool(reasons - idle) == bool(told)


def test_advice_on_builds_does_not_guess_what_is_due() -> None:
    state = public_state(position("W2022A", {"Germany": ["A Sil"]}, {"Germany": ["Kie", "Sil"]}))
    found = check_orders("build A Kie", power=GERMANY, state=state, variant=POST_ATOMIC)
    assert not found.findings
