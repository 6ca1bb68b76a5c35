"""A wish: the point a person asked for, and what the arm can make of it. Plain Python, no Qt."""

import enum
import math
from dataclasses import dataclass, replace

from servoarm.errors import Unreachable
from servoarm.kinematics.planar import Branch, Elbow, Inverse, Limits, Nearest, Pose, TwoLinkArm
from servoarm.motion.target import choose_branch, present_elbow


class ElbowChoice(enum.Enum):
    """How the person wants the elbow to stand."""

    LEFT = "left"
    RIGHT = "right"
    STAY = "stay"


@dataclass(frozen=True)
class Wish:
    """A target (mm) and its solutions.

    ``branch`` is the one that the arm will take; where it may take none, ``problem`` says why and
    ``nearest`` is the nearest point to which it may go.
    ``side`` is the elbow's side that was asked for, None if either will do.
    """

    x_mm: float
    y_mm: float
    inverse: Inverse
    side: Elbow | None
    branch: Branch | None
    problem: Unreachable | None
    nearest: Nearest | None = None


def make_wish(
    arm: TwoLinkArm, x_mm: float, y_mm: float, choice: ElbowChoice, present: Pose
) -> Wish:
    """Solve for the point, by the rules that the arm itself follows.

    "Stay" keeps the present side.
    """
    inverse = arm.inverse(x_mm, y_mm, near=present)
    side = present_elbow(present.theta2) if choice is ElbowChoice.STAY else Elbow(choice.value)
    try:
        branch = choose_branch(arm, x_mm, y_mm, side, present)
    except Unreachable as problem:
        nearest = nearest_for(arm, x_mm, y_mm, side, present)
        return Wish(x_mm, y_mm, inverse, side, None, problem, nearest)
    return Wish(x_mm, y_mm, inverse, side, branch, None)


def nearest_for(
    arm: TwoLinkArm, x_mm: float, y_mm: float, side: Elbow | None, present: Pose
) -> Nearest | None:
    """The point nearest (x_mm, y_mm) to which the arm may go: with the elbow on this side, and
    without turning the shoulder the long way round. None where no pose is allowed.
    """
    (low1, high1), limits2 = arm.limits
    theta1 = max(low1, present.theta1 - math.pi), min(high1, present.theta1 + math.pi)
    if theta1[0] > theta1[1]:
        return None
    found = []
    for theta2 in [limits2] if side is None else _stretches(side, limits2, present.theta2):
        part = TwoLinkArm(arm.link1_mm, arm.link2_mm, Limits(theta1, theta2))
        nearest = part.inverse(x_mm, y_mm, near=present).nearest
        if nearest is not None and nearest.distance > 0:
            found.append(nearest)
    key = [(n.distance, math.dist(n.pose, present)) for n in found]
    return found[key.index(min(key))] if found else None


def _stretches(side: Elbow, limits: tuple[float, float], near: float) -> list[tuple[float, float]]:
    """The allowed angles of the elbow joint on this side of straight and folded, about ``near``."""
    turn = math.floor(near / math.pi)
    cut = []
    for half in range(turn - 2, turn + 3):
        low, high = max(limits[0], half * math.pi), min(limits[1], (half + 1) * math.pi)
        if (side is Elbow.LEFT) == (half % 2 == 1) and low <= high:
            cut.append((low, high))
    return cut


def at_nearest(wish: Wish, arm: TwoLinkArm) -> Wish | None:
    """The wish for the nearest point instead, if there is one."""
    nearest = wish.nearest
    if nearest is None:
        return None
    theta1, theta2 = nearest.pose
    return replace(
        wish,
        x_mm=nearest.x,
        y_mm=nearest.y,
        inverse=arm.inverse(nearest.x, nearest.y, near=nearest.pose),
        branch=Branch(wish.side or nearest.elbow, theta1, theta2, ()),
        problem=None,
        nearest=None,
    )
