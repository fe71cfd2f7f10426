"""Thousands of spoilt lines: a finding inside the line, or a reading, and never an exception."""

import os
import random
import string

import pytest

from tests.notation.examples import START, check
from tests.notation.test_forms import VARIANT
from zinegen.board import Power
from zinegen.cli.report_forms import FORMS
from zinegen.game import PhaseKind
from zinegen.notation import read_conditions, write_order
from zinegen.play import CheckResult

ORDERS = """F Lon - NTH
A Ruh S FRENCH A Par - Bur
F ENG C A Lon - Bre
A Lvp - Edi via convoy
F(StP)nc - BAR
F Spa/{GOL,WES} H
A Lon E F NTH; A/F NTH - NWG
1. A Par (S) A Mar-Bur
England: A Yor - NTH - Nwy (please go)
A Lvp Edi; A Mun sup (A Ber - A Kie)
F Bre - Atlantic
build F Lon"""
EVENTS = """Por & Spa separate, MAO & MAO connect
Den/Nth connect (Hel/Kie separate)
Erode Mun
Support Turkey: Erode Mun
2 Stabilise Mun/Bur
isthmus Apu/Alb: strait"""
RETREATS = """if France in ENG then
F NTH: Edi, disband
else if not A Mun in Bur then
F NTH - Lon
else
F NTH disband
endif
if lost Edi and (Wal empty or changed Mun) then A Yor: Lon else A Yor: Wal"""
BUILDS = """if I own Nwy and not lost Edi then build F Edi
build F StP/nc
remove A Yor, F NWG
waive"""
COASTS = """F Bre: nc, sc
F Apu: ION, {ADR,ION}
F Ank: disband"""
TEXTS = {
    "orders": (PhaseKind.MOVES, ORDERS),
    "events": (PhaseKind.MOVES, EVENTS),
    "retreats": (PhaseKind.RETREATS, RETREATS),
    "builds": (PhaseKind.ADJUSTMENTS, BUILDS),
    "coasts": (PhaseKind.MOVES, COASTS),
}
TIMES = int(os.environ.get("SPOILT", "30"))
"""How often each text is spoilt, for each seed; SPOILT=100 for a longer look."""

SIGNS = string.printable + "–—→ß\u00a0\u200b\u202eéİ#{}()[]/&;:,.'\"\x00\ud7ff😀"


def spoilt(text: str, dice: random.Random) -> str:
    """Return a text with a few letters or words put in, left out, changed or moved."""
    for _ in range(dice.choice([1, 1, 1, 2, 5, 20])):
        at = dice.randrange(len(text) + 1)
        to = min(len(text), at + dice.choice([0, 1, 1, 3, 12]))
        other = dice.randrange(len(text) + 1)
        sign = dice.choice(SIGNS)
        text = dice.choice(
            [
                text[:at] + text[to:],
                text[:at] + sign + text[at:],
                text[:at] + sign + text[to:],
                text[:at] + text[other : other + 9] + text[at:],
                text[:at] + text[at : at + 2][::-1] + text[at + 2 :],
            ]
        )
    return text


@pytest.mark.parametrize("section", TEXTS)
@pytest.mark.parametrize("seed", range(6))
def test_a_spoilt_text_gives_findings_inside_its_lines_and_never_an_exception(section, seed):
    kind, text = TEXTS[section]
    dice = random.Random(f"{section} {seed}")
    for _ in range(TIMES):
        bad = spoilt(text, dice)
        reading = check(bad, section=section, kind=kind, variant=VARIANT)
        lines = [line.rstrip("\r") for line in bad.split("\n")]
        for found in reading.findings:
            if found.code == "O30":
                continue
            here = lines[found.where.line - 5]
            assert found.line == here
            assert 1 <= found.where.column < found.where.end_column <= len(here) + 1
            assert found.title
            assert found.if_left
        for order in reading.orders:
            place = order.line.where
            here = lines[place.line - 5]
            assert here[place.column - 1 : place.end_column - 1] == order.line.text
            write_order(order, START.board)
        for form in FORMS.values():
            form([CheckResult(title="England", findings=reading.findings)])


@pytest.mark.parametrize("section", ["orders", "events", "coasts"])
def test_no_line_is_ever_dropped(section):
    """Each line is an order, readable or not, unless it is empty, a remark or a mere unit."""
    kind, text = TEXTS[section]
    dice = random.Random(section)
    for _ in range(TIMES):
        for line in spoilt(text, dice).split("\n"):
            reading = check(line, section=section, kind=kind, variant=VARIANT)
            told = line.partition("#")[0].strip()
            mere = check(told + " H", variant=VARIANT).orders
            if told and not reading.orders and section != "coasts":
                assert len(mere) == 1
                assert write_order(mere[0], START.board).endswith(" H")


@pytest.mark.parametrize("section", ["retreats", "builds"])
def test_conditions_that_are_read_can_be_read_again(section):
    _, text = TEXTS[section]
    dice = random.Random(section)
    for _ in range(TIMES):
        bad = spoilt(text, dice)
        first, second = (
            read_conditions(
                bad, power=Power("England"), state=START, variant=VARIANT, section=section
            )
            for _ in range(2)
        )
        assert first == second
