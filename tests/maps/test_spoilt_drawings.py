"""Whatever is done to a drawing, an import ends in a map or in words."""

import random
import re

import pytest

from tests.maps.example import DRAWING, built_from
from zinegen.errors import MapError
from zinegen.maps.report import draw_troubles

NUMBER = re.compile(r"(?<=[ ,MLC\"-])\d+(?=[ ,\"])")
ODD = ("NaN", "1e99", "-1e99", "1e400", "inf", "0", "-", "1e-99", "99999999")


def cut(text, dice):
    return text[: dice.randrange(len(text))]


def take_out(text, dice):
    return text.replace(dice.choice(re.findall(r"<(?:path|circle)[^>]*/>", text)), "", 1)


def write_odd_numbers(text, dice):
    for match in sorted(dice.sample([*NUMBER.finditer(text)], 3), key=lambda one: -one.start()):
        text = text[: match.start()] + dice.choice(ODD) + text[match.end() :]
    return text


def double_ids(text, dice):
    one, other = dice.sample(re.findall(r'<\w+ id="(\w+)"', text), 2)
    return text.replace(f'id="{one}"', f'id="{other}"')


@pytest.mark.parametrize("spoil", [cut, take_out, write_odd_numbers, double_ids])
@pytest.mark.parametrize("seed", range(6))
def test_a_spoilt_drawing_ends_in_a_map_or_in_words(spoil, seed):
    try:
        built = built_from(drawing=spoil(DRAWING, random.Random(seed)))
    except MapError:
        return
    assert built.data is not None or any(one.grave and one.title for one in built.troubles)
    assert draw_troubles(built).startswith("<svg")
