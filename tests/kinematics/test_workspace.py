"""The polygons of the reachable area against the inverse, point by point."""

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from servoarm.kinematics.planar import UNLIMITED, Limits, Polygon, TwoLinkArm

Floats = NDArray[np.float64]
TOLERANCE = 0.25


def rings(polygons: list[Polygon]) -> list[Floats]:
    return [ring for polygon in polygons for ring in (polygon.outer, *polygon.holes)]


def area(ring: Floats) -> float:
    """Signed area, by triangles from the first vertex."""
    edges = ring[1:] - ring[0]
    return float(np.sum(edges[:-1, 0] * edges[1:, 1] - edges[:-1, 1] * edges[1:, 0])) / 2.0


def coverage(polygon: Polygon, points: Floats) -> NDArray[np.bool_]:
    """Which points lie in the polygon and not in its holes (even-odd rule)."""
    inside = np.zeros(len(points), dtype=bool)
    x, y = points.T
    for ring in (polygon.outer, *polygon.holes):
        for (x1, y1), (x2, y2) in zip(ring, np.roll(ring, -1, axis=0), strict=True):
            if y1 != y2:
                straddles = (y1 > y) != (y2 > y)
                inside ^= straddles & (x < x1 + (y - y1) * ((x2 - x1) / (y2 - y1)))
    return inside


def distance(point: Floats, ring: Floats) -> float:
    along = np.roll(ring, -1, axis=0) - ring
    share = np.sum((point - ring) * along, axis=1) / np.maximum(np.sum(along**2, axis=1), 1e-30)
    return float(
        np.hypot(*(ring + np.clip(share, 0.0, 1.0)[:, np.newaxis] * along - point).T).min()
    )


def assert_agrees_with_inverse(arm: TwoLinkArm, count: int = 800) -> None:
    reach = arm.outer_radius
    points = np.random.default_rng(11).uniform(-1.05 * reach, 1.05 * reach, (count, 2))
    batch = arm.inverse_batch(*points.T)
    polygons = arm.workspace(TOLERANCE)
    covered = np.sum([coverage(polygon, points) for polygon in polygons], axis=0)
    outline = rings(polygons)
    for index in np.flatnonzero(covered != (batch.allowed_left | batch.allowed_right)):
        assert min(distance(points[index], ring) for ring in outline) <= 1.01 * TOLERANCE


def test_arm_without_limits_reaches_a_ring() -> None:
    [polygon] = TwoLinkArm(120.0, 90.0).workspace(0.01)
    [hole] = polygon.holes
    assert area(polygon.outer) == pytest.approx(math.pi * 210.0**2, rel=1e-3)
    assert area(hole) == pytest.approx(-math.pi * 30.0**2, rel=1e-3)


def test_equal_links_leave_no_hole() -> None:
    [polygon] = TwoLinkArm(100.0, 100.0).workspace()
    assert polygon.holes == []


def test_usual_servo_limits_leave_a_hole_around_the_shoulder() -> None:
    limits = Limits((math.radians(-45.0), math.radians(225.0)), (-2.3, 2.3))
    arm = TwoLinkArm(120.0, 90.0, limits)
    [polygon] = arm.workspace()
    [hole] = polygon.holes
    assert area(polygon.outer) > 0.0 > area(hole)
    assert_agrees_with_inverse(arm)


@pytest.mark.parametrize("shoulder_deg", [90.0, 180.0, 270.0, 300.0, 359.0])
@pytest.mark.parametrize("links", [(120.0, 90.0), (90.0, 120.0), (100.0, 100.0)])
@pytest.mark.parametrize(
    "elbow_deg", [(0.0, 150.0), (-90.0, 90.0), (-150.0, 170.0), (-180.0, 180.0), (90.0, 400.0)]
)
def test_area_agrees_with_inverse_for_symmetric_ranges(
    shoulder_deg: float, links: tuple[float, float], elbow_deg: tuple[float, float]
) -> None:
    half = math.radians(shoulder_deg) / 2.0
    low, high = map(math.radians, elbow_deg)
    assert_agrees_with_inverse(TwoLinkArm(*links, Limits((-half, half), (low, high))), 300)


ends = st.tuples(st.floats(-7.0, 7.0), st.floats(0.01, 6.5)).map(lambda r: (r[0], r[0] + r[1]))


@given(
    st.sampled_from([(120.0, 90.0), (90.0, 120.0), (100.0, 100.0), (100.0, 10.0), (10.0, 100.0)]),
    ends | st.just(UNLIMITED.theta1),
    ends | st.just(UNLIMITED.theta2),
)
@settings(max_examples=60)
def test_area_agrees_with_inverse_for_any_range(
    links: tuple[float, float], theta1: tuple[float, float], theta2: tuple[float, float]
) -> None:
    assert_agrees_with_inverse(TwoLinkArm(*links, Limits(theta1, theta2)), 300)


lengths = st.floats(-3.0, 6.0).map(lambda exponent: 10.0**exponent)
corners = st.sampled_from([k * math.pi / 4.0 for k in range(-8, 9)]) | st.floats(-7.0, 7.0)
pairs = st.tuples(corners, corners).map(lambda pair: (min(pair), max(pair)))


@given(lengths, lengths, pairs, pairs)
@example(100.0, 100.00000019315524, (-5.497787043782138, -1e-9), (math.pi - 1e-9, 3.92699081798))
@example(100.0, 100.0, (0.0, math.pi - 1e-12), (-math.pi, -0.026835379718363583))
@example(1e-3, 100.0, (-2.0 * math.pi, -5.0), (-2.0 * math.pi, -2.356194490192345))
def test_any_arm_has_an_outline_within_its_reach(
    link1: float, link2: float, theta1: tuple[float, float], theta2: tuple[float, float]
) -> None:
    arm = TwoLinkArm(link1, link2, Limits(theta1, theta2))
    for ring in rings(arm.workspace(arm.outer_radius / 1000.0)):
        assert np.isfinite(ring).all()
        assert np.hypot(*ring.T).max() <= arm.outer_radius * (1.0 + 1e-12)


def test_finer_tolerance_gives_more_points_closer_to_the_rim() -> None:
    arm = TwoLinkArm(120.0, 90.0)
    coarse, fine = arm.workspace(5.0)[0].outer, arm.workspace(0.01)[0].outer
    assert len(fine) > 5 * len(coarse)
    middles = (fine + np.roll(fine, -1, axis=0)) / 2.0
    assert 210.0 - np.hypot(*middles.T).min() <= 0.01


def test_a_joint_that_cannot_turn_sweeps_no_area() -> None:
    assert TwoLinkArm(120.0, 90.0, Limits((1.0, 1.0), (-1.0, 1.0))).workspace() == []


@pytest.mark.parametrize("tolerance", [0.0, -1.0, math.nan, math.inf])
def test_tolerance_that_is_no_tolerance_is_refused(tolerance: float) -> None:
    with pytest.raises(ValueError, match="tolerance_mm"):
        TwoLinkArm(120.0, 90.0).workspace(tolerance)
