"""Rule sets in an afternoon: two that stand beside this file, played from order texts to maps and forecasts.

The conformance suite takes them, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree as ET

import pytest

from tests.variants.fleet_rome import FLEET_ROME
from tests.variants.winter_floods import WINTER_FLOODS
from zinegen.board import Power
from zinegen.drawing import draw_after, draw_orders, to_svg
from zinegen.drawing.alt_text import describe_ground
from zinegen.game import GameState, Phase, PhaseKind, Report, Sheet, UnitLost, Variant
from zinegen.geometry import ProvinceKey
from zinegen.notation import read_orders, write_place
from zinegen.pages import calendar_view, list_winters
from zinegen.play import Setup, start_state
from zinegen.rules import adjudicate
from zinegen.variants.standard import STANDARD


def judge(
    variant: Variant, state: GameState, orders: Mapping[str, str] | None = None
) -> tuple[GameState, Report]:
    """Judge a phase of order texts, and draw it."""
    sheet = Sheet(
        orders={
            Power(power): read_orders(
                text, power=Power(power), state=state, variant=variant, section="orders"
            ).orders
            for power, text in (orders or {}).items()
        }
    )
    after, report = adjudicate(variant, state, sheet)
    for scene in (draw_orders(state, report), draw_after(after, earlier=state)):
        ET.fromstring(to_svg(scene))  # noqa: S314 - our own bytes
    return after, report


def play_year(variant: Variant, state: GameState) -> GameState:
    """Judge phases in which nobody orders anything, until the next spring."""
    year = state.phase.year
    while state.phase.year == year:
        state, _ = judge(variant, state)
    return state


def test_in_fleet_rome_a_fleet_sails_from_rome() -> None:
    state = start_state(FLEET_ROME)
    after, _ = judge(FLEET_ROME, state, {"Italy": "F Rom - TYS\nF Nap - ION\nA Ven H"})
    assert {face for face, unit in after.units.items() if unit.power == "Italy"} == {
        "TYS",
        "ION",
        "Ven",
    }


@pytest.mark.parametrize(("centres", "winners"), [(14, None), (15, ("Italy",))])
def test_in_fleet_rome_fifteen_centres_win(centres: int, winners: tuple[str, ...] | None) -> None:
    """Unless the GM chooses another number."""
    board = start_state(FLEET_ROME).board
    setup = Setup(
        phase=Phase.parse("F1905M"),
        units={"Italy": ("A Boh",)},
        centres={"Italy": tuple(board.centres[:centres])},
    )
    after, _ = judge(FLEET_ROME, start_state(FLEET_ROME, setup))
    assert after.winners == winners
    eighteen = FLEET_ROME.with_options({"victory": 18})
    after, _ = judge(eighteen, start_state(eighteen, setup))
    assert after.winners is None


@pytest.mark.parametrize(
    ("variant", "places"),
    [(STANDARD, {"GOL", "WES", "Rom", "Tun", "Tus"}), (FLEET_ROME, {"GOL", "WES"})],
    ids=lambda one: getattr(one, "id", ""),
)
def test_in_fleet_rome_fleets_retreat_to_water_only(variant: Variant, places: set[str]) -> None:
    units = {"Italy": ("F TYS",), "Austria": ("F ION", "F Nap")}
    state = start_state(variant, Setup(units=units))
    after, _ = judge(variant, state, {"Austria": "F ION - TYS\nF Nap S F ION - TYS"})
    assert after.phase.kind is PhaseKind.RETREATS
    lost = after.dislodged[ProvinceKey("TYS")]
    assert {write_place(place, after.board) for place in lost.retreats} == places


def test_in_fleet_rome_an_army_may_still_retreat_to_land() -> None:
    units = {"Italy": ("A Rom",), "Austria": ("A Ven", "A Apu")}
    state = start_state(FLEET_ROME, Setup(units=units))
    after, _ = judge(FLEET_ROME, state, {"Austria": "A Ven - Rom\nA Apu S A Ven - Rom"})
    places = after.dislodged[ProvinceKey("Rom")].retreats
    assert {place.province for place in places} == {"Nap", "Tus"}


def test_in_fleet_rome_the_calendar_brings_nothing() -> None:
    assert calendar_view(FLEET_ROME, [start_state(FLEET_ROME)], None) is None


def smallest(state: GameState) -> ProvinceKey:
    """Return the land province that takes the least room."""
    board = state.board
    return min((face for face in board.provinces if board.is_ground(face)), key=board.area)


def test_in_winter_floods_the_smallest_land_sinks_every_winter() -> None:
    state = start_state(WINTER_FLOODS)
    for _ in range(3):
        face = smallest(state)
        after = play_year(WINTER_FLOODS, state)
        assert after.board.waters - state.board.waters == {face}
        assert after.board[face].name in describe_ground(after.board)
        assert face not in after.board.centres
        state = after


def test_in_winter_floods_an_army_drowns_with_its_province() -> None:
    first = start_state(WINTER_FLOODS)
    face = smallest(first)
    setup = Setup(
        phase=Phase.parse("W1901A"),
        units={"Italy": (f"A {face}",)},
        centres={"Italy": ("Nap",)},
    )
    after, report = judge(WINTER_FLOODS, start_state(WINTER_FLOODS, setup))
    assert any(isinstance(change, UnitLost) for change in report.changes)
    assert not after.units


def test_in_winter_floods_every_winter_is_forecast_as_it_comes() -> None:
    """From the position as it is, not from any table."""
    first = start_state(WINTER_FLOODS)
    second = play_year(WINTER_FLOODS, first)
    ahead = list_winters(WINTER_FLOODS, [first])
    again = list_winters(WINTER_FLOODS, [first, second])
    assert ahead[0].year == 1901
    assert ahead[0].after.waters == second.board.waters
    assert [winter.sunk for winter in again][: len(ahead)] == [winter.sunk for winter in ahead]
    view = calendar_view(WINTER_FLOODS, [first, second], None)
    assert view is not None
    assert view.title == "Flood calendar"
    assert [turn.is_past for turn in view.turns[:2]] == [True, False]
    assert view.turns[0].effects[0].startswith("The sea takes ")
