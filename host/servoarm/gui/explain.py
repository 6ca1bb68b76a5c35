"""Why the arm cannot go somewhere, in words a person can act on."""

import math

from PyQt5.QtCore import QCoreApplication

from servoarm.errors import LongWayOnly, OtherElbowOnly
from servoarm.kinematics.planar import Block, Branch, Elbow, Inverse, Reach, TwoLinkArm
from servoarm.motion.wish import Wish


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


def _range_words(inverse: Inverse, arm: TwoLinkArm) -> str:
    if inverse.reach is Reach.TOO_FAR:
        return _tr("Too far by {by:.1f} mm: the arm reaches {reach:.1f} mm.").format(
            by=-inverse.outer_distance, reach=arm.outer_radius
        )
    if inverse.reach is Reach.TOO_NEAR:
        return _tr(
            "Too near by {by:.1f} mm: the arm cannot fold closer than {reach:.1f} mm."
        ).format(by=-inverse.inner_distance, reach=arm.inner_radius)
    return _tr("This is no point: both numbers must be finite.")


def why_not(wish: Wish, arm: TwoLinkArm) -> str:
    """Why the arm may not take the wish; empty when it may."""
    if wish.problem is None:
        return ""
    inverse = wish.inverse
    if isinstance(wish.problem, LongWayOnly):
        return _tr(
            "A limit blocks the short way: the shoulder would have to swing round the other way."
            " Go by way of a point between."
        )
    if not inverse.reach.reachable:
        return _range_words(inverse, arm)
    if isinstance(wish.problem, OtherElbowOnly) and wish.side is not None:
        asked = inverse.branch(wish.side)
        return _tr("{words}. The {other} can: choose it to go there.").format(
            words=_sentence(branch_words(asked)) if asked is not None else "",
            other=elbow_name(wish.problem.elbow),
        )
    words = ". ".join(_sentence(branch_words(branch)) for branch in inverse.branches)
    return _tr("Joint limits block both. {words}.").format(words=words)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
