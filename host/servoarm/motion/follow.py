"""From a path of the tip to a path of the joints, on one elbow branch, with all its bad spots."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from servoarm.errors import PathInvalid
from servoarm.kinematics.joints import LIMIT_SLACK, TWO_PI, Elbow, Limits
from servoarm.kinematics.planar import TwoLinkArm
from servoarm.motion.joint_path import JointPath
from servoarm.motion.path import Path
from servoarm.motion.target import SNAP_MM

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

# rows of the table of nodes
SPAN, FRACTION, THETA1, THETA2, TURN1, TURN2, ELBOW_X, ELBOW_Y, X, Y, DX, DY, BEYOND = range(13)
THETA, TURN = slice(THETA1, THETA2 + 1), slice(TURN1, TURN2 + 1)

# A piece is at most so long and turns by at most so much (radians): a cubic through its ends then
# strays by less than 1e-3 mm from the path.
_LONGEST, _MOST_TURN = 0.06, 0.35
# A turn within so little (radians; 2e-4 mm of the tip) is a cusp: the arm stops there.
_CUSP = 1e-6
_FINEST_MM = 1e-9  # two angles that differ at points so near belong to different poses
_EDGE_MM = 1e-4  # how exactly the ends of a bad stretch are found
# An angle may go so far (radians) beyond a limit between the ends of a piece: it becomes the limit.
_LEAST_HUMP = 1e-7
_MOST_PIECES = 4_000_000


class Pieces:
    """Tables of both ends of each piece of the path: `left` and `right`, one row a quantity."""

    def __init__(self, arm: TwoLinkArm, path: Path, elbow: Elbow) -> None:
        self._arm, self._path, self._elbow = arm, path, elbow
        counts = self._first_counts()
        total = int(counts.sum())
        if total > _MOST_PIECES:
            raise PathInvalid("too long", count=total, most=_MOST_PIECES)
        nodes = counts + 1
        span = np.repeat(np.arange(path.spans), nodes)
        first = np.cumsum(nodes) - nodes
        index = np.arange(len(span)) - first[span]
        table = self._nodes(span, index / counts[span])
        inner = index < counts[span]
        self.left, self.right = table[:, inner], table[:, np.roll(inner, 1)]
        self._split(self._bent_or_at_a_rim)
        self._unwind()

    def _first_counts(self) -> NDArray[np.intp]:
        step_mm = _LONGEST / 5.0 * self._arm.outer_radius
        by_length = self._path.span_lengths / step_mm
        return np.ceil(
            np.maximum(np.maximum(by_length, self._path.span_turns / _MOST_TURN), 1.0)
        ).astype(np.intp)

    def _nodes(self, span: NDArray[np.intp], fraction: Floats) -> Floats:
        points, tangents = self._path.at(span, fraction)
        way = self._arm.along_branch(self._elbow, points, tangents)
        radius = np.hypot(points[0], points[1])
        beyond = np.zeros(radius.shape)
        beyond[radius > self._arm.outer_radius + SNAP_MM] = 1.0
        beyond[radius < self._arm.inner_radius - SNAP_MM] = -1.0
        return np.concatenate(
            (
                (span, fraction),
                way.angles,
                way.directions,
                way.elbow_arm,
                points,
                tangents,
                (beyond,),
            )
        )

    def _split(self, too_coarse: Callable[[Floats, Floats], Flags]) -> None:
        """Halve the pieces that are too coarse, until none is."""
        left, right = self.left, self.right
        done: list[tuple[Floats, Floats]] = []
        while left.shape[1]:
            split = too_coarse(left, right)
            if not split.any():
                break
            done.append((left[:, ~split], right[:, ~split]))
            left, right = left[:, split], right[:, split]
            middle = self._nodes(
                left[SPAN].astype(np.intp), 0.5 * (left[FRACTION] + right[FRACTION])
            )
            middle[THETA1] += TWO_PI * np.rint((left[THETA1] - middle[THETA1]) / TWO_PI)
            left, right = np.hstack((left, middle)), np.hstack((middle, right))
        self._was_split = bool(done)
        if done:
            done.append((left, right))
            starts, ends = zip(*done, strict=True)
            left, right = np.hstack(starts), np.hstack(ends)
            order = np.lexsort((left[FRACTION], left[SPAN]))
            self.left, self.right = left[:, order], right[:, order]

    def _widths_mm(self, left: Floats, right: Floats) -> Floats:
        lengths = self._path.span_lengths[left[SPAN].astype(np.intp)]
        return np.asarray((right[FRACTION] - left[FRACTION]) * lengths)

    def _bent_or_at_a_rim(self, left: Floats, right: Floats) -> Flags:
        """Pieces that are too long or turn too much, or cross a rim."""
        turned = right[THETA] - left[THETA]
        turned1 = turned[0] - TWO_PI * np.rint(turned[0] / TWO_PI)
        length = np.hypot(turned1, turned[1])
        bend = right[TURN] - left[TURN]
        split = np.hypot(bend[0], bend[1]) > _MOST_TURN
        split &= length > _CUSP
        split |= length > _LONGEST
        across = left[BEYOND] != right[BEYOND]
        if not split.any() and not across.any():
            return np.asarray(split)
        width = self._widths_mm(left, right)
        split &= (left[BEYOND] == 0.0) & (width > _FINEST_MM)
        return np.asarray(np.where(across, width > _EDGE_MM, split))

    def split_at_limits(self, limits: Limits) -> None:
        """Make the pieces short where they cross a limit or may touch it between their ends."""
        low, high = np.array(limits).T[:, :, np.newaxis]

        def at_a_limit(left: Floats, right: Floats) -> Flags:
            ends = left[THETA], right[THETA]
            below0, below1 = (end < low - LIMIT_SLACK for end in ends)
            above0, above1 = (end > high + LIMIT_SLACK for end in ends)
            turned = ends[1] - ends[0]
            hump = np.hypot(turned[0], turned[1]) * np.abs(right[TURN] - left[TURN]) / 8.0
            touching = (np.maximum(*ends) + hump > high) & ~above0
            touching |= (np.minimum(*ends) - hump < low) & ~below0
            touching &= hump > _LEAST_HUMP
            split = (below0 != below1) | (above0 != above1) | touching
            return np.asarray(split.any(axis=0) & (self._widths_mm(left, right) > _EDGE_MM))

        self._split(at_a_limit)

    def turn_by(self, turns1: int, turns2: int) -> None:
        """Move both joints' angles by whole turns."""
        if turns1 or turns2:
            shift = TWO_PI * np.array([[turns1], [turns2]])
            self.left[THETA] += shift
            self.right[THETA] += shift

    def _unwind(self) -> None:
        """Bring the shoulder's angles onto one turn, each next to the one before."""
        left, right = self.left, self.right
        inside = right[THETA1] - left[THETA1]
        across = left[THETA1, 1:] - right[THETA1, :-1]
        if max(np.abs(inside).max(), np.abs(across).max(initial=0.0)) <= math.pi:
            return
        turns_inside = -np.rint(inside / TWO_PI)
        turns_across = -np.rint(across / TWO_PI)
        left[THETA1, 1:] += TWO_PI * (np.cumsum(turns_inside)[:-1] + np.cumsum(turns_across))
        right[THETA1] += TWO_PI * np.cumsum(turns_inside)
        right[THETA1, 1:] += TWO_PI * np.cumsum(turns_across)

    @property
    def ranges(self) -> list[tuple[float, float]]:
        """The least and the largest angle of each joint at the ends of the pieces."""
        left, right = self.left[THETA], self.right[THETA]
        least = np.minimum(left.min(axis=1), right.min(axis=1)).tolist()
        largest = np.maximum(left.max(axis=1), right.max(axis=1)).tolist()
        return list(zip(least, largest, strict=True))

    def clear_of(self, limits: Limits) -> bool:
        """Whether the way reaches no rim, and cannot reach a limit between the ends either."""
        margin = _LONGEST * _MOST_TURN
        return not (self._was_split or self.left[BEYOND].any()) and all(
            low + margin < least and largest < high - margin
            for (least, largest), (low, high) in zip(self.ranges, limits, strict=True)
        )

    @property
    def tip_mm(self) -> float:
        """The tip's way along all pieces."""
        steps = self.right[X : Y + 1] - self.left[X : Y + 1]
        return float(np.hypot(steps[0], steps[1]).sum())

    @property
    def jumps(self) -> Flags:
        """The pieces in which the shoulder would have to turn while the tip stands."""
        turned = self.right[THETA] - self.left[THETA]
        within = (self.left[BEYOND] == 0.0) & (self.right[BEYOND] == 0.0)
        return np.asarray(within & (np.hypot(turned[0], turned[1]) > 2.0 * _LONGEST))

    def joint_path(self) -> JointPath:
        """The pieces as a curve in joint space."""
        turned = self.right[THETA] - self.left[THETA]
        length = np.hypot(turned[0], turned[1])
        steps = np.hypot(self.right[X] - self.left[X], self.right[Y] - self.left[Y])
        tip_mm = np.concatenate(([0.0], np.cumsum(steps)))
        left, right = self.left, self.right
        turns = length > 0.1 * _CUSP
        if not turns.all():
            left, right, turned, length = (
                table[..., turns] for table in (left, right, turned, length)
            )
            tip_mm = np.append(tip_mm[:-1][turns], tip_mm[-1])
            if not length.size:
                return JointPath.nowhere()
        directions0, directions1 = left[TURN], right[TURN]
        lost0 = np.abs(directions0).sum(axis=0) == 0.0
        lost1 = np.abs(directions1).sum(axis=0) == 0.0
        if lost0.any() or lost1.any():
            chord = turned / length
            directions0 = np.where(lost0, chord, directions0)
            directions1 = np.where(lost1, chord, directions1)
        bend = (directions1 - directions0) / length
        dx, dy = left[DX], left[DY]
        speed = np.maximum(np.hypot(dx, dy), 1e-300)
        sideways = dx * (left[X] * bend[0] + left[ELBOW_Y] * bend[1]) - dy * (
            left[ELBOW_X] * bend[1] - left[Y] * bend[0]
        )
        rates = np.hypot(
            left[ELBOW_X] * directions0[1] - left[Y] * directions0[0],
            left[X] * directions0[0] + left[ELBOW_Y] * directions0[1],
        )
        return JointPath(
            left[THETA],
            right[THETA],
            directions0,
            directions1,
            tip_mm,
            rates,
            np.abs(sideways) / speed / 8.0,
        ).with_room()
