"""What a path will do to the arm, said before the first pulse."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from servoarm.armfile import ArmConfig
from servoarm.errors import PathInvalid, PathRefused
from servoarm.kinematics.joints import TWO_PI, Elbow, Limits, Pose, elbow_of, other_side
from servoarm.kinematics.planar import TwoLinkArm
from servoarm.motion.bad_spot import BadSpot, bad_spots
from servoarm.motion.fastest import Bounds
from servoarm.motion.follow import THETA, Pieces
from servoarm.motion.joint_limits import JointLimits
from servoarm.motion.joint_path import JointPath
from servoarm.motion.path import Path, line, polyline
from servoarm.motion.time_law import TimeLaw
from servoarm.motion.trajectory import Trajectory, planned

ROUNDING_MM = 0.1
"""How far the corners of a list of points are cut, when nothing else is asked."""

# half a step of the wire: an arm that stands so near the first pose stands there
_THERE = math.radians(0.005)


@dataclass(frozen=True)
class Slowest:
    """Where on its path the arm is slowest: the tip's point (mm), and the speed that the joints
    allow it there (mm a second).
    """

    x_mm: float
    y_mm: float
    tip_mm_s: float


@dataclass(frozen=True)
class Preflight:
    """A path, checked whole. Only without bad `spots` there is a `trajectory`.

    `approach` is the move of both joints to the path's beginning, where the arm does not stand
    there; `changes_elbow` says that this move takes the elbow to its other side. `stops` counts the
    stands on the way: corners that are not rounded, and points where the path touches a rim.
    `other_elbow` is the side that can go the path, where the side in question cannot.
    """

    elbow: Elbow
    spots: tuple[BadSpot, ...]
    length_mm: float
    approach: Trajectory | None = None
    path_trajectory: Trajectory | None = None
    changes_elbow: bool = False
    stops: int = 0
    other_elbow: Elbow | None = None
    _way: tuple[TwoLinkArm, JointPath, JointLimits] | None = None

    @property
    def trajectory(self) -> Trajectory | None:
        """All setpoints: the approach, then the path."""
        if self.approach is None or self.path_trajectory is None:
            return self.path_trajectory
        return self.approach.then(self.path_trajectory)

    @cached_property
    def slowest(self) -> Slowest | None:
        """Where the joints allow the tip the least speed, stops not counted."""
        return None if self._way is None else _slowest(*self._way)

    @property
    def duration_s(self) -> float:
        """Approach and path together."""
        parts = (self.approach, self.path_trajectory)
        return sum(part.duration_s for part in parts if part is not None)

    @property
    def peak_speeds(self) -> tuple[float, float]:
        """The largest speed of each joint on the way (radians a second)."""
        trajectory = self.trajectory
        if trajectory is None:
            return 0.0, 0.0
        peak1, peak2 = np.abs(trajectory.speeds()).max(axis=1, initial=0.0).tolist()
        return peak1, peak2

    def refuse_bad_spots(self) -> Trajectory:
        """The trajectory. Raises PathRefused with all bad spots where there is none."""
        trajectory = self.trajectory
        if trajectory is None:
            other = "" if self.other_elbow is None else self.other_elbow.value
            raise PathRefused(tuple(spot.fact for spot in self.spots), other)
        return trajectory


def preflight(
    config: ArmConfig,
    path: Path | ArrayLike,
    *,
    start: Pose | None = None,
    elbow: Elbow | None = None,
    percent: float = 100.0,
    law: TimeLaw = "smooth",
) -> Preflight:
    """Check a path (or a list of points, mm) and plan it. Nothing is sent from here.

    `start` is the pose in which the arm stands (radians); None: at the path's beginning. The elbow
    keeps its present side all along; only an `elbow` that was asked for makes it change sides, in
    the approach. Without a pose it is on the left where the path can be gone so, else on the right.
    Raises PathInvalid for what is no path; a path that cannot be gone gives its bad spots.
    """
    shape = path if isinstance(path, Path) else polyline(path, ROUNDING_MM)
    limits = JointLimits.of(config, percent)
    arm = config.kinematics()
    if start is not None:
        start = _checked_pose(start, arm)
    present = None if start is None else elbow_of(start.theta2)
    wanted = elbow or present
    side = wanted or Elbow.LEFT
    pieces, spots = _on_side(arm, shape, side, start)
    other = None
    if spots:
        other_pieces, other_spots = _on_side(arm, shape, other_side(side), start)
        if not other_spots and wanted is None:
            side, pieces, spots = other_side(side), other_pieces, ()
        elif not other_spots:
            other = other_side(side)
    length_mm = pieces.tip_mm
    if spots:
        return Preflight(side, spots, length_mm, other_elbow=other)
    joints = pieces.joint_path()
    first = Pose(*pieces.left[THETA, 0].tolist())
    return Preflight(
        side,
        (),
        length_mm,
        _approach(arm, start, first, limits, law),
        planned(arm, joints, limits, law, first),
        present is not None and present is not side,
        int(joints.stops[1:-1].sum()) if joints.pieces else 0,
        _way=(arm, joints, limits),
    )


def plan_path(
    config: ArmConfig,
    path: Path | ArrayLike,
    *,
    start: Pose | None = None,
    elbow: Elbow | None = None,
    percent: float = 100.0,
    law: TimeLaw = "smooth",
) -> Trajectory:
    """The setpoints of a path, as `preflight` plans it. Raises PathInvalid and PathRefused."""
    checked = preflight(config, path, start=start, elbow=elbow, percent=percent, law=law)
    return checked.refuse_bad_spots()


def plan_line(
    config: ArmConfig,
    start: tuple[float, float],
    end: tuple[float, float],
    *,
    elbow: Elbow | None = None,
    percent: float = 100.0,
    law: TimeLaw = "smooth",
) -> Trajectory:
    """The setpoints of a straight line from point to point (mm), as `plan_path`."""
    return plan_path(config, line(start, end), elbow=elbow, percent=percent, law=law)


def plan_joints(
    config: ArmConfig,
    start: Pose,
    end: Pose,
    *,
    percent: float = 100.0,
    law: TimeLaw = "smooth",
) -> Trajectory:
    """Both joints from pose to pose (radians), leaving and arriving together. Raises PathInvalid
    for a pose outside the limits.
    """
    arm, limits = config.kinematics(), JointLimits.of(config, percent)
    begin, finish = _checked_pose(start, arm), _checked_pose(end, arm)
    return planned(arm, JointPath.straight(begin, finish), limits, law, begin)


def _on_side(
    arm: TwoLinkArm, path: Path, side: Elbow, start: Pose | None
) -> tuple[Pieces, tuple[BadSpot, ...]]:
    """The path with the elbow on one side, on the turn where the arm is, else where it fits."""
    pieces = Pieces(arm, path, side)
    near = start or Pose(0.0, 0.0)
    turns = []
    for joint, (bounds, angles) in enumerate(zip(arm.limits, pieces.ranges, strict=True)):
        first = float(pieces.left[THETA][joint, 0])
        turn = round((near[joint] - first) / TWO_PI)
        if start is None or (joint == 1 and elbow_of(start.theta2) is not side):
            turn = _turn_that_fits(angles, bounds, turn)
        turns.append(turn)
    pieces.turn_by(turns[0], turns[1])
    if pieces.clear_of(arm.limits):
        return pieces, ()
    pieces.split_at_limits(arm.limits)
    return pieces, bad_spots(arm, pieces)


def _turn_that_fits(angles: tuple[float, float], limits: tuple[float, float], nearest: int) -> int:
    """The turn on which all angles are within the limits, next to `nearest`; else `nearest`."""
    fewest = (limits[0] - angles[0] - _THERE) / TWO_PI
    most = (limits[1] - angles[1] + _THERE) / TWO_PI
    for turn in sorted(range(nearest - 3, nearest + 4), key=lambda each: abs(each - nearest)):
        if fewest <= turn <= most:
            return turn
    return nearest


def _checked_pose(pose: Sequence[float], arm: TwoLinkArm) -> Pose:
    """The pose, brought onto the limits from a rounding error beyond. Raises PathInvalid."""
    theta1, theta2 = (float(angle) for angle in pose)
    if not (math.isfinite(theta1) and math.isfinite(theta2)):
        raise PathInvalid("no pose", value=(theta1, theta2))
    clamped = Limits(*arm.limits).clamp(Pose(theta1, theta2))
    if math.dist(clamped, (theta1, theta2)) > 2.0 * _THERE:
        raise PathInvalid("no pose", value=(theta1, theta2))
    return clamped


def _approach(
    arm: TwoLinkArm, start: Pose | None, first: Pose, limits: JointLimits, law: TimeLaw
) -> Trajectory | None:
    if start is None or max(abs(a - b) for a, b in zip(start, first, strict=True)) <= _THERE:
        return None
    return planned(arm, JointPath.straight(start, first), limits, law, start)


def _slowest(arm: TwoLinkArm, path: JointPath, limits: JointLimits) -> Slowest | None:
    if not path.pieces:
        return None
    speeds = path.tip_rates * np.sqrt(Bounds(path, limits).allowed)
    piece = int(speeds.argmin())
    x, y = arm.forward(*path.angles0[:, piece].tolist())
    return Slowest(x, y, float(speeds[piece]))
