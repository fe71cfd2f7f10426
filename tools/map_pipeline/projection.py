"""From longitude and latitude to the drawing: a conformal cone, squeezed rims, and lenses.

Three steps, all smooth and one-to-one (the Jacobian stays between 0.26 and 2.1, so nothing folds):

1. a spherical Lambert conformal conic that touches at 47° N, centred on 14° E, in km, y down;
2. a squeeze of the rims, one monotone table along x and one along y, then eight Gaussian lenses that
   enlarge the regions where many small provinces lie;
3. a scale and a shift to the board, 1600 by 1319 drawing units.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

XY: TypeAlias = tuple[float, float]
"""A point: longitude and latitude in degrees, or x and y (down) in drawing units."""

Floats: TypeAlias = NDArray[np.float64]

_EARTH = 6371.0
_TOUCHING_LATITUDE, _CENTRAL_LONGITUDE = 47.0, 14.0

_WEST, _EAST, _NORTH, _SOUTH = -2420, 2935, -3080, 1450
"""The frame, in km of the cone."""

_SQUEEZE_X = (
    (-4000, 0.62),
    (-2200, 0.64),
    (-1500, 0.92),
    (-900, 1.05),
    (900, 1.05),
    (1500, 0.76),
    (2600, 0.54),
    (5000, 0.54),
)
"""(km from the centre, drawn length of a km there); linear in between."""

_SQUEEZE_Y = (
    (-4500, 0.46),
    (-2700, 0.48),
    (-2000, 0.60),
    (-1300, 0.76),
    (-850, 1.05),
    (900, 1.05),
    (1400, 0.85),
    (4000, 0.85),
)

_LENSES = (
    (5.0, 51.2, 0.44, 210),  # Low Countries
    (10.6, 55.8, 0.34, 190),  # Denmark
    (10.6, 46.2, 0.20, 300),  # Alps and northern Italy
    (21.2, 42.3, 0.32, 330),  # Balkans
    (28.5, 40.6, 0.22, 230),  # the Straits
    (-2.6, 54.2, 0.40, 290),  # Great Britain
    (13.2, 42.3, 0.36, 230),  # central Italy
    (-5.6, 35.9, 0.60, 110),  # Gibraltar
)
"""Longitude, latitude, gain at the centre, radius in squeezed km."""

_STEEPNESS = np.sin(np.radians(_TOUCHING_LATITUDE))


def _colatitude(phi: Floats) -> Floats:
    tangent: Floats = np.tan(np.pi / 4 + phi / 2)
    return tangent


_PHI0 = np.radians(_TOUCHING_LATITUDE)
_FACTOR = np.cos(_PHI0) * _colatitude(_PHI0) ** _STEEPNESS / _STEEPNESS
_RHO0 = _EARTH * _FACTOR / _colatitude(_PHI0) ** _STEEPNESS


def _cone(longitude: Floats, latitude: Floats) -> tuple[Floats, Floats]:
    """Project degrees to km of the cone, y down, the centre at the origin."""
    lam = np.radians(longitude - _CENTRAL_LONGITUDE)
    rho = _EARTH * _FACTOR / _colatitude(np.radians(latitude)) ** _STEEPNESS
    return rho * np.sin(_STEEPNESS * lam), -(_RHO0 - rho * np.cos(_STEEPNESS * lam))


def _integral(knots: Sequence[tuple[float, float]]) -> tuple[Floats, Floats]:
    """Integrate a density given by knots: positions, and where each of them goes; 0 stays."""
    at = np.linspace(knots[0][0], knots[-1][0], 4001)
    density = np.interp(at, [k[0] for k in knots], [k[1] for k in knots])
    goes = np.concatenate([[0], np.cumsum((density[1:] + density[:-1]) / 2 * np.diff(at))])
    return at, goes - np.interp(0, at, goes)


_TABLE_X, _TABLE_Y = _integral(_SQUEEZE_X), _integral(_SQUEEZE_Y)


def _squeeze(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    return np.interp(x, *_TABLE_X), np.interp(y, *_TABLE_Y)


_CENTRES = [
    (*_squeeze(*_cone(np.asarray(longitude), np.asarray(latitude))), gain, radius)
    for longitude, latitude, gain, radius in _LENSES
]


def _distort(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Squeeze the rims, then add what every lens pushes outwards."""
    x, y = _squeeze(x, y)
    dx, dy = np.zeros_like(x), np.zeros_like(y)
    for cx, cy, gain, radius in _CENTRES:
        push = gain * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * radius * radius))
        dx += push * (x - cx)
        dy += push * (y - cy)
    return x + dx, y + dy


_LEFT, _TOP = (float(v) for v in _squeeze(np.array(float(_WEST)), np.array(float(_NORTH))))
_RIGHT, _BOTTOM = (float(v) for v in _squeeze(np.array(float(_EAST)), np.array(float(_SOUTH))))

WIDTH = 1600
"""The board's width in drawing units."""
_SCALE = WIDTH / (_RIGHT - _LEFT)
HEIGHT = round((_BOTTOM - _TOP) * _SCALE)
"""The board's height in drawing units: 1319."""


def project(points: Sequence[Sequence[float]] | Floats) -> list[XY]:
    """Bring points of longitude and latitude (degrees) to drawing units."""
    degrees = np.asarray(points, dtype=np.float64)
    x, y = _distort(*_cone(degrees[:, 0], degrees[:, 1]))
    across, down = ((x - _LEFT) * _SCALE).tolist(), ((y - _TOP) * _SCALE).tolist()
    return list(zip(across, down, strict=True))


def densify(points: Sequence[XY], step: float = 0.2) -> list[XY]:
    """Add points so that no step is longer than ``step`` degrees along either axis."""
    out = [points[0]]
    for a, b in itertools.pairwise(points):
        k = max(1, int(max(abs(b[0] - a[0]), abs(b[1] - a[1])) / step))
        out += [
            (a[0] + (b[0] - a[0]) * i / k, a[1] + (b[1] - a[1]) * i / k) for i in range(1, k + 1)
        ]
    return out
