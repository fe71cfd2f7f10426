from dataclasses import replace

import pytest

from tests.positions import standard_state
from tests.real_games.test_hard_phases import records
from tests.rule_sets import rule_set
from zinegen.board import Power
from zinegen.errors import Where
from zinegen.game import GameState, Line, Move, Order, Phase, PhaseKind, Unreadable
from zinegen.notation import ORDERS, names_for, read_orders
from zinegen.notation.grammar.names import tokenise
from zinegen.notation.reading.context import LineText
from zinegen.notation.reading.forms import forms_for
from zinegen.notation.reading.line_memory import line_memory_for
from zinegen.notation.reading.line_reader import parse_line, split_lines
from zinegen.variants.standard import STANDARD

FRANCE = Power("France")


def unread() -> GameState:
    """Return a position of whose board nothing has been remembered."""
    state = standard_state("S1901M", {"France": ["A par", "F bre"]})
    return replace(state, board=replace(state.board))


def read(state: GameState, text: str) -> tuple[Order, ...]:
    """Return the orders of a text in the standard game."""
    return read_orders(text, power=FRANCE, state=state, variant=STANDARD).orders


def read_anew(state: GameState, text: str) -> tuple[Order, ...]:
    """Return the orders of a line by the forms alone."""
    line, _ = next(split_lines(text))
    names = names_for(state.board, state.powers)
    written = LineText(
        tokens=tokenise(line.text), line=line, raw=line.text, power=FRANCE, names=names
    )
    (found,) = parse_line(written, forms_for(STANDARD, ORDERS, PhaseKind.MOVES)).found
    return found


def test_lines_that_people_wrote_are_recalled_as_the_forms_read_them() -> None:
    state = unread()
    lines = {
        line for record in records() for written in record["orders"].values() for line in written
    }
    assert len(lines) > 2000
    for line in sorted(lines):
        assert read(state, line) == read_anew(state, line), line
        assert read(state, line) == read_anew(state, line), f"{line}, the second time"


@pytest.mark.parametrize(
    ("known", "like"),
    [
        ("A par - bur", "A mun - ber"),
        ("A par - bur", "a MUN -- Ber"),
        ("F bre - mao", "F stp - bot"),
        ("A par S A mar - bur", "A bur S A bur - bur"),
        ("A par S A mar - mar", "A mun S A ber - ber"),
        ("F mao - spa/sc", "F aeg - bul/sc"),
        ("F mao - spa/gol", "F con - bul/bla"),
        ("F mao C A bre - spa", "F nth C A lon - nwy"),
        ("A par - bur via convoy", "A yor - nwy via convoy"),
        ("French A par H", "French A mun H"),
    ],
)
def test_a_line_like_another_is_read_alike(known: str, like: str) -> None:
    state = unread()
    read(state, known)
    assert read(state, like) == read_anew(state, like)
    memory = line_memory_for(state.board, state.powers, STANDARD, ORDERS, PhaseKind.MOVES)
    known = memory.find(like)
    assert known is not None
    assert known.orders(FRANCE, Line(like)) == read_anew(state, like)


def test_each_line_keeps_its_own_text_place_and_power() -> None:
    state = unread()
    read(state, "A par - bur")
    text = "# remark\n  A par - bur  # by land"
    (order,) = read_orders(text, power=Power("Italy"), state=state, variant=STANDARD).orders
    assert isinstance(order, Move)
    assert (order.power, order.line and order.line.text) == ("Italy", "A par - bur")
    assert order.line is not None
    assert order.line.where is not None
    assert (order.line.where.line, order.line.where.column) == (2, 3)


def test_a_line_recalled_for_one_power_is_recalled_for_another_as_its_own() -> None:
    state = unread()
    for power in ("France", "Italy", "France", "Italy"):
        text = f"# of {power}\n A par S F bre - eng"
        (order,) = read_orders(text, power=Power(power), state=state, variant=STANDARD).orders
        (anew,) = read_anew(state, "A par S F bre - eng")
        assert order == replace(anew, power=Power(power))
        assert order.line is not None
        assert order.line.where == Where(file="", line=2, column=2, end_column=21)


def test_a_row_read_before_keeps_the_place_that_it_has_now() -> None:
    state = unread()
    for where in (
        Where("a"),
        Where("b"),
        Where("b", 3),
        Where("b", 3, 9),
        Where("b", 3),
        Where("a"),
    ):
        text = (
            "\n# remark\n  A par - bur  # by land" if where.column < 2 else "A par - bur\nF bre H"
        )
        order, *others = read_orders(
            text, power=FRANCE, state=state, variant=STANDARD, where=where
        ).orders
        first = max(where.line, 1)
        wanted = Where(where.file, first + 2, 3, 14) if not others else Where("b", 3, 9, 20)
        assert order.line == Line("A par - bur", wanted)
        assert [other.number for other in others] == list(range(1, 1 + len(others)))


def test_a_line_that_is_a_list_is_recalled_as_all_its_orders() -> None:
    state = replace(unread(), phase=Phase.parse("W1901A"))
    first = read(state, "build A par, F bre, A mar")
    assert len(first) == 3
    again = read(state, " build A par, F bre, A mar")
    assert again == first
    assert {order.line.where.column for order in again if order.line and order.line.where} == {2}


def test_what_could_not_be_read_is_told_again_each_time() -> None:
    state = unread()
    for _ in range(2):
        reading = read_orders("A par - brr", power=FRANCE, state=state, variant=STANDARD)
        assert isinstance(reading.orders[0], Unreadable)
        assert len(reading.findings) == 1


def test_a_rule_set_recalls_by_its_own_forms() -> None:
    state = unread()
    line = "A bre E F eng"
    standard = read_orders(line, power=FRANCE, state=state, variant=STANDARD)
    deluge = read_orders(line, power=FRANCE, state=state, variant=rule_set("deluge2"))
    assert isinstance(standard.orders[0], Unreadable)
    assert not deluge.findings
    assert standard == read_orders(line, power=FRANCE, state=state, variant=STANDARD)


def test_the_words_of_forms_and_of_long_names_are_never_plain() -> None:
    state = unread()
    for line in ("A par - north sea", "A nwy - north sea", "A nwy S A sev - mos"):
        read(state, line)
        assert read(state, line) == read_anew(state, line)
    assert read(state, "F nth - norwegian sea") == read_anew(state, "F nth - norwegian sea")
