"""The reachable point nearest a target that is out of reach.

The reachable area is the image of the rectangle of allowed angles. Its rim lies on the images of
the rectangle's four sides (one joint at a limit) and of the singular lines ``theta2 = 0`` and
``theta2 = pi`` (arm straight or folded). All of these are circular arcs, so the nearest point of
each is either straight towards the target or one of its two ends.
"""

import math
from collections.abc import Iterator

from servoarm.kinematics.joints import TWO_PI, Limits, Pose, into_limits


def nearest_pose(
    link1: float, link2: float, limits: Limits, target: tuple[float, float], near: Pose
) -> Pose:
    """The allowed pose (radians) whose tip is nearest ``target`` (mm, not in the reachable area).

    Of several equally near, the one with the least joint travel from ``near``.
    """
    reach = link1 + link2
    scale = max(abs(target[0]), abs(target[1]), reach)
    scored = []
    for pose in _candidates(link1, link2, limits, target, near):
        excess = _distance_excess(tip(link1, link2, pose), target, scale)
        scored.append((excess, math.dist(pose, near), pose))
    best = min(scored)[0]
    return min(scored, key=lambda entry: (entry[0] > best + 1e-13 * reach, entry[1]))[2]


def _distance_excess(
    point: tuple[float, float], target: tuple[float, float], scale: float
) -> float:
    """``|target - point| - |target|`` without the cancellation that makes all points equally near a
    far target.
    """
    x, y = target[0] / scale, target[1] / scale
    dx, dy = point[0] / scale, point[1] / scale
    return (point[0] * (dx - 2.0 * x) + point[1] * (dy - 2.0 * y)) / (
        math.hypot(x - dx, y - dy) + math.hypot(x, y)
    )


def tip(link1: float, link2: float, pose: Pose) -> tuple[float, float]:
    """The tip (mm) of the arm in this pose (radians)."""
    along = link1 + link2 * math.cos(pose[1])
    across = link2 * math.sin(pose[1])
    cos1, sin1 = math.cos(pose[0]), math.sin(pose[0])
    return cos1 * along - sin1 * across, sin1 * along + cos1 * across


def _candidates(
    link1: float, link2: float, limits: Limits, target: tuple[float, float], near: Pose
) -> Iterator[Pose]:
    (low1, high1), (low2, high2) = limits
    ends1 = _ends(low1, high1)
    for theta2 in (*_ends(low2, high2), *_singular(low2, high2, near[1])):
        yield from (Pose(theta1, theta2) for theta1 in ends1)
        own = math.atan2(link2 * math.sin(theta2), link1 + link2 * math.cos(theta2))
        theta1 = _towards(target, own, limits[0], near[0])
        if low1 <= theta1 <= high1:
            yield Pose(theta1, theta2)
    for theta1 in ends1:
        from_elbow = target[0] - link1 * math.cos(theta1), target[1] - link1 * math.sin(theta1)
        theta2 = _towards(from_elbow, theta1, limits[1], near[1])
        if low2 <= theta2 <= high2:
            yield Pose(theta1, theta2)


def _ends(low: float, high: float) -> tuple[float, ...]:
    """The limits that bound something: none where the joint can turn all round."""
    return () if high - low >= TWO_PI else (low, high)


def _singular(low: float, high: float, near: float) -> list[float]:
    """The allowed angles at which the arm is straight or folded, one turn each."""
    turned = (into_limits(angle, low, high, near) for angle in (0.0, math.pi))
    return [theta for theta in turned if low <= theta <= high]


def _towards(
    offset: tuple[float, float], zero: float, limit: tuple[float, float], near: float
) -> float:
    """The joint angle, counted from the direction ``zero``, that points along ``offset``; any angle
    will do if that is (0, 0).
    """
    if offset == (0.0, 0.0):
        return min(max(near, limit[0]), limit[1])
    return into_limits(math.atan2(offset[1], offset[0]) - zero, *limit, near)
