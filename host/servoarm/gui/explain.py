"""What the window says of a plan and its solutions: names, labels, and the reason for a refusal."""

from servoarm import words
from servoarm.kinematics.planar import Branch
from servoarm.motion.refusal import refusal_of
from servoarm.motion.target import Plan, Reason, half_way, is_short_way


def joint_name(joint: int) -> str:
    """The joint's name, for the middle of a sentence."""
    return words.say("joint", joint=joint)


def ghost_label(branch: Branch) -> str:
    """The few words that stand beside a ghost on the canvas."""
    if branch.allowed:
        return words.say("ghost.free", elbow=branch.elbow.value)
    joints = tuple(joint_name(block.joint) for block in branch.blocks)
    return words.say("ghost.blocked", elbow=branch.elbow.value, joints=joints)


def why_not(plan: Plan) -> str:
    """Why the arm does not go to the target; empty when it does."""
    if plan.reason is None:
        return ""
    return words.message(*refusal_of(plan))


def nearest_words(plan: Plan) -> str:
    """Where the nearest point is to which the arm would go; empty if there is none."""
    if plan.nearest is None:
        return ""
    return words.say("nearest", point=(plan.nearest.x, plan.nearest.y))


def alternative_words(plan: Plan) -> str:
    """What a button says that goes to the target by the alternative; empty if there is none."""
    if plan.alternative is None or plan.near is None:
        return ""
    point = half_way(plan.arm, plan.near, plan.alternative.pose)
    if plan.reason is not Reason.OTHER_ELBOW_ONLY:
        return words.say("button.by way of", point=point)
    if is_short_way(plan.alternative, plan.near):
        return words.say("button.other elbow")
    return words.say("button.other elbow by way of", point=point)
