"""A season on one map, for paper: the orders over what came of them, powers told apart without colours."""

from __future__ import annotations

import re

import pytest

from tests.positions import sheet_of, standard_state
from zinegen.board import Power
from zinegen.drawing import to_svg
from zinegen.drawing.printed.season_map import PlayedPhase, draw_printed_season
from zinegen.drawing.printed.weaves import assign_weaves, draw_swatch
from zinegen.game import GameState
from zinegen.rules import adjudicate
from zinegen.variants import VARIANTS
from zinegen.variants.standard import STANDARD

UNITS = {
    "France": ["A Par", "A Mar", "F Bre"],
    "Germany": ["A Mun", "A Ruh"],
    "England": ["F ENG"],
}
ORDERS = {
    "France": ["A Par - Bur", "A Mar S A Par - Bur", "F Bre - ENG"],
    "Germany": ["A Mun - Bur", "A Ruh H"],
    "England": ["F ENG H"],
}


@pytest.fixture(scope="module")
def season() -> tuple[GameState, GameState, str]:
    """A season in which one unit moves, one bounces and one is beaten off, and its map."""
    state = standard_state("S1901M", UNITS, {"France": ["Par", "Mar", "Bre"], "Germany": ["Mun"]})
    after, report = adjudicate(STANDARD, state, sheet_of(state, ORDERS))
    phases = [PlayedPhase(before=state, report=report)]
    return state, after, to_svg(draw_printed_season(after, phases, earlier=state))


def find(svg: str, pattern: str) -> list[str]:
    return re.findall(pattern, svg)


def test_units_stand_where_they_are_after_it(season: tuple[GameState, GameState, str]) -> None:
    svg = season[2]
    standing = find(svg, r'class="unit [^"]*" data-unit="([^"]*)"')
    assert sorted(standing) == ["A Bur", "A Mar", "A Mun", "A Ruh", "F Bre", "F ENG"]


def test_orders_lead_there_from_where_units_set_out(
    season: tuple[GameState, GameState, str],
) -> None:
    """A ring is where a unit set out, unless it is there still; what failed bears a cross."""
    svg = season[2]
    assert len(find(svg, r'class="order move france succeeds"')) == 1
    assert len(find(svg, r'class="order move [a-z]+ fails"')) == 2
    assert len(find(svg, r'class="order support france succeeds"')) == 1
    assert len(find(svg, r'class="origin"')) == 1
    assert len(find(svg, r'class="failed"')) == 2


def test_it_has_short_names_and_neither_title_nor_legend(
    season: tuple[GameState, GameState, str],
) -> None:
    svg = season[2]
    assert 'class="legend"' not in svg
    assert len(find(svg, r'class="names')) == 1
    assert "@media (max-width" not in svg, "paper is of one size"


def test_it_says_what_it_shows(season: tuple[GameState, GameState, str]) -> None:
    (told,) = find(season[2], r"<desc[^>]*>([^<]*)</desc>")
    assert told.index("army Paris to Burgundy") < told.index("After that:")
    assert told.index("After that:") < told.index("army in Burgundy")


def test_every_power_has_a_pattern_of_its_own_on_its_ground_and_beside_its_orders(
    season: tuple[GameState, GameState, str],
) -> None:
    for variant in VARIANTS.values():
        weaves = assign_weaves(tuple(sorted(variant.start.powers)))
        names = [one.ident if one else "" for one in weaves.values()]
        assert len(set(names)) == len(names), variant.id
    powers = STANDARD.start.powers
    weaves = assign_weaves(tuple(sorted(powers)))
    france = weaves[Power("France")]
    assert france is not None
    assert f"{france.ident})" in season[2]
    swatches = [to_svg(draw_swatch(power, powers)) for power in sorted(powers)]
    assert len({re.sub(r"#[0-9a-f]{6}|#\w+", "", one) for one in swatches}) == len(powers)


def test_the_same_season_is_the_same_bytes(season: tuple[GameState, GameState, str]) -> None:
    state, after, svg = season
    _, report = adjudicate(STANDARD, state, sheet_of(state, ORDERS))
    phases = [PlayedPhase(before=state, report=report)]
    assert to_svg(draw_printed_season(after, phases, earlier=state)) == svg
