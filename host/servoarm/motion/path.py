"""Paths of the tip: chains of cubic Bezier spans, in mm.

One kind of span serves all shapes: a line is a span with its controls at the thirds, an arc is
spans of at most 15 degrees (6e-9 of the radius from the true arc). So whatever follows a path works
on arrays and knows no shapes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from servoarm.errors import PathInvalid
from servoarm.motion.corner import rounded

Floats = NDArray[np.float64]
Point = tuple[float, float]

MOST_POINTS = 300_000
"""A longer path is refused: it would take gigabytes to plan."""

FARTHEST_MM = 1e9
_SAME_MM = 1e-6  # nearer points are one point: far below what a servo resolves
_ARC_STEP = math.radians(15.0)


@dataclass(frozen=True)
class Path:
    """Spans in the order in which the tip takes them; `controls` has the shape (4, 2, spans)."""

    controls: Floats

    @property
    def start(self) -> Point:
        """Where the path begins (mm)."""
        return float(self.controls[0, 0, 0]), float(self.controls[0, 1, 0])

    @property
    def end(self) -> Point:
        """Where the path ends (mm)."""
        return float(self.controls[3, 0, -1]), float(self.controls[3, 1, -1])

    @property
    def spans(self) -> int:
        """How many cubics the path has."""
        return int(self.controls.shape[2])

    def __add__(self, other: Path) -> Path:
        """Both paths, one after the other. Raises PathInvalid where they do not meet."""
        if math.dist(self.end, other.start) > _SAME_MM:
            raise PathInvalid("gap", end=self.end, start=other.start)
        return Path(np.concatenate((self.controls, other.controls), axis=2))

    @cached_property
    def _powers(self) -> Floats:
        """Coefficients of 1, f, f^2 and f^3."""
        p0, p1, p2, p3 = self.controls
        return np.stack(
            (p0, 3.0 * (p1 - p0), 3.0 * (p0 - 2.0 * p1 + p2), p3 - p0 + 3.0 * (p1 - p2))
        )

    def at(self, span: NDArray[np.intp], fraction: Floats) -> tuple[Floats, Floats]:
        """Points (mm) and tangents (mm a fraction) within spans; one row a coordinate each."""
        a0, a1, a2, a3 = self._powers if self.spans == 1 else self._powers[:, :, span]
        points = ((a3 * fraction + a2) * fraction + a1) * fraction + a0
        return points, (3.0 * a3 * fraction + 2.0 * a2) * fraction + a1

    @cached_property
    def _steps(self) -> Floats:
        return self.controls[1:] - self.controls[:-1]

    @cached_property
    def span_lengths(self) -> Floats:
        """Length of each span's control polygon (mm), which is a little longer than the span."""
        steps = self._steps
        return np.asarray(np.hypot(steps[:, 0], steps[:, 1]).sum(axis=0))

    @cached_property
    def span_turns(self) -> Floats:
        """By how much each span's control polygon turns (radians)."""
        steps = self._steps
        ax, ay, bx, by = steps[:-1, 0], steps[:-1, 1], steps[1:, 0], steps[1:, 1]
        turns = np.abs(np.arctan2(ax * by - ay * bx, ax * bx + ay * by))
        return np.asarray(turns.sum(axis=0))


def line(start: Point, end: Point) -> Path:
    """A straight line."""
    begin, finish = checked_points([start, end])
    third = (finish - begin) / 3.0
    return Path(np.stack((begin, begin + third, finish - third, finish))[:, :, np.newaxis])


def polyline(points: ArrayLike, rounding_mm: float = 0.0) -> Path:
    """Straight lines from point to point (mm), with corners rounded within `rounding_mm`.

    At a corner that is not rounded the arm stops. Repeated points count once; a single point is a
    path of no length. Raises PathInvalid for what is no list of points.
    """
    corners = checked_points(points)
    if not 0.0 <= rounding_mm < math.inf:
        raise PathInvalid("rounding", value=rounding_mm)
    steps = np.diff(corners, axis=0)
    ticks = np.floor(np.cumsum(np.hypot(steps[:, 0], steps[:, 1])) / _SAME_MM)
    keep = np.concatenate(([True], np.diff(ticks, prepend=0.0) > 0.0))
    distinct = corners[keep]
    if len(distinct) > 1:
        distinct[-1] = corners[-1]
    return Path(rounded(distinct, rounding_mm))


def arc(centre: Point, start: Point, angle: float) -> Path:
    """An arc about `centre` from `start`, by `angle` (radians, counter-clockwise; up to 1000
    turns).
    """
    (cx, cy), (sx, sy) = checked_points([centre, start])
    if not abs(angle) <= 2000.0 * math.pi:
        raise PathInvalid("angle", value=angle)
    count = max(1, math.ceil(abs(angle) / _ARC_STEP))
    handle = 4.0 / 3.0 * math.tan(angle / count / 4.0)
    radius = math.hypot(sx - cx, sy - cy)
    bearings = math.atan2(sy - cy, sx - cx) + np.linspace(0.0, angle, count + 1)
    outward = np.stack((np.cos(bearings), np.sin(bearings)))
    rim = np.array([[cx], [cy]]) + radius * outward
    rim[:, 0] = sx, sy
    if abs(abs(angle) - 2.0 * math.pi) < 1e-12:
        rim[:, -1] = sx, sy
    ahead = handle * radius * np.stack((-outward[1], outward[0]))
    return Path(np.stack((rim[:, :-1], (rim + ahead)[:, :-1], (rim - ahead)[:, 1:], rim[:, 1:])))


def circle(centre: Point, start: Point) -> Path:
    """A whole turn about `centre`, counter-clockwise from `start`."""
    return arc(centre, start, 2.0 * math.pi)


def bezier(*controls: Point) -> Path:
    """Cubic Bezier spans: the first four points are a span, each three more continue it."""
    points = checked_points(controls)
    if len(points) < 4 or len(points) % 3 != 1:
        raise PathInvalid("controls", count=len(points))
    return Path(np.stack([points[first : len(points) - 3 + first : 3].T for first in range(4)]))


def checked_points(points: ArrayLike | Sequence[Point]) -> Floats:
    """The points as rows (x, y). Raises PathInvalid."""
    try:
        found = np.asarray(points, dtype=np.float64)
    except (TypeError, ValueError):
        raise PathInvalid("shape") from None
    if found.size == 0:
        raise PathInvalid("empty")
    if found.ndim != 2 or found.shape[1] != 2:
        raise PathInvalid("shape")
    if len(found) > MOST_POINTS:
        raise PathInvalid("too long", count=len(found), most=MOST_POINTS)
    bad = np.flatnonzero(~(np.abs(found) <= FARTHEST_MM).all(axis=1))
    if bad.size:
        x, y = found[bad[0]].tolist()
        raise PathInvalid("no number", index=int(bad[0]), start=(x, y))
    return found
