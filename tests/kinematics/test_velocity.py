"""Tip velocities, singularities and the two inverses of the tip Jacobian."""

import math
from collections.abc import Callable

import mpmath
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from servoarm.kinematics.screws import two_link_screws
from servoarm.kinematics.velocity import (
    DAMPING_RADIUS,
    DAMPING_SINE,
    Singularity,
    damped_rate,
    manipulability,
    manipulability_ellipse,
    singular_values,
    singularity_distance,
    tip_determinant,
    tip_jacobian,
)

LENGTH = st.floats(10.0, 200.0)
ANGLE = st.floats(-math.pi, math.pi)
SPEED = st.floats(-200.0, 200.0)
PAIR = tuple[float, float]
LINKS = st.tuples(LENGTH, LENGTH)
POSE = st.tuples(ANGLE, ANGLE)
VELOCITY = st.tuples(SPEED, SPEED)
LIMITS = (3.0, 2.0)


def tip(link1: float, link2: float, theta1: float, theta2: float) -> tuple[float, float]:
    return (
        link1 * math.cos(theta1) + link2 * math.cos(theta1 + theta2),
        link1 * math.sin(theta1) + link2 * math.sin(theta1 + theta2),
    )


@given(LENGTH, LENGTH, ANGLE, ANGLE)
def test_jacobian_is_the_derivative_of_the_tip(l1: float, l2: float, t1: float, t2: float) -> None:
    h = 1e-6
    columns = [
        (np.array(tip(l1, l2, t1 + a, t2 + b)) - tip(l1, l2, t1 - a, t2 - b)) / (2 * h)
        for a, b in ((h, 0.0), (0.0, h))
    ]
    np.testing.assert_allclose(tip_jacobian(l1, l2, t1, t2), np.column_stack(columns), atol=1e-6)


@given(LINKS, POSE, VELOCITY)
def test_tip_velocity_is_the_space_twist_taken_at_the_tip(
    links: PAIR, pose: PAIR, rates: PAIR
) -> None:
    expected = np.array(tip_jacobian(*links, *pose)) @ rates
    found = two_link_screws(*links, *pose).tip_velocity(*rates)
    np.testing.assert_allclose(found, expected, atol=1e-10)


@given(LENGTH, LENGTH, ANGLE, ANGLE)
def test_measures_agree_with_numpy(l1: float, l2: float, t1: float, t2: float) -> None:
    jacobian = np.array(tip_jacobian(l1, l2, t1, t2))
    assert tip_determinant(l1, l2, t2) == pytest.approx(np.linalg.det(jacobian), abs=1e-9)
    assert manipulability(l1, l2, t2) == pytest.approx(abs(np.linalg.det(jacobian)), abs=1e-9)
    values = np.linalg.svd(jacobian, compute_uv=False)
    np.testing.assert_allclose(singular_values(l1, l2, t2), values, atol=1e-11)
    ellipse = manipulability_ellipse(l1, l2, t1, t2)
    direction = np.array([math.cos(ellipse.angle), math.sin(ellipse.angle)])
    assert np.linalg.norm(direction @ jacobian) == pytest.approx(ellipse.major, rel=1e-12)


@pytest.mark.parametrize("theta2", [1e-15, -1e-9, 1e-4, math.pi - 1e-9, math.pi, 0.7])
def test_smaller_singular_value_keeps_its_digits_near_singular_poses(theta2: float) -> None:
    with mpmath.workdps(60):
        l1, l2, angle = mpmath.mpf(100), mpmath.mpf(80), mpmath.mpf(theta2)
        square = l1**2 + 2 * l2**2 + 2 * l1 * l2 * mpmath.cos(angle)
        determinant = l1 * l2 * mpmath.sin(angle)
        exact = mpmath.sqrt((square - mpmath.sqrt(square**2 - 4 * determinant**2)) / 2)
    assert singular_values(100.0, 80.0, theta2)[1] == pytest.approx(float(exact), rel=1e-14)


@pytest.mark.parametrize(
    ("theta2", "nearest", "joint"),
    [
        (0.25, Singularity.STRETCHED, 0.25),
        (-0.25, Singularity.STRETCHED, 0.25),
        (math.pi - 0.25, Singularity.FOLDED, 0.25),
        (2 * math.pi + 0.25, Singularity.STRETCHED, 0.25),
        (math.pi, Singularity.FOLDED, 0.0),
    ],
)
def test_distance_to_the_nearest_singularity(
    theta2: float, nearest: Singularity, joint: float
) -> None:
    found = singularity_distance(100.0, 80.0, theta2)
    assert found.nearest is nearest
    assert found.joint == pytest.approx(joint, abs=1e-15)
    radius = math.hypot(*tip(100.0, 80.0, 0.0, theta2))
    assert found.outer_rim_mm == pytest.approx(180.0 - radius, abs=1e-12)
    assert found.inner_rim_mm == pytest.approx(radius - 20.0, abs=1e-12)


