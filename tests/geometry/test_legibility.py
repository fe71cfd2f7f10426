"""Who seems to touch and does not, what is all but cut in two: measured on maps checked by hand."""

import math
from dataclasses import replace

import pytest

from zinegen.geometry import Arc, ProvinceKey, Shape, trace
from zinegen.geometry.legibility import measure

OUT, LEFT, MIDDLE, RIGHT = (ProvinceKey(name) for name in ("Out", "Left", "Middle", "Right"))


def hourglass(waist):
    """Return three provinces side by side, that in the middle so wide at its waist, in tenths."""
    half = waist // 2
    arcs = [
        Arc(right=LEFT, left=MIDDLE, line=((800, 0), (1000 - half, 500), (800, 1000))),
        Arc(right=MIDDLE, left=RIGHT, line=((1200, 0), (1000 + half, 500), (1200, 1000))),
        Arc(right=LEFT, left=OUT, line=((800, 1000), (0, 1000), (0, 0), (800, 0))),
        Arc(right=MIDDLE, left=OUT, line=((800, 0), (1200, 0))),
        Arc(right=MIDDLE, left=OUT, line=((1200, 1000), (800, 1000))),
        Arc(right=RIGHT, left=OUT, line=((1200, 0), (2000, 0), (2000, 1000), (1200, 1000))),
    ]
    mesh, lines = trace(arcs)
    return mesh, Shape(width=2000, height=1000, lines=lines)


@pytest.mark.parametrize(
    ("waist", "strangers", "necks"),
    [
        (40, {(LEFT, RIGHT): 4.0}, (MIDDLE,)),
        (70, {}, (MIDDLE,)),
        (90, {}, ()),
    ],
)
def test_strangers_are_nearer_than_6_and_necks_8_or_less(waist, strangers, necks):
    found = measure(*hourglass(waist))
    assert found.strangers == strangers
    assert found.necks == necks


def test_neighbours_are_no_strangers_however_short_their_contact(quarters):
    found = measure(*quarters)
    assert found.strangers == {}
    assert found.contacts[ProvinceKey("A"), ProvinceKey("B")] == 100
    assert found.contacts[ProvinceKey("A"), ProvinceKey("lake")] == pytest.approx(120)
    assert found.shortest_contact == 100


def test_compactness_is_1_for_a_circle_and_less_the_longer_the_rim(quarters):
    found = measure(*quarters)
    assert found.compactness[ProvinceKey("B")] == pytest.approx(math.pi / 4)
    assert found.compactness[ProvinceKey("A")] < found.compactness[ProvinceKey("B")]
    assert found.mean_compactness == pytest.approx(sum(found.compactness.values()) / 3)


def test_a_province_is_cramped_in_which_a_unit_has_no_room(quarters):
    mesh, shape = quarters
    assert measure(mesh, shape).cramped == {}
    half = {b: tuple((x // 2, y // 2) for x, y in line) for b, line in shape.lines.items()}
    # The lake is a square of 15; between its corner and that of the land round it there is a little less.
    beside = 20 * math.sqrt(2) / (1 + math.sqrt(2))
    assert measure(mesh, replace(shape, lines=half)).cramped == {
        "lake": pytest.approx(7.5, abs=0.1),
        "A": pytest.approx(beside, abs=0.1),
    }
