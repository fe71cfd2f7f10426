"""Changes of the ground: terrain, ice, rifts, waterways by name, centres; and what stands on it."""

from dataclasses import replace

from zinegen.board import Board, NamedStrait, Place, Power, Province, Terrain
from zinegen.board.coasts import coasts
from zinegen.game import (
    CentreDestroyed,
    CentreFounded,
    GroundChange,
    IceChanged,
    RiftChanged,
    TerrainChanged,
    UnitMoved,
    UnitPutOnCoast,
    WaterwaysChanged,
)
from zinegen.game.apply import apply, change_ground
from zinegen.geometry import ProvinceKey
from zinegen.play import Setup, load_board, start_state
from zinegen.variants.standard import JOINS, STANDARD

BOARD = load_board((), JOINS)
CON, MUN, BUR, KIE, NWY = map(ProvinceKey, ("Con", "Mun", "Bur", "Kie", "Nwy"))


def after(change: GroundChange, board: Board = BOARD) -> Board:
    return change_ground(board, change)


def province(change: GroundChange, face: ProvinceKey) -> Province:
    return after(change)[face]


def test_ground_ice_and_centre_change_apart() -> None:
    mun = BOARD[MUN]
    sunk = TerrainChanged(province=MUN, terrain=Terrain.WATER)
    assert province(sunk, MUN) == replace(mun, terrain=Terrain.WATER)
    assert province(IceChanged(province=MUN, iced=True), MUN) == replace(mun, iced=True)
    assert province(CentreDestroyed(province=MUN), MUN) == replace(mun, centre=False)
    assert province(CentreFounded(province=BUR), BUR) == replace(BOARD[BUR], centre=True)


def test_a_centre_may_be_founded_that_is_nobodys_home() -> None:
    away = CentreFounded(province=BUR, home=False)
    assert BOARD[BUR].home is not None
    assert province(away, BUR) == replace(BOARD[BUR], centre=True, home=None)


def test_a_rift_opens_once_and_closes_whichever_way_round_it_is_named() -> None:
    torn = after(RiftChanged(between=(MUN, BUR), open=True))
    assert torn.rifts == ((BUR, MUN),)
    assert after(RiftChanged(between=(BUR, MUN), open=True), torn).rifts == torn.rifts
    assert after(RiftChanged(between=(BUR, MUN), open=False), torn).rifts == ()


def test_the_waterways_of_one_province_are_replaced() -> None:
    closed = NamedStrait(
        province=CON, groups=((ProvinceKey("AEG"),), (ProvinceKey("BLA"),)), open=False
    )
    board = after(WaterwaysChanged(province=CON, joins=(closed,)))
    assert sorted(coast.waters for coast in coasts(board, CON)) == [("AEG",), ("BLA",)]
    assert len(board.joins) == len(BOARD.joins)
    assert len(coasts(board, KIE)) == 1
    filled = after(WaterwaysChanged(province=CON, joins=()), board)
    assert all(join.province != CON for join in filled.joins)


def test_a_fleet_may_be_put_on_another_coast_and_leave_it_in_one_report() -> None:
    state = start_state(STANDARD, Setup(units={Power("Turkey"): ("F Con", "A Smy")}))
    fleet = state.units[CON]
    coast = coasts(after(WaterwaysChanged(province=CON, joins=())), CON)[0].borders
    put = UnitPutOnCoast(unit=fleet, coast=coast)
    moved = replace(fleet, at=replace(fleet.at, coast=coast))
    done = apply(
        state,
        [
            put,
            UnitMoved(unit=state.units[ProvinceKey("Smy")], to=Place(CON)),
            UnitMoved(unit=moved, to=Place(ProvinceKey("BLA"))),
        ],
    )
    assert {face: unit.kind for face, unit in done.units.items()} == {"BLA": "F", "Con": "A"}
    assert apply(state, [put]).units[CON] == moved
