from dataclasses import FrozenInstanceError, fields, replace
from functools import cached_property

import pytest

from tests.positions import standard_state
from zinegen.board.board import Power
from zinegen.board.passage import Place
from zinegen.game.making import (
    by_key,
    by_key_if_new,
    changer,
    make_dislodged,
    make_dislodging,
    make_move,
    make_ruling,
    make_unit,
    make_verdict,
    maker,
    remade,
)
from zinegen.game.orders import Hold, Kind, Line, Move, Named, Spot, Unit
from zinegen.game.state import Dislodged, GameState, Phase
from zinegen.game.unit_changes import UnitDislodged, UnitMoved
from zinegen.game.verdicts import Reason, Ruling, Verdict
from zinegen.planar.mesh import Face

FRANCE = Power("France")
MUN, BUR = Face("Mun"), Face("Bur")
UNIT = Unit(power=FRANCE, kind=Kind.ARMY, at=Place(BUR))
ORDER = Hold(power=FRANCE, unit=Named(at=Spot(province=BUR)))
VERDICT = Verdict(reason=Reason.HELD_AGAINST, because=(ORDER,), at=(BUR,))
DISLODGED = Dislodged(unit=UNIT, by=None, retreats=(Place(MUN),))
MOVE = Move(power=FRANCE, unit=Named(at=Spot(province=BUR)), to=Spot(province=MUN))
LINE = Line(text="A Bur - Mun")


@pytest.mark.parametrize(
    ("made", "plain"),
    [
        (make_unit(power=FRANCE, kind=Kind.ARMY, at=Place(BUR)), UNIT),
        (make_verdict(reason=Reason.HELD), Verdict(reason=Reason.HELD)),
        (make_verdict(reason=Reason.HELD_AGAINST, because=(ORDER,), at=(BUR,)), VERDICT),
        (make_ruling(order=ORDER, verdict=VERDICT), Ruling(order=ORDER, verdict=VERDICT)),
        (
            make_ruling(given=False, order=ORDER, verdict=VERDICT),
            Ruling(order=ORDER, verdict=VERDICT, given=False),
        ),
        (make_move(unit=UNIT, to=Place(MUN)), UnitMoved(unit=UNIT, to=Place(MUN))),
        (
            make_move(unit=UNIT, to=Place(MUN), convoy=(MUN,), retreat=True),
            UnitMoved(unit=UNIT, to=Place(MUN), convoy=(MUN,), retreat=True),
        ),
        (make_dislodged(unit=UNIT, by=None, retreats=(Place(MUN),)), DISLODGED),
        (make_dislodging(dislodged=DISLODGED), UnitDislodged(dislodged=DISLODGED)),
        (changer(Move, "to")(MOVE, Spot(province=BUR)), replace(MOVE, to=Spot(province=BUR))),
        (changer(Move, "line")(MOVE, LINE), replace(MOVE, line=LINE)),
    ],
)
def test_a_record_made_the_quick_way_is_the_record(made: object, plain: object) -> None:
    assert type(made) is type(plain)
    assert made == plain
    assert repr(made) == repr(plain)
    assert hash(made) == hash(plain)
    with pytest.raises(FrozenInstanceError):
        setattr(made, fields(made)[0].name, None)  # type: ignore[arg-type]


def test_a_record_lacks_no_field_and_has_no_other() -> None:
    with pytest.raises(TypeError, match="kind"):
        make_unit(power=FRANCE, at=Place(BUR))  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="because"):
        make_ruling(order=ORDER, verdict=VERDICT, because=())  # type: ignore[call-arg]


def test_a_copy_leaves_the_record_alone() -> None:
    changer(Move, "line")(MOVE, LINE)
    assert MOVE.line is None


def test_only_data_classes_with_slots_can_be_made_the_quick_way() -> None:
    for other in (str, GameState, len):
        with pytest.raises(TypeError, match="no data class with slots"):
            maker(other)


def test_a_state_remade_is_the_state_replaced_and_leaves_the_old_one_alone() -> None:
    state = standard_state("S1901M", {"France": ["A bur", "F bre"]}, {"France": ["par"]})
    phase = Phase.parse("F1901M")
    after = remade(state, phase=phase, standoffs=(MUN,))
    assert after == replace(state, phase=phase, standoffs=(MUN,))
    assert after.__dict__.keys() == state.__dict__.keys()
    assert (state.phase, state.standoffs) == (Phase.parse("S1901M"), ())


@pytest.mark.parametrize("faces", ["abc", "cab"])
def test_what_is_kept_by_province_is_put_in_alphabetical_order_in_a_new_table(faces: str) -> None:
    found = {Face(face): number for number, face in enumerate(faces)}
    sorted_ = by_key(found)
    assert list(sorted_.items()) == sorted(found.items())
    assert sorted_ is not found


def test_what_nothing_touched_stays_the_very_same() -> None:
    before = {BUR: 2, MUN: 1}
    assert by_key_if_new(dict(before), before) is before
    assert list(by_key_if_new({MUN: 1, BUR: 3}, before).items()) == [(BUR, 3), (MUN, 1)]


def test_a_state_keeps_nothing_that_is_derived_from_it() -> None:
    """It would go along into the next state, where it is not true any more."""
    own = vars(GameState).values()
    assert not [one for one in own if isinstance(one, cached_property)]
