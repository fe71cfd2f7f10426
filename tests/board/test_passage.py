"""Where units can go on the start map, held against the facts of the standard board."""

import json
from dataclasses import replace
from pathlib import Path

import networkx as nx
import pytest

from zinegen.board import Board, NamedStrait, Terrain, any_graph
from zinegen.board.coasts import find, label
from zinegen.board.graphs import distances, fleet_graph
from zinegen.board.passage import Passage, Place, coasts, places
from zinegen.geometry import ProvinceKey
from zinegen.play import load_board

FACTS = json.loads((Path(__file__).parents[1] / "data" / "standard_map.json").read_text())
OTHER_NAMES = {"lyo": "GOL", "bot": "GOB", "tyn": "TYS"}
JOINED = tuple(
    NamedStrait(province=ProvinceKey(face), groups=((ProvinceKey(one),), (ProvinceKey(other),)))
    for face, one, other in (
        ("Con", "AEG", "BLA"),
        ("Kie", "HEL", "BAL"),
        ("Den", "SKA", "BAL"),
        ("Swe", "SKA", "BAL"),
    )
)
BOARD = load_board((), JOINED)
KEYS = {key.lower(): key for key in BOARD.provinces}
PASSAGE = Passage()


def key(name: str) -> ProvinceKey:
    return ProvinceKey(OTHER_NAMES.get(name) or KEYS[name])


def written(place: Place) -> str:
    """Return a place as the facts write it: ``Spa/nc``."""
    for coast in coasts(BOARD, place.province):
        name = label(BOARD, coast)
        if coast.borders == place.coast and name:
            return f"{place.province}/{name}"
    return place.province


def at(face: str, coast: str, board: Board = BOARD) -> Place:
    (found,) = find(board, ProvinceKey(face), coast)
    return Place(ProvinceKey(face), found.borders)


@pytest.mark.parametrize("name", sorted(FACTS["provinces"]))
def test_armies_and_fleets_reach_what_the_standard_board_says(name: str) -> None:
    facts = FACTS["provinces"][name]
    assert PASSAGE.armies(BOARD, key(name)) == {key(other) for other in facts["army_adjacent"]}
    for coast, adjacent in facts["fleet_adjacent"].items():
        wanted = set()
        for other in adjacent:
            province, _, other_coast = other.partition("/")
            wanted.add(f"{key(province)}/{other_coast}" if other_coast else str(key(province)))
        whole = f"{key(name)}/{coast}" if coast else key(name)
        (place,) = (place for place in places(BOARD, key(name)) if written(place) == whole)
        assert {written(to) for to in PASSAGE.fleets(BOARD, place)} == wanted


def army_graph() -> "nx.Graph[ProvinceKey]":
    """Return the provinces joined where an army can walk from one to the other."""
    return nx.Graph((face, to) for face in BOARD.provinces for to in PASSAGE.armies(BOARD, face))


def test_the_board_has_111_relations_of_armies_and_141_of_fleets() -> None:
    assert army_graph().number_of_edges() == FACTS["counts"]["army_borders"] == 111
    steps = fleet_graph(BOARD, PASSAGE)
    assert sum(map(len, steps.values())) == 2 * FACTS["counts"]["fleet_borders"] == 2 * 141


def test_a_fleet_follows_a_shore_only_where_a_junction_has_the_water() -> None:
    reached = {
        place.province for place in PASSAGE.fleets(BOARD, places(BOARD, ProvinceKey("Ank"))[0])
    }
    assert "Smy" not in reached
    assert {"Con", "Arm", "BLA"} == reached


def test_a_fleet_without_a_coast_goes_nowhere() -> None:
    assert PASSAGE.fleets(BOARD, Place(ProvinceKey("Ank"))) == set()


def test_an_army_boards_from_every_water_on_its_shores() -> None:
    assert PASSAGE.ports(BOARD, ProvinceKey("Spa")) == {"GOL", "WES", "MAO"}
    assert PASSAGE.ports(BOARD, ProvinceKey("Mun")) == set()


def test_an_impassable_province_is_entered_by_nobody() -> None:
    assert PASSAGE.armies(BOARD, ProvinceKey("Swi")) == set()
    opened = BOARD.replace_province(replace(BOARD[ProvinceKey("Swi")], passable=True))
    assert PASSAGE.armies(opened, ProvinceKey("Swi")) == {"Mun", "Tyr", "Pie", "Mar", "Bur"}


def test_what_sinks_is_sea_to_all_its_neighbours() -> None:
    board = BOARD.replace_province(replace(BOARD[ProvinceKey("Ruh")], terrain=Terrain.WATER))
    assert ProvinceKey("Ruh") not in PASSAGE.armies(board, ProvinceKey("Mun"))
    assert Place(ProvinceKey("Ruh")) in PASSAGE.fleets(board, at("Bel", "Ruh", board))


def test_a_land_bridge_divides_the_sea_lanes() -> None:
    (seam,) = BOARD.mesh.between(ProvinceKey("ADR"), ProvinceKey("ION"))
    board = BOARD.separate(seam)
    assert ProvinceKey("Alb") in PASSAGE.armies(board, ProvinceKey("Apu"))
    assert {len(coasts(board, ProvinceKey(face))) for face in ("Apu", "Alb")} == {2}


def test_the_army_net_is_plane() -> None:
    assert nx.check_planarity(army_graph())[0]


def test_distances_are_those_that_networkx_counts() -> None:
    steps = any_graph(BOARD)
    graph = nx.Graph((face, to) for face, near in steps.items() for to in near)
    for starts in (
        [ProvinceKey("Rom")],
        [ProvinceKey("Lon"), ProvinceKey("Sev")],
        sorted(steps)[::9],
    ):
        wanted = nx.multi_source_dijkstra_path_length(graph, set(starts), weight=None)
        assert distances(steps, starts) == wanted


def test_distances_are_counted_from_the_nearest_start() -> None:
    steps = distances(any_graph(BOARD), [ProvinceKey("Rom"), ProvinceKey("Ven")])
    assert (steps[ProvinceKey("Rom")], steps[ProvinceKey("Tus")], steps[ProvinceKey("Vie")]) == (
        0,
        1,
        2,
    )
    assert distances(any_graph(BOARD), []) == {}
