"""Levels of the ground, what changes of it bring with them, and the board for those who leave."""

import pytest

from zinegen.board import Terrain
from zinegen.game import CentreDestroyed, CentreFounded, IceChanged, RiftChanged, TerrainChanged
from zinegen.geometry import ProvinceKey
from zinegen.play import load_board
from zinegen.variants.geophysical.maiden.transformations import (
    apply_changes,
    change_terrain,
    create_centre,
    level,
    terrain_at,
    toggle_rift,
)
from zinegen.variants.standard import JOINS

BOARD = load_board((), JOINS)
MUN, BUR, CON, NTH = map(ProvinceKey, ("Mun", "Bur", "Con", "NTH"))


@pytest.mark.parametrize(
    ("height", "terrain"),
    [
        (-1, Terrain.WATER),
        (0, Terrain.WATER),
        (1, Terrain.LAND),
        (2, Terrain.MOUNTAIN),
        (3, "mountain"),
    ],
)
def test_there_is_nothing_below_water_and_nothing_above_mountains(height, terrain):
    assert terrain_at(height) == terrain


def test_levels_of_the_printed_board():
    assert (level(BOARD, NTH), level(BOARD, MUN)) == (0, 1)
    with pytest.raises(ValueError, match="not in"):
        level(BOARD, ProvinceKey("Out"))


@pytest.mark.parametrize("terrain", [Terrain.WATER, Terrain.MOUNTAIN])
def test_a_centre_goes_with_land_that_does_not_stay_land(terrain):
    assert list(change_terrain(BOARD, MUN, terrain=terrain)) == [
        TerrainChanged(province=MUN, terrain=terrain),
        CentreDestroyed(province=MUN),
    ]
    assert list(change_terrain(BOARD, BUR, terrain=terrain)) == [
        TerrainChanged(province=BUR, terrain=terrain)
    ]


def test_ice_leaves_the_centre_and_what_is_not_new_is_not_said():
    assert list(change_terrain(BOARD, MUN, terrain=Terrain.LAND, iced=True)) == [
        IceChanged(province=MUN, iced=True)
    ]
    assert not list(change_terrain(BOARD, MUN, terrain=Terrain.LAND, iced=False))


def test_a_centre_is_founded_once():
    assert list(create_centre(BOARD, BUR)) == [CentreFounded(province=BUR)]
    assert not list(create_centre(BOARD, MUN))


def test_a_second_tear_closes_the_rift_of_the_first():
    torn = apply_changes(BOARD, [toggle_rift(BOARD, MUN, BUR)])
    assert torn.rifts == ((BUR, MUN),)
    assert toggle_rift(torn, BUR, MUN) == RiftChanged(between=(BUR, MUN), open=False)
    assert apply_changes(torn, [toggle_rift(torn, MUN, BUR)]) == BOARD
