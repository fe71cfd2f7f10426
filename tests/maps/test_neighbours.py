"""Neighbours that are listed by hand: who touches at a corner, and what the drawing lacks or has more."""

from tests.maps.squares import FOUR, SQUARES, four, square
from zinegen.archive import make_board, parse_own_map
from zinegen.board import Passage
from zinegen.play import map_text


def test_the_two_that_are_listed_touch_where_four_meet():
    for pair in (("Aa", "Dd"), ("Bb", "Cc")):
        one, other = pair
        two = [key for key in ("Aa", "Bb", "Cc", "Dd") if key not in pair]
        built = four(end=f'[adjacent]\n{one} = ["{other}", "{two[0]}", "{two[1]}"]')
        assert make_board(built.data).mesh.between(one, other)
        assert not [told for told in built.troubles if "meet at one point" in told.title]


ROW = "".join(square(key, 100 * at, 0) for at, key in enumerate(("aa", "bb", "cc", "dd")))


def test_those_that_are_listed_and_share_no_border_get_a_way_and_it_is_told():
    built = four(ROW, end='[adjacent]\nAa = ["Bb", "Cc"]')
    board = parse_own_map(map_text(built.data).encode()).board
    assert "Cc" in Passage().armies(board, "Aa")
    (told,) = [one for one in built.troubles if "share no border" in one.title]
    assert 'army_crossings = ["Aa - Cc"]' in told.title
    assert told.about == ("adjacent", "Aa")
    assert not told.grave


def test_a_way_that_is_there_already_is_not_made_twice():
    built = four(ROW, 'crossings = ["Cc - Aa"]', '[adjacent]\nAa = ["Bb", "Cc"]')
    assert len(built.data["game"]["crossings"]) == 1
    assert not [one for one in built.troubles if one.about]


def test_a_border_that_is_not_listed_is_told_with_its_length():
    built = four(ROW, end='[adjacent]\nBb = ["Cc"]')
    (told,) = [one for one in built.troubles if "does not have them" in one.title]
    assert told.title.startswith("Aa and Bb share a border of 400 px")
    assert 'no_armies = ["Aa - Bb"]' in told.hint


def test_a_short_border_that_is_not_listed_gives_way():
    shapes = "".join(
        (
            square("aa", 0, 0, 102),
            square("bb", 102, 0, 98),
            square("cc", 0, 100),
            square("dd", 100, 100),
        )
    )
    assert make_board(four(shapes).data).mesh.between("Aa", "Dd")
    built = four(shapes, end='[adjacent]\nAa = ["Bb", "Cc"]\nBb = ["Aa", "Cc", "Dd"]')
    board = make_board(built.data)
    assert not board.mesh.between("Aa", "Dd")
    assert board.mesh.between("Bb", "Cc")


def test_waters_get_ways_for_fleets_and_coasts_in_lists_are_left_out():
    facts = FOUR.replace('"Beta"', '"Beta", terrain = "water"').replace("{end}", "")
    shapes = SQUARES.replace('x="100" y="100"', 'x="100" y="300"')
    built = four(shapes, facts=facts + '[adjacent]\nBb = ["Aa/nc", "Dd"]\n')
    (way,) = built.data["game"]["crossings"]
    assert way == {"ends": ["BB", "Dd"], "coasts": ["", ""], "armies": False, "fleets": True}
    assert [one for one in built.troubles if 'fleet_crossings = ["BB - Dd"]' in one.title]
