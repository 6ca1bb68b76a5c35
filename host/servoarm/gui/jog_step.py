"""One step of the tip along a straight line. Plain Python, no Qt."""

import math
from typing import NamedTuple

from servoarm.kinematics.planar import Block, Elbow, Pose, TwoLinkArm
from servoarm.kinematics.velocity import damped_rate

HALVINGS = 8
SHORTEST_MM = 0.02
QUICK = (
    1.25  # how much faster than its speed a joint may be asked to be; the board's profile smooths
)


class JogStep(NamedTuple):
    """The pose to go to (radians), None if there is none on the line; the share of the joints'
    speed that it takes; and the limits that stand in the way.
    """

    pose: Pose | None
    share: float = 0.0
    blocks: tuple[Block, ...] = ()


def jog_step(
    arm: TwoLinkArm,
    start: Pose,
    side: Elbow,
    velocity: tuple[float, float],
    *,
    speeds: tuple[float, float],
    seconds: float,
) -> JogStep:
    """The step from ``start`` by a tip velocity (mm/s), with the elbow on ``side`` throughout.

    How far it goes is the part of the damped rate's step along the wanted direction; there the
    pose is solved for, so that the tip never slides sideways. Where the line leaves what the arm
    may reach, the step ends before. ``speeds``: the joints' own, in rad/s.
    """
    bend = -1 if side is Elbow.LEFT else 1
    links = arm.link1_mm, arm.link2_mm
    rate = damped_rate(*links, *start, velocity, speed_limits=speeds, bend=bend, step_s=seconds)
    (x, y), wanted = arm.forward(*start), math.hypot(*velocity)
    ux, uy = velocity[0] / wanted, velocity[1] / wanted
    end = arm.forward(
        start.theta1 + rate.theta1_rate * seconds, start.theta2 + rate.theta2_rate * seconds
    )
    length = (end[0] - x) * ux + (end[1] - y) * uy
    blocks: tuple[Block, ...] = ()
    for _ in range(HALVINGS):
        if length < SHORTEST_MM:
            break
        branch = arm.inverse(x + length * ux, y + length * uy, near=start).branch(side)
        if branch is not None and branch.blocks:
            blocks = branch.blocks
        elif branch is not None:
            share = max(
                abs(angle - before) / seconds / speed
                for angle, before, speed in zip(branch.pose, start, speeds, strict=True)
            )
            if share <= QUICK:
                return JogStep(branch.pose, share)
        length /= 2
    return JogStep(None, blocks=blocks)
