"""Orders have numbers on their sheet, by which those are told apart that ask for the same."""

from dataclasses import replace

from tests.positions import standard_state
from zinegen.board import Power
from zinegen.game import PlaceName, UnitName
from zinegen.game.orders import UNNUMBERED, Hold, Move, Order, Sheet
from zinegen.geometry import ProvinceKey
from zinegen.notation import read_orders
from zinegen.play.records import decode, encode
from zinegen.variants.standard import STANDARD

FRANCE, GERMANY = Power("France"), Power("Germany")


def hold(power: Power, at: str) -> Hold:
    return Hold(power=power, unit=UnitName(at=PlaceName(province=ProvinceKey(at))))


def numbers(orders: tuple[Order, ...]) -> list[int]:
    return [order.number for order in orders]


def test_a_sheet_numbers_the_orders_that_a_program_made() -> None:
    twice = hold(FRANCE, "Par")
    sheet = Sheet(orders={FRANCE: (twice, twice), GERMANY: (hold(GERMANY, "Mun"),)})
    one, other = sheet.orders[FRANCE]
    assert one == other == twice
    assert one.key != other.key
    assert numbers(sheet.orders[FRANCE]) == [0, 1]
    assert numbers(sheet.orders[GERMANY]) == [0]
    assert twice.number == UNNUMBERED


def test_orders_that_were_read_are_numbered_as_they_were_written() -> None:
    state = standard_state("S1901M", {"France": ["A PAR", "A MAR", "F BRE"]}, {})
    text = "A Par - Bur\nnonsense\nA Par - Bur\nA Mar H; F Bre H"
    for _ in range(2):
        read = read_orders(text, power=FRANCE, state=state, variant=STANDARD).orders
        assert numbers(read) == [0, 1, 2, 3, 4]
        assert all(map(Order.__eq__, Sheet(orders={FRANCE: read}).orders[FRANCE], read))
        assert read[0] == read[2]


def test_a_sheet_with_orders_left_out_keeps_the_numbers_of_the_others() -> None:
    sheet = Sheet(events={FRANCE: tuple(hold(FRANCE, at) for at in ("Par", "Mar", "Bre"))})
    _, *rest = sheet.events[FRANCE]
    fewer = replace(sheet, events={FRANCE: tuple(rest)})
    assert numbers(fewer.events[FRANCE]) == [1, 2]
    again = replace(sheet, events={FRANCE: tuple(reversed(rest))})
    assert numbers(again.events[FRANCE]) == [0, 1]


def test_a_number_is_no_part_of_what_an_order_asks_for_or_of_its_record() -> None:
    plain = Move(
        power=FRANCE,
        unit=UnitName(at=PlaceName(province=ProvinceKey("Par"))),
        to=PlaceName(province=ProvinceKey("Bur")),
    )
    (numbered,) = Sheet(orders={FRANCE: (plain,)}).orders[FRANCE]
    assert (numbered, hash(numbered), repr(numbered)) == (plain, hash(plain), repr(plain))
    assert encode(numbered, Order) == encode(plain, Order)
    assert "number" not in str(encode(numbered, Order))
    assert decode(encode(numbered, Order), Order) == plain
