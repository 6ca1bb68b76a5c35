"""A wish: the point a person asked for, and what the arm can make of it. Plain Python, no Qt."""

import enum
from dataclasses import dataclass

from servoarm.arm.targets import choose_branch, present_elbow
from servoarm.errors import Unreachable
from servoarm.kinematics.planar import Branch, Elbow, Inverse, Pose, TwoLinkArm


class ElbowChoice(enum.Enum):
    """How the person wants the elbow to stand."""

    LEFT = "left"
    RIGHT = "right"
    STAY = "stay"


@dataclass(frozen=True)
class Wish:
    """A target (mm) and its solutions.

    ``branch`` is the one that the arm will take; where it may take none, ``problem`` says why.
    ``side`` is the elbow's side that was asked for, None if either will do.
    """

    x_mm: float
    y_mm: float
    inverse: Inverse
    side: Elbow | None
    branch: Branch | None
    problem: Unreachable | None


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
        return Wish(x_mm, y_mm, inverse, side, None, problem)
    return Wish(x_mm, y_mm, inverse, side, branch, None)
