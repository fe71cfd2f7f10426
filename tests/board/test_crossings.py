"""Crossings: ways between provinces that share no border."""

from dataclasses import replace

from tests.positions import standard_board
from zinegen.board import Crossing, Passage, Place, Terrain, any_graph
from zinegen.board.coasts import coasts
from zinegen.geometry import ProvinceKey

NAP, TUN, SPA, TUNIS, POR, TYS = map(ProvinceKey, ("Nap", "Tun", "Spa", "NAf", "Por", "TYS"))
WAYS = Passage()


def with_crossing(one, other, **more):
    return replace(standard_board(), crossings=(Crossing(ends=(one, other), **more),))


def sides(board, face, passage=WAYS):
    """Return all places that fleets of a province reach, coast by coast."""
    return {
        frozenset(place.province for place in passage.fleets(board, Place(face, coast.borders)))
        for coast in coasts(board, face)
    }


def test_armies_and_fleets_cross_both_ways():
    board = with_crossing(NAP, TUN)
    for here, there in ((NAP, TUN), (TUN, NAP)):
        assert there in WAYS.armies(board, here)
        assert all(there in reached for reached in sides(board, here))
    assert TUN not in WAYS.armies(standard_board(), NAP)


def test_a_crossing_may_be_for_armies_or_for_fleets_alone():
    assert TUN not in WAYS.armies(with_crossing(NAP, TUN, armies=False), NAP)
    assert all(TUN not in reached for reached in sides(with_crossing(NAP, TUN, fleets=False), NAP))


def test_fleets_cross_from_the_coast_that_is_named():
    board = with_crossing(SPA, TUN, coasts=("sc", ""))
    assert sorted(TUN in reached for reached in sides(board, SPA)) == [False, True]
    (tunis,) = coasts(board, TUN)
    arrived = WAYS.fleets(board, Place(TUN, tunis.borders))
    assert len({place.coast for place in arrived if place.province == SPA}) == 1


def test_between_land_and_water_armies_go_aboard():
    board = with_crossing(POR, TYS)
    assert TYS in WAYS.ports(board, POR)
    assert TYS not in WAYS.armies(board, POR)


def test_nothing_crosses_to_ground_that_is_closed_or_has_sunk():
    board = with_crossing(NAP, TUN)
    closed = board.replace_province(replace(board[TUN], passable=False))
    assert TUN not in WAYS.armies(closed, NAP)
    assert all(TUN not in reached for reached in sides(closed, NAP))
    sunk = board.replace_province(replace(board[TUN], terrain=Terrain.WATER))
    assert TUN not in WAYS.armies(sunk, NAP)
    assert TUN in WAYS.ports(sunk, NAP)


def test_a_crossing_counts_as_one_step_but_is_no_border():
    board = with_crossing(NAP, TUN)
    assert TUN in any_graph(board)[NAP]
    assert TUN in board.touching(NAP)
    assert not board.mesh.between(NAP, TUN)
