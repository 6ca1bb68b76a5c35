"""The reachable area, joint limits folded in, as polygons for drawing.

A strip is a range of ``theta2`` on one side of the straight (or folded) arm, so the radius of the
tip falls steadily along it. At each radius a strip covers one arc of directions: the range of
``theta1``, turned by the angle between link 1 and the tip. The area is the union of at most three
strips. It is cut into bands between the radii at which a strip begins or ends or two strips' sides
cross; inside a band nothing changes but the arcs' lengths. What bounds the area then is those strip
sides that have the area on one side only, and at the bands' ends those arcs covered by one band
only, all directed with the area on the left.
"""

import contextlib
import math
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from servoarm.kinematics.joints import TWO_PI, Limits
from servoarm.kinematics.loops import (
    ARC_BACK,
    ARC_ON,
    INWARD,
    OUTWARD,
    Edge,
    OpenOutlineError,
    Points,
    Polygon,
    chain,
    nest,
)

# Ranges of angles narrower than this sweep no area worth drawing, and bands narrower than that have
# no width.
_NO_ANGLE, _SAME_ANGLE = 1e-6, 1e-10
_NO_LENGTH = 1e-6
# Limits a rounding error away from a change of the outline (a slit as wide as that, say) may
# merge corners at one end of an edge and not at the other; a nudge to the limits helps.
_NUDGES = (0.0, 1e-7, 2.3e-7)
_MOST_POINTS_A_TURN = 20_000


class _Strip(NamedTuple):
    """Elbow angles ``side * fold`` for ``first <= fold <= last``, within 0..pi."""

    first: float
    last: float
    side: float


class _Curve(NamedTuple):
    """One side of a strip: ``theta1`` stands still while the elbow turns."""

    theta1: float
    side: float


class _Vertex(NamedTuple):
    """A point at one level where curves end; ``direction`` as seen from the shoulder."""

    number: int
    direction: float


def workspace_polygons(
    link1: float, link2: float, limits: Limits, tolerance_mm: float
) -> list[Polygon]:
    """The reachable area (lengths in mm, limits in radians).

    Curves become chords that stray at most ``tolerance_mm`` (or 20000 chords to the turn). Where a
    joint's range is narrower than 1e-6 rad, or one link shorter than 1e-6 of the other, the area is
    no more than a line: the answer is empty. Raises ValueError for a tolerance not above 0.
    """
    if not 0.0 < tolerance_mm < math.inf:
        raise ValueError(f"tolerance_mm must be above 0; got {tolerance_mm!r}")
    thinnest = min(high - low for low, high in limits)
    shorter, longer = sorted((link1, link2))
    if thinnest < _NO_ANGLE or shorter < _NO_LENGTH * longer:
        return []
    # chords that stray further than the ring is wide would cross its other rim
    tolerance = min(tolerance_mm, shorter / 4.0)
    for nudge in _NUDGES:
        narrower = Limits(*((low + nudge, high - nudge) for low, high in limits))
        with contextlib.suppress(OpenOutlineError):
            loops = _Outline(link1, link2, narrower, tolerance).loops()
            return nest([loop for loop in loops if len(loop) > 2])
    return []


