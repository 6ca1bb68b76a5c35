"""Paths: where they go, what they are made of, and what is no path."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from servoarm.errors import PathInvalid
from servoarm.motion.path import Path, arc, bezier, circle, line, polyline


def _points(path: Path, each: int = 50) -> NDArray[np.float64]:
    span = np.repeat(np.arange(path.spans), each)
    return path.at(span, np.tile(np.linspace(0.0, 1.0, each), path.spans))[0]


def _distance_to_segments(point: NDArray[np.float64], corners: list[tuple[float, float]]) -> float:
    found = []
    for a, b in zip(np.array(corners[:-1]), np.array(corners[1:]), strict=True):
        along = np.clip((point - a) @ (b - a) / ((b - a) @ (b - a)), 0.0, 1.0)
        found.append(float(np.hypot(*(point - a - along * (b - a)))))
    return min(found)


def test_a_line_goes_straight_from_end_to_end() -> None:
    path = line((10.0, 20.0), (50.0, -10.0))
    x, y = _points(path)
    assert (path.start, path.end) == ((10.0, 20.0), (50.0, -10.0))
    assert np.abs((x - 10.0) * -30.0 - (y - 20.0) * 40.0).max() < 1e-10


@pytest.mark.parametrize("angle", [0.1, -1.0, math.pi, -2.0 * math.pi, 20.0])
def test_an_arc_keeps_its_radius_and_turns_by_its_angle(angle: float) -> None:
    path = arc((20.0, -5.0), (120.0, -5.0), angle)
    x, y = _points(path)
    assert np.abs(np.hypot(x - 20.0, y + 5.0) - 100.0).max() < 1e-6
    assert path.end == pytest.approx((20.0 + 100.0 * math.cos(angle), -5 + 100 * math.sin(angle)))


def test_a_circle_ends_where_it_begins() -> None:
    path = circle((0.0, 100.0), (30.0, 110.0))
    assert path.end == path.start == (30.0, 110.0)


def test_a_bezier_follows_the_textbook_formula() -> None:
    controls = [(0.0, 0.0), (10.0, 50.0), (60.0, -20.0), (80.0, 30.0)]
    f = np.linspace(0.0, 1.0, 50)
    weights = np.stack(((1 - f) ** 3, 3 * f * (1 - f) ** 2, 3 * f * f * (1 - f), f**3))
    assert _points(bezier(*controls)) == pytest.approx(np.array(controls).T @ weights)


@pytest.mark.parametrize("rounding_mm", [0.01, 0.1, 1.0, 100.0])
def test_rounded_corners_stay_within_the_rounding(rounding_mm: float) -> None:
    corners = [(0.0, 0.0), (40.0, 0.0), (40.0, 30.0), (45.0, 0.0), (90.0, 2.0), (90.5, 9.0)]
    path = polyline(corners, rounding_mm)
    away = [_distance_to_segments(point, corners) for point in _points(path).T]
    assert max(away) <= rounding_mm + 1e-9
    assert (path.start, path.end) == (corners[0], corners[-1])


def test_a_corner_is_passed_at_its_rounding() -> None:
    path = polyline([(0.0, 0.0), (40.0, 0.0), (40.0, 30.0)], 0.5)
    x, y = _points(path, 101)
    assert np.hypot(x - 40.0, y).min() == pytest.approx(0.5, abs=1e-6)


def test_a_rounded_polyline_is_smooth() -> None:
    path = polyline([(0.0, 0.0), (40.0, 0.0), (40.0, 30.0), (0.0, 31.0)], 0.1)
    spans = np.arange(path.spans)
    _, leaving = path.at(spans[1:], np.zeros(path.spans - 1))
    _, coming = path.at(spans[:-1], np.ones(path.spans - 1))
    cross = leaving[0] * coming[1] - leaving[1] * coming[0]
    assert np.abs(cross / np.hypot(*leaving) / np.hypot(*coming)).max() < 1e-9


def test_repeated_points_count_once() -> None:
    twice = polyline([(0, 0), (0, 0), (10, 0), (10, 0), (10, 1e-12), (20, 5), (20, 5)])
    assert twice.spans == 2
    assert twice.end == (20.0, 5.0)


def test_paths_that_meet_are_put_together() -> None:
    path = line((0.0, 50.0), (50.0, 50.0)) + arc((50.0, 80.0), (50.0, 50.0), 1.0)
    assert path.start == (0.0, 50.0)
    assert path.spans == 1 + 4


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: polyline([]), "empty"),
        (lambda: polyline([(0, 1), (math.nan, 3)]), "no number"),
        (lambda: polyline([(0, 1), (math.inf, 3)]), "no number"),
        (lambda: polyline([(0, 1e300)]), "no number"),
        (lambda: polyline([1, 2, 3]), "shape"),
        (lambda: polyline([(1, 2), (3,)]), "shape"),
        (lambda: polyline([("a", "b")]), "shape"),
        (lambda: polyline(np.zeros((1_000_000, 2))), "too long"),
        (lambda: polyline([(0, 1), (2, 3)], -1.0), "rounding"),
        (lambda: polyline([(0, 1), (2, 3)], math.nan), "rounding"),
        (lambda: arc((0, 0), (1, 0), math.inf), "angle"),
        (lambda: bezier((0, 0), (1, 1), (2, 2)), "controls"),
        (lambda: line((0, 0), (1, 1)) + line((2, 2), (3, 3)), "gap"),
    ],
)
def test_what_is_no_path_is_told(make: Callable[[], Path], why: str) -> None:
    with pytest.raises(PathInvalid) as caught:
        make()
    assert caught.value.why == why
    assert str(caught.value)


def test_the_bad_point_is_named() -> None:
    with pytest.raises(PathInvalid, match=r"Point 1 of the path is \(nan, 3\)"):
        polyline([(0, 1), (math.nan, 3)])
