"""Directed edges joined to closed loops, and loops sorted into polygons with holes."""

import bisect
from collections import defaultdict
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

# Around a vertex, counter-clockwise: the arc to larger directions, curves outward, the arc to
# smaller ones, curves inward.
ARC_ON, OUTWARD, ARC_BACK, INWARD = range(4)


class Polygon(NamedTuple):
    """A piece of the area, in mm: the outline, counter-clockwise (N, 2), and its holes, clockwise;
    not closed by a repeat.
    """

    outer: Points
    holes: list[Points]


class Edge(NamedTuple):
    """A piece of outline between two vertices. The ``*_order`` sort the edges at a vertex
    counter-clockwise.
    """

    start: tuple[int, int]
    start_order: tuple[int, float]
    end: tuple[int, int]
    end_order: tuple[int, float]
    points: Points


class OpenOutlineError(ArithmeticError):
    """Edges that do not close to loops."""


def chain(edges: list[Edge]) -> list[Points]:
    """The edges joined to loops; where these touch, each keeps to its own piece of the area.

    Raises OpenOutlineError if the edges do not close.
    """
    leaving: dict[tuple[int, int], list[tuple[tuple[int, float], int]]] = defaultdict(list)
    for index, edge in enumerate(edges):
        bisect.insort(leaving[edge.start], (edge.start_order, index))
    unused = set(range(len(edges)))
    loops = []
    while unused:
        index = unused.pop()
        first, points = index, []
        while True:
            edge = edges[index]
            points.append(edge.points[:-1])
            choices = leaving[edge.end]
            if not choices:
                raise OpenOutlineError
            index = choices[bisect.bisect_left(choices, (edge.end_order, -1)) - 1][1]
            if index == first:
                break
            if index not in unused:
                raise OpenOutlineError
            unused.remove(index)
        loops.append(np.concatenate(points))
    return loops


def nest(loops: list[Points]) -> list[Polygon]:
    """Clockwise loops put as holes into the counter-clockwise ones around them; largest first.

    A piece thinner than its chords stray may come out clockwise as a whole, and is left out.
    """
    polygons = [
        Polygon(loop, []) for loop in sorted(loops, key=_area, reverse=True) if _area(loop) > 0.0
    ]
    for hole in loops:
        if polygons and _area(hole) < 0.0:
            max(polygons, key=lambda polygon: _share_inside(hole, polygon.outer)).holes.append(hole)
    return polygons


def _area(loop: Points) -> float:
    x, y = (loop - loop[0]).T
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2.0


def _share_inside(loop: Points, outer: Points) -> float:
    """The share of a few of the loop's vertices that lie within ``outer`` (even-odd rule)."""
    x, y = loop[:: max(1, len(loop) // 16)].T[:, :, np.newaxis]
    (x1, y1), (x2, y2) = outer.T, np.roll(outer, -1, axis=0).T
    straddles = (y1 > y) != (y2 > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        left = x < x1 + (y - y1) * ((x2 - x1) / (y2 - y1))
    return float(np.mean(np.count_nonzero(straddles & left, axis=1) % 2))
