"""One step of the tip along a straight line. Plain Python, no Qt."""

import math
from collections.abc import Callable
from typing import NamedTuple

from servoarm.kinematics.planar import Block, Elbow, Pose, TwoLinkArm
from servoarm.kinematics.velocity import damped_rate

SHRINK = 0.7  # from one try to the next
TRIES = 24
SHORTEST_MM = 0.002  # 0.5 degrees of the elbow of a straight arm
OFF_LINE_MM = 0.4  # as predicted; reports are 25 ms old, so the tip keeps within 1 mm
QUICK = (
    1.25  # how much faster than its speed a joint may be asked to be; the board's profile smooths
)


class JogStep(NamedTuple):
    """The pose to go to (radians), None if there is none on the line; the share of the joints'
    speed that it takes; the limits that stand in the way; and whether all that is in the way is
    that the tip would leave its line between here and there.
    """

    pose: Pose | None
    share: float = 0.0
    blocks: tuple[Block, ...] = ()
    off_line: bool = False


OffLine = Callable[[Pose, float], float]


def on_the_line(_pose: Pose, _share: float) -> float:
    """The way of joints that turn in step."""
    return 0.0


def jog_step(
    arm: TwoLinkArm,
    start: Pose,
    side: Elbow,
    velocity: tuple[float, float],
    *,
    speeds: tuple[float, float],
    seconds: float,
    off_line_mm: OffLine = on_the_line,
) -> JogStep:
    """The step from ``start`` by a tip velocity (mm/s), with the elbow on ``side`` throughout.

    How far it goes is the part of the damped rate's step along the wanted direction; there the
    pose is solved for, so that the tip never slides sideways. Where the line leaves what the arm
    may reach, the step ends before; and it is so short that on the way to it the tip stays within
    OFF_LINE_MM of the line, as ``off_line_mm`` tells for a pose and a share of the joints' speeds.
    ``speeds``: the joints' own, in rad/s.
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
    leaving: JogStep | None = None
    for _ in range(TRIES):
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
                # a shortened step is no slower one: two short turns end together sooner
                share = max(share, leaving.share if leaving is not None else 0.0)
                if off_line_mm(branch.pose, share) <= OFF_LINE_MM:
                    return JogStep(branch.pose, share)
                leaving = JogStep(branch.pose, share, off_line=True)
        length *= SHRINK
    return leaving if leaving is not None else JogStep(None, blocks=blocks)
