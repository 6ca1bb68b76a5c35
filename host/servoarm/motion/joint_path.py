"""A path as the joints see it: short pieces of a curve in joint space.

The pieces are as long as the joints turn, not as the tip moves: at the stretched arm the tip stands
still while the joints turn, and a curve by the tip's way would have no speed there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from servoarm.kinematics.joints import Pose

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

# directions that differ by more (radians) where two pieces meet are a corner: there the arm stops
CORNER = 0.05
# between two stops, so that the pieces can speed up and brake
_FEWEST = 8
_STRAIGHT = 64  # pieces of a straight line in joint space
_NO_MOVE = 1e-9  # radians


@dataclass(frozen=True)
class JointPath:
    """Pieces of a joint-space curve, in order. Angles and directions have one row a joint.

    `angles0` and `directions0` are those at the beginning of each piece, `angles1` and
    `directions1` those at its end (directions: unit vectors). `tip_mm` is the tip's way up to each
    boundary of pieces, `tip_rates` the tip's way a radian at each piece's beginning, and `bows` by
    how much the tip's way between two setpoints bows away from the path: mm a squared radian.
    """

    angles0: Floats
    angles1: Floats
    directions0: Floats
    directions1: Floats
    tip_mm: Floats
    tip_rates: Floats
    bows: Floats

    @classmethod
    def straight(cls, start: Pose, end: Pose) -> JointPath:
        """A straight line in joint space. The tip's way along it counts as none."""
        way = np.array(end) - np.array(start)
        length = float(np.hypot(*way))
        if length <= _NO_MOVE:
            return cls.nowhere()
        shares = np.linspace(0.0, 1.0, _STRAIGHT + 1)
        ends: Floats = np.array(start)[:, np.newaxis] + way[:, np.newaxis] * shares
        ends[:, -1] = end
        ahead = np.repeat(way[:, np.newaxis] / length, _STRAIGHT, axis=1)
        nothing = np.zeros(_STRAIGHT)
        return cls(
            ends[:, :-1], ends[:, 1:], ahead, ahead, np.zeros(_STRAIGHT + 1), nothing, nothing
        )

    @classmethod
    def nowhere(cls) -> JointPath:
        """A path of no length."""
        none = np.empty((2, 0))
        return cls(none, none, none, none, np.zeros(1), none[0], none[1])

    @property
    def pieces(self) -> int:
        """How many there are; none for a path of no length."""
        return int(self.angles0.shape[1])

    @cached_property
    def lengths(self) -> Floats:
        """How far the joints turn in each piece (radians, both joints as one vector)."""
        turned, bend = self.angles1 - self.angles0, self.directions1 - self.directions0
        chord = np.hypot(turned[0], turned[1])
        return np.asarray(chord * (1.0 + (bend * bend).sum(axis=0) / 24.0))

    @cached_property
    def bends(self) -> Floats:
        """Change of direction a radian, one row a joint."""
        return np.asarray((self.directions1 - self.directions0) / self.lengths)

    @cached_property
    def begins(self) -> Floats:
        """Length of all pieces before each boundary; the last entry is the whole length."""
        return np.concatenate(([0.0], np.cumsum(self.lengths)))

    @cached_property
    def stops(self) -> Flags:
        """The boundaries at which the arm has to stand, both ends among them."""
        jump = self.directions0[:, 1:] - self.directions1[:, :-1]
        return np.concatenate(([True], np.hypot(jump[0], jump[1]) > CORNER, [True]))

    def at(self, length: Floats) -> Floats:
        """The angles at these lengths along the curve: a cubic through each piece's ends."""
        piece = np.searchsorted(self.begins[1:-1], length, side="right")
        h = self.lengths[piece]
        f = np.minimum(np.maximum((length - self.begins[piece]) / h, 0.0), 1.0)
        return self._within(piece, f, h)

    def _within(self, piece: NDArray[np.intp], f: Floats, h: Floats) -> Floats:
        """The angles at the fraction f of pieces of the length h."""
        start, rest = self.angles0[:, piece], 1.0 - f
        slopes = rest * self.directions0[:, piece] - f * self.directions1[:, piece]
        chord = self.angles1[:, piece] - start
        return np.asarray(start + chord * (f * f * (3.0 - 2.0 * f)) + slopes * (h * f * rest))

    def with_room(self) -> JointPath:
        """The same curve, with enough pieces from each stop to the next to speed up and brake."""
        between = np.diff(np.flatnonzero(self.stops))
        if not between.size or between.min() >= _FEWEST:
            return self
        parts = np.repeat(-(-_FEWEST // np.minimum(between, _FEWEST)), between)
        piece = np.repeat(np.arange(self.pieces), parts)
        first = np.concatenate(([0], np.cumsum(parts)[:-1]))
        f = (np.arange(len(piece)) - first[piece]) / parts[piece]
        h = self.lengths[piece]
        angles0 = self._within(piece, f, h)
        rest = 1.0 - f
        chord = self.angles1[:, piece] - self.angles0[:, piece]
        slopes0, slopes1 = self.directions0[:, piece], self.directions1[:, piece]
        ahead = (
            chord * (6.0 * f * rest / h)
            + slopes0 * (rest * (1.0 - 3.0 * f))
            + slopes1 * (f * (3.0 * f - 2.0))
        )
        directions0 = ahead / np.hypot(ahead[0], ahead[1])
        angles1 = np.roll(angles0, -1, axis=1)
        directions1 = np.roll(directions0, -1, axis=1)
        last = first + parts - 1
        angles1[:, last], directions1[:, last] = self.angles1, self.directions1
        way = np.diff(self.tip_mm)
        return JointPath(
            angles0,
            angles1,
            directions0,
            directions1,
            np.append(self.tip_mm[piece] + way[piece] * f, self.tip_mm[-1]),
            self.tip_rates[piece],
            self.bows[piece],
        )
