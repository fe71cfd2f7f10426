"""Coast choices that hang on what their own season comes to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.folders import GAME, change, closed, hand_in, played
from tests.rule_sets import rule_set
from zinegen.archive import new_game, verify_game
from zinegen.geometry import ProvinceKey
from zinegen.notation import write_unit


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a game in which the ground shifts with the moves."""
    folder = new_game(tmp_path / "games", GAME, rule_set("geophysical-kinzett").id)
    change(folder / "game.toml", 'no_orders_first = "wait"', 'no_orders_first = "hold"')
    return folder


@pytest.mark.parametrize(("answer", "coast"), [("A Mar - Pie", "ENG"), ("A Mar H", "SKA")])
def test_a_list_may_hang_on_the_moves_of_its_own_season(
    folder: Path, answer: str, coast: str
) -> None:
    """The North Sea rises under a fleet in the second season; where it goes, a French move decides."""
    hand_in(folder, "England", orders="F Lon - NTH")
    closed(folder)
    hand_in(folder, "Germany", events="Raise NTH")
    hand_in(folder, "France", orders=answer)
    hand_in(
        folder,
        "England",
        orders="F NTH H",
        coasts="if A Mar in Pie then F NTH: ENG else F NTH: SKA",
    )
    closed(folder)
    state = played(folder).state
    assert write_unit(state.units[ProvinceKey("NTH")], state.board) == f"F Nth/{coast}"
    assert verify_game(folder).differences == ()
