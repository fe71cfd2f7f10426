"""Outlines that would take minutes: thinned to what a map shows, else refused with their number."""

from __future__ import annotations

import math
import re
import time

import pytest

from tests.maps.example import DRAWING, built_from
from zinegen.errors import MapError
from zinegen.maps.limits import FEW, find_excess, thin

OUTLINE = re.search(r'<path[^>]*d="([^"]+)"', DRAWING)


def drawing_with(points: list[tuple[float, float]]) -> str:
    """Return the drawing of the page with other points for its first outline."""
    assert OUTLINE is not None
    line = " L".join(f"{x:.3f},{y:.3f}" for x, y in points)
    return DRAWING.replace(OUTLINE[1], f"M{line} Z", 1)


def around(count: int, wave: float) -> list[tuple[float, float]]:
    """Return points around a hill, drawn in and out by some units."""
    turns = (2 * math.pi * at / count for at in range(count))
    sizes = (80 + wave * (at % 2) for at in range(count))
    return [
        (190 + size * math.cos(turn), 80 + size * math.sin(turn))
        for turn, size in zip(turns, sizes, strict=True)
    ]


@pytest.mark.parametrize(
    ("points", "what"),
    [
        (around(5_000, 20), "5000 points apart on the map, at most 3000"),
        (around(90_000, 20), "90000 points apart on the map, at most 3000"),
        ([(7.0 * at % 400, 31.0 * at % 170) for at in range(300)], "crosses itself"),
    ],
    ids=["5,000 points", "90,000 points", "crossing itself"],
)
def test_an_outline_that_would_take_minutes_is_refused_with_its_number(points, what: str):
    begun = time.process_time()
    troubles = built_from(drawing=drawing_with(points)).troubles
    assert time.process_time() - begun < 20
    assert [one.title for one in troubles if what in one.title] != []


def test_outlines_that_cross_each_other_too_often_are_refused():
    along = [(at % 2 * 600.0, at / 2) for at in range(400)]
    along += [(-50.0, 250.0), (-50.0, -5.0)]
    across = tuple((y, x) for x, y in along)
    (trouble,) = find_excess({"Aaa": [[tuple(along)]], "Bbb": [[across]]})
    assert trouble.title == "outlines cross each other more than 30000 times"


def thinned(*rings):
    """Return rings as they are once the outlines of one province are thinned."""
    (found,) = thin({"Aaa": [[tuple(ring) for ring in rings]]})["Aaa"]
    return found


def test_an_outline_with_more_points_than_a_map_shows_is_thinned():
    (ring,) = thinned(around(60_000, 0))
    assert len(ring) < FEW
    assert min(math.dist(one, (190, 80)) for one in ring) == pytest.approx(80)
    inside = math.dist(ring[0], ring[1]) / 2
    assert 80 - math.sqrt(80**2 - inside**2) < 0.3
    troubles = built_from(drawing=drawing_with(around(20_000, 0))).troubles
    assert not [one for one in troubles if "points" in one.title]


def test_a_ring_of_few_points_stays_as_it_is_drawn():
    ring = tuple(around(700, 0.01))
    assert thinned(ring) == [ring]


def test_many_rings_of_few_points_are_thinned_together():
    rings = [around(700, 0.01) for _ in range(20)]
    assert sum(map(len, thinned(*rings))) < 2_000


def test_a_ring_too_small_to_be_seen_keeps_its_points():
    speck = ((0.0, 0.0), (0.1, 0.0), (0.1, 0.1), (0.0, 0.1))
    assert thinned(*[around(700, 0.01)] * 20, speck)[-1] == speck


def test_paths_of_more_numbers_than_can_be_read_in_time_are_refused():
    with pytest.raises(
        MapError, match=r"its paths have 400158 numbers, and at most 400000 are read"
    ):
        built_from(drawing=drawing_with([(1.0, 2.0)] * 200_000))
