"""Plain text in 72 columns: nothing is longer, nothing gets lost."""

from hypothesis import given
from hypothesis import strategies as st

from zinegen.pages.outgoing.text_columns import (
    WIDTH,
    centre,
    measure,
    spread,
    table,
    wrap,
    wrap_items,
)

TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cf", "Zl", "Zp"]), max_size=400
)


@given(TEXTS)
def test_no_line_is_too_long_and_no_word_gets_lost(text):
    lines = wrap(text, "   (12) ")
    if "://" not in text and "@" not in text:
        assert all(measure(line) <= WIDTH for line in lines)
    assert "".join("".join(lines).split()) == "".join(f"(12){text}".split()) or not text.split()


@given(TEXTS, TEXTS)
def test_two_texts_on_a_line_have_room_or_two_lines(left, right):
    assert all(
        measure(line) <= WIDTH or "://" in line or "@" in line for line in spread(left, right)
    )


def test_an_address_stays_whole():
    address = f"https://zine.example/{'a' * 80}/"
    assert wrap(f"See {address} for it") == ["See", address, "for it"]


def test_accents_take_no_column_and_wide_letters_take_two():
    assert measure("Łu\u0301") == 2
    assert measure("東京") == 4
    assert max(map(measure, wrap("東京 " * 40))) <= WIDTH


def test_an_order_is_broken_at_no_blank_within_it():
    lines = wrap_items(["A\u00a0Mun\u00a0-\u00a0Bur,"] * 9, rest="   ")
    assert all(line.strip().startswith("A Mun") for line in lines)
    assert len(lines) == 2


def test_columns_of_numbers_stand_to_the_right_and_the_last_is_wrapped():
    rows = [("England", "12", "+1", " ".join(["Bel"] * 20)), ("Italy", "7", "", "")]
    assert table(rows) == [
        f"England  12  +1  {' '.join(['Bel'] * 14)}",
        f"{' ' * 17}{' '.join(['Bel'] * 6)}",
        "Italy     7",
    ]


def test_a_long_title_is_centred_on_several_lines():
    lines = centre("word " * 30)
    assert len(lines) == 3
    assert all(line.startswith("    ") for line in lines)
