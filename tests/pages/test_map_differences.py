"""What is told of waterways between two boards."""

from __future__ import annotations

from tests.rule_sets import rule_set
from zinegen.board import Board, Power
from zinegen.geometry import ProvinceKey
from zinegen.notation import EVENTS, read_orders
from zinegen.pages.words.map_differences import coast_names, list_waterways, waterway_rows
from zinegen.play import start_state

VARIANT = rule_set("geophysical-kinzett")

START = start_state(VARIANT)


def after(*events: str) -> Board:
    """Return the first board after events that nobody opposes."""
    board = START.board
    for line in events:
        (order,) = read_orders(
            line, power=Power("Turkey"), state=START, variant=VARIANT, section=EVENTS
        ).orders
        board = VARIANT.carry_out(VARIANT, board, (order,))
    return board


def news(old: Board, new: Board) -> dict[str, str]:
    """Return what happened to the waterway in each province."""
    return {row.where: row.news for row in waterway_rows(old, new)}


def test_a_natural_waterway_that_is_shut_is_not_gone_and_opens_again() -> None:
    closed = after("Close Con")
    assert news(START.board, closed)["Constantinople"] == "is closed"
    assert "Constantinople" not in [row.where for row in list_waterways(closed)]
    assert news(closed, after("Close Con", "Open Con"))["Constantinople"] == "is open again"


def test_ice_shuts_it_till_it_melts_and_the_sea_takes_it() -> None:
    frozen = after("Glaciate BAR", "Glaciate Nwy", "Glaciate SKA", "Glaciate Den")
    assert news(START.board, frozen)["Denmark"] == "is frozen"
    assert news(START.board, after("Erode Con"))["Constantinople"] == "is gone"


def test_what_hangs_on_a_waterway_is_shut_with_it() -> None:
    told = news(START.board, after("Close Den"))
    assert (told["Denmark"], told["Sweden"]) == ("is closed", "is closed")


def test_a_canal_that_is_closed_is_gone_for_good() -> None:
    assert news(START.board, after("Close Kie"))["Kiel"] == "is gone"


def test_a_coast_that_is_called_by_its_only_water_is_named_once() -> None:
    (seam,) = START.board.mesh.between(ProvinceKey("Lon"), ProvinceKey("Wal"))
    pinched = START.board.separate(seam)
    assert set(coast_names(pinched, ProvinceKey("Yor"))) == {"NTH", "ENG"}
    assert "nc: MAO" in coast_names(START.board, ProvinceKey("Spa"))
