"""From a target point to a plan: the pose that the arm will take there, or why there is none.

Pure: nothing is sent from here. Every way to ask for a point (a click, a drag, a command, a script)
makes its plan here, so that what is drawn, printed and sent are the same pose, solved for once.
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

from servoarm.kinematics.joints import STRAIGHT, Limits, elbow_of, other_side
from servoarm.kinematics.nearest import nearest_pose, tip
from servoarm.kinematics.planar import Branch, Elbow, Inverse, Nearest, Pose, Reach, TwoLinkArm
from servoarm.kinematics.solution import choose

SNAP_MM = 0.001
"""A point outside by no more than this counts as on the rim or on the limit: that far a number
that was typed with few decimals, or computed in single precision, may lie beyond."""


class Reason(enum.Enum):
    """Why the arm does not go to a target."""

    NO_POINT = "no point"
    TOO_FAR = "too far"
    TOO_NEAR = "too near"
    LIMITS = "joint limits"
    OTHER_ELBOW_ONLY = "other elbow only"
    LONG_WAY_ONLY = "long way only"


@dataclass(frozen=True)
class Plan:
    """What the arm will do when it is sent to a point (mm).

    `elbow` is the side on which the elbow is to stand, None if either will do. `branch` is the
    solution that the arm takes. Where it takes none, `reason` says why, and `alternative` is the
    solution that it takes only when asked for: on the other side, or by the long way round.
    """

    arm: TwoLinkArm
    inverse: Inverse
    elbow: Elbow | None
    branch: Branch | None
    reason: Reason | None = None
    alternative: Branch | None = None

    @property
    def x_mm(self) -> float:
        """The target."""
        return self.inverse.x

    @property
    def y_mm(self) -> float:
        """The target."""
        return self.inverse.y

    @property
    def near(self) -> Pose | None:
        """The pose from which the arm starts (radians), if that is known."""
        return self.inverse.near

    @cached_property
    def nearest(self) -> Nearest | None:
        """For a refused target: the nearest point to which the arm would go, if there is one.

        With the elbow on its side, and without turning the shoulder the long way round.
        """
        if self.branch is not None or self.reason is Reason.NO_POINT:
            return None
        return _nearest(self.arm, (self.x_mm, self.y_mm), self.elbow, self.near)

    def by_alternative(self) -> Plan:
        """The plan that takes the alternative, once a person has asked for it."""
        if self.alternative is None:
            return self
        return Plan(self.arm, self.inverse, self.alternative.elbow, self.alternative)


def plan_target(
    arm: TwoLinkArm,
    x_mm: float,
    y_mm: float,
    *,
    elbow: Elbow | None = None,
    near: Pose | None = None,
    snap_mm: float = SNAP_MM,
) -> Plan:
    """The plan for the point, with angles on the turn nearest `near`, where the arm is now.

    Without an asked elbow, the elbow keeps its present side; a straight arm takes the nearer one.
    The shoulder never turns by more than half a turn. A point that lies outside what the arm may
    reach by no more than `snap_mm` gives the plan for the nearest point that it may reach.
    """
    if arm.inner_radius <= SNAP_MM and math.hypot(x_mm, y_mm) <= SNAP_MM:
        x_mm = y_mm = 0.0  # folded: so near the axis the direction means nothing
    inverse = arm.inverse(x_mm, y_mm, near)
    if elbow is None and near is not None and inverse.reach is not Reach.OUTER_EDGE:
        elbow = elbow_of(near.theta2)
    branch = choose(inverse, elbow, near)
    if branch is not None and is_short_way(branch, near):
        return Plan(arm, inverse, elbow, branch)
    plan = _refused(arm, inverse, elbow, branch)
    nearest = plan.nearest
    if nearest is not None and nearest.distance <= snap_mm:
        return _plan_at(nearest, arm, elbow, near)
    return plan


def half_way(arm: TwoLinkArm, start: Pose, goal: Pose) -> tuple[float, float]:
    """Where the tip (mm) is when the shoulder has turned half its way.

    Both joints start at once. So the elbow has turned as far as the shoulder then, or is at its
    goal; this holds for servos of one speed.
    """
    turn1, turn2 = goal.theta1 - start.theta1, goal.theta2 - start.theta2
    elbow_turn = math.copysign(min(abs(turn2), abs(turn1) / 2), turn2)
    return arm.forward(start.theta1 + turn1 / 2, start.theta2 + elbow_turn)


@lru_cache(maxsize=1)  # asked again with every report of the board
def other_pose(arm: TwoLinkArm, pose: Pose) -> Pose | None:
    """The pose with the tip at the same point and the elbow on the other side; None if the arm may
    not stand so, or has no side.
    """
    elbow = elbow_of(pose.theta2)
    if elbow is None:
        return None
    plan = plan_target(arm, *arm.forward(*pose), elbow=other_side(elbow), near=pose)
    return None if plan.branch is None else plan.branch.pose


def limits_on_side(limits: Limits, elbow: Elbow | None, near: Pose | None) -> list[Limits]:
    """The parts of the joint limits in which the elbow is on this side (None: on either), and to
    which the shoulder turns from `near` by no more than half a turn.
    """
    theta1, theta2 = limits
    if near is not None:
        theta1 = max(theta1[0], near.theta1 - math.pi), min(theta1[1], near.theta1 + math.pi)
        if theta1[0] > theta1[1]:
            return []
    if elbow is None:
        return [Limits(theta1, theta2)]
    turn = math.floor((near.theta2 if near is not None else 0.0) / math.pi)
    parts = []
    for half in range(turn - 2, turn + 3):  # of the elbow's turns, each is on one side
        low, high = max(theta2[0], half * math.pi), min(theta2[1], (half + 1) * math.pi)
        if (elbow is Elbow.LEFT) == (half % 2 == 1) and low <= high:
            parts.append(Limits(theta1, (low, high)))
    return parts


def is_short_way(branch: Branch, near: Pose | None) -> bool:
    """Whether the shoulder need not turn back round because a limit is in the short way."""
    return near is None or abs(branch.theta1 - near.theta1) <= math.pi + STRAIGHT


def _refused(arm: TwoLinkArm, inverse: Inverse, elbow: Elbow | None, branch: Branch | None) -> Plan:
    """The plan for a target to which the arm does not go."""
    alternative = None
    if not inverse.reach.reachable:
        reason = {
            Reach.INVALID: Reason.NO_POINT,
            Reach.TOO_FAR: Reason.TOO_FAR,
            Reach.TOO_NEAR: Reason.TOO_NEAR,
        }[inverse.reach]
    elif not inverse.allowed:
        reason = Reason.LIMITS
    elif branch is not None:
        reason, alternative = Reason.LONG_WAY_ONLY, branch
    else:
        assert elbow is not None  # some branch is allowed, so only a side can have failed
        reason, alternative = Reason.OTHER_ELBOW_ONLY, inverse.branch(other_side(elbow))
    return Plan(arm, inverse, elbow, None, reason, alternative)


def _nearest(
    arm: TwoLinkArm, target: tuple[float, float], elbow: Elbow | None, near: Pose | None
) -> Nearest | None:
    """The allowed point nearest `target`, which is out of reach; None where no pose is allowed."""
    lengths, start = (arm.link1_mm, arm.link2_mm), near or Pose(0.0, 0.0)
    found = []
    for limits in limits_on_side(arm.limits, elbow, near):
        pose = nearest_pose(*lengths, limits, target, limits.clamp(start))
        x, y = tip(*lengths, pose)
        side = elbow or elbow_of(pose.theta2) or Elbow.RIGHT
        found.append(Nearest(pose, x, y, math.dist((x, y), target), side))
    return min(found, key=lambda n: (n.distance, math.dist(n.pose, start)), default=None)


def _plan_at(nearest: Nearest, arm: TwoLinkArm, elbow: Elbow | None, near: Pose | None) -> Plan:
    """The plan that brings the arm to a nearest point, in the pose that was found with it."""
    branch = Branch(nearest.elbow, *nearest.pose, ())
    inverse = arm.inverse(nearest.x, nearest.y, near)
    if inverse.branches:  # rounding may have put the pose beyond its limit again
        branches = [branch if each.elbow is branch.elbow else each for each in inverse.branches]
        inverse = inverse._replace(branches=tuple(branches))
    return Plan(arm, inverse, elbow, branch)
