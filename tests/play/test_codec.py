"""Frozen records to plain data, back, and what two of them differ by."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.positions import standard_board
from zinegen.board import Board, NamedStrait, Place, Power, Terrain
from zinegen.errors import GameFolderError
from zinegen.game import (
    Change,
    CoastChoice,
    GameEnded,
    Kind,
    Line,
    Move,
    Order,
    PlaceName,
    Unit,
    UnitBuilt,
    UnitMoved,
    UnitName,
)
from zinegen.geometry import Flow, FlowKind, ProvinceKey, Scar
from zinegen.notation import Conditional, Owns
from zinegen.play.records import apply_difference, difference
from zinegen.play.records.codec import LINE, RecordError, canonical, decode, encode, parse_json

FRANCE = Power("France")
PAR, BUR = ProvinceKey("Par"), ProvinceKey("Bur")
ARMY = Unit(power=FRANCE, kind=Kind.ARMY, at=Place(PAR))
MOVE = Move(power=FRANCE, unit=UnitName(at=PlaceName(province=PAR)), to=PlaceName(province=BUR))


def there_and_back(value: object, hint: object) -> object:
    return decode(parse_json(canonical(encode(value, hint))), hint)


def test_the_whole_board_comes_back_equal():
    board = standard_board()
    assert there_and_back(board, Board) == board


@pytest.mark.parametrize(
    "order",
    [
        MOVE,
        CoastChoice(power=FRANCE, unit=MOVE.unit, choices=("nc", "sc")),
        Conditional(power=FRANCE, test=Owns(power=FRANCE, at=PAR), then=(MOVE,)),
    ],
)
def test_an_order_comes_back_as_what_it_was(order: Order):
    back = there_and_back(order, Order)
    assert back == order
    assert type(back) is type(order)


def test_an_order_keeps_the_line_it_was_written_in():
    back = there_and_back(replace(MOVE, line=Line(text="A par-BUR")), Order)
    assert isinstance(back, Order)
    assert back.line == Line(text="A par-BUR")


def test_every_member_of_a_family_keeps_its_kind():
    changes = (UnitMoved(unit=ARMY, to=Place(BUR)), UnitBuilt(unit=ARMY), GameEnded(winners=()))
    assert there_and_back(changes, tuple[Change, ...]) == changes


def test_what_equals_its_default_is_left_out():
    assert encode(NamedStrait(province=PAR, groups=()), NamedStrait) == {
        "groups": [],
        "province": "Par",
    }


def test_numbers_and_pairs_may_be_keys():
    assert there_and_back({10: "x", 9: "y"}, Mapping[int, str]) == {9: "y", 10: "x"}
    pairs = {(PAR, BUR): 2}
    assert there_and_back(pairs, Mapping[tuple[ProvinceKey, ProvinceKey], int]) == pairs


def test_fractions_are_written_exactly_and_not_as_floats():
    flow = Flow(
        kind=FlowKind.SWELL, centre=(0.1, 1 / 3), axis=(1.0, 0.0), reach=1e-300, amount=-2.5
    )
    scar = Scar(
        healed_by=(3,), depends=(1, 2), sides=(PAR, BUR), lines=(((1, 2), (-3, 4)),), rims=(),
        flows=(flow,),
    )  # fmt: skip
    data = encode(scar, Scar)
    assert isinstance(data, dict)
    assert data["lines"] == ["1,2 -3,4"]
    assert there_and_back(scar, Scar) == scar


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        ({"is": "Explosion"}, Order),
        ({"power": "France"}, Order),
        ({"at": {"province": "Par"}, "kind": "X", "power": "France"}, Unit),
        ({"colour": "red"}, Unit),
        ([], Unit),
        ("1,2,3", tuple[tuple[int, int], ...]),
        (True, int),
        (None, str),
        ({"a": 1}, tuple[str, ...]),
    ],
)
def test_data_of_another_shape_is_refused_in_words(data, hint):
    with pytest.raises(RecordError):
        decode(data, hint)


def changed_boards() -> list[Board]:
    board = standard_board()
    border = board.mesh.between(BUR, ProvinceKey("Mun"))[0]
    cut = replace(board.separate(border), pending_surgeries=())
    sunk = board.replace_province(replace(board[PAR], terrain=Terrain.WATER))
    return [
        board,
        cut,
        sunk,
        replace(board, rifts=((BUR, PAR),), ranges={(BUR, PAR): 2}),
        replace(board, shape=None),
        replace(board, printed=(), joins=()),
        replace(board, joins=(*board.joins[2:], board.joins[0], *board.joins[:3])),
        replace(board, joins=(board.joins[1], replace(board.joins[1], open=False))),
    ]


@pytest.mark.parametrize("old", changed_boards())
@pytest.mark.parametrize("new", changed_boards())
def test_a_difference_leads_from_one_board_to_the_other(old: Board, new: Board):
    data = parse_json(canonical(difference(new, old)))
    assert apply_difference(old, data) == new
    assert (data == {}) == (old == new)


def test_a_board_that_did_not_change_is_the_one_it_was():
    board = standard_board()
    assert apply_difference(board, difference(board, board)) is board


def test_a_separation_differs_by_a_few_lines_only():
    board, cut = changed_boards()[:2]
    assert len(canonical(difference(cut, board))) < 1000


@pytest.mark.parametrize(
    "data",
    [
        [],
        {"mesh": 1},
        {"colour": {}},
        {"mesh": {"in": {"x": {}}}},
        {"joins": {"list": ["0-9"]}},
        {"joins": {"list": ["x"]}},
        {"joins": {"list": [5]}},
    ],
)
def test_what_is_no_difference_is_refused_in_words(data):
    with pytest.raises(RecordError):
        apply_difference(standard_board(), data)


data = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=40,
)


@given(data)
def test_what_is_written_is_read_back_equal(value):
    assert parse_json(canonical(value)) == value


@given(st.dictionaries(st.text(), st.integers(), min_size=2))
def test_the_sequence_of_keys_does_not_matter(table):
    assert canonical(dict(reversed(table.items()))) == canonical(table)


@given(data)
def test_bytes_are_ascii_and_end_with_one_line_feed(value):
    content = canonical(value)
    assert content.isascii()
    assert content.endswith(b"\n")
    assert not content.endswith(b"\n\n")


def test_what_fits_into_a_line_stands_on_one():
    value = {"units": {f"P{n:02}": {"kind": "A", "power": "France"} for n in range(40)}}
    lines = canonical(value).decode().splitlines()
    assert len(lines) == 44
    assert max(map(len, lines)) <= LINE


@pytest.mark.parametrize("value", [1.5, {"a": 0.0}, [{1, 2}], {"a": (1, 2)}, b"x", {1: "a"}])
def test_floats_sets_and_the_like_have_no_form(value):
    with pytest.raises(TypeError):
        canonical(value)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"1.5", b"NaN", b'{"a": 1, "a": 2}', b"[" * 100_000, b"\xff", b"1" * 5000],
)
def test_what_is_no_record_is_told_in_words(content):
    with pytest.raises(GameFolderError, match="no recorded result"):
        parse_json(content)
