"""What mountains, ice and rifts do to those who want across."""

from dataclasses import replace

import pytest

from zinegen.board import Board, Passage, Place, Terrain
from zinegen.board.coasts import coasts
from zinegen.board.rough_passage import ICE_ROADS
from zinegen.geometry import ProvinceKey
from zinegen.play import load_board
from zinegen.variants.standard import JOINS

BOARD = load_board((), JOINS)


def changed(face: str, board: Board = BOARD, **fields: object) -> Board:
    return board.replace_province(replace(board[ProvinceKey(face)], **fields))  # type: ignore[arg-type]


def rifted(one: str, other: str, board: Board = BOARD) -> Board:
    return replace(board, rifts=((ProvinceKey(min(one, other)), ProvinceKey(max(one, other))),))


def shore(board: Board, face: str) -> Place:
    return Place(ProvinceKey(face), coasts(board, ProvinceKey(face))[0].borders)


def fleet_steps(board: Board, face: str) -> frozenset[ProvinceKey]:
    at = Place(ProvinceKey(face)) if board.is_water(ProvinceKey(face)) else shore(board, face)
    return ICE_ROADS.steps(board, at)


def test_on_the_printed_board_the_ways_are_the_regular_ones():
    for face in BOARD.provinces:
        assert ICE_ROADS.armies(BOARD, face) == Passage().armies(BOARD, face)
        assert ICE_ROADS.ports(BOARD, face) == Passage().ports(BOARD, face)
        for coast in coasts(BOARD, face):
            at = Place(face, coast.borders)
            assert ICE_ROADS.fleets(BOARD, at) == Passage().fleets(BOARD, at)


def test_nobody_enters_or_leaves_a_mountain_and_no_fleet_passes_along_it():
    board = changed("Wal", terrain=Terrain.MOUNTAIN)
    assert "Wal" not in ICE_ROADS.armies(board, ProvinceKey("Yor"))
    assert "Wal" not in fleet_steps(board, "IRI")
    assert "Wal" not in fleet_steps(board, "Lon")
    assert not ICE_ROADS.armies(board, ProvinceKey("Wal"))
    assert not ICE_ROADS.ports(board, ProvinceKey("Wal"))


def test_armies_walk_on_ice_over_land_and_water_but_not_over_iced_mountains():
    board = changed("Nwy", changed("NWG", changed("BAR", iced=True), iced=True), iced=True)
    assert {"BAR", "Nwy"} <= ICE_ROADS.armies(board, ProvinceKey("StP"))
    assert ICE_ROADS.armies(board, ProvinceKey("NWG")) == {"BAR", "Nwy", "Edi", "Cly"}
    high = changed("Nwy", board, terrain=Terrain.MOUNTAIN)
    assert "Nwy" not in ICE_ROADS.armies(high, ProvinceKey("BAR"))


def test_fleets_neither_enter_nor_leave_the_ice_nor_pass_along_it():
    board = changed("NWG", iced=True)
    assert "Cly" in fleet_steps(BOARD, "Edi")
    assert fleet_steps(board, "Edi") == {"NTH", "Yor"}
    assert "NWG" not in fleet_steps(board, "NTH")
    assert not fleet_steps(board, "NWG")
    icy = changed("Yor", iced=True)
    assert "Yor" not in fleet_steps(icy, "NTH")
    assert "Yor" not in fleet_steps(icy, "Edi")
    assert not fleet_steps(icy, "Yor")


def test_an_army_goes_aboard_from_icy_land_but_not_over_icy_water():
    board = changed("Edi", changed("NWG", iced=True), iced=True)
    assert ICE_ROADS.ports(board, ProvinceKey("Edi")) == {"NTH"}
    assert ICE_ROADS.ports(board, ProvinceKey("Nwy")) == {"BAR", "NTH", "SKA"}


@pytest.mark.parametrize(("one", "other"), [("Lon", "Wal"), ("Wal", "Lon")])
def test_a_rift_between_lands_stops_armies_and_fleets_along_the_shore(one, other):
    board = rifted(one, other)
    assert other not in ICE_ROADS.armies(board, ProvinceKey(one))
    assert other not in fleet_steps(board, one)


def test_a_rift_with_water_on_one_side_does_nothing():
    board = rifted("Nwy", "NTH")
    assert "Nwy" in fleet_steps(board, "NTH")
    assert "NTH" in fleet_steps(board, "Nwy")
    dry = changed("NTH", board, terrain=Terrain.LAND)
    assert "NTH" not in ICE_ROADS.armies(dry, ProvinceKey("Nwy"))
    assert "NTH" in ICE_ROADS.armies(dry, ProvinceKey("Edi"))
