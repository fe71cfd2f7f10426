"""What follows from a rule set is made once, hangs on it, and is made anew for what is derived from it."""

from dataclasses import replace

from tests.maps.example import example_map
from tests.rule_sets import rule_set
from zinegen.derived import KeepsDerived, derive_once
from zinegen.notation import all_forms
from zinegen.rules import rulebook
from zinegen.variants.standard import STANDARD


def test_an_answer_is_worked_out_once_for_each_record_and_arguments() -> None:
    asked = []

    class Record(KeepsDerived):
        pass

    @derive_once
    def answer(record: Record, number: int) -> None:
        asked.append((record, number))

    one, other = Record(), Record()
    for record in (one, other, one):
        answer(record, 1)
        answer(record, 2)
    assert asked == [(one, 1), (one, 2), (other, 1), (other, 2)]


def test_a_record_that_is_copied_travels_without_what_was_derived() -> None:
    assert STANDARD.rules
    assert rulebook(STANDARD)
    assert {"rules", "memo"} <= STANDARD.__dict__.keys()
    assert not {"rules", "passage", "memo"} & STANDARD.__getstate__().keys()
    assert STANDARD.__getstate__()["make_rules"] is STANDARD.make_rules


def test_a_rule_set_with_the_same_choices_is_the_same_with_all_that_follows_from_it() -> None:
    old = STANDARD.with_options({"base": "1971"})
    assert STANDARD.with_options({"base": "1971"}) is old
    assert STANDARD.with_languages(("de",)) is STANDARD.with_languages(("de",))
    assert STANDARD.play_on(example_map()) is STANDARD.play_on(replace(example_map()))
    assert STANDARD.with_options({"base": "1971"}).rules is old.rules


def test_a_rule_set_made_of_another_derives_anew() -> None:
    assert STANDARD.rules
    silent = replace(STANDARD, make_rules=lambda _: {})
    assert silent.rules == {}
    assert rulebook(STANDARD.with_options({"base": "1971"})) != rulebook(STANDARD)
    own = rule_set("seismic-lavaurs")
    assert all_forms(own) != all_forms(STANDARD)
    assert all_forms(replace(own, extra_forms=())) == all_forms(STANDARD)
