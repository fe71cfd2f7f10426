"""How far apart two colours look, to usual eyes and to colour-blind ones; written apart from the program."""

import math
from functools import cache

import numpy as np

# Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
# Deficiency" (2009), at full severity; for linear light.
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
XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
"""Of linear sRGB; its rows add up to the white of daylight (D65)."""


def linear(colour):
    """Return ``#rrggbb`` as linear light."""
    parts = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lay_over(colour, veil, opacity):
    """Return a colour under a veil, as a browser mixes them."""
    pairs = ((int(colour[i : i + 2], 16), int(veil[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * opacity):02x}" for a, b in pairs)


@cache
def lab(colour, eye="usual"):
    """Return a colour as an eye sees it in CIELAB."""
    seen = np.clip(EYES[eye] @ linear(colour), 0, 1)
    parts = XYZ @ seen / XYZ.sum(axis=1)
    x, y, z = np.where(parts > 216 / 24389, np.cbrt(parts), (24389 / 27 * parts + 16) / 116)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def contrast(one, other):
    """Return the contrast of two colours as WCAG defines it, from 1 to 21."""
    lights = sorted((float(XYZ[1] @ linear(colour)) for colour in (one, other)), reverse=True)
    return (lights[0] + 0.05) / (lights[1] + 0.05)


def difference(one, other, eye="usual"):
    """Return how different two colours ``#rrggbb`` look to an eye: CIEDE2000."""
    return ciede2000(lab(one, eye), lab(other, eye))


def ciede2000(one, other):
    """Return the difference CIEDE2000 of two colours in CIELAB.

    Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula" (2005), by its numbered equations.
    """
    (l1, a1, b1), (l2, a2, b2) = one, other
    chroma = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    more = 1.5 - 0.5 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    c1, c2 = math.hypot(a1 * more, b1), math.hypot(a2 * more, b2)
    h1, h2 = (math.degrees(math.atan2(b, a * more)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = h2 - h1
    far = abs(turn) > 180
    if c1 * c2 == 0:
        turn, hue = 0.0, h1 + h2
    else:
        turn -= math.copysign(360, turn) if far else 0
        hue = (h1 + h2 + (0 if not far else 360 if h1 + h2 < 360 else -360)) / 2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    weight = (
        1
        - 0.17 * math.cos(math.radians(hue - 30))
        + 0.24 * math.cos(math.radians(2 * hue))
        + 0.32 * math.cos(math.radians(3 * hue + 6))
        - 0.20 * math.cos(math.radians(4 * hue - 63))
    )
    rotation = 2 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    rotation *= -math.sin(math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2))))
    lightness = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    chromas = (c2 - c1) / (1 + 0.045 * chroma)
    hues = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    return math.sqrt(lightness**2 + chromas**2 + hues**2 + rotation * chromas * hues)
