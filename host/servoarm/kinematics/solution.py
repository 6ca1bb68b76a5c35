"""What the inverse of the two-link arm answers, and the choice between its two branches."""

import math
from typing import NamedTuple

from servoarm.kinematics.joints import ZERO_POSE, Block, Elbow, Limits, Pose, elbow_of
from servoarm.kinematics.nearest import nearest_pose, tip
from servoarm.kinematics.rims import Reach, Rims


class Branch(NamedTuple):
    """One of the two solutions; ``blocks`` names the limits that forbid it."""

    elbow: Elbow
    theta1: float
    theta2: float
    blocks: tuple[Block, ...]

    @property
    def pose(self) -> Pose:
        """Both angles (radians)."""
        return Pose(self.theta1, self.theta2)

    @property
    def allowed(self) -> bool:
        """Whether both angles are within the limits."""
        return not self.blocks


class Nearest(NamedTuple):
    """The reachable point nearest a target: pose (radians), tip, distance from the target (mm)."""

    pose: Pose
    x: float
    y: float
    distance: float
    elbow: Elbow


class Inverse(NamedTuple):
    """What ``TwoLinkArm.inverse`` found for the target ``(x, y)`` (mm).

    ``branches`` is (left, right) where the geometry reaches the target, blocked by limits or not,
    and empty elsewhere. On a rim both are the same pose of the arm.
    """

    x: float
    y: float
    reach: Reach
    branches: tuple[Branch, ...]
    rims: Rims
    limits: Limits
    near: Pose | None

    def branch(self, elbow: Elbow | str) -> Branch | None:
        """The solution with the elbow on this side, if the geometry has one. Raises ValueError for
        a word that is no side.
        """
        left = Elbow(elbow) is Elbow.LEFT
        if not self.branches:
            return None
        return self.branches[0 if left else 1]

    @property
    def allowed(self) -> bool:
        """Whether some branch is within the limits."""
        return any(not branch.blocks for branch in self.branches)

    @property
    def outer_distance(self) -> float:
        """How far inside the outer rim the target lies, in mm; negative: outside by so much
        (invalid target: -inf).
        """
        return (
            -math.inf
            if self.reach is Reach.INVALID
            else self.rims.outer - math.hypot(self.x, self.y)
        )

    @property
    def inner_distance(self) -> float:
        """How far outside the inner rim the target lies, in mm; negative: in the hole by so much
        (invalid target: -inf).
        """
        return (
            -math.inf
            if self.reach is Reach.INVALID
            else math.hypot(self.x, self.y) - abs(self.rims.difference)
        )

    @property
    def nearest(self) -> Nearest | None:
        """The allowed pose whose tip is nearest the target (the target itself, if allowed); None
        for an invalid target.

        Worked out at each reading, for it is seldom wanted.
        """
        if self.reach is Reach.INVALID:
            return None
        branch = choose(self, None, self.near)
        if branch is not None:
            return Nearest(branch.pose, self.x, self.y, 0.0, branch.elbow)
        links = self.rims.link1, self.rims.link2
        near = self.limits.clamp(self.near or ZERO_POSE)
        pose = nearest_pose(*links, self.limits, (self.x, self.y), near)
        x, y = tip(*links, pose)
        elbow = elbow_of(pose.theta2) or Elbow.RIGHT
        return Nearest(pose, x, y, math.hypot(self.x - x, self.y - y), elbow)


def choose(inverse: Inverse, elbow: Elbow | str | None, near: Pose | None) -> Branch | None:
    """The asked branch if the limits allow it; asked for none: the allowed one with the least joint
    travel from ``near``.

    None if nothing fits; never the other elbow unasked. Without ``near``, left comes first. Raises
    ValueError for a word that is no side.
    """
    if elbow is not None:
        branch = inverse.branch(elbow)
        return branch if branch is not None and branch.allowed else None
    allowed = [branch for branch in inverse.branches if branch.allowed]
    if near is None or not allowed:
        return allowed[0] if allowed else None
    return min(allowed, key=lambda branch: math.dist(branch.pose, near))
