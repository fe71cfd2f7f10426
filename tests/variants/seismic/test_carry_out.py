"""Carrying out events: the place of every link, and what borders live on as."""

from dataclasses import replace

import pytest

from tests.border_maps import around
from tests.meshes import mesh_from_lists
from zinegen.board import OUTSIDE, Board, Province, Terrain
from zinegen.game import BorderSeparated, ProvincesJoined
from zinegen.geometry import ProvinceKey, faults
from zinegen.play import load_board
from zinegen.redrawing import draw_board
from zinegen.variants.seismic.carry_out import carry_out_events, heirs
from zinegen.variants.seismic.meanings import (
    Cut,
    Link,
    find_connected_provinces,
    list_possible_links,
)

EUROPE = load_board()
BARE = Board(mesh=EUROPE.mesh, provinces=EUROPE.provinces)


def cut(board: Board, one: str, other: str) -> Cut:
    return Cut(board.mesh.between(ProvinceKey(one), ProvinceKey(other))[0])


def islands(board: Board) -> Board:
    """Portugal and North Africa, each an island in the Mid-Atlantic."""
    for pair in (("Por", "Spa"), ("NAf", "Out"), ("NAf", "WES"), ("NAf", "Tun")):
        board = board.separate(cut(board, *pair).border)
    return board


def link(board: Board, one: str, other: str) -> Link:
    (found,) = (
        link
        for link in list_possible_links(board.mesh)
        if {*find_connected_provinces(board.mesh, link)} == {one, other}
    )
    return found


def test_two_links_at_one_border_stand_by_name_clockwise_round_the_crossed_province():
    """Without courses: North Africa before Portugal, clockwise round the Mid-Atlantic.

    Round Brest that is the other way: Portugal is met first.
    """
    board = islands(BARE)
    links = [link(board, "Por", "Bre"), link(board, "NAf", "Bre")]
    after, done = carry_out_events(board, links)
    assert around(after.mesh)[ProvinceKey("Bre")] == turned("ENG Pic Par Gas MAO Por MAO NAf MAO")
    assert [one.event for one in done] == sorted(links)
    assert carry_out_events(board, links[::-1])[0].mesh == after.mesh


def turned(text: str) -> list[tuple[ProvinceKey, ...]]:
    ring = tuple(ProvinceKey(name) for name in text.split())
    return [min(ring[step:] + ring[:step] for step in range(len(ring)))]


def test_where_borders_have_courses_links_at_one_of_them_stand_as_they_lie():
    board = islands(EUROPE)
    links = [link(board, "Por", "Bre"), link(board, "NAf", "Bre")]
    after, _ = carry_out_events(board, links)
    assert faults(after.mesh) == []
    assert len(after.mesh.between(ProvinceKey("Bre"), ProvinceKey("MAO"))) == 3
    assert carry_out_events(board, links[::-1])[0].mesh == after.mesh
    for shape in (None, draw_board(board).shape):
        assert carry_out_events(replace(board, shape=shape), links)[0].mesh == after.mesh


def sea_of_islands() -> Board:
    """Four lone islands in one sea, and land all round it."""
    lists = {
        "Sea": (("Rim",), ("A",), ("B",), ("C",), ("D",)),
        "Rim": (("Sea",),),
        **dict.fromkeys("ABCD", (("Sea",),)),
    }
    terrain = {"Sea": Terrain.WATER}
    provinces = {
        ProvinceKey(name): Province(
            key=ProvinceKey(name), name=name, terrain=terrain.get(name, Terrain.LAND)
        )
        for name in sorted(lists)
    }
    return Board(mesh=mesh_from_lists(lists), provinces=provinces)


def test_three_links_at_a_ring_stand_by_name_as_well():
    board = sea_of_islands()
    links = [link(board, "A", other) for other in "DBC"]
    after, _ = carry_out_events(board, links)
    assert faults(after.mesh) == []
    lists = around(after.mesh)
    # Clockwise round the sea B, C, D; round the island itself the other way.
    assert lists[ProvinceKey("A")] == turned("Sea D Sea C Sea B")
    assert turned("A B A C A D")[0] in lists[ProvinceKey("Sea")]


def test_links_from_both_sides_of_one_border_go_together():
    """A lies in B, X in C, and both links arrive at the border of B and C."""
    lists = {
        "B": (("C", "Out"), ("A",)),
        "C": (("Out", "B"), ("X",)),
        "A": (("B",),),
        "X": (("C",),),
        "Out": (("B", "C"),),
    }
    provinces = {
        ProvinceKey(name): Province(key=ProvinceKey(name), name=name, terrain=Terrain.LAND)
        for name in sorted(lists)
        if name != OUTSIDE
    }
    outside = Province(key=OUTSIDE, name="the outside", terrain=Terrain.OUTSIDE, passable=False)
    board = Board(mesh=mesh_from_lists(lists), provinces={**provinces, OUTSIDE: outside})
    links = [link(board, "A", "C"), link(board, "X", "B")]
    assert {links[0].a, links[0].c} & {links[1].a, links[1].c}
    after, _ = carry_out_events(board, links)
    assert faults(after.mesh) == []
    assert after.mesh.between(ProvinceKey("A"), ProvinceKey("C"))
    assert after.mesh.between(ProvinceKey("X"), ProvinceKey("B"))


def test_changes_say_who_parted_and_who_connected():
    board = islands(BARE)
    events = [cut(board, "Mun", "Bur"), link(board, "Por", "Bre")]
    after, done = carry_out_events(board, events)
    joined, separated = (one.change for one in done)
    assert isinstance(joined, ProvincesJoined)
    assert {*joined.connected} == {"Por", "Bre"}
    assert isinstance(separated, BorderSeparated)
    assert {*separated.parted} == {"Mun", "Bur"}
    assert {*separated.connected} == {"Ruh", "Swi"}
    for border in board.mesh.between(ProvinceKey("Bre"), ProvinceKey("MAO")):
        assert heirs(done, border) == after.mesh.between(ProvinceKey("Bre"), ProvinceKey("MAO"))
    assert heirs(done, separated.border) == ()


@pytest.mark.parametrize("events", [[], [cut(BARE, "Mun", "Bur")]])
def test_only_what_was_ordered_happens(events):
    after, done = carry_out_events(BARE, events)
    assert len(after.pending_surgeries) == len(done) == len(events)