def test_rim_distance_keeps_its_digits_when_tiny() -> None:
    # sagitta: 2 l1 l2 sin^2(theta2/2) / reach to first order
    assert singularity_distance(100.0, 100.0, 1e-9).outer_rim_mm == pytest.approx(2.5e-17, rel=1e-9)


@given(LINKS, POSE, VELOCITY)
def test_damped_rate_is_exact_away_from_singular_poses(
    links: PAIR, pose: PAIR, velocity: PAIR
) -> None:
    assume(abs(math.sin(pose[1])) >= DAMPING_SINE)
    assume(math.hypot(*tip(*links, *pose)) > 1.01 * DAMPING_RADIUS * sum(links))
    found = damped_rate(*links, *pose, velocity)
    assert not found.damped
    exact = np.linalg.solve(tip_jacobian(*links, *pose), velocity)
    np.testing.assert_allclose(found[:2], exact, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose((found.vx, found.vy), velocity, atol=1e-9)


@given(LINKS, POSE | st.tuples(ANGLE, st.floats(-0.05, 0.05)), VELOCITY)
def test_damped_rate_keeps_the_joints_within_their_speeds(
    links: PAIR, pose: PAIR, velocity: PAIR
) -> None:
    free = damped_rate(*links, *pose, velocity)
    found = damped_rate(*links, *pose, velocity, speed_limits=LIMITS)
    assert abs(found.theta1_rate) <= LIMITS[0] * (1 + 1e-12)
    assert abs(found.theta2_rate) <= LIMITS[1] * (1 + 1e-12)
    # slowed down as a whole, so that the direction stays
    scaled = (free.theta1_rate * found.scale, free.theta2_rate * found.scale)
    np.testing.assert_allclose(found[:2], scaled, rtol=1e-12, atol=1e-12)


@given(LINKS, POSE | st.tuples(ANGLE, st.floats(-0.05, 0.05)), VELOCITY)
def test_damped_rate_is_bounded_at_every_pose(links: PAIR, pose: PAIR, velocity: PAIR) -> None:
    reach, speed = sum(links), math.hypot(*velocity)
    elbow = speed * reach / (DAMPING_SINE * links[0] * links[1])
    shoulder = speed / (DAMPING_RADIUS * reach) + elbow / DAMPING_RADIUS**2
    found = damped_rate(*links, *pose, velocity)
    assert abs(found.theta2_rate) <= elbow * (1 + 1e-12)
    assert abs(found.theta1_rate) <= shoulder * (1 + 1e-12)


@pytest.mark.parametrize("theta2", [0.04, -0.04])
def test_damping_grows_towards_the_rim(theta2: float) -> None:
    outward = [
        damped_rate(100.0, 100.0, -share * theta2 / 2, share * theta2, (50.0, 0.0)).theta2_rate
        for share in (1.0, 0.5, 0.25, 0.0)
    ]
    towards_straight = [-rate * math.copysign(1.0, theta2) for rate in outward]
    assert towards_straight[0] > towards_straight[1] > towards_straight[2] > towards_straight[3]
    assert outward[3] == 0.0


def jog(
    start: tuple[float, float],
    velocity: tuple[float, float],
    seconds: float,
    links: tuple[float, float] = (100.0, 100.0),
) -> list[tuple[float, float]]:
    """Poses of a jog at 50 Hz, as the jog pad drives it."""
    poses = [start]
    for _ in range(round(seconds / 0.02)):
        theta1, theta2 = poses[-1]
        rate = damped_rate(*links, theta1, theta2, velocity, speed_limits=(3.0, 3.0), step_s=0.02)
        poses.append((theta1 + 0.02 * rate.theta1_rate, theta2 + 0.02 * rate.theta2_rate))
    return poses


def test_pressing_on_at_the_rim_eases_to_a_stop_and_never_flips_the_elbow() -> None:
    poses = jog((0.0, 0.5), (50.0, 0.0), 4.0)
    assert all(theta2 >= 0.0 for _, theta2 in poses)
    assert 199.9 < math.hypot(*tip(100.0, 100.0, *poses[-1])) <= 200.0
    moves = np.abs(np.diff(np.array(poses[-50:]), axis=0))
    assert moves.max() < 1e-3


@pytest.mark.parametrize("bend", [1, -1])
def test_a_stretched_arm_leaves_the_rim_when_asked_to_the_side_it_is_told(bend: int) -> None:
    first = damped_rate(
        100.0, 100.0, 0.3, 0.0, (-10 * math.cos(0.3), -10 * math.sin(0.3)), bend=bend
    )
    assert math.copysign(1.0, first.theta2_rate) == bend
    assert first.damped


def test_a_stretched_arm_follows_again_after_it_has_left_the_rim() -> None:
    poses = jog((0.0, 0.0), (-50.0, 0.0), 1.0)
    x, y = tip(100.0, 100.0, *poses[-1])
    assert x == pytest.approx(150.0, abs=5.0)
    assert abs(y) < 2.0


@pytest.mark.parametrize("links", [(100.0, 60.0), (60.0, 100.0)])
def test_a_folded_arm_stops_at_the_inner_rim_and_leaves_it_again(
    links: tuple[float, float],
) -> None:
    start = (0.0, 2.5)
    x, y = tip(*links, *start)
    inward = (-50.0 * x / math.hypot(x, y), -50.0 * y / math.hypot(x, y))
    inside = jog(start, inward, 3.0, links)
    assert all(0.0 <= theta2 <= math.pi + 1e-12 for _, theta2 in inside)
    assert math.hypot(*tip(*links, *inside[-1])) == pytest.approx(40.0, abs=0.1)
    out = jog(inside[-1], (-inward[0], -inward[1]), 1.0, links)
    assert math.hypot(*tip(*links, *out[-1])) > 70.0


def test_equal_links_pass_through_the_origin() -> None:
    start = (0.0, 2.0)
    x, y = tip(100.0, 100.0, *start)
    radius = math.hypot(x, y)
    poses = jog(start, (-50.0 * x / radius, -50.0 * y / radius), 2 * radius / 50.0)
    end = tip(100.0, 100.0, *poses[-1])
    np.testing.assert_allclose(end, (-x, -y), atol=2.0)


def test_a_motion_along_the_rim_does_not_bend_the_elbow() -> None:
    found = damped_rate(100.0, 100.0, 0.0, 0.0, (0.0, 100.0))
    assert found.theta2_rate == 0.0
    assert (found.vx, found.vy) == pytest.approx((0.0, 100.0))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tip_jacobian(0.0, 100.0, 0, 0), "link 1: expected a length above 0 mm, found 0"),
        (lambda: tip_jacobian(1.0, math.inf, 0, 0), "link 2: expected a length above 0 mm"),
        (lambda: tip_jacobian(1.0, 1.0, math.nan, 0), "theta: expected finite angles"),
        (
            lambda: damped_rate(1.0, 1.0, 0, 1, (1, 2, 3)),  # type: ignore[arg-type]
            r"velocity \(vx, vy\): expected 2 numbers, found 3",
        ),
        (lambda: damped_rate(1.0, 1.0, 0, 1, (1, math.nan)), "expected finite numbers, found"),
        (
            lambda: damped_rate(1.0, 1.0, 0, 1, (1, 2), speed_limits=(0, 1)),
            "speed limits: expected two rates above 0 rad/s",
        ),
        (lambda: tip_jacobian("a", 1.0, 0, 0), "link 1: expected a number, found 'a'"),  # type: ignore[arg-type]
        (lambda: tip_jacobian(1.0, 1.0, "a", 0), r"theta: expected 2 angles, found \('a', 0\)"),  # type: ignore[arg-type]
        (
            lambda: damped_rate(1.0, 1.0, 0, 1, None),  # type: ignore[arg-type]
            "expected 2 numbers, found None",
        ),
        (
            lambda: damped_rate(1.0, 1.0, 0, 1, (1, 2), speed_limits=None),  # type: ignore[arg-type]
            "speed limits: expected two rates above 0 rad/s, found None",
        ),
        (
            lambda: damped_rate(1.0, 1.0, 0, 1, (1, 2), step_s=None),  # type: ignore[arg-type]
            "step: expected a number, found None",
        ),
        (lambda: damped_rate(1.0, 1.0, 0, 1, (1, 2), bend=0), "bend: expected 1 or -1"),
        (lambda: damped_rate(1.0, 1.0, 0, 1, (1, 2), step_s=-1), "step: expected 0 s or more"),
    ],
)
def test_bad_input_says_what_was_expected_and_found(
    call: Callable[[], object], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        call()
