"""The two-link inverse against an oracle, the recorded cases, and what its docstrings promise."""

import csv
import math
from pathlib import Path

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from servoarm.kinematics.planar import (
    Branch,
    Elbow,
    Inverse,
    Limits,
    Pose,
    Reach,
    TwoLinkArm,
    choose,
)

CASES = Path(__file__).parents[1] / "data" / "cases"
ARM = TwoLinkArm(120.0, 90.0)
HOBBY_LIMITS = Limits(
    (math.radians(-45.0), math.radians(225.0)), (math.radians(-135.0), math.radians(135.0))
)

lengths = st.floats(-3.0, 6.0).map(lambda exponent: 10.0**exponent)
angles = st.floats(-math.pi, math.pi)


def targets(case: str) -> list[tuple[float, float]]:
    with (CASES / f"{case}.csv").open(newline="") as file:
        return [(float(row["x_mm"]), float(row["y_mm"])) for row in csv.DictReader(file)]


def in_degrees(branch: Branch | None) -> tuple[float, float]:
    assert branch is not None
    return math.degrees(branch.theta1), math.degrees(branch.theta2)


def tip_error(arm: TwoLinkArm, branch: Branch, x: float, y: float) -> float:
    """Distance of the branch's tip from (x, y), as a share of the reach, in 50 digits."""
    with mpmath.workdps(50):
        theta1, theta2, link1, link2 = map(
            mpmath.mpf, (branch.theta1, branch.theta2, arm.link1_mm, arm.link2_mm)
        )
        tip_x = link1 * mpmath.cos(theta1) + link2 * mpmath.cos(theta1 + theta2)
        tip_y = link1 * mpmath.sin(theta1) + link2 * mpmath.sin(theta1 + theta2)
        return float(mpmath.hypot(tip_x - x, tip_y - y) / (link1 + link2))


# --- the recorded cases, arm 120 / 90 mm ---------------------------------------------------------


def test_targets_outside_the_ring_are_refused_with_their_distance() -> None:
    inside, *outside = [ARM.inverse(x, y) for x, y in targets("R01_targets_outside")]
    assert inside.reach is Reach.INTERIOR and inside.allowed
    radii = (211.0, 212.132, 216.333, 1000.0, 1e9)
    for inverse, radius in zip(outside, radii, strict=True):
        assert inverse.reach is Reach.TOO_FAR
        assert inverse.branches == ()
        assert inverse.outer_distance == pytest.approx(210.0 - radius, abs=1e-3)
        assert inverse.inner_distance == pytest.approx(radius - 30.0, abs=1e-3)


def test_targets_in_the_hole_are_refused_as_too_near() -> None:
    *hole, reachable = [ARM.inverse(x, y) for x, y in targets("R03_targets_hole")]
    assert [inverse.reach for inverse in hole] == [Reach.TOO_NEAR] * 4
    assert all(inverse.inner_distance < 0.0 for inverse in hole)
    right, left = reachable.branch(Elbow.RIGHT), reachable.branch(Elbow.LEFT)
    assert in_degrees(right) == pytest.approx((-12.594, 175.693), abs=0.05)
    assert in_degrees(left) == pytest.approx((12.594, -175.693), abs=0.05)


def test_both_elbows_of_the_recorded_targets() -> None:
    right = [(16.26, 90), (90, 90), (-11.517, 80.406), (-105.294, 35.886), (-39.571, 161.427)]
    left = [(90, -90), (163.74, -90), (55.12, -80.406), (-74.706, -35.886), (39.571, -161.427)]
    for (x, y), on_right, on_left in zip(targets("R04_both_elbows"), right, left, strict=True):
        inverse = ARM.inverse(x, y)
        assert in_degrees(inverse.branch(Elbow.RIGHT)) == pytest.approx(on_right, abs=0.01)
        assert in_degrees(inverse.branch(Elbow.LEFT)) == pytest.approx(on_left, abs=0.01)
        for branch in inverse.branches:
            assert math.dist(ARM.forward(*branch.pose), (x, y)) < 0.01


def test_shoulder_goes_on_past_180_degrees() -> None:
    (x1, y1), (x2, y2) = targets("R06_wrap_180")
    first = ARM.inverse(x1, y1).branch(Elbow.RIGHT)
    assert in_degrees(first) == pytest.approx((178.13, 90.0), abs=0.01)
    assert first is not None
    second = ARM.inverse(x2, y2, near=first.pose).branch(Elbow.RIGHT)
    assert in_degrees(second) == pytest.approx((182.13, 90.0), abs=0.01)


