"""Closed-form kinematics of the planar arm with two links.

Shoulder at the origin, x right, y up, angles counter-clockwise and in radians, lengths in mm. How
the inverse is computed, and why so, is in docs/decisions/planar-inverse.md; the law of cosines
behind it is section 6.1.1 of Lynch & Park, *Modern Robotics*.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from math import pi
from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from servoarm.kinematics.batch import InverseBatch, inverse_arrays
from servoarm.kinematics.joints import (
    UNLIMITED,
    ZERO_POSE,
    Block,
    Elbow,
    Limits,
    Pose,
    blocks_of,
    checked_limits,
    into_limits,
)
from servoarm.kinematics.loops import Polygon
from servoarm.kinematics.nearest import tip
from servoarm.kinematics.one_branch import JointWay, along_branch
from servoarm.kinematics.rims import Reach, Rims
from servoarm.kinematics.solution import Branch, Inverse, Nearest, choose
from servoarm.kinematics.workspace import workspace_polygons

__all__ = [
    "UNLIMITED",
    "Block",
    "Branch",
    "Elbow",
    "Inverse",
    "InverseBatch",
    "Limits",
    "Nearest",
    "Polygon",
    "Pose",
    "Reach",
    "TwoLinkArm",
    "choose",
]


# tuple.__new__ itself, because a NamedTuple's own constructor takes twice as long
_new_branch = cast(
    "Callable[[tuple[Elbow, float, float, tuple[Block, ...]]], Branch]",
    partial(tuple.__new__, Branch),
)
_new_inverse = cast(
    "Callable[[tuple[float, float, Reach, tuple[Branch, ...], Rims, Limits, Pose | None]],"
    " Inverse]",
    partial(tuple.__new__, Inverse),
)
# looking up a member of an Enum takes as long as an arithmetic step
_LEFT, _RIGHT, _INTERIOR = Elbow.LEFT, Elbow.RIGHT, Reach.INTERIOR


@dataclass(frozen=True)
class TwoLinkArm:
    """A shoulder at the origin, an elbow ``link1_mm`` away from it, a tip ``link2_mm`` away from
    the elbow.

    Raises ValueError for lengths that are not positive numbers and for limits that are not
    (minimum, maximum).
    """

    link1_mm: float
    link2_mm: float
    limits: Limits = UNLIMITED
    _rims: Rims = field(init=False, repr=False, compare=False)
    _constants: tuple[float, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "limits", checked_limits(self.limits))
        rims = Rims.of(self.link1_mm, self.link2_mm)
        object.__setattr__(self, "link1_mm", rims.link1)
        object.__setattr__(self, "link2_mm", rims.link2)
        object.__setattr__(self, "_rims", rims)
        fast = (
            rims.inner_end2,
            rims.outer_start2,
            rims.outer2,
            rims.inner2,
            rims.outer,
            rims.difference,
            rims.link2,
        )
        object.__setattr__(self, "_constants", (*fast, *self.limits.theta1, *self.limits.theta2))

    @property
    def outer_radius(self) -> float:
        """Distance from the shoulder to the tip of the straight arm, in mm."""
        return self._rims.outer

    @property
    def inner_radius(self) -> float:
        """Distance from the shoulder to the tip of the folded arm, in mm."""
        return abs(self._rims.difference)

    def forward(self, theta1: float, theta2: float) -> tuple[float, float]:
        """The tip (x, y) in mm for joint angles in radians. Raises ValueError for angles that are
        not finite.
        """
        _check_finite(theta1, theta2)
        return tip(self.link1_mm, self.link2_mm, Pose(theta1, theta2))

    def elbow_point(self, theta1: float) -> tuple[float, float]:
        """The elbow (x, y) in mm. Raises ValueError for an angle that is not finite."""
        _check_finite(theta1)
        return self.link1_mm * math.cos(theta1), self.link1_mm * math.sin(theta1)

    def inverse(self, x: float, y: float, near: Pose | None = None) -> Inverse:
        """Both poses that bring the tip to (x, y) mm, with the reason where there is none.

        Each angle comes on the turn nearest ``near`` (default: nearest 0) that lies within the
        limits. Any two floats are answered: NaN and infinity with ``Reach.INVALID``.
        """
        x = float(x)
        y = float(y)
        first2, last2, outer2, inner2, outer, difference, link2, low1, high1, low2, high2 = (
            self._constants
        )
        radius2 = x * x + y * y
        if not first2 < radius2 < last2:
            return self._inverse_at_rims(x, y, radius2, near)
        # proportional to sin^2 and cos^2 of theta2 / 2; all that follows uses their ratio alone
        straight = outer2 - radius2
        folded = radius2 - inner2
        sine = 2.0 * math.sqrt(straight * folded)
        theta2 = math.atan2(sine, folded - straight)
        # the tip seen along and across link 1, the elbow being on the right
        along = outer * folded + difference * straight
        across = link2 * sine
        x_along, x_across, y_along, y_across = x * along, x * across, y * along, y * across
        left = math.atan2(y_along + x_across, x_along - y_across)
        right = math.atan2(y_along - x_across, x_along + y_across)
        # mostly the angles lie on the wanted turn and within the limits as they are
        start1, start2 = near or ZERO_POSE
        if (
            low1 <= left <= high1
            and low2 <= -theta2 <= high2
            and abs(left - start1) <= pi
            and abs(theta2 + start2) <= pi
        ):
            left_branch = _new_branch((_LEFT, left, -theta2, ()))
        else:
            left_branch = self._branch(_LEFT, left, -theta2, (start1, start2))
        if (
            low1 <= right <= high1
            and low2 <= theta2 <= high2
            and abs(right - start1) <= pi
            and abs(theta2 - start2) <= pi
        ):
            right_branch = _new_branch((_RIGHT, right, theta2, ()))
        else:
            right_branch = self._branch(_RIGHT, right, theta2, (start1, start2))
        return _new_inverse(
            (x, y, _INTERIOR, (left_branch, right_branch), self._rims, self.limits, near)
        )

    def _inverse_at_rims(self, x: float, y: float, radius2: float, near: Pose | None) -> Inverse:
        """The inverse for every target that is not well inside the ring."""
        if not (math.isfinite(x) and math.isfinite(y)):
            return Inverse(x, y, Reach.INVALID, (), self._rims, self.limits, near)
        rims = self._rims
        if radius2 > rims.outer_end2:
            return Inverse(x, y, Reach.TOO_FAR, (), rims, self.limits, near)
        if radius2 < rims.inner_start2:
            return Inverse(x, y, Reach.TOO_NEAR, (), rims, self.limits, near)
        start = near or ZERO_POSE
        if radius2 >= rims.outer_start2:
            reach, theta1, theta2 = Reach.OUTER_EDGE, math.atan2(y, x), 0.0
        elif rims.origin_reachable:
            reach, theta1, theta2 = Reach.ORIGIN, self.limits.clamp(start).theta1, math.pi
        else:
            sign = math.copysign(1.0, rims.difference)
            reach, theta1, theta2 = Reach.INNER_EDGE, math.atan2(sign * y, sign * x), math.pi
        left = self._branch(_LEFT, theta1, -theta2, start)
        right = self._branch(_RIGHT, theta1, theta2, start)
        return Inverse(x, y, reach, (left, right), rims, self.limits, near)

    def _branch(
        self, elbow: Elbow, theta1: float, theta2: float, near: tuple[float, float]
    ) -> Branch:
        limits = self.limits
        (low1, high1), (low2, high2) = limits
        theta1 = into_limits(theta1, low1, high1, near[0])
        if not low2 <= theta2 <= high2 or abs(theta2 - near[1]) > pi:
            theta2 = into_limits(theta2, low2, high2, near[1])
        if low1 <= theta1 <= high1 and low2 <= theta2 <= high2:
            return _new_branch((elbow, theta1, theta2, ()))
        return _new_branch((elbow, theta1, theta2, blocks_of(theta1, theta2, limits)))

    def inverse_batch(self, x: ArrayLike, y: ArrayLike) -> InverseBatch:
        """``inverse`` for arrays of targets in mm, of any shapes that broadcast together."""
        return inverse_arrays(self._rims, self.limits, x, y)

    def along_branch(
        self, elbow: Elbow, points: NDArray[np.float64], tangents: NDArray[np.float64]
    ) -> JointWay:
        """The angles on one branch for points (mm) of a path with these tangents (any length), one
        row a coordinate; the limits are not counted.
        """
        return along_branch(self._rims, elbow, points, tangents)

    def workspace(self, tolerance_mm: float = 0.1) -> list[Polygon]:
        """The area the tip can reach within the limits, as polygons (mm) that stray at most
        ``tolerance_mm`` from it.
        """
        return workspace_polygons(self.link1_mm, self.link2_mm, self.limits, tolerance_mm)


def _check_finite(*angles: float) -> None:
    if not all(map(math.isfinite, angles)):
        raise ValueError(
            f"joint angles must be finite numbers, in radians; got {', '.join(map(repr, angles))}"
        )
