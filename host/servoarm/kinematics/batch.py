"""The inverse of the two-link arm for arrays of targets: the arithmetic of planar.py, in numpy."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from servoarm.kinematics.joints import LIMIT_SLACK, TWO_PI, ZERO_POSE, Limits
from servoarm.kinematics.rims import Reach, Rims

Floats = NDArray[np.float64]
Codes = NDArray[np.uint8]
Flags = NDArray[np.bool_]

# What the numbers in InverseBatch.reach stand for, by index.
REACH_CODES = tuple(Reach)
_CODE = {reach: code for code, reach in enumerate(REACH_CODES)}
_REACHABLE = np.array([reach.reachable for reach in REACH_CODES])

# Targets worked on at a time, so that the ten or so intermediate arrays stay in the second-level
# cache.
_CHUNK = 8192


class InverseBatch(NamedTuple):
    """Both solutions for each target, in arrays of the targets' shape; angles in radians.

    ``reach`` holds indices into ``REACH_CODES``; ``allowed_left`` and ``allowed_right`` say that
    geometry and limits both permit the pose. No angle is NaN: out of reach, both poses stretch (or
    fold) the arm towards the target; for an invalid target they are zero.
    """

    theta1_left: Floats
    theta2_left: Floats
    theta1_right: Floats
    theta2_right: Floats
    reach: Codes
    allowed_left: Flags
    allowed_right: Flags

    @property
    def reachable(self) -> Flags:
        """Where the geometry reaches the target, without the limits."""
        return _REACHABLE[self.reach]


def inverse_arrays(rims: Rims, limits: Limits, x: ArrayLike, y: ArrayLike) -> InverseBatch:
    """Both poses for targets (x, y) in mm, of any shapes that broadcast together."""
    xs, ys = np.broadcast_arrays(np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64))
    shape = xs.shape
    xs, ys = xs.ravel(), ys.ravel()
    angles = np.empty((4, xs.size))
    interior = np.empty(xs.size, dtype=np.bool_)
    # squares of far targets overflow and those of invalid ones are NaN: neither is interior, so all
    # of these are replaced below
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        for start in range(0, xs.size, _CHUNK):
            part = slice(start, start + _CHUNK)
            _solve_interior(rims, xs[part], ys[part], angles[:, part], interior[part])
        reach = np.full(xs.size, _CODE[Reach.INTERIOR], dtype=np.uint8)
        rest = np.flatnonzero(~interior)
        if rest.size:
            angles[:, rest], reach[rest] = _solve_at_rims(rims, limits, xs[rest], ys[rest])
    for row, limit in zip(angles, (*limits, *limits), strict=True):
        _into_limits(row, *limit)
    left1, left2, right1, right2 = angles.reshape(4, *shape)
    codes: Codes = reach.reshape(shape)
    reachable = _REACHABLE[codes]
    allowed_left = reachable & _within(left1, *limits.theta1) & _within(left2, *limits.theta2)
    allowed_right = reachable & _within(right1, *limits.theta1) & _within(right2, *limits.theta2)
    return InverseBatch(left1, left2, right1, right2, codes, allowed_left, allowed_right)


def _solve_interior(rims: Rims, x: Floats, y: Floats, angles: Floats, interior: Flags) -> None:
    """Writes the rows of ``angles`` (as in InverseBatch) for the interior targets, rubbish for the
    others, and which is which.

    The names are those of ``TwoLinkArm.inverse``; arrays that are used up take the next results.
    """
    left1, left2, right1, right2 = angles
    radius2 = x * x
    radius2 += y * y
    np.logical_and(radius2 > rims.inner_end2, radius2 < rims.outer_start2, out=interior)
    straight = rims.outer2 - radius2
    folded = np.subtract(radius2, rims.inner2, out=radius2)
    sine = straight * folded
    np.sqrt(sine, out=sine)
    sine *= 2.0
    np.arctan2(sine, folded - straight, out=right2)
    np.negative(right2, out=left2)
    folded *= rims.outer
    straight *= rims.difference
    along = np.add(folded, straight, out=folded)
    across = np.multiply(sine, rims.link2, out=sine)
    x_along, x_across = x * along, x * across
    y_along, y_across = np.multiply(y, along, out=along), np.multiply(y, across, out=across)
    np.arctan2(y_along + x_across, x_along - y_across, out=left1)
    np.arctan2(y_along - x_across, x_along + y_across, out=right1)


def _solve_at_rims(rims: Rims, limits: Limits, x: Floats, y: Floats) -> tuple[Floats, Codes]:
    """The rows of angles and the reach codes of targets that are not interior, as
    ``TwoLinkArm.inverse`` finds them.
    """
    radius2 = x * x + y * y
    at_inner = Reach.ORIGIN if rims.origin_reachable else Reach.INNER_EDGE
    invalid = ~(np.isfinite(x) & np.isfinite(y))
    conditions = [
        invalid,
        radius2 > rims.outer_end2,
        radius2 < rims.inner_start2,
        radius2 >= rims.outer_start2,
    ]
    answers = [Reach.INVALID, Reach.TOO_FAR, Reach.TOO_NEAR, Reach.OUTER_EDGE]
    reach = np.select(conditions, [_CODE[answer] for answer in answers], _CODE[at_inner]).astype(
        np.uint8
    )
    folds = (reach == _CODE[Reach.TOO_NEAR]) | (reach == _CODE[at_inner])
    sign = np.where(folds & (rims.difference < 0.0), -1.0, 1.0)
    theta1 = np.arctan2(sign * y, sign * x)
    theta1[reach == _CODE[Reach.ORIGIN]] = limits.clamp(ZERO_POSE).theta1
    theta2 = np.where(folds, math.pi, 0.0)
    angles = np.stack((theta1, -theta2, theta1, theta2))
    angles[:, invalid] = 0.0
    return angles, reach


def _into_limits(theta: Floats, low: float, high: float) -> None:
    """``joints.into_limits`` for near = 0 and angles within -pi..pi, in place."""
    below, above = np.flatnonzero(theta < low), np.flatnonzero(theta > high)
    if below.size:
        turned = theta[below]
        turned += TWO_PI * np.ceil((low - LIMIT_SLACK - turned) / TWO_PI)
        turned -= TWO_PI * (turned - high > low - (turned - TWO_PI))
        theta[below] = _snapped(turned, low, high)
    if above.size:
        turned = theta[above]
        turned -= TWO_PI * np.ceil((turned - high - LIMIT_SLACK) / TWO_PI)
        turned += TWO_PI * (low - turned > (turned + TWO_PI) - high)
        theta[above] = _snapped(turned, low, high)


def _snapped(theta: Floats, low: float, high: float) -> Floats:
    theta = np.where((theta < low) & (theta >= low - LIMIT_SLACK), low, theta)
    return np.where((theta > high) & (theta <= high + LIMIT_SLACK), high, theta)


def _within(theta: Floats, low: float, high: float) -> Flags:
    return (theta >= low) & (theta <= high)