def test_shoulder_limit_at_180_degrees_blocks_instead_of_swinging_back() -> None:
    limits = Limits((0.0, math.pi), (-math.pi, math.pi))
    (x1, y1), (x2, y2) = targets("R06_wrap_180")
    arm = TwoLinkArm(120.0, 90.0, limits)
    first = arm.inverse(x1, y1).branch(Elbow.RIGHT)
    assert first is not None and first.allowed
    second = arm.inverse(x2, y2, near=first.pose)
    blocked = second.branch(Elbow.RIGHT)
    assert blocked is not None
    [block] = blocked.blocks
    assert (block.joint, block.bound, block.limit) == (1, "max", math.pi)
    assert math.degrees(block.wanted) == pytest.approx(182.13, abs=0.01)
    assert choose(second, Elbow.RIGHT, first.pose) is None


# --- accuracy ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("link1", "link2"),
    [(120.0, 90.0), (90.0, 120.0), (100.0, 100.0), (100.0, 100.0 - 1e-9), (1e6, 1e-3), (1e-3, 1e6)],
)
def test_angles_agree_with_fifty_digit_law_of_cosines(link1: float, link2: float) -> None:
    arm = TwoLinkArm(link1, link2)
    for share in (0.01, 0.2, 0.5, 0.8, 0.99):
        radius = arm.inner_radius + share * (arm.outer_radius - arm.inner_radius)
        for turn in (-3.0, -1.0, 0.0, 0.5, 2.0):
            x, y = radius * math.cos(turn), radius * math.sin(turn)
            with mpmath.workdps(50):
                a, b, mx, my = map(mpmath.mpf, (link1, link2, x, y))
                cosine = (mx**2 + my**2 - a**2 - b**2) / (2 * a * b)
                theta2 = mpmath.acos(cosine)
                ahead = mpmath.atan2(b * mpmath.sin(theta2), a + b * cosine)
                theta1 = mpmath.atan2(my, mx) - ahead
            right = arm.inverse(x, y).branch(Elbow.RIGHT)
            assert right is not None
            # an angle can be no better than the target's own last bit allows
            condition = arm.outer_radius**2 / (link1 * link2 * math.sin(right.theta2))
            assert abs(right.theta2 - float(theta2)) <= 4e-16 * (math.pi + condition)
            turns = math.remainder(right.theta1 - float(theta1), 2.0 * math.pi)
            assert abs(turns) <= 4e-16 * (math.pi + condition * max(1.0, link2 / radius))


@given(lengths, lengths, angles, st.floats(0.0, 1.0), st.sampled_from([0.0, -4.0, -8.0, -16.0]))
def test_tip_of_every_branch_is_the_target(
    link1: float, link2: float, turn: float, share: float, exponent: float
) -> None:
    arm = TwoLinkArm(link1, link2)
    span = arm.outer_radius - arm.inner_radius
    for radius in (
        arm.inner_radius + share * 10.0**exponent * span,
        arm.outer_radius - share * 10.0**exponent * span,
    ):
        x, y = radius * math.cos(turn), radius * math.sin(turn)
        inverse = arm.inverse(x, y)
        assert inverse.reach.reachable
        for branch in inverse.branches:
            assert tip_error(arm, branch, x, y) <= 1e-15


@given(lengths, lengths, angles, st.sampled_from([0.0, math.pi, -math.pi]))
def test_tips_of_straight_and_folded_arms_are_on_their_rim(
    link1: float, link2: float, theta1: float, theta2: float
) -> None:
    arm = TwoLinkArm(link1, link2)
    inverse = arm.inverse(*arm.forward(theta1, theta2))
    if theta2 == 0.0 or min(link1, link2) < 1e-15 * max(link1, link2):
        assert inverse.reach is Reach.OUTER_EDGE
    else:
        assert inverse.reach in (Reach.INNER_EDGE, Reach.ORIGIN)
    left, right = inverse.branches
    assert left.theta1 == right.theta1
    assert abs(left.theta2) == abs(right.theta2) == abs(theta2)


@given(lengths, lengths, angles, angles)
def test_inverse_finds_the_pose_that_made_the_target(
    link1: float, link2: float, theta1: float, theta2: float
) -> None:
    arm = TwoLinkArm(link1, link2)
    x, y = arm.forward(theta1, theta2)
    inverse = arm.inverse(x, y, near=Pose(theta1, theta2))
    assert inverse.reach.reachable
    branch = choose(inverse, None, Pose(theta1, theta2))
    assert branch is not None
    assert math.dist(arm.forward(*branch.pose), (x, y)) <= 2e-15 * arm.outer_radius


def test_forward_places_elbow_and_tip() -> None:
    quarter = math.pi / 2.0
    assert ARM.forward(0.0, 0.0) == (210.0, 0.0)
    assert ARM.forward(quarter, -quarter) == pytest.approx((90.0, 120.0), abs=1e-12)
    assert ARM.elbow_point(quarter) == pytest.approx((0.0, 120.0), abs=1e-12)


def test_left_elbow_stands_on_the_left_of_the_line_to_the_target() -> None:
    x, y = 50.0, -130.0
    for branch in ARM.inverse(x, y).branches:
        elbow_x, elbow_y = ARM.elbow_point(branch.theta1)
        assert (x * elbow_y - y * elbow_x > 0.0) == (branch.elbow is Elbow.LEFT)
        assert (branch.theta2 < 0.0) == (branch.elbow is Elbow.LEFT)


