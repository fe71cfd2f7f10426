"""Drawings of four squares and a few facts of them: the smallest maps there are."""

from __future__ import annotations

from tests.maps.example import built_from

FOUR = """
title = "Four"
{more}
[powers]
East = ["A Aa"]
West = ["A Dd"]
[provinces]
Aa = {{ name = "Alpha", centre = true, home = "East" }}
Bb = {{ name = "Beta" }}
Cc = {{ name = "Gamma" }}
Dd = {{ name = "Delta", centre = true, home = "West" }}
{end}
"""


def square(key, x, y, wide=100, high=100):
    """Return a square whose id is the key."""
    return f'<rect id="{key}" x="{x}" y="{y}" width="{wide}" height="{high}"/>'


SQUARES = "".join(
    (square("aa", 0, 0), square("bb", 100, 0), square("cc", 0, 100), square("dd", 100, 100))
)


def drawing_of(shapes):
    """Return a drawing with shapes."""
    return f'<svg xmlns="http://www.w3.org/2000/svg">{shapes}</svg>'


def four(shapes=SQUARES, more="", end="", facts=FOUR):
    """Return what is made of a drawing and the facts of the four squares."""
    return built_from(facts.format(more=more, end=end), drawing_of(shapes))
