"""Maps in words, for those who cannot see them."""

from zinegen.archive.records import PhaseRecord, SeasonRecord
from zinegen.archive.starts import Setup, start_state
from zinegen.board.board import Power
from zinegen.game.orders import Sheet
from zinegen.game.state import Phase
from zinegen.notation.reader import read_orders
from zinegen.pages.happenings import change_text
from zinegen.rules.compose import adjudicate
from zinegen.variants.standard import STANDARD

GERMANY = Power("Germany")


def winter(units: list[str], centres: list[str], text: str) -> SeasonRecord:
    setup = Setup(phase=Phase.parse("W1901A"), units={GERMANY: units}, centres={GERMANY: centres})
    before = start_state(STANDARD, setup)
    orders = read_orders(text, power=GERMANY, state=before, variant=STANDARD).orders
    after, report = adjudicate(STANDARD, before, Sheet(orders={GERMANY: orders}))
    return SeasonRecord(
        engine="1",
        game="ode",
        season="1901-3-winter",
        variant="standard",
        options={},
        inputs={},
        players={},
        handed={},
        decisions=(),
        phases=(PhaseRecord(before=before, report=report, after=after),),
    )


def test_a_map_in_words_tells_of_new_units():
    record = winter(["A Mun"], ["Kie", "Mun"], "build F Kie")
    assert change_text(record, "after winter") == "Map after winter: new: F Kie."


def test_a_map_in_words_tells_of_units_that_are_gone():
    record = winter(["A Mun", "A Ruh"], ["Mun"], "remove A Ruh")
    assert change_text(record, "after winter") == "Map after winter: gone: A Ruh."


def test_a_map_in_words_says_when_nothing_is_different():
    record = winter(["A Mun"], ["Mun"], "")
    assert change_text(record, "after winter") == "Map after winter: nothing has changed."
