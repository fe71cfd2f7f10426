from dataclasses import FrozenInstanceError, fields, replace

import pytest

from tests.positions import standard_state
from zinegen.board.board import Power
from zinegen.board.passage import Place
from zinegen.game.making import (
    by_key,
    dislodged_unit,
    move_made,
    remade,
    ruling_on,
    unit_at,
    verdict_for,
)
from zinegen.game.orders import Hold, Kind, Named, Spot, Unit
from zinegen.game.state import Dislodged, Phase
from zinegen.game.unit_changes import UnitMoved
from zinegen.game.verdicts import Reason, Ruling, Verdict
from zinegen.planar.mesh import Face

FRANCE = Power("France")
MUN, BUR = Face("Mun"), Face("Bur")
UNIT = Unit(power=FRANCE, kind=Kind.ARMY, at=Place(BUR))
ORDER = Hold(power=FRANCE, unit=Named(at=Spot(province=BUR)))
VERDICT = Verdict(reason=Reason.HELD_AGAINST, because=(ORDER,), at=(BUR,))


@pytest.mark.parametrize(
    ("made", "plain"),
    [
        (unit_at(FRANCE, Kind.ARMY, Place(BUR)), UNIT),
        (verdict_for(Reason.HELD), Verdict(reason=Reason.HELD)),
        (verdict_for(Reason.HELD_AGAINST, (ORDER,), (BUR,)), VERDICT),
        (ruling_on(ORDER, VERDICT), Ruling(order=ORDER, verdict=VERDICT)),
        (move_made(UNIT, Place(MUN)), UnitMoved(unit=UNIT, to=Place(MUN))),
        (
            move_made(UNIT, Place(MUN), (Face("NTH"),)),
            UnitMoved(unit=UNIT, to=Place(MUN), convoy=(Face("NTH"),)),
        ),
        (
            dislodged_unit(UNIT, None, (Place(MUN),)),
            Dislodged(unit=UNIT, by=None, retreats=(Place(MUN),)),
        ),
    ],
)
def test_a_record_made_the_quick_way_is_the_record(made: object, plain: object) -> None:
    assert type(made) is type(plain)
    assert made == plain
    assert repr(made) == repr(plain)
    assert hash(made) == hash(plain)
    with pytest.raises(FrozenInstanceError):
        setattr(made, fields(made)[0].name, None)  # type: ignore[arg-type]


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