class _Outline:
    """The search for the outline of one arm's area."""

    def __init__(self, link1: float, link2: float, limits: Limits, tolerance: float) -> None:
        self.link1, self.link2, self.tolerance = link1, link2, tolerance
        self.same_point = 1e-9 * (link1 + link2)
        low, high = limits.theta1
        self.all_round = _all_round(low, high)
        self.middle, self.half = (
            (0.0, math.pi) if self.all_round else ((low + high) / 2.0, (high - low) / 2.0)
        )
        self.strips = _strips(*limits.theta2)
        self.folds = self._levels()
        self.curves = (
            []
            if self.all_round
            else [_Curve(end, side) for end in (low, high) for side in (-1.0, 1.0)]
        )

    def loops(self) -> list[Points]:
        """Every closed outline, the area on its left."""
        vertices = [self._vertices(level) for level in range(len(self.folds))]
        edges = [
            edge for band in range(len(self.folds) - 1) for edge in self._sides(band, vertices)
        ]
        for level, ends in enumerate(vertices):
            edges += self._arcs(level, ends)
        return chain(edges)

    def _levels(self) -> list[float]:
        """The folds at which bands end, rising (so the radius falls)."""
        folds = [fold for strip in self.strips for fold in (strip.first, strip.last)]
        lowest, highest = min(folds), max(folds)
        if not self.all_round:
            # sides of opposite strips cross where the tip stands `half` or pi - half off link 1
            # (law of sines)
            for angle in (self.half, math.pi - self.half):
                sine = self.link1 * math.sin(angle) / self.link2
                if sine <= 1.0:
                    folds += [angle + math.asin(sine), angle + math.pi - math.asin(sine)]
        levels: list[float] = []
        for fold in sorted(folds):
            if lowest <= fold <= highest and (not levels or fold - levels[-1] > _SAME_ANGLE):
                levels.append(fold)
                # all that lies further in is one point
                if self._tip(fold)[0] <= self.same_point:
                    break
        return levels

    def _tip(self, fold: float) -> tuple[float, float]:
        """Radius of the tip, and its direction from link 1 with the elbow turned by ``+fold``."""
        along, across = self.link1 + self.link2 * math.cos(fold), self.link2 * math.sin(fold)
        return math.hypot(along, across), math.atan2(across, along)

    def _direction(self, curve: _Curve, fold: float) -> float:
        return curve.theta1 + curve.side * self._tip(fold)[1]

    def _active(self, band: int) -> list[_Strip]:
        """The strips in band ``band`` (between levels ``band`` and ``band + 1``); none outside the
        first and the last.
        """
        if not 0 <= band < len(self.folds) - 1:
            return []
        fold = (self.folds[band] + self.folds[band + 1]) / 2.0
        return [strip for strip in self.strips if strip.first < fold < strip.last]

    def _covered(self, band: int, fold: float, direction: float) -> bool:
        """Whether a strip in this band covers the direction at this fold."""
        own = self._tip(fold)[1]
        sides = {strip.side for strip in self._active(band)}
        return any(
            abs(math.remainder(direction - self.middle - side * own, TWO_PI)) <= self.half
            for side in sides
        )

    def _live_curves(self, *bands: int) -> list[_Curve]:
        sides = {strip.side for band in bands for strip in self._active(band)}
        return [curve for curve in self.curves if curve.side in sides]

    def _vertices(self, level: int) -> dict[_Curve, _Vertex]:
        """Where each curve ends at this level; curves that meet there share a vertex."""
        radius, own = self._tip(self.folds[level])
        ends: dict[_Curve, _Vertex] = {}
        for curve in self._live_curves(level - 1, level):
            direction = curve.theta1 + curve.side * own
            for vertex in ends.values():
                chord = 2.0 * radius * abs(math.sin((direction - vertex.direction) / 2.0))
                if min(radius, chord) <= self.same_point:
                    ends[curve] = vertex
                    break
            else:
                ends[curve] = _Vertex(len(ends), direction)
        return ends

    def _sides(self, band: int, vertices: list[dict[_Curve, _Vertex]]) -> Iterator[Edge]:
        """The strip sides in this band that have the area on one side only."""
        outer, inner = self.folds[band], self.folds[band + 1]
        middle = (outer + inner) / 2.0
        for curve, before, after in _neighbours(
            self._live_curves(band), lambda curve: self._direction(curve, middle)
        ):
            inside_after = self._covered(band, middle, after)
            if inside_after == self._covered(band, middle, before):
                continue
            direction = self._direction(curve, middle)
            at_inner, at_outer = vertices[band + 1][curve], vertices[band][curve]
            low = (
                (band + 1, at_inner.number),
                (OUTWARD, -math.remainder(direction - at_inner.direction, TWO_PI)),
            )
            high = (
                (band, at_outer.number),
                (INWARD, math.remainder(direction - at_outer.direction, TWO_PI)),
            )
            points = self._side_points(curve, inner, outer)
            yield Edge(*low, *high, points) if inside_after else Edge(*high, *low, points[::-1])

    def _side_points(self, curve: _Curve, first: float, last: float) -> Points:
        fold = np.linspace(first, last, self._pieces(self.link2, abs(last - first)) + 1)
        angle = curve.theta1 + curve.side * fold
        elbow = self.link1 * np.array((math.cos(curve.theta1), math.sin(curve.theta1)))
        return np.asarray(
            elbow + self.link2 * np.column_stack((np.cos(angle), np.sin(angle))), dtype=np.float64
        )

    def _arcs(self, level: int, ends: dict[_Curve, _Vertex]) -> Iterator[Edge]:
        """The arcs about the shoulder at this level that bound the area from one side."""
        fold = self.folds[level]
        radius = self._tip(fold)[0]
        if radius <= self.same_point:
            return
        around = sorted(
            {(vertex.direction % TWO_PI, vertex.number) for vertex in ends.values()}
        ) or [(0.0, 0)]
        for (start, first), (end, second) in pairwise(
            [*around, (around[0][0] + TWO_PI, around[0][1])]
        ):
            outside, inside = (
                self._covered(band, fold, (start + end) / 2.0) for band in (level - 1, level)
            )
            if outside == inside:
                continue
            angle = np.linspace(start, end, self._pieces(radius, end - start) + 1)
            points = radius * np.column_stack((np.cos(angle), np.sin(angle)))
            low = (level, first), (ARC_ON, 0.0)
            high = (level, second), (ARC_BACK, 0.0)
            yield Edge(*low, *high, points) if inside else Edge(*high, *low, points[::-1])

    def _pieces(self, radius: float, angle: float) -> int:
        """How many chords an arc needs."""
        chord = 2.0 * math.acos(max(1.0 - self.tolerance / radius, 0.9))
        return max(1, math.ceil(angle / max(chord, TWO_PI / _MOST_POINTS_A_TURN)))


def _all_round(low: float, high: float) -> bool:
    return high - low >= TWO_PI - _SAME_ANGLE


def _strips(low: float, high: float) -> list[_Strip]:
    if _all_round(low, high):
        return [_Strip(0.0, math.pi, 1.0), _Strip(0.0, math.pi, -1.0)]
    strips = []
    for half_turn in range(math.floor(low / math.pi), math.floor(high / math.pi) + 1):
        base = half_turn * math.pi
        first, last = max(low - base, 0.0), min(high - base, math.pi)
        if last - first > _SAME_ANGLE:
            odd = half_turn % 2
            strips.append(
                _Strip(math.pi - last, math.pi - first, -1.0) if odd else _Strip(first, last, 1.0)
            )
    return strips


def _neighbours(
    curves: list[_Curve], direction: Callable[[_Curve], float]
) -> Iterator[tuple[_Curve, float, float]]:
    """Each curve, with directions halfway to its neighbours round the circle."""
    around = sorted((direction(curve) % TWO_PI, curve) for curve in curves)
    for index, (angle, curve) in enumerate(around):
        before = around[index - 1][0] - (TWO_PI if index == 0 else 0.0)
        after = around[(index + 1) % len(around)][0] + (TWO_PI if index == len(around) - 1 else 0.0)
        yield curve, (before + angle) / 2.0, (angle + after) / 2.0
