"""Both games of the moving ground begin alike, and tell of a wrong top of the board at once."""

from __future__ import annotations

import pytest

from zinegen.board import Terrain
from zinegen.errors import NotationError
from zinegen.geometry import ProvinceKey
from zinegen.play import start_board, start_state
from zinegen.variants import find_variant

both = pytest.mark.parametrize("name", ["geophysical-maiden", "geophysical-kinzett"])


@both
def test_switzerland_is_a_mountain_and_sevastopols_fleet_lies_on_the_black_sea(name: str) -> None:
    state = start_state(find_variant(name))
    assert state.board[ProvinceKey("Swi")].terrain is Terrain.MOUNTAIN
    (border,) = state.units[ProvinceKey("Sev")].at.coast
    assert set(state.board.mesh.sides(border)) == {"Sev", "BLA"}


@both
def test_a_top_of_the_board_that_is_no_province_is_told_when_the_game_is_opened(name: str) -> None:
    wrong = find_variant(name).with_options({"north_edge": ("NAO", "Atlantis")})
    with pytest.raises(NotationError, match="Atlantis"):
        start_board(wrong)
