"""Coasts that were named on one map, followed to a later one."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from zinegen.board import Board
from zinegen.board.board import Terrain
from zinegen.board.coasts import DIRECTIONS, Coast, coast_with, coasts, find, label
from zinegen.board.named_coasts import find_as_written, follow_borders
from zinegen.errors import MapError
from zinegen.geometry import ProvinceKey
from zinegen.play import load_board

START = load_board(("CAS",))
EVENTS = st.lists(st.tuples(st.sampled_from(["cut", "link", "erode", "raise"]), st.integers(0)))


def happen(board: Board, events: list[tuple[str, int]]) -> Board:
    """Return the board after events, each made from a number; one that is impossible does not happen."""
    for kind, number in events:
        borders = sorted({dart // 2 for dart in board.mesh.face})
        faces = sorted(board.provinces)
        face = faces[number % len(faces)]
        try:
            match kind:
                case "cut":
                    board = board.separate(borders[number % len(borders)])
                case "link":
                    rings = board.mesh.rings[face]
                    ends = [ring[number % len(ring)] // 2 for ring in (rings[0], rings[-1])]
                    board = board.release(face, *ends)
                case _:
                    if face in {"Out", "Swi"}:
                        continue
                    ground = Terrain.WATER if kind == "erode" else Terrain.LAND
                    board = board.replace_province(replace(board[face], terrain=ground))
        except MapError:
            continue
    return board


def spell(board: Board, coast: Coast) -> list[str]:
    """Return everything by which a coast can be named on a board: its label, its waters, directions."""
    waters = [*coast.waters, "{" + ",".join(coast.waters) + "}"]
    words = [label(board, coast), *waters, *DIRECTIONS]
    here = [one for one in words if one and find(board, coast.province, one) == (coast,)]
    assert here, "a coast that nobody can name"
    return here


@given(EVENTS, EVENTS)
def test_all_names_of_a_coast_mean_the_same_after_events(before, after):
    written = happen(START, before[:5])
    board = happen(written, after[:5])
    for face in written.provinces:
        for coast in coasts(written, face):
            names = spell(written, coast)
            heirs = coast_with(board, face, follow_borders(written, board, coast.borders))
            assert {find_as_written(board, face, one, written) for one in names} == {heirs}
            if coast in coasts(board, face):
                assert coast in heirs


@given(EVENTS)
def test_without_events_a_name_means_what_it_says(events):
    board = happen(START, events[:5])
    for face in board.provinces:
        for coast in coasts(board, face):
            for one in spell(board, coast):
                assert find_as_written(board, face, one, board) == (coast,)


def test_a_coast_that_no_event_touched_is_what_it_was_though_another_lies_farther_that_way():
    face, written = ProvinceKey("Sev"), replace(START, printed=())
    (west,) = find(written, face, "BLA")
    lake = happen(written, [("erode", sorted(START.provinces).index("Ukr"))])
    assert find(written, face, "wc") == (west,) != find(lake, face, "wc")
    assert find_as_written(lake, face, "wc", written) == (west,)


def test_what_meant_nothing_is_read_on_the_later_map():
    face = ProvinceKey("Sev")
    lake = happen(START, [("erode", sorted(START.provinces).index("Ukr"))])
    (coast,) = find_as_written(lake, face, "UKR", START)
    assert coast.waters == ("Ukr",)
