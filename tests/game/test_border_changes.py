"""Changes of borders and waterways, carried out one after the other."""

import pytest

from zinegen.board import Canal
from zinegen.board.coasts import coasts
from zinegen.errors import MapError
from zinegen.game import (
    BorderChange,
    BorderSeparated,
    CanalEnded,
    CanalMade,
    CanalMoved,
    ProvincesJoined,
    StraitEnded,
    StraitMade,
)
from zinegen.game.apply import change_borders
from zinegen.geometry import ProvinceKey
from zinegen.play import load_board

BOARD = load_board()
KIE = ProvinceKey("Kie")


def border(one: str, other: str, board=BOARD) -> int:
    return board.mesh.between(ProvinceKey(one), ProvinceKey(other))[0]


def cut(one: str, other: str) -> BorderSeparated:
    number = border(one, other)
    ends = BOARD.mesh.ends(number)
    assert ends is not None
    return BorderSeparated(border=number, parted=BOARD.mesh.sides(number), connected=ends)


def test_what_a_separation_says_is_what_happens():
    change = cut("Mun", "Bur")
    after = change_borders(BOARD, change)
    assert not after.mesh.between(*change.parted)
    assert after.mesh.between(*change.connected)


def test_what_a_link_says_is_what_happens():
    island = change_borders(BOARD, cut("Por", "Spa"))
    por, bre = border("Por", "MAO", island), border("Bre", "MAO", island)
    change = ProvincesJoined(
        across=ProvinceKey("MAO"),
        borders=(por, bre),
        connected=(ProvinceKey("Por"), ProvinceKey("Bre")),
    )
    assert change_borders(island, change).mesh.between(ProvinceKey("Por"), ProvinceKey("Bre"))
    with pytest.raises(MapError):
        change_borders(BOARD, change)


def test_a_strait_joins_the_shores_on_both_sides_until_it_ends():
    number, between = border("Den", "Swe"), (ProvinceKey("Den"), ProvinceKey("Swe"))
    made = change_borders(BOARD, StraitMade(border=number, between=between))
    assert [len(coasts(made, face)) for face in between] == [1, 1]
    assert change_borders(made, StraitMade(border=number, between=between)) == made
    assert change_borders(made, StraitEnded(border=number, between=between)) == BOARD


def test_a_canal_is_dug_moved_and_filled_in():
    ends = (border("Kie", "BAL"), border("Kie", "HEL"))
    canal = Canal(province=KIE, terminals=(min(ends), max(ends)))
    moved = Canal(province=KIE, terminals=(ends[0], border("Kie", "Den")))
    changes: list[BorderChange] = [CanalMade(canal=canal), CanalMoved(canal=canal, to=moved)]
    board = change_borders(BOARD, changes[0])
    assert len(coasts(board, KIE)) == 1
    board = change_borders(board, changes[1])
    assert board.canals == (moved,)
    assert change_borders(board, CanalEnded(canal=moved)) == BOARD
