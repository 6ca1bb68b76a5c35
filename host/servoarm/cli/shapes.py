"""Shapes that several commands print as JSON. docs/cli.md describes them."""

import math
from collections.abc import Sequence

from servoarm import words
from servoarm.armfile import JOINT_NAMES
from servoarm.kinematics.planar import Block, Branch, Inverse, Nearest
from servoarm.motion.refusal import block_fact
from servoarm.motion.target import Plan


def degrees(angle: float) -> float:
    """Return radians as degrees, without a negative zero."""
    return math.degrees(angle) + 0.0


def mm(length: float) -> str:
    """Return a length in words: to the micrometre, and one that is no arm's in few digits."""
    return f"{length:.3f}" if abs(length) < 1e6 else f"{length:.6g}"


def block_words(block: Block) -> str:
    """Return one limit that stands in a pose's way, in words."""
    return words.message(*block_fact(block))


def blocks_data(blocks: Sequence[Block]) -> list[dict[str, object]]:
    """Return the limits that stand in a pose's way."""
    return [
        {
            "joint": JOINT_NAMES[block.joint - 1],
            "bound": block.bound,
            "limit_deg": degrees(block.limit),
            "wanted_deg": degrees(block.wanted),
        }
        for block in blocks
    ]


def branch_data(branch: Branch) -> dict[str, object]:
    """Return one solution of the inverse."""
    return {
        "elbow": branch.elbow.value,
        "theta1_deg": degrees(branch.theta1),
        "theta2_deg": degrees(branch.theta2),
        "allowed": branch.allowed,
        "blocked_by": blocks_data(branch.blocks),
    }


def plan_data(plan: Plan) -> dict[str, object]:
    """Return the plan for a finite target, with all its solutions."""
    branch = plan.branch
    nearest = plan.nearest or (
        branch and Nearest(branch.pose, plan.x_mm, plan.y_mm, 0.0, branch.elbow)
    )
    return _target_data(plan.inverse, nearest)


def inverse_data(inverse: Inverse) -> dict[str, object]:
    """Return a finite target's inverse with all its solutions."""
    return _target_data(inverse, inverse.nearest)


def _target_data(inverse: Inverse, nearest: Nearest | None) -> dict[str, object]:
    return {
        "x_mm": inverse.x,
        "y_mm": inverse.y,
        "status": inverse.reach.value,
        "allowed": inverse.allowed,
        "solutions": [branch_data(branch) for branch in inverse.branches],
        "outer_distance_mm": inverse.outer_distance,
        "inner_distance_mm": inverse.inner_distance,
        "nearest": nearest
        and {
            "x_mm": nearest.x,
            "y_mm": nearest.y,
            "theta1_deg": degrees(nearest.pose.theta1),
            "theta2_deg": degrees(nearest.pose.theta2),
            "elbow": nearest.elbow.value,
            "distance_mm": nearest.distance,
        },
    }
