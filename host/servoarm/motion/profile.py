"""How the board will take the arm to a goal, predicted frame by frame.

The board moves each joint by itself: both start at once, and the one with less to turn is there
first. So the tip's way to a goal on a line leaves the line, the more the nearer the arm is to
straight, where a little way inwards is a large turn of the elbow.
"""

import math
from typing import NamedTuple

from servoarm.kinematics.planar import Pose, TwoLinkArm

FRAMES = 60  # looked ahead at most
LATE = 8  # frames between two reports at most
DELAYS = (1, 3)  # frames until the board has taken a move: at once, or late


class Drive(NamedTuple):
    """A joint's limits, in radians a frame (a frame)."""

    speed: float
    acceleration: float


class Motion(NamedTuple):
    """Both joints: where they are (radians), and their velocities (radians a frame)."""

    pose: Pose
    velocity: tuple[float, float] = (0.0, 0.0)


class ProfileForecast:
    """The board's motion, kept in step with what it reports."""

    def __init__(self, arm: TwoLinkArm, drives: tuple[Drive, Drive], pose: Pose) -> None:
        self._arm, self._drives = arm, drives
        self._motion = Motion(pose)
        self._goal, self._share = pose, 1.0

    def taken(self, goal: Pose, share: float) -> None:
        """The board heads for ``goal`` (radians) at this share of its joints' speeds."""
        self._goal, self._share = goal, share

    def reported(self, pose: Pose, *, at_rest: bool) -> None:
        """The board says where the arm is; its velocities are those it must have there."""
        if at_rest:
            self._motion = Motion(pose)
            return
        ahead = frames_ahead(self._drives, self._motion, self._goal, self._share, LATE)
        nearest = min(ahead, key=lambda motion: math.dist(motion.pose, pose))
        self._motion = Motion(pose, nearest.velocity)

    def off_line_mm(self, goal: Pose, share: float, direction: tuple[float, float]) -> float:
        """How far the tip will leave the line through ``goal`` in ``direction`` (a unit vector), or
        go backwards on it, when the arm is sent there now."""
        x, y = self._arm.forward(*goal)
        ux, uy = direction
        worst = 0.0
        for delay in DELAYS:
            way = frames_ahead(self._drives, self._motion, self._goal, self._share, delay)
            way += frames_ahead(self._drives, way[-1], goal, share, FRAMES)
            furthest = -math.inf
            for motion in way:
                tip = self._arm.forward(*motion.pose)
                along = (tip[0] - x) * ux + (tip[1] - y) * uy
                across = (tip[1] - y) * ux - (tip[0] - x) * uy
                furthest = max(furthest, along)
                worst = max(worst, abs(across), furthest - along)
        return worst


def frames_ahead(
    drives: tuple[Drive, Drive], motion: Motion, goal: Pose, share: float, frames: int
) -> list[Motion]:
    """The motion now and in the next frames, until it is at ``goal`` (radians).

    ``share`` is the part of the joints' speeds that this move may use.
    """
    way = [motion]
    while len(way) <= frames and (motion.pose != goal or any(motion.velocity)):
        steps = [
            _velocity(drive, end - angle, velocity, share)
            for drive, end, angle, velocity in zip(
                drives, goal, motion.pose, motion.velocity, strict=True
            )
        ]
        pose = Pose(*(angle + step for angle, step in zip(motion.pose, steps, strict=True)))
        motion = Motion(pose, (steps[0], steps[1]))
        way.append(motion)
    return way


def _velocity(drive: Drive, error: float, velocity: float, share: float) -> float:
    """A joint's velocity in the next frame (firmware, profile.h): the greatest from which it can
    still brake in time, with u + (u - a) + (u - 2a) + ... at most ``error``."""
    a, distance = drive.acceleration, abs(error)
    terms = math.floor((math.sqrt(1 + 8 * distance / a) - 1) / 2)
    wanted = (distance + a * terms * (terms + 1) / 2) / (terms + 1)
    wanted = math.copysign(min(wanted, drive.speed * share), error)
    return velocity + max(-a, min(a, wanted - velocity))
