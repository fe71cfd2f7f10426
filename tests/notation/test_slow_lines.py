"""No order file within the limits keeps anybody waiting: crafted lines are read as quickly as others."""

import random
import string
import time

import pytest

from tests.notation.examples import START, check
from zinegen.play.texts.toml_text import LONGEST_LINE, MOST_LINES, ORDERS_LIMIT

ALLOWED = 0.5
"""Seconds of the processor, on a machine that does much else; alone each text takes 50 ms at most."""


def word(letters: int, dice: random.Random) -> str:
    return "".join(dice.choice(string.ascii_lowercase) for _ in range(letters))


def many(line: str, dice: random.Random) -> str:
    """Return as many lines as a file holds; ``@9`` in a line is a word of nine letters."""
    head, _, rest = line.partition("@")
    letters = int("".join(sign for sign in rest[:4] if sign.isdigit()) or 0)
    tail = rest.removeprefix(str(letters))
    lines = [f"{head}{word(letters, dice)}{tail}"[:LONGEST_LINE] for _ in range(MOST_LINES["O"])]
    text = "\n".join(lines)[:ORDERS_LIMIT]
    return text.rpartition("\n")[0] or text


@pytest.mark.parametrize(
    ("section", "line"),
    [
        ("orders", "F Lon - @5"),
        ("orders", "F Lon - @12"),
        ("orders", "F Lon @900"),
        ("orders", "A Mun S @25 - Bur"),
        ("orders", "@6 Mun S A Par"),
        ("orders", "A Par - Bur (@7)"),
        ("orders", "A Par - " + "(" * 900),
        ("orders", "F Lon (" * 120),
        ("orders", "A Mun - Atlantic - " * 45),
        ("orders", "A Yor - " + "NTH - " * 150),
        ("orders", "A Mun H; " * 100),
        ("orders", "A Mun @4; A Ber @4"),
        ("builds", "@6 @6"),
        ("builds", "build " + "A Mun & " * 110),
        ("retreats", "F Lon: " + "NTH, " * 180),
        ("retreats", "if " + "(" * 39 + "A Mun in Bur" + ")" * 39),
        ("retreats", "if " + "lost Edi or " * 70),
        ("coasts", "F Lon/{" + "NTH " * 200),
        ("events", "@9 separate"),
    ],
)  # fmt: skip
def test_the_worst_files_are_read_in_no_time(section: str, line: str) -> None:
    dice = random.Random(line)
    check("A Mun - Brn")  # what the board keeps is made before
    text = many(line, dice)
    begun = time.process_time()
    check(text, section=section, state=START)
    assert time.process_time() - begun < ALLOWED