# --- statuses and bad input ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "y", "reach"),
    [
        (150.0, 0.0, Reach.INTERIOR),
        (0.0, 210.0, Reach.OUTER_EDGE),
        (0.0, math.nextafter(210.0, 211.0), Reach.OUTER_EDGE),
        (-210.0 - 1e-12, 0.0, Reach.TOO_FAR),
        (-30.0, 0.0, Reach.INNER_EDGE),
        (0.0, 30.0 - 1e-12, Reach.TOO_NEAR),
        (0.0, 0.0, Reach.TOO_NEAR),
        (1e300, -1e300, Reach.TOO_FAR),
        (math.nan, 0.0, Reach.INVALID),
        (0.0, -math.inf, Reach.INVALID),
    ],
)
def test_status(x: float, y: float, reach: Reach) -> None:
    inverse = ARM.inverse(x, y)
    assert inverse.reach is reach
    assert len(inverse.branches) == (2 if reach.reachable else 0)
    assert inverse.allowed is reach.reachable
    assert (inverse.branch(Elbow.LEFT) is None) is not reach.reachable


def test_invalid_target_has_no_nearest_and_no_distance_that_looks_reachable() -> None:
    inverse = ARM.inverse(math.nan, 1.0)
    assert inverse.nearest is None
    assert inverse.outer_distance == inverse.inner_distance == -math.inf


@pytest.mark.parametrize(("near", "theta1"), [(None, 0.0), (Pose(1.2, 0.5), 1.2)])
def test_equal_links_fold_onto_the_origin_without_turning_the_shoulder(
    near: Pose | None, theta1: float
) -> None:
    inverse = TwoLinkArm(100.0, 100.0).inverse(0.0, 0.0, near)
    assert inverse.reach is Reach.ORIGIN
    assert [branch.theta1 for branch in inverse.branches] == [theta1, theta1]
    assert [abs(branch.theta2) for branch in inverse.branches] == [math.pi, math.pi]


def test_lengths_that_differ_in_the_last_bit_count_as_equal() -> None:
    assert TwoLinkArm(0.1 + 0.2, 0.3).inverse(0.0, 0.0).reach is Reach.ORIGIN


@pytest.mark.parametrize("length", [0.0, -0.0, -90.0, math.nan, math.inf, -math.inf])
def test_length_that_is_no_length_is_refused_by_name(length: float) -> None:
    with pytest.raises(ValueError, match=f"link1_mm .* got {length!r}"):
        TwoLinkArm(length, 90.0)
    with pytest.raises(ValueError, match=f"link2_mm .* got {length!r}"):
        TwoLinkArm(120.0, length)


@pytest.mark.parametrize(
    "bad", [(1.0, -1.0), (math.nan, 1.0), (0.0, math.nan), (math.inf, math.inf)]
)
def test_limits_that_hold_no_angle_are_refused_by_joint(bad: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="joint 2"):
        TwoLinkArm(120.0, 90.0, Limits((-1.0, 1.0), bad))


def test_forward_refuses_angles_that_are_not_finite() -> None:
    with pytest.raises(ValueError, match="finite"):
        ARM.forward(math.nan, 0.0)
    with pytest.raises(ValueError, match="finite"):
        ARM.elbow_point(math.inf)


ranges = st.tuples(st.floats(-10.0, 10.0), st.floats(0.0, 10.0)).map(lambda r: (r[0], r[0] + r[1]))


def numbers_of(inverse: Inverse) -> list[float]:
    numbers = [inverse.outer_distance, inverse.inner_distance]
    for branch in inverse.branches:
        numbers += [*branch.pose, *(number for block in branch.blocks for number in block[2:])]
    if inverse.nearest is not None:
        numbers += [*inverse.nearest.pose, *inverse.nearest[1:4]]
    return numbers


@given(
    link1=lengths,
    link2=lengths,
    limits=st.builds(Limits, ranges, ranges) | st.just(Limits((-math.inf, 1.0), (0.5, math.inf))),
    x=st.floats(allow_nan=True, allow_infinity=True) | st.floats(-1e3, 1e3),
    y=st.floats(allow_nan=True, allow_infinity=True) | st.floats(-1e3, 1e3),
    near=st.none() | st.builds(Pose, st.floats(-100.0, 100.0), st.floats(-100.0, 100.0)),
)
def test_every_target_is_answered_without_nan(
    *, link1: float, link2: float, limits: Limits, x: float, y: float, near: Pose | None
) -> None:
    inverse = TwoLinkArm(link1, link2, limits).inverse(x, y, near)
    assert (inverse.reach is Reach.INVALID) is not (math.isfinite(x) and math.isfinite(y))
    assert not any(map(math.isnan, numbers_of(inverse)))
