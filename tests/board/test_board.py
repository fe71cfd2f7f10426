"""Provinces and what follows the map's surgery."""

import pickle
from dataclasses import replace

import pytest

from zinegen.board import OUTSIDE, Power, Province, Terrain, pair
from zinegen.board.coasts import coasts, label
from zinegen.errors import MapError
from zinegen.geometry import ProvinceKey
from zinegen.play import load_board

BOARD = load_board()


def test_europe_has_75_provinces_that_units_can_enter_and_34_centres() -> None:
    open_ones = [key for key, province in BOARD.provinces.items() if province.passable]
    assert (len(open_ones), len(BOARD.centres)) == (75, 34)
    assert not BOARD[ProvinceKey("Swi")].passable
    assert BOARD[OUTSIDE].terrain is Terrain.OUTSIDE


def test_home_centres_are_those_of_the_start() -> None:
    assert BOARD.home_centres(Power("Russia")) == ("Mos", "Sev", "StP", "War")
    assert BOARD.home_centres(Power("Turkey")) == ("Ank", "Con", "Smy")


def test_an_abbreviation_is_printed_as_the_ground_is_now() -> None:
    def printed(key: str, terrain: Terrain) -> str:
        return Province(key=ProvinceKey(key), name="x", terrain=terrain).abbreviation

    assert printed("Mun", Terrain.WATER) == "MUN"
    assert printed("NTH", Terrain.LAND) == "Nth"
    assert printed("StP", Terrain.LAND) == "StP"
    assert printed("StP", Terrain.WATER) == "STP"


def test_pairs_are_kept_in_one_order() -> None:
    assert (
        pair(ProvinceKey("Mun"), ProvinceKey("Bur"))
        == pair(ProvinceKey("Bur"), ProvinceKey("Mun"))
        == ("Bur", "Mun")
    )


def test_an_unknown_province_is_an_error() -> None:
    with pytest.raises(MapError, match="Atl"):
        BOARD[ProvinceKey("Atl")]


def test_a_board_travels_without_its_cache() -> None:
    coasts(BOARD, ProvinceKey("Spa"))
    assert BOARD.memo
    there = pickle.loads(pickle.dumps(BOARD))  # noqa: S301  (its own bytes)
    assert there == BOARD
    assert there.memo == {}


def test_a_board_is_changed_by_making_another() -> None:
    (seam,) = BOARD.mesh.between(ProvinceKey("Por"), ProvinceKey("Spa"))
    after = BOARD.separate(seam)
    assert seam in BOARD.mesh
    assert seam not in after.mesh
    assert len(after.pending_surgeries) == 1


def test_a_printed_label_is_lost_when_its_shore_becomes_one_with_the_other() -> None:
    """Spain without Portugal has one coast, which needs no label."""
    (seam,) = BOARD.mesh.between(ProvinceKey("Por"), ProvinceKey("Spa"))
    (coast,) = coasts(BOARD.separate(seam), ProvinceKey("Spa"))
    assert coast.waters == ("GOL", "MAO", "WES")
    assert label(BOARD.separate(seam), coast) is None


def test_provinces_are_sorted_by_their_full_names_where_a_rule_asks() -> None:
    assert BOARD.by_full_name(map(ProvinceKey, ("NTH", "NAf", "Nwy"))) == ("NAf", "NTH", "Nwy")


def test_the_areas_of_all_provinces_fill_the_map() -> None:
    """An island in a sea is no part of it; off the board is what lies at the frame."""
    shape = BOARD.shape
    assert shape is not None
    areas = {face: BOARD.area(face) for face in BOARD.provinces if face != OUTSIDE}
    whole = shape.width * shape.height
    assert min(areas.values()) > 0
    assert 0.98 * whole < sum(areas.values()) < whole


def test_a_map_without_lines_has_no_areas() -> None:
    with pytest.raises(MapError, match="lines"):
        replace(BOARD, courses={}).area(ProvinceKey("Mun"))
