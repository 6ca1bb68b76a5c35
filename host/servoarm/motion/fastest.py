"""The fastest way along a path of the joints, under both joints' speed and acceleration limits.

With the length u along the curve, x = (du/dt)^2 and a = d2u/dt2, a joint's speed is q' du/dt and
its acceleration q' a + q'' x. On each piece a is constant, so x is linear.
docs/decisions/trajectories.md derives the formulas.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from servoarm.motion.joint_limits import JointLimits
from servoarm.motion.joint_path import JointPath

Floats = NDArray[np.float64]

CHORD_MM = 0.1
"""How far the tip may be from its path between two setpoints, when the joints turn evenly."""

_CHUNK = 65536  # pieces turned into Python floats at a time: memory
_LEAST = 1e-9  # a joint that turns less than this share of the curve does not limit its speeding up


class Bounds:
    """What the limits allow on each piece.

    For each joint |s a + b x| <= c holds in the middle of the piece; with x at its beginning, s is
    q' in the middle and half the piece's change of it. `most` is the largest x at each boundary
    that leaves any a at all, `allowed` the same on each piece where the arm need not stop.
    """

    def __init__(self, path: JointPath, limits: JointLimits, eased: Floats | float = 1.0) -> None:
        """`eased` scales the limits of each piece: by k for accelerations, by root k for speeds."""
        bends, twice = path.bends, 2.0 * path.lengths
        slopes = 1.5 * path.directions1 - 0.5 * path.directions0
        sizes = np.maximum(np.abs(slopes), _LEAST)
        # next to a stand x is next to 0, so q' a counts at that end of the piece
        stands = np.flatnonzero(path.stops)
        leaving, coming = stands[:-1], stands[1:] - 1
        sizes[:, leaving] = np.maximum(sizes[:, leaving], np.abs(path.directions0[:, leaving]))
        sizes[:, coming] = np.maximum(sizes[:, coming], np.abs(path.directions1[:, coming]))
        p = np.array(limits.acceleration)[:, np.newaxis] * eased / sizes
        r = np.copysign(1.0, slopes) * bends / sizes
        self.push = twice * p
        self.gain = 1.0 - twice * r
        turning = np.maximum(np.abs(path.directions0), np.abs(path.directions1))
        with np.errstate(divide="ignore", over="ignore"):
            speeds = (np.array(limits.speed)[:, np.newaxis] / turning).min(axis=0)
            self.back = np.where(self.gain > 0.0, 1.0 / self.gain, math.inf)
            standing = np.where(self.gain < 0.0, self.push / -self.gain, math.inf).min(axis=0)
            both = (p[0] + p[1]) / np.abs(r[0] - r[1])
            bow = CHORD_MM / (limits.frame_s**2 * path.bows)
        fast = np.minimum(bow, speeds * speeds) * eased
        self.allowed = np.minimum(fast, np.minimum(standing, both))
        self.most = np.append(self.allowed, 0.0)
        self.most[1:] = np.minimum(self.most[1:], fast)
        self.most[path.stops] = 0.0

    def fastest(self) -> Floats:
        """The largest x at each boundary from which the arm can go on and still stop in time."""
        return self._forward(self._backward())

    def _backward(self) -> Floats:
        """The largest x from which the rest of the path can be gone; 0 at the end."""
        found = np.empty(len(self.most))
        found[-1] = x = 0.0
        for end in range(len(self.most) - 1, 0, -_CHUNK):
            part = slice(max(end - _CHUNK, 0), end)
            rows = (self.most[:-1][part], *self.push[:, part], *self.back[:, part])
            out = []
            for top, push1, push2, back1, back2 in zip(
                *(row[::-1].tolist() for row in rows), strict=True
            ):
                first, second = (x + push1) * back1, (x + push2) * back2
                least = first if first < second else second
                x = top if top < least else least
                out.append(x)
            found[part] = out[::-1]
        return found

    def _forward(self, most: Floats) -> Floats:
        """The fastest way from a stand, within what the way back allows."""
        found = np.empty(len(most))
        found[0] = x = 0.0
        for begin in range(0, len(most) - 1, _CHUNK):
            part = slice(begin, begin + _CHUNK)
            rows = (most[1:][part], *self.push[:, part], *self.gain[:, part])
            out = []
            for top, push1, push2, gain1, gain2 in zip(
                *(row.tolist() for row in rows), strict=True
            ):
                first, second = x * gain1 + push1, x * gain2 + push2
                least = first if first < second else second
                x = top if top < least else least
                out.append(x)
            found[1:][part] = out
        return np.maximum(found, 0.0)
