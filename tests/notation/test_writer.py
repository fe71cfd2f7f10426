import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.notation.examples import START, canonical, read
from zinegen.board import Place, Terrain, places
from zinegen.board.coasts import coasts, find, label
from zinegen.errors import NotationError, Where
from zinegen.game import (
    BorderName,
    Build,
    CoastChoice,
    Convoy,
    Disband,
    Hold,
    Kind,
    Line,
    Move,
    Order,
    PhaseKind,
    PlaceName,
    Remove,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
    UnitName,
    Unreadable,
    Waive,
)
from zinegen.geometry import ProvinceKey
from zinegen.notation import find_place, names_for, read_spot, read_unit
from zinegen.notation.grammar.writer import (
    Canonical,
    write_order,
    write_place,
    write_spot,
    write_unit,
)

BOARD = START.board
ENGLAND = START.powers[1]
FACES = st.sampled_from([face for face in BOARD.provinces if face != "Out"])


def labels(face: ProvinceKey) -> list[str | None]:
    """Return the ways to name a coast of a province in canonical writing; none where it has no two."""
    here = coasts(BOARD, face)
    return [None, *(label(BOARD, coast) for coast in here)] if len(here) > 1 else [None]


SPOTS = FACES.flatmap(
    lambda face: st.sampled_from(labels(face)).map(
        lambda coast: PlaceName(province=face, coast=coast)
    )
)
OWN = st.builds(UnitName, at=SPOTS, kind=st.sampled_from([None, *Kind]))
FOREIGN = st.builds(
    UnitName,
    at=SPOTS,
    kind=st.sampled_from([None, *Kind]),
    power=st.sampled_from([None, *(power for power in START.powers if power != ENGLAND)]),
)
POWER = st.just(ENGLAND)
MOVES = st.one_of(
    st.builds(Hold, power=POWER, unit=OWN),
    st.builds(Move, power=POWER, unit=OWN, to=SPOTS, via_convoy=st.booleans()),
    st.builds(SupportHold, power=POWER, unit=OWN, of=FOREIGN),
    st.builds(SupportMove, power=POWER, unit=OWN, of=FOREIGN, to=SPOTS),
    st.builds(Convoy, power=POWER, unit=OWN, army=FOREIGN, to=SPOTS),
)
RETREATS = st.one_of(
    st.builds(Retreat, power=POWER, unit=OWN, to=SPOTS), st.builds(Disband, power=POWER, unit=OWN)
)
ADJUSTMENTS = st.one_of(
    st.builds(Build, power=POWER, kind=st.sampled_from(Kind), at=SPOTS),
    st.builds(Remove, power=POWER, unit=OWN),
    st.builds(Waive, power=POWER),
)
CHOICES = st.builds(
    CoastChoice,
    power=POWER,
    unit=OWN,
    choices=st.lists(
        st.sampled_from(["nc", "sc", "nec", "GOL", "{GOL,WES}", "disband", "trapped"]), min_size=1
    ).map(tuple),
)


def same_after(order: Order, kind: PhaseKind, section: str = "orders") -> None:
    reading = read(write_order(order, BOARD), ENGLAND, kind=kind, section=section)
    assert reading.findings == ()
    assert reading.orders == (order,)


@given(MOVES)
def test_canonical_moves_are_read_back_equal(order):
    same_after(order, PhaseKind.MOVES)


@given(RETREATS)
def test_canonical_retreats_are_read_back_equal(order):
    same_after(order, PhaseKind.RETREATS)


@given(ADJUSTMENTS)
def test_canonical_adjustments_are_read_back_equal(order):
    same_after(order, PhaseKind.ADJUSTMENTS)


@given(CHOICES)
def test_canonical_coast_choices_are_read_back_equal(order):
    same_after(order, PhaseKind.MOVES, "coasts")


@pytest.mark.parametrize("face", [face for face in BOARD.provinces if face != "Out"])
def test_every_place_for_a_fleet_is_read_back_equal(face):
    for place in places(BOARD, face):
        unit = Unit(power=ENGLAND, kind=Kind.FLEET, at=place)
        assert read_unit(write_unit(unit, BOARD), BOARD, ENGLAND) == unit
        spot = read_spot(write_place(place, BOARD), names_for(BOARD))
        assert find_place(BOARD, spot, Kind.FLEET) == place


def test_a_coast_is_written_only_where_there_are_several():
    (con,) = places(BOARD, ProvinceKey("Con"))
    (_, south) = sorted(
        places(BOARD, ProvinceKey("Spa")),
        key=lambda p: find(BOARD, ProvinceKey("Spa"), "sc")[0].borders == p.coast,
    )
    assert write_place(con, BOARD) == "Con"
    assert write_place(south, BOARD) == "Spa/sc"
    assert write_place(Place(ProvinceKey("Spa")), BOARD) == "Spa"
    assert write_spot(PlaceName(province=ProvinceKey("Con"), coast="BLA"), BOARD) == "Con"


def test_a_coast_that_is_not_there_is_written_as_it_was():
    assert write_spot(PlaceName(province=ProvinceKey("Mun"), coast="nc"), BOARD) == "Mun/nc"
    assert write_spot(PlaceName(province=ProvinceKey("Spa"), coast="BLA"), BOARD) == "Spa/BLA"


def test_water_is_in_capitals_and_land_capitalised_whatever_it_was_at_the_start():
    from dataclasses import replace

    board = BOARD.replace_province(replace(BOARD[ProvinceKey("Mun")], terrain=Terrain.WATER))
    board = board.replace_province(replace(board[ProvinceKey("NTH")], terrain=Terrain.LAND))
    order = Move(
        power=ENGLAND,
        unit=UnitName(at=PlaceName(province=ProvinceKey("Mun")), kind=Kind.FLEET),
        to=PlaceName(province=ProvinceKey("NTH")),
    )
    assert write_order(order, board) == "F MUN - Nth"


def test_nationality_is_written_for_foreign_units_only():
    orders = read("A Ruh S ENGLISH A Mun\nA Ruh S GERMAN A Mun").orders
    assert canonical(orders) == ["A Ruh S A Mun", "A Ruh S GERMAN A Mun"]


def test_a_line_that_is_no_order_is_written_as_its_writer_wrote_it():
    line = Line(text="A Mnu", where=Where(file="x"))
    assert write_order(Unreadable(power=ENGLAND, line=line), BOARD) == "A Mnu"
    assert write_order(Unreadable(power=ENGLAND), BOARD) == ""


def test_a_border_is_written_with_coast_and_number():
    one = PlaceName(province=ProvinceKey("Spa"), coast="nc")
    border = BorderName(one=one, other=PlaceName(province=ProvinceKey("MAO")), number=2)
    assert Canonical(BOARD).border(border) == "Spa(nc)/MAO no. 2"


def test_an_order_that_nobody_said_how_to_write_is_written_as_it_was_read():
    assert (
        write_order(Order(power=ENGLAND, line=Line(text="wait and see")), BOARD) == "wait and see"
    )
    with pytest.raises(NotationError, match="nobody has said"):
        write_order(Order(power=ENGLAND), BOARD)
