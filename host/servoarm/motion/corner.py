"""Corners of a polyline, rounded by parabolas within a tolerance."""

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# a turn sharper than this leaves no room for a parabola: there the arm stops
_SHARPEST = math.radians(175.0)


def rounded(points: Floats, tolerance_mm: float) -> Floats:
    """Cubic spans (4, 2, n) through the points (rows, all different).

    A corner is cut by a parabola that starts and ends at the same distance from it, at most half
    way to the next corner, and passes it within `tolerance_mm`.
    """
    if len(points) == 1:
        return np.repeat(points.T[np.newaxis, :, :], 4, axis=0)
    steps = np.diff(points, axis=0)
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    units = steps / lengths[:, np.newaxis]
    cuts = np.zeros(len(points))
    if tolerance_mm > 0.0 and len(points) > 2:
        cuts[1:-1] = _cuts(units, lengths, tolerance_mm)
    leave = points[:-1] + units * cuts[:-1, np.newaxis]
    reach = points[1:] - units * cuts[1:, np.newaxis]
    spans = np.empty((2 * len(points) - 3, 4, 2))
    third = (reach - leave) / 3.0
    spans[::2] = np.stack((leave, leave + third, reach - third, reach), axis=1)
    begin, corner, end = reach[:-1], points[1:-1], leave[1:]
    spans[1::2] = np.stack(
        (begin, begin + (corner - begin) * (2 / 3), end + (corner - end) * (2 / 3), end), axis=1
    )
    whole = np.empty(len(spans), dtype=np.bool_)
    whole[::2] = lengths - cuts[:-1] - cuts[1:] > 1e-9 * lengths
    whole[1::2] = cuts[1:-1] > 0.0
    return np.ascontiguousarray(spans[whole].transpose(1, 2, 0))


def _cuts(units: Floats, lengths: Floats, tolerance_mm: float) -> Floats:
    """How far before and behind each inner corner its parabola starts and ends.

    With the unit directions e1, e2 the parabola passes the corner at |e2 - e1| / 4 of that.
    """
    bend = units[1:] - units[:-1]
    opening = np.maximum(np.hypot(bend[:, 0], bend[:, 1]), 1e-12)
    cuts = np.minimum(4.0 * tolerance_mm / opening, 0.5 * np.minimum(lengths[:-1], lengths[1:]))
    sharpest = 2.0 * math.sin(_SHARPEST / 2.0)
    return np.where(opening > sharpest, 0.0, cuts)
