"""From a wished point to one pose, or to a plain word why not. Pure: nothing is sent from here."""

from __future__ import annotations

import math

from servoarm.armfile import JOINT_NAMES
from servoarm.errors import LongWayOnly, OtherElbowOnly, Unreachable
from servoarm.kinematics.planar import Branch, Elbow, Inverse, Pose, Reach, TwoLinkArm, choose

KEPT = "Nothing was sent and the arm keeps its pose."
# half a step of the wire: closer to straight than this, the arm has no elbow side
_STRAIGHT = math.radians(0.005)


def present_elbow(theta2: float) -> Elbow | None:
    """The side on which the elbow stands; None for a straight or folded arm, where both meet."""
    sine = math.sin(theta2)
    if abs(sine) < _STRAIGHT:
        return None
    return Elbow.LEFT if sine < 0 else Elbow.RIGHT


def side_of(theta2: float) -> Elbow:
    """The elbow's side for any `theta2`; RIGHT for a straight or folded arm."""
    return present_elbow(theta2) or Elbow.RIGHT


def choose_branch(
    kinematics: TwoLinkArm, x_mm: float, y_mm: float, elbow: Elbow | None, near: Pose | None
) -> Branch:
    """The branch that brings the tip to the point, with angles on the turn nearest `near`.

    Without an asked elbow, the elbow keeps its present side; a straight arm takes the nearer one.

    Raises Unreachable: too far, too near, or whose limit is in the way, with the nearest point;
    OtherElbowOnly where just the side that was not asked for would do; LongWayOnly where the
    shoulder would have to turn by more than half a turn.
    """
    inverse = kinematics.inverse(x_mm, y_mm, near)
    if not inverse.allowed:
        raise Unreachable(why(inverse), f"{_nearest(inverse)} {KEPT}".strip(), inverse)
    side = elbow
    if side is None and near is not None and inverse.reach is not Reach.OUTER_EDGE:
        side = present_elbow(near.theta2)
    branch = choose(inverse, side, near)
    if branch is not None:
        _check_short_way(inverse, branch, near)
        return branch
    assert side is not None  # some branch is allowed, so only an asked side can fail
    other = Elbow.RIGHT if side is Elbow.LEFT else Elbow.LEFT
    raise OtherElbowOnly(
        f"With the elbow on the {side.value}, {_point(inverse)} cannot be reached:"
        f" {_blocks(inverse.branch(side))}.",
        f"With the elbow on the {other.value} it can: ask with elbow={other.value}. {KEPT}",
        inverse,
        other,
    )


def _check_short_way(inverse: Inverse, branch: Branch, near: Pose | None) -> None:
    """Refuse a shoulder that would swing back round because a limit stands in the short way."""
    if near is None or abs(branch.theta1 - near.theta1) <= math.pi + _STRAIGHT:
        return
    theta1, theta2 = math.degrees(branch.theta1), math.degrees(branch.theta2)
    swing = abs(theta1 - math.degrees(near.theta1))
    raise LongWayOnly(
        f"The shoulder's limits block the short way to {_point(inverse)}: it would have to swing"
        f" {swing:.0f} deg the other way round.",
        f"Go by way of a point between, or ask for the angles: {theta1:.2f} and {theta2:.2f} deg."
        f" {KEPT}",
        inverse,
    )


def why(inverse: Inverse) -> str:
    """One sentence that says why no branch is allowed."""
    arm, point = inverse.arm, _point(inverse)
    distance = math.hypot(inverse.x, inverse.y)
    if inverse.reach is Reach.INVALID:
        return f"{point} is no point: both coordinates must be finite numbers of mm."
    if inverse.reach is Reach.TOO_FAR:
        return (
            f"{point} is too far by {-inverse.outer_distance:.3g} mm:"
            f" {distance:.6g} mm away, the arm reaches {arm.outer_radius:.6g} mm."
        )
    if inverse.reach is Reach.TOO_NEAR:
        return (
            f"{point} is too near by {-inverse.inner_distance:.3g} mm:"
            f" {distance:.6g} mm away, the arm folds to {arm.inner_radius:.6g} mm."
        )
    sides = "; ".join(
        f"elbow {branch.elbow.value}: {_blocks(branch)}" for branch in inverse.branches
    )
    return f"The joint limits keep the arm from {point}. {sides[:1].upper()}{sides[1:]}."


def _point(inverse: Inverse) -> str:
    return f"({inverse.x:g}, {inverse.y:g})"


def _blocks(branch: Branch | None) -> str:
    if branch is None:
        return "there is no such pose"
    return " and ".join(
        f"the {JOINT_NAMES[block.joint - 1]} would need {math.degrees(block.wanted):.2f} deg,"
        f" its {block.bound}imum is {math.degrees(block.limit):g} deg"
        for block in branch.blocks
    )


def _nearest(inverse: Inverse) -> str:
    nearest = inverse.nearest
    if nearest is None:
        return ""
    return f"The nearest point the arm reaches is ({nearest.x:.2f}, {nearest.y:.2f})."
