"""One pose a servo frame: what the arm is sent, and that it is within the limits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from servoarm.kinematics.planar import Pose, TwoLinkArm
from servoarm.motion.fastest import CHORD_MM, Bounds
from servoarm.motion.joint_limits import JointLimits
from servoarm.motion.joint_path import JointPath
from servoarm.motion.time_law import TimeLaw, lengths_at_frames, mean_over

Floats = NDArray[np.float64]

_START_AT = 0.99  # share of the limits planned with at first: rarely must a plan be mended then
_BOLDNESS = (2.0, 4.0, 12.0)  # a spot that stays bad is eased more and more
_PARTS = 4  # moments a frame at which a plan is measured to mend it
_SLACK = 1e-9


@dataclass(frozen=True)
class Trajectory:
    """Joint angles (radians) at frames of `frame_s` seconds, from a stand to a stand.

    `tip_mm` is how far the tip has gone along its path at each frame.
    """

    frame_s: float
    theta1: Floats
    theta2: Floats
    tip_mm: Floats

    @property
    def times_s(self) -> Floats:
        """The time of each setpoint; the first is where the arm stands, at 0 s."""
        return np.arange(len(self.theta1), dtype=np.float64) * self.frame_s

    @property
    def duration_s(self) -> float:
        """From the first setpoint to the last."""
        return (len(self.theta1) - 1) * self.frame_s

    @property
    def angles(self) -> Floats:
        """Both joints' angles, one row a joint."""
        return np.stack((self.theta1, self.theta2))

    def then(self, other: Trajectory) -> Trajectory:
        """This, and the other after it: the other begins where this ends."""
        return Trajectory(
            self.frame_s,
            np.concatenate((self.theta1, other.theta1[1:])),
            np.concatenate((self.theta2, other.theta2[1:])),
            np.concatenate((self.tip_mm, self.tip_mm[-1] + other.tip_mm[1:])),
        )

    def speeds(self) -> Floats:
        """Joint speeds from frame to frame (radians a second), one row a joint."""
        return np.diff(self.angles, axis=1) / self.frame_s

    def accelerations(self) -> Floats:
        """Joint accelerations from frame to frame, with the stands before and after."""
        speeds = np.pad(self.speeds(), ((0, 0), (1, 1)))
        return np.diff(speeds, axis=1) / self.frame_s


def planned(
    arm: TwoLinkArm, path: JointPath, limits: JointLimits, law: TimeLaw, start: Pose
) -> Trajectory:
    """The fastest trajectory along the path, which begins at `start`, under this law.

    The fastest way holds the limits in the middle of each piece, and the smooth law mixes moments.
    So the setpoints themselves are measured, and the limits eased where one is too much.
    """
    mean = mean_over(law, limits.frame_s)
    if not path.pieces:
        return Trajectory(limits.frame_s, np.array([start[0]]), np.array([start[1]]), np.zeros(1))
    eased = np.full(path.pieces, _START_AT)
    x = Bounds(path, limits, eased).fastest()
    lengths = lengths_at_frames(path, x, limits.frame_s, mean)
    angles, excess = _measured(arm, path, limits, lengths)
    if excess.max() <= 1.0 + _SLACK:
        return _trajectory(path, limits, lengths, angles)
    for boldness in _BOLDNESS:
        # slowing down shifts all frames that follow, so any moment may become one
        moments = lengths_at_frames(path, x, limits.frame_s, mean, _PARTS)
        found, factors = _measured(arm, path, limits, moments, _PARTS)
        if factors[::_PARTS].max() <= 1.0 + _SLACK:
            return _trajectory(path, limits, moments[::_PARTS], found[:, ::_PARTS])
        _ease(path, moments, factors**boldness, mean * _PARTS, eased)
        x = Bounds(path, limits, eased).fastest()
    while True:
        lengths = lengths_at_frames(path, x, limits.frame_s, mean)
        angles, excess = _measured(arm, path, limits, lengths)
        if excess.max() <= 1.0 + _SLACK:
            return _trajectory(path, limits, lengths, angles)
        x = x / (excess.max() * (1.0 + 1e-6))


def _trajectory(
    path: JointPath, limits: JointLimits, lengths: Floats, angles: Floats
) -> Trajectory:
    tip_mm = np.interp(lengths, path.begins, path.tip_mm)
    return Trajectory(limits.frame_s, angles[0], angles[1], tip_mm)


def _measured(
    arm: TwoLinkArm, path: JointPath, limits: JointLimits, lengths: Floats, parts: int = 1
) -> tuple[Floats, Floats]:
    """Angles at each moment, and by what factor each exceeds what is allowed.

    There are `parts` moments a frame. A factor k is mended by slowing down root k times, so a speed
    counts with its square.
    """
    lengths = np.concatenate((np.zeros(parts), lengths, np.full(parts, lengths[-1])))
    halves = 0.5 * (lengths[parts:] + lengths[:-parts])
    found = path.at(np.concatenate((lengths, halves)))
    low, high = np.array(arm.limits).T[:, :, np.newaxis]
    found = np.minimum(np.maximum(found, low), high)
    angles, way = found[:, : len(lengths)], found[:, len(lengths) :]
    steps = angles[:, parts:] - angles[:, :-parts]
    speed = np.array(limits.speed)[:, np.newaxis] * limits.frame_s
    grown = np.array(limits.acceleration)[:, np.newaxis] * limits.frame_s**2
    change = np.abs(steps[:, parts:] - steps[:, :-parts])
    excess = (change / grown).max(axis=0)
    fast = np.maximum(np.square(steps / speed).max(axis=0), _bows(arm, angles, way, steps))
    return angles[:, parts:-parts], np.maximum(excess, np.maximum(fast[parts:], fast[:-parts]))


def _bows(arm: TwoLinkArm, angles: Floats, way: Floats, steps: Floats) -> Floats:
    """How far the tip is from the path half way through a frame, when the joints turn evenly: 1 is
    as far as it may be.
    """
    parts = angles.shape[1] - way.shape[1]
    off = 0.5 * (angles[:, parts:] + angles[:, :-parts]) - way
    x2 = arm.link2_mm * np.cos(way[0] + way[1])
    y2 = arm.link2_mm * np.sin(way[0] + way[1])
    x, y = arm.link1_mm * np.cos(way[0]) + x2, arm.link1_mm * np.sin(way[0]) + y2
    dx, dy = -y * steps[0] - y2 * steps[1], x * steps[0] + x2 * steps[1]
    ox, oy = -y * off[0] - y2 * off[1], x * off[0] + x2 * off[1]
    off_chord = np.abs(dx * oy - dy * ox) / np.maximum(np.hypot(dx, dy), 1e-9)
    return np.asarray(off_chord / CHORD_MM)


def _ease(path: JointPath, lengths: Floats, factors: Floats, reach: int, eased: Floats) -> None:
    """Lower the limits by these factors of moments, each for so many moments around it."""
    moments = np.flatnonzero(factors > 1.0)
    low = lengths[np.maximum(moments - reach, 0)]
    high = lengths[np.minimum(moments + reach, len(lengths) - 1)]
    first = np.searchsorted(path.begins[1:-1], low, side="right")
    last = np.searchsorted(path.begins[1:-1], high, side="left") + 1
    before = eased.copy()
    for begin, end, factor in zip(
        first.tolist(), last.tolist(), (1.003 * factors[moments]).tolist(), strict=True
    ):
        part = slice(begin, end)
        np.minimum(eased[part], before[part] / factor, out=eased[part])
