"""``rulings.toml``: every ruling has a reason, is about somebody, and does something."""

from __future__ import annotations

import pytest

from zinegen.board import Power
from zinegen.play.texts import RULINGS, RulingKind, parse_toml, read_rulings

POWERS = (Power("England"), Power("Italy"))


def read(text: str):
    document = parse_toml(text.encode(), "rulings.toml", RULINGS).document
    assert document is not None
    return read_rulings(document, POWERS)


def test_every_kind_of_ruling_is_read():
    decisions, findings = read(
        """
[[ruling]]
on = 2026-12-01
about = "italy"
do = "read-as"
line = "F Nap - Ionain"
as = "F Nap - ION"
reason = "A slip of the pen."
[[ruling]]
about = "ENGLAND"
do = "accept"
file = "orders/england.toml"
reason = "The post was late."
[[ruling]]
about = "England"
do = "place"
unit = "F StP"
coast = "nc"
reason = "He said so."
[[ruling]]
do = "end-game"
draw = ["italy", "england"]
reason = "Agreed."
[[ruling]]
do = "correct"
reason = "A misprint."
[[ruling]]
do = "concede"
winner = "italy"
reason = "England has gone fishing."
[[ruling]]
do = "draw"
draw = ["italy", "england"]
reason = "Agreed."
[[ruling]]
do = "vote"
proposal = "A draw"
result = "rejected"
votes = "5 to 2"
reason = "It has to be unanimous."
"""
    )
    assert findings == ()
    first, second, third, fourth, fifth, sixth, seventh, eighth = decisions
    assert (first.on, first.about, first.kind) == ("2026-12-01", "Italy", RulingKind.READ_AS)
    assert (first.line, first.instead) == ("F Nap - Ionain", "F Nap - ION")
    assert (second.about, second.file) == ("England", "orders/england.toml")
    assert (third.unit, third.coast) == ("F StP", "nc")
    assert fourth.winners == ("England", "Italy")
    assert (fifth.about, fifth.kind) == (None, RulingKind.CORRECT)
    assert (sixth.kind, sixth.winners) == (RulingKind.CONCEDE, ("Italy",))
    assert (seventh.kind, seventh.winners) == (RulingKind.DRAW, ("England", "Italy"))
    assert (eighth.proposal, eighth.result, eighth.votes) == ("A draw", "rejected", "5 to 2")


GOOD = {"about": "'italy'", "do": "'proceed'", "reason": "'Holidays.'"}


@pytest.mark.parametrize(
    ("change", "code", "title"),
    [
        ({"reason": ""}, "R11", "needs a reason"),
        ({"reason": "'  '"}, "R11", "needs a reason"),
        ({"about": "", "do": "'noted'"}, "R10", "about nobody"),
        ({"about": "'itlay'"}, "R12", "no power called itlay"),
        ({"do": ""}, "R06", "do is missing"),
        ({"do": "'procede'"}, "R06", "cannot be"),
        ({"do": "'read-as'"}, "R06", "line is missing"),
        ({"do": "'place'", "unit": "'F StP'"}, "R06", "coast is missing"),
        ({"do": "'end-game'"}, "R06", "winner or with a draw"),
        ({"do": "'end-game'", "winner": "'x'"}, "R12", "no power called x"),
        ({"do": "'end-game'", "winner": "'italy'", "draw": "['italy']"}, "R06", "winner or with"),
        ({"do": "'concede'"}, "R06", "conceded to one power"),
        ({"do": "'concede'", "draw": "['italy']"}, "R06", "conceded to one power"),
        ({"do": "'draw'"}, "R06", "a draw of somebody"),
        ({"do": "'draw'", "winner": "'italy'"}, "R06", "a draw of somebody"),
        ({"do": "'vote'", "result": "'accepted'"}, "R06", "proposal is missing"),
        ({"do": "'vote'", "proposal": "'x'"}, "R06", "what became of the proposal"),
        ({"do": "'vote'", "proposal": "'x'", "result": "'no'"}, "R06", "cannot be"),
        ({"on": "'yesterday'"}, "R06", "not a date"),
        ({"because": "'x'"}, "R02", "no heading"),
    ],
)
def test_a_ruling_that_is_wrong_is_a_finding_and_does_not_count(change, code: str, title: str):
    table = {**GOOD, **change}
    text = "[[ruling]]\n" + "".join(f"{key} = {value}\n" for key, value in table.items() if value)
    decisions, findings = read(text)
    assert decisions == ()
    assert findings[0].code == code
    assert title in findings[0].title
    assert findings[0].where.line >= 1
    assert "waits for the GM" in findings[0].if_left


@pytest.mark.parametrize("text", ["ruling = 1", "ruling = [1]", "[ruling]\ndo = 'proceed'"])
def test_rulings_are_a_list_of_tables(text: str):
    decisions, (finding, *_) = read(text)
    assert decisions == ()
    assert "[[ruling]]" in finding.hint


def test_no_rulings_are_no_rulings():
    assert read("") == ((), ())


def test_what_is_wrong_with_a_ruling_is_told_at_its_place_and_by_no_number():
    good = '[[ruling]]\ndo = "proceed"\nreason = "x"\n'
    _, (wrong,) = read(f'{good}{good}[[ruling]]\ndo = "bla"\nreason = "x"\n')
    assert (wrong.where.line, wrong.title) == (8, 'ruling.do cannot be "bla"')
