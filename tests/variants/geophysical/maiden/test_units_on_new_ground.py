"""Units on changed ground: ways out of provinces that have changed, and armies on ice."""

from collections.abc import Iterable
from dataclasses import replace

from zinegen.board import Board, Place, Power, Province, Terrain
from zinegen.board.coasts import coasts
from zinegen.board.rough_passage import ICE_ROADS
from zinegen.game import Change, GameState, IceChanged, UnitMoved
from zinegen.game.apply import apply
from zinegen.geometry import ProvinceKey
from zinegen.play import Setup, load_board, start_state
from zinegen.variants.geophysical.maiden.units_on_new_ground import (
    ArmiesOnIce,
    ArmyChilled,
    passage_for_departures,
)
from zinegen.variants.standard import JOINS, STANDARD

BOARD = load_board((), JOINS)


def changed(face: str, board: Board = BOARD, **fields: object) -> Board:
    return board.replace_province(replace(board[ProvinceKey(face)], **fields))  # type: ignore[arg-type]


def old(*faces: str) -> tuple[Province, ...]:
    return tuple(BOARD[ProvinceKey(face)] for face in faces)


def test_where_nothing_has_changed_the_passage_is_the_same():
    assert passage_for_departures(ICE_ROADS, ()) is ICE_ROADS


def test_an_army_walks_out_of_a_land_that_sinks_but_not_into_one():
    after = changed("Mun", changed("Ruh", terrain=Terrain.WATER), terrain=Terrain.WATER)
    ways = passage_for_departures(ICE_ROADS, old("Mun", "Ruh"))
    assert ways.armies(after, ProvinceKey("Mun")) == {"Kie", "Ber", "Sil", "Boh", "Tyr", "Bur"}
    assert "Mun" not in ways.armies(after, ProvinceKey("Ber"))


def test_an_army_gets_off_ice_that_has_gone_and_a_fleet_does_not_get_out_of_new_ice():
    before = changed("NWG", iced=True)
    ways = passage_for_departures(ICE_ROADS, (before[ProvinceKey("NWG")],))
    assert ways.armies(BOARD, ProvinceKey("NWG")) == {"Nwy", "Edi", "Cly"}
    frozen = passage_for_departures(ICE_ROADS, old("NWG"))
    assert not frozen.fleets(before, Place(ProvinceKey("NWG")))


def test_a_fleet_sails_out_of_a_sea_that_rises_to_the_coasts_there_are_now():
    after = changed("NTH", terrain=Terrain.LAND)
    reached = passage_for_departures(ICE_ROADS, old("NTH")).fleets(after, Place(ProvinceKey("NTH")))
    assert {place.province for place in reached} >= {"ENG", "HEL", "SKA", "NWG", "Nwy", "Lon"}
    assert "Yor" not in {place.province for place in reached}, "it has no coast any more"
    shores = {place.coast for place in reached if place.province == "Nwy"}
    assert shores == {coast.borders for coast in coasts(after, ProvinceKey("Nwy"))}
    assert len(shores) == 2


MUN, BUR = ProvinceKey("Mun"), ProvinceKey("Bur")


def on_ice(state: GameState, changes: Iterable[Change] = ()) -> tuple[ProvinceKey, ...]:
    return ArmiesOnIce.of(apply(state, changes).extra).armies_on_ice


def test_an_army_that_was_chilled_is_so_until_it_leaves_or_the_ice_does() -> None:
    state = start_state(STANDARD, Setup(units={Power("Germany"): ("A Mun", "A Bur")}))
    state = apply(state, [IceChanged(province=MUN, iced=True), ArmyChilled(province=MUN)])
    assert on_ice(state) == (MUN,)
    assert on_ice(state, [IceChanged(province=MUN, iced=False)]) == ()
    swap = [
        UnitMoved(unit=state.units[MUN], to=Place(BUR)),
        UnitMoved(unit=state.units[BUR], to=Place(MUN)),
    ]
    assert on_ice(state, swap) == ()
    assert on_ice(state, [*swap, ArmyChilled(province=MUN)]) == (MUN,)
