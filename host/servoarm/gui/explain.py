"""Why the arm cannot go somewhere, in words a person can act on."""

import math

from PyQt5.QtCore import QCoreApplication

from servoarm.kinematics.planar import Block, Branch, Elbow
from servoarm.motion.target import Plan, Reason, other_side


def _tr(text: str) -> str:
    return QCoreApplication.translate("explain", text)


def elbow_name(elbow: Elbow) -> str:
    """The branch's name, for the middle of a sentence."""
    return _tr("left elbow") if elbow is Elbow.LEFT else _tr("right elbow")


def joint_name(joint: int) -> str:
    """The joint's name, for the middle of a sentence."""
    return _tr("shoulder") if joint == 1 else _tr("elbow")


def block_words(block: Block) -> str:
    """One joint's limit: which joint, what it would need, what it may."""
    text = _tr("{joint} at {wanted:.1f}° (limit {limit:.1f}°)")
    return text.format(
        joint=joint_name(block.joint),
        wanted=math.degrees(block.wanted),
        limit=math.degrees(block.limit),
    )


def branch_words(branch: Branch) -> str:
    """What blocks this branch, all joints named."""
    blocks = ", ".join(block_words(block) for block in branch.blocks)
    return _tr("{branch}: {blocks}").format(branch=elbow_name(branch.elbow), blocks=blocks)


def ghost_label(branch: Branch) -> str:
    """The few words that stand beside a ghost on the canvas."""
    side = _tr("left") if branch.elbow is Elbow.LEFT else _tr("right")
    if branch.allowed:
        return side
    joints = ", ".join(joint_name(block.joint) for block in branch.blocks)
    return _tr("{side}: {joints} limit").format(side=side, joints=joints)


def why_not(plan: Plan) -> str:
    """Why the arm does not go to the target; empty when it does."""
    if plan.reason is None:
        return ""
    if plan.reason is Reason.LIMITS:
        words = ". ".join(_sentence(branch_words(branch)) for branch in plan.inverse.branches)
        return _tr("Joint limits block both. {words}.").format(words=words)
    if plan.reason is Reason.OTHER_ELBOW_ONLY and plan.elbow is not None:
        asked = plan.inverse.branch(plan.elbow)
        return _tr("{words}. The {other} can.").format(
            words=_sentence(branch_words(asked)) if asked is not None else "",
            other=elbow_name(other_side(plan.elbow)),
        )
    if plan.reason is Reason.LONG_WAY_ONLY:
        return _tr(
            "A limit blocks the short way: the shoulder would have to swing round the other way."
        )
    return _range_words(plan)


def alternative_words(plan: Plan) -> str:
    """What a button says that goes to the target by the alternative; empty if there is none."""
    if plan.alternative is None or plan.near is None:
        return ""
    if plan.reason is Reason.OTHER_ELBOW_ONLY:
        return _tr("Go with the other elbow")
    half_way = [(a + b) / 2 for a, b in zip(plan.near, plan.alternative.pose, strict=True)]
    x_mm, y_mm = plan.arm.forward(*half_way)
    return _tr("Go by way of {x:.0f}, {y:.0f}").format(x=x_mm, y=y_mm)


def _range_words(plan: Plan) -> str:
    if plan.reason is Reason.TOO_FAR:
        return _tr("Too far by {by:.1f} mm: the arm reaches {reach:.1f} mm.").format(
            by=-plan.inverse.outer_distance, reach=plan.arm.outer_radius
        )
    if plan.reason is Reason.TOO_NEAR:
        return _tr(
            "Too near by {by:.1f} mm: the arm cannot fold closer than {reach:.1f} mm."
        ).format(by=-plan.inverse.inner_distance, reach=plan.arm.inner_radius)
    return _tr("This is no point: both numbers must be finite.")


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
