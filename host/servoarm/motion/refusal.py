"""Why a plan has no pose, as an error with its sentences. Pure."""

from __future__ import annotations

import math

from servoarm.armfile import JOINT_NAMES
from servoarm.errors import LongWayOnly, OtherElbowOnly, Unreachable
from servoarm.kinematics.planar import Branch, Inverse
from servoarm.motion.target import Plan, Reason, other_side

KEPT = "Nothing was sent and the arm keeps its pose."


def branch_of(plan: Plan) -> Branch:
    """The solution that the arm takes.

    Raises Unreachable: too far, too near, or whose limit is in the way, with the nearest point;
    OtherElbowOnly where just the side that was not asked for would do; LongWayOnly where the
    shoulder would have to turn by more than half a turn.
    """
    if plan.branch is not None:
        return plan.branch
    inverse, alternative = plan.inverse, plan.alternative
    if plan.reason is Reason.OTHER_ELBOW_ONLY and plan.elbow is not None:
        other = other_side(plan.elbow)
        remedy = f"With the elbow on the {other.value} it can: ask with elbow={other.value}. {KEPT}"
        raise OtherElbowOnly(why(plan), remedy, inverse, other)
    if alternative is None:
        raise Unreachable(why(plan), f"{_nearest(plan)} {KEPT}".strip(), inverse)
    theta1, theta2 = (math.degrees(angle) for angle in alternative.pose)
    raise LongWayOnly(
        why(plan),
        f"Go by way of a point between, or ask for the angles: {theta1:.2f} and {theta2:.2f} deg."
        f" {KEPT}",
        inverse,
    )


def why(plan: Plan) -> str:
    """One sentence that says why the arm does not go there; empty where it does."""
    inverse, point = plan.inverse, _point(plan.inverse)
    if plan.reason is None:
        return ""
    if plan.reason is Reason.LIMITS:
        sides = "; ".join(
            f"elbow {branch.elbow.value}: {_blocks(branch)}" for branch in inverse.branches
        )
        return f"The joint limits keep the arm from {point}. {sides[:1].upper()}{sides[1:]}."
    if plan.reason is Reason.OTHER_ELBOW_ONLY and plan.elbow is not None:
        blocks = _blocks(inverse.branch(plan.elbow))
        return f"With the elbow on the {plan.elbow.value}, {point} cannot be reached: {blocks}."
    if plan.reason is Reason.LONG_WAY_ONLY:
        return (
            f"The shoulder's limits block the short way to {point}: it would have to swing"
            f" {_swing_deg(plan):.0f} deg the other way round."
        )
    return _beyond_rim(plan)


def _beyond_rim(plan: Plan) -> str:
    inverse, arm, point = plan.inverse, plan.arm, _point(plan.inverse)
    distance = math.hypot(inverse.x, inverse.y)
    if plan.reason is Reason.TOO_FAR:
        return (
            f"{point} is too far by {-inverse.outer_distance:.3g} mm:"
            f" {distance:.6g} mm away, the arm reaches {arm.outer_radius:.6g} mm."
        )
    if plan.reason is Reason.TOO_NEAR:
        return (
            f"{point} is too near by {-inverse.inner_distance:.3g} mm:"
            f" {distance:.6g} mm away, the arm folds to {arm.inner_radius:.6g} mm."
        )
    return f"{point} is no point: both coordinates must be finite numbers of mm."


def _swing_deg(plan: Plan) -> float:
    if plan.alternative is None or plan.near is None:
        return 0.0
    return math.degrees(abs(plan.alternative.theta1 - plan.near.theta1))


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


def _nearest(plan: Plan) -> str:
    nearest = plan.nearest
    if nearest is None:
        return ""
    return f"The nearest point the arm reaches is ({nearest.x:.2f}, {nearest.y:.2f})."
