"""What only Maiden's game keeps: which armies have stood on ice for a season."""

from collections.abc import Iterable

from zinegen.archive.starts import Setup, start_state
from zinegen.board.board import Power
from zinegen.board.passage import Place
from zinegen.game.apply import apply
from zinegen.game.changes import Change, IceChanged, UnitMoved
from zinegen.game.state import GameState
from zinegen.geometry.mesh import Face
from zinegen.variants.geophysical.maiden.extra import ArmiesOnIce, ArmyChilled
from zinegen.variants.standard import STANDARD

MUN, BUR = Face("Mun"), Face("Bur")


def on_ice(state: GameState, changes: Iterable[Change] = ()) -> tuple[Face, ...]:
    return ArmiesOnIce.of(apply(state, changes).extra).armies_on_ice


def test_an_army_that_was_chilled_is_so_until_it_leaves_or_the_ice_does() -> None:
    state = start_state(STANDARD, Setup(units={Power("Germany"): ("A Mun", "A Bur")}))
    state = apply(state, [IceChanged(province=MUN, iced=True), ArmyChilled(province=MUN)])
    assert on_ice(state) == (MUN,)
    assert on_ice(state, [IceChanged(province=MUN, iced=False)]) == ()
    swap = [
        UnitMoved(unit=state.units[MUN], to=Place(BUR)),
        UnitMoved(unit=state.units[BUR], to=Place(MUN)),
    ]
    assert on_ice(state, swap) == ()
    assert on_ice(state, [*swap, ArmyChilled(province=MUN)]) == (MUN,)
