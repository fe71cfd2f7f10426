"""Powers can be told apart, whoever looks; and so can neighbours of one owner."""

from itertools import combinations

import numpy as np
import pytest

from zinegen.board.board import OUTSIDE, Power
from zinegen.drawing import style
from zinegen.drawing.geometry import simplify_for_drawing

# Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
# Deficiency" (2009), at full severity.
EYES = {
    "usual": np.eye(3),
    "protan": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deutan": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.01182, 0.04294, 0.968881],
        ]
    ),
    "tritan": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.3039],
        ]
    ),
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
POWERS = tuple(Power(name) for name in style.COLOURS)


def linear(colour):
    parts = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(colour, eye):
    seen = np.clip(EYES[eye] @ linear(colour), 0, 1)
    x, y, z = XYZ @ seen / (0.9505, 1, 1.089)
    root = [np.cbrt(v) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z)]
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])


def distance(one, other, eye="usual"):
    return float(np.linalg.norm(lab(one, eye) - lab(other, eye)))


def contrast(one, other):
    lights = sorted((XYZ[1] @ linear(colour) for colour in (one, other)), reverse=True)
    return (lights[0] + 0.05) / (lights[1] + 0.05)


@pytest.mark.parametrize("eye", EYES)
def test_the_tints_differ_from_each_other_and_from_paper_and_water(eye):
    tints = [style.assign_signs(POWERS)[power].tint for power in POWERS]
    for one, other in combinations(tints, 2):
        assert distance(one, other, eye) > 11, (one, other)
    for tint in tints:
        assert min(distance(tint, style.LAND, eye), distance(tint, style.SEA, eye)) > 11


@pytest.mark.parametrize("eye", EYES)
def test_the_inks_differ_from_each_other(eye):
    inks = [style.assign_signs(POWERS)[power].ink for power in POWERS]
    assert min(distance(a, b, eye) for a, b in combinations(inks, 2)) > 18


def test_white_letters_can_be_read_on_every_ink():
    for ink, _ in (*style.COLOURS.values(), *style.SPARE):
        assert contrast(ink, "#ffffff") > 4.5, ink


def test_names_can_be_read_on_every_ground():
    for _, tint in (*style.COLOURS.values(), *style.SPARE):
        for shade in range(style.SHADES):
            assert contrast(style.INK, style.shade_tint(tint, shade)) > 4.5
    assert contrast(style.SEA_NAME, style.SEA) > 4.5


def test_borders_can_be_seen_on_every_ground():
    for _, tint in (*style.COLOURS.values(), *style.SPARE):
        lights = [contrast(style.FRONTIER, style.shade_tint(tint, n)) for n in range(style.SHADES)]
        assert min(lights) > 3


@pytest.mark.parametrize("which", ["start", "changed"])
def test_neighbours_have_different_shades(request, which):
    state = request.getfixturevalue(which)
    board = simplify_for_drawing((state if which == "start" else state[1]).board)
    shades = style.assign_shades(board)
    for face, shade in shades.items():
        for other in board.mesh.adjacent(face) - {OUTSIDE}:
            assert other not in shades or shades[other] != shade, (face, other)


def test_a_province_keeps_its_shade_when_its_owner_changes(start, busy):
    assert style.assign_shades(start.board) == style.assign_shades(busy[0].board)


def test_powers_with_the_same_first_letter_get_different_letters():
    names = [Power(name) for name in ("Aragon", "Austria", "Azag", "Ar", "€", "中国", "Ægir", "")]
    signs = style.assign_signs(names)
    assert len({sign.letter for sign in signs.values()}) == len(names)
    assert len({sign.slug for sign in signs.values()}) == len(names)
    assert signs[Power("Ar")].letter == "A"


def test_signs_do_not_depend_on_the_order_in_which_powers_are_named():
    assert style.assign_signs(POWERS) == style.assign_signs(POWERS[::-1])


def test_every_shade_stays_near_its_tint():
    assert style.shade_tint("#8fa9d6", 0) == "#8fa9d6"
    assert max(distance("#8fa9d6", style.shade_tint("#8fa9d6", n)) for n in range(4)) < 12
