"""Maps in words, for those who cannot see them."""

from dataclasses import replace

from zinegen.board import Power
from zinegen.game import Phase, Sheet
from zinegen.notation import read_orders
from zinegen.pages.words.happenings import change_text, describe_throw
from zinegen.play import Setup, start_state
from zinegen.play.records import PhaseRecord, SeasonRecord
from zinegen.play.texts import Draw
from zinegen.rules import adjudicate
from zinegen.variants.standard import STANDARD

GERMANY = Power("Germany")


def winter(units: list[str], centres: list[str], text: str, phase: str = "W1901A") -> SeasonRecord:
    setup = Setup(phase=Phase.parse(phase), units={GERMANY: units}, centres={GERMANY: centres})
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


def test_a_throw_is_told_with_what_could_have_come_and_where_it_is_from():
    draw = Draw(label="S1901E/coast/F Con", candidates=("AEG", "BLA"), result=2)
    assert describe_throw(draw) == (
        "Thrown for F Con: BLA, among AEG and BLA (it follows from the GM's secret)."
    )
    old = replace(draw, label="1901-1-spring/S1901E/coast/F Con", by="gm")
    assert describe_throw(old) == "Thrown for F Con: BLA, among AEG and BLA (typed by the GM)."
