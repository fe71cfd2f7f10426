"""Coast labels that hang on an optional province, on maps and in records."""

import pytest

from tests.rule_sets import rule_set
from zinegen.board.coasts import coasts, find, label
from zinegen.geometry import ProvinceKey
from zinegen.play import start_board, start_state
from zinegen.play.records.positions import forget_optional_labels


@pytest.mark.parametrize("name", ["geophysical-kinzett", "geophysical-maiden"])
@pytest.mark.parametrize("face", ["Sev", "Arm"])
def test_the_coasts_on_either_side_of_the_caucasus_bear_letters(name, face):
    board = start_board(rule_set(name))
    here = {label(board, one): one.waters for one in coasts(board, ProvinceKey(face))}
    assert here == {"wc": ("BLA",), "ec": ("CAS",)}


def test_without_the_caspian_there_is_nothing_to_tell_apart():
    board = start_board(rule_set("standard"))
    (coast,) = coasts(board, ProvinceKey("Sev"))
    assert label(board, coast) is None
    assert {one.province for one in board.printed} == {"Bul", "Spa", "StP"}


def test_a_record_is_compared_with_a_map_that_has_lasting_labels_only():
    state = start_state(rule_set("geophysical-maiden"))
    base = forget_optional_labels(state)
    assert base.board.printed == tuple(one for one in state.board.printed if not one.optional)
    (west,) = find(state.board, ProvinceKey("Sev"), "wc")
    assert label(base.board, west) == "BLA", (
        "as records have it from before the letters were printed"
    )
    assert forget_optional_labels(base) is base
