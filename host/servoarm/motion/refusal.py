"""Why a plan has no pose, as a fact and as an error. Pure."""

from __future__ import annotations

import math

from servoarm.errors import LongWayOnly, OtherElbowOnly, Unreachable
from servoarm.kinematics.joints import other_side
from servoarm.kinematics.planar import Block, Branch
from servoarm.motion.target import Plan, Reason
from servoarm.words import Fact


def branch_of(plan: Plan) -> Branch:
    """The solution that the arm takes.

    Raises Unreachable: too far, too near, or whose limit is in the way, with the nearest point;
    OtherElbowOnly where just the side that was not asked for would do; LongWayOnly where the
    shoulder would have to turn by more than half a turn.
    """
    if plan.branch is not None:
        return plan.branch
    nearest = None if plan.nearest is None else (plan.nearest.x, plan.nearest.y)
    facts = refusal_of(plan), plan.inverse, nearest
    if plan.reason is Reason.OTHER_ELBOW_ONLY and plan.elbow is not None:
        raise OtherElbowOnly(*facts, other_side(plan.elbow))
    if plan.alternative is not None:
        raise LongWayOnly(*facts, *map(math.degrees, plan.alternative.pose))
    raise Unreachable(*facts)


def refusal_of(plan: Plan) -> Fact:
    """Why the arm does not go there, with the figures; for a plan that has no pose."""
    assert plan.reason is not None
    inverse = plan.inverse
    figures: dict[str, object] = {"point": (inverse.x, inverse.y)}
    if plan.reason is Reason.LIMITS:
        figures["sides"] = tuple(map(side_fact, inverse.branches))
    elif plan.reason is Reason.OTHER_ELBOW_ONLY and plan.elbow is not None:
        asked = inverse.branch(plan.elbow)
        figures["elbow"], figures["other"] = plan.elbow.value, other_side(plan.elbow).value
        figures["blocks"] = () if asked is None else block_facts(asked)
    elif plan.reason is Reason.LONG_WAY_ONLY:
        figures["swing_deg"] = _swing_deg(plan)
    else:
        figures["distance_mm"] = math.hypot(inverse.x, inverse.y)
        far = plan.reason is Reason.TOO_FAR
        beyond, rim = (
            (inverse.outer_distance, plan.arm.outer_radius)
            if far
            else (inverse.inner_distance, plan.arm.inner_radius)
        )
        figures["by_mm"], figures["rim_mm"] = -beyond, rim
    return Fact(f"refusal.{plan.reason.value}", figures)


def side_fact(branch: Branch) -> Fact:
    """Which limits are in the way with the elbow on this side."""
    return Fact("side blocked", {"elbow": branch.elbow.value, "blocks": block_facts(branch)})


def block_facts(branch: Branch) -> tuple[Fact, ...]:
    """Which limits are in the way of this solution."""
    return tuple(map(block_fact, branch.blocks))


def block_fact(block: Block) -> Fact:
    """Which limit is in the way."""
    return Fact(
        "block",
        {
            "joint": block.joint,
            "bound": block.bound,
            "wanted_deg": math.degrees(block.wanted),
            "limit_deg": math.degrees(block.limit),
        },
    )


def _swing_deg(plan: Plan) -> float:
    if plan.alternative is None or plan.near is None:
        return 0.0
    return math.degrees(abs(plan.alternative.theta1 - plan.near.theta1))
