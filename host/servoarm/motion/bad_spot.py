"""The stretches of a path that the arm cannot go, and why."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from servoarm.kinematics.joints import LIMIT_SLACK
from servoarm.kinematics.planar import TwoLinkArm
from servoarm.motion.follow import BEYOND, THETA, THETA1, Pieces, X, Y
from servoarm.words import Fact

Flags = NDArray[np.bool_]
Point = tuple[float, float]
SpotReason = Literal["too far", "too near", "joint limit", "shoulder axis"]


@dataclass(frozen=True)
class BadSpot:
    """One stretch of a path: from where to where (mm), and how far along the path that is.

    `beyond_mm` is by how much it is too far or too near at worst. For a joint limit, `joint` is 1
    or 2, and the joint would need up to `wanted_deg`.
    """

    reason: SpotReason
    start: Point
    end: Point
    start_mm: float
    end_mm: float
    beyond_mm: float = 0.0
    joint: int = 0
    wanted_deg: float = 0.0
    limit_deg: float = 0.0

    @property
    def fact(self) -> Fact:
        """For its words."""
        fields = {each.name: getattr(self, each.name) for each in dataclasses.fields(self)}
        return Fact(f"bad-spot.{self.reason}", fields)


def bad_spots(arm: TwoLinkArm, pieces: Pieces) -> tuple[BadSpot, ...]:
    """All of the path's, in the order in which the tip comes to them."""
    nodes = np.concatenate((pieces.left, pieces.right[:, -1:]), axis=1)
    within = nodes[BEYOND] == 0.0
    low, high = np.array(arm.limits).T[:, :, np.newaxis]
    below = (nodes[THETA] < low - LIMIT_SLACK) & within
    above = (nodes[THETA] > high + LIMIT_SLACK) & within
    jumps = pieces.jumps
    if within.all() and not (below.any() or above.any() or jumps.any()):
        return ()
    steps = np.hypot(np.diff(nodes[X]), np.diff(nodes[Y]))
    way = np.concatenate(([0.0], np.cumsum(steps)))
    radius = np.hypot(nodes[X], nodes[Y])
    found = []
    for run in _runs(nodes[BEYOND] > 0.0):
        beyond = float(radius[run].max()) - arm.outer_radius
        found.append(BadSpot("too far", *_stretch(nodes, way, run), beyond_mm=beyond))
    for run in _runs(nodes[BEYOND] < 0.0):
        beyond = arm.inner_radius - float(radius[run].min())
        found.append(BadSpot("too near", *_stretch(nodes, way, run), beyond_mm=beyond))
    for joint, (lowest, highest) in enumerate(arm.limits):
        angles = np.degrees(nodes[THETA1 + joint])
        for side, limit, worst in ((below, lowest, np.min), (above, highest, np.max)):
            for run in _runs(side[joint]):
                found.append(
                    BadSpot(
                        "joint limit",
                        *_stretch(nodes, way, run),
                        joint=joint + 1,
                        wanted_deg=float(worst(angles[run])),
                        limit_deg=math.degrees(limit),
                    )
                )
    for run in _runs(jumps):
        ends = slice(run.start, run.stop + 1)
        found.append(BadSpot("shoulder axis", *_stretch(nodes, way, ends)))
    return tuple(sorted(found, key=lambda spot: (spot.start_mm, spot.reason)))


def _runs(flags: Flags) -> list[slice]:
    """The runs of true flags."""
    edges = np.flatnonzero(np.diff(flags.astype(np.int8), prepend=0, append=0))
    return [slice(begin, end) for begin, end in edges.reshape(-1, 2).tolist()]


def _stretch(
    nodes: NDArray[np.float64], way: NDArray[np.float64], run: slice
) -> tuple[Point, Point, float, float]:
    first, last = run.start, run.stop - 1
    start, end = nodes[X : Y + 1, first].tolist(), nodes[X : Y + 1, last].tolist()
    return (start[0], start[1]), (end[0], end[1]), float(way[first]), float(way[last])
