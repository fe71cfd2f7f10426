"""The map that all pictures of a board share: made once, of the lines that pictures show."""

import weakref
from dataclasses import replace

import pytest

from zinegen.board import Place, places
from zinegen.drawing import find_unit_point, simplify_for_drawing
from zinegen.drawing.drawn_map import cache_on_map, coarsen, make_map, prepare_map, prepare_picture
from zinegen.errors import MapError
from zinegen.redrawing import forget_pictures


def test_a_map_is_made_once_of_a_board_however_many_pictures_there_are(start):
    drawn = prepare_map(start.board)
    assert drawn.board is simplify_for_drawing(start.board)
    assert prepare_map(start.board) is make_map(drawn.board) is drawn
    assert make_map(replace(drawn.board)) is not drawn


def test_every_province_on_the_board_is_on_the_map_and_the_outside_is_not(landscape):
    drawn = prepare_map(landscape.board)
    faces = [*drawn.outlines]
    assert {*faces} == {face for face in landscape.board.provinces if face != "Out"}
    assert [*drawn.polygons] == [*drawn.places] == faces
    assert len(drawn.name_boxes) == len(faces)


def test_a_picture_shows_a_position_upon_its_map(driven_out):
    state, _ = driven_out
    drawn, position = prepare_picture(state)
    assert position.board is drawn.board
    assert position.dislodged == {face: lost.unit for face, lost in state.dislodged.items()}
    assert [*position.totals] == [power for power in state.powers if state.is_alive(power)]


def test_units_stand_on_a_coarse_map_where_they_stand_on_the_full_one(landscape):
    drawn = prepare_map(landscape.board)
    coarse = coarsen(drawn)
    assert coarse.outlines != drawn.outlines
    for face in drawn.places:
        for place in (Place(face), *places(drawn.board, face)):
            assert find_unit_point(coarse, place) == find_unit_point(drawn, place)


def test_a_board_without_a_drawing_has_no_map(start):
    with pytest.raises(MapError):
        prepare_map(replace(start.board, shape=None))


def test_a_function_answers_once_for_each_map_and_argument(start, landscape):
    calls = []

    @cache_on_map
    def note(drawn, what):
        calls.append((drawn, what))
        return len(calls)

    one, other = prepare_map(start.board), prepare_map(landscape.board)
    assert [note(one, "a"), note(one, "a"), note(one, "b"), note(other, "a")] == [1, 1, 2, 3]
    assert calls == [(one, "a"), (one, "b"), (other, "a")]


def test_lines_that_two_boards_have_are_simplified_once(start):
    shape = start.board.current_shape
    lines = {border: (*line,) for border, line in shape.lines.items()}
    other = simplify_for_drawing(replace(start.board, shape=replace(shape, lines=lines)))
    for border, line in simplify_for_drawing(replace(start.board)).current_shape.lines.items():
        assert lines[border] is not shape.lines[border]
        assert other.current_shape.lines[border] is line


def test_what_was_forgotten_of_a_board_is_gone_and_is_made_again(start):
    board = replace(start.board)
    outlines = prepare_map(board).outlines
    old = weakref.ref(simplify_for_drawing(board))
    forget_pictures(board)
    assert old() is None
    assert prepare_map(board).outlines == outlines
