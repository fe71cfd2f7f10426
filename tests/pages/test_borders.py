"""The map in words: every border once, with the ends the rules know."""

import pytest

from tests.rule_sets import rule_set
from zinegen.board import Power
from zinegen.geometry import ProvinceKey
from zinegen.notation import read_orders
from zinegen.pages.builders.map_pages import borders_view
from zinegen.play import start_state

pytest.importorskip("zinegen.variants.seismic")
from zinegen.variants.seismic.meanings import Cut, find_event

VARIANT = rule_set("seismic-acerunner")


def read(line, state):
    """Return the one order of a line."""
    (order,) = read_orders(
        line, power=Power("France"), state=state, variant=VARIANT, section="events"
    ).orders
    return order


@pytest.fixture(scope="module")
def changed():
    """The start with Portugal an island and a second border of one pair."""
    state = start_state(VARIANT)
    board = state.board
    for line in ("Por & Spa separate, MAO & MAO connect", "Gas & MAO separate, Bre & Spa connect"):
        board = VARIANT.carry_out(VARIANT, board, (read(line, state),))
    return type(state)(**{**vars(state), "board": board})


def test_every_border_stands_there_once_with_the_line_that_cuts_it(changed):
    """Two borders of one pair are numbered; a line means exactly its border."""
    found = borders_view(VARIANT, changed, "now")
    assert len(found.borders) == len(changed.board.mesh.borders)
    assert len({row.between for row in found.borders}) == len(found.borders)
    meant = {
        find_event(changed.board, read(row.line, changed)) for row in found.borders if row.line
    }
    rings = [border for border in changed.board.mesh.borders if changed.board.mesh.is_ring(border)]
    assert meant == {Cut(border) for border in changed.board.mesh.borders if border not in rings}
    (shore,) = [row for row in found.borders if not row.line]
    assert shore.between == "Mid-Atlantic Ocean and Portugal"
    assert shore.ends == ""


def test_the_ends_of_a_border_are_those_of_the_map():
    """As the rules print it: the border of Prussia and Livonia ends at Warsaw and the Baltic."""
    found = borders_view(VARIANT, start_state(VARIANT), "at the start")
    (row,) = [row for row in found.borders if row.between == "Livonia and Prussia"]
    assert row.ends == "Baltic Sea and Warsaw"
    assert row.runs == "land"
    (strait,) = [row for row in found.borders if row.between == "Denmark and Sweden"]
    assert strait.runs == "land, strait"
    assert {row.where for row in found.waterways} >= {"Kiel", "Constantinople"}


def test_an_island_can_be_joined_to_every_other_shore_of_its_sea(changed):
    """With the line that does it."""
    found = borders_view(VARIANT, changed, "now")
    lines = dict(found.links)
    order = read(lines["Brest and Portugal across Mid-Atlantic Ocean"], changed)
    after = VARIANT.carry_out(VARIANT, changed.board, (order,))
    assert after.mesh.between(ProvinceKey("Bre"), ProvinceKey("Por"))
    assert borders_view(VARIANT, start_state(VARIANT), "now").links == ()


def test_a_province_is_told_with_its_neighbours_clockwise_and_its_coasts():
    """Its ground, too."""
    found = borders_view(VARIANT, start_state(VARIANT), "now")
    rows = {row.name: row for row in found.provinces}
    state = start_state(VARIANT)
    assert len(rows) == len(state.board.provinces) - 1
    spain = rows["Spain"]
    assert spain.ground == "land and a centre"
    assert set(spain.coasts) == {"nc: MAO", "sc: GOL, MAO and WES"}
    around = [
        state.board[ProvinceKey(face)].abbreviation
        for face in state.board.mesh.neighbours(ProvinceKey("Spa"))[0]
    ]
    assert spain.around == ", ".join(around)
    assert "closed" in rows["Switzerland"].ground
