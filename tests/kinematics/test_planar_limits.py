"""Turns, limits, the choice of a branch and the nearest reachable pose."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from servoarm.kinematics.planar import (
    UNLIMITED,
    Elbow,
    Limits,
    Nearest,
    Pose,
    Reach,
    TwoLinkArm,
    choose,
)


def degrees(low1: float, high1: float, low2: float, high2: float) -> Limits:
    low1, high1, low2, high2 = map(math.radians, (low1, high1, low2, high2))
    return Limits((low1, high1), (low2, high2))


HOBBY = TwoLinkArm(120.0, 90.0, degrees(-45.0, 225.0, -135.0, 135.0))
FREE = TwoLinkArm(120.0, 90.0)


# --- turns ---------------------------------------------------------------------------------------


def test_shoulder_angle_comes_on_the_turn_within_limits() -> None:
    x, y = HOBBY.forward(math.radians(-160.0), math.radians(40.0))
    branch = HOBBY.inverse(x, y).branch(Elbow.RIGHT)
    assert branch is not None and branch.allowed
    assert math.degrees(branch.theta1) == pytest.approx(200.0, abs=1e-9)


@given(st.floats(-40.0, 40.0), st.floats(-40.0, 40.0), st.floats(-3.0, 3.0), st.floats(0.01, 3.1))
def test_without_limits_both_angles_lie_within_half_a_turn_of_near(
    near1: float, near2: float, theta1: float, theta2: float
) -> None:
    for branch in FREE.inverse(*FREE.forward(theta1, theta2), near=Pose(near1, near2)).branches:
        assert abs(branch.theta1 - near1) <= math.pi + 1e-9
        assert abs(branch.theta2 - near2) <= math.pi + 1e-9


def test_near_decides_between_two_turns_within_limits() -> None:
    arm = TwoLinkArm(120.0, 90.0, degrees(-400.0, 400.0, -170.0, 170.0))
    x, y = arm.forward(math.radians(100.0), math.radians(40.0))
    for near, expected in ((90.0, 100.0), (-200.0, -260.0)):
        branch = arm.inverse(x, y, near=Pose(math.radians(near), 0.0)).branch(Elbow.RIGHT)
        assert branch is not None and branch.allowed
        assert math.degrees(branch.theta1) == pytest.approx(expected)


# --- limits --------------------------------------------------------------------------------------


def test_block_names_joint_bound_and_both_angles() -> None:
    arm = TwoLinkArm(120.0, 90.0, degrees(0.0, 180.0, -10.0, 135.0))
    x, y = arm.forward(math.radians(-20.0), math.radians(60.0))
    inverse = arm.inverse(x, y)
    left, right = inverse.branches
    [shoulder] = right.blocks
    assert (shoulder.joint, shoulder.bound, shoulder.limit) == (1, "min", 0.0)
    assert math.degrees(shoulder.wanted) == pytest.approx(-20.0)
    [elbow] = left.blocks
    assert (elbow.joint, elbow.bound) == (2, "min")
    assert math.degrees(elbow.wanted) == pytest.approx(-60.0)
    assert inverse.reach is Reach.INTERIOR and not inverse.allowed


def test_blocked_angle_comes_on_the_turn_that_misses_least() -> None:
    arm = TwoLinkArm(120.0, 90.0, degrees(90.0, 180.0, -180.0, 180.0))
    x, y = arm.forward(math.radians(-160.0), math.radians(60.0))
    branch = arm.inverse(x, y, near=Pose(math.radians(-150.0), 0.0)).branch(Elbow.RIGHT)
    assert branch is not None
    assert math.degrees(branch.theta1) == pytest.approx(200.0)
    assert branch.blocks[0].bound == "max"


@given(st.booleans(), st.booleans(), st.floats(0.0, 1.0))
def test_target_made_at_a_limit_is_allowed_and_stays_within_it(
    first_joint: bool, upper: bool, share: float
) -> None:
    joint = 0 if first_joint else 1
    pose = [low + share * (high - low) for low, high in HOBBY.limits]
    pose[joint] = HOBBY.limits[joint][upper]
    inverse = HOBBY.inverse(*HOBBY.forward(*pose))
    assert inverse.allowed
    for branch in inverse.branches:
        if branch.allowed:
            assert HOBBY.limits.clamp(branch.pose) == branch.pose


# --- choice --------------------------------------------------------------------------------------


def test_asked_elbow_is_taken_or_none_never_the_other() -> None:
    inverse = HOBBY.inverse(0.0, -100.0)
    left, right = inverse.branches
    assert left.allowed and right.allowed
    assert choose(inverse, Elbow.LEFT, None) is left
    assert choose(inverse, Elbow.RIGHT, None) is right
    one_sided = TwoLinkArm(120.0, 90.0, degrees(-180.0, 180.0, 0.0, 180.0)).inverse(120.0, 60.0)
    assert choose(one_sided, Elbow.LEFT, None) is None
    assert choose(one_sided, None, None) is one_sided.branch(Elbow.RIGHT)


def test_unasked_the_branch_with_least_joint_travel_is_taken() -> None:
    for elbow in Elbow:
        present = HOBBY.inverse(120.0, 60.0).branch(elbow)
        assert present is not None
        chosen = choose(HOBBY.inverse(121.0, 61.0, present.pose), None, present.pose)
        assert chosen is not None and chosen.elbow is elbow


def test_the_travel_of_both_joints_counts() -> None:
    left, right = FREE.inverse(120.0, 60.0).branches
    # The right one is nearer: by far for the elbow though the shoulder stands as for the left one,
    # and for the shoulder though the elbow stands a little nearer to the left one's angle.
    for near in (Pose(left.theta1, 0.6 * right.theta2), Pose(right.theta1, 0.01 * left.theta2)):
        for sign, nearer in ((1.0, Elbow.RIGHT), (-1.0, Elbow.LEFT)):  # and in the mirror
            pose = Pose(sign * near.theta1, sign * near.theta2)
            chosen = choose(FREE.inverse(120.0, sign * 60.0, pose), None, pose)
            assert chosen is not None and chosen.elbow is nearer


def test_nothing_to_choose_out_of_reach() -> None:
    assert choose(HOBBY.inverse(500.0, 0.0), None, None) is None
    assert choose(HOBBY.inverse(500.0, 0.0), Elbow.LEFT, Pose(0.0, 0.0)) is None


# --- nearest -------------------------------------------------------------------------------------


def nearest(arm: TwoLinkArm, x: float, y: float, near: Pose | None = None) -> Nearest:
    found = arm.inverse(x, y, near).nearest
    assert found is not None
    return found


def test_nearest_of_a_reachable_target_is_the_target() -> None:
    found = nearest(FREE, 120.0, 60.0, Pose(0.0, 1.5))
    assert (found.x, found.y, found.distance, found.elbow) == (120.0, 60.0, 0.0, Elbow.RIGHT)


@pytest.mark.parametrize("scale", [1.0, 1e6, 1e150, 1e297])
def test_nearest_of_a_far_target_is_straight_towards_it(scale: float) -> None:
    found = nearest(FREE, 300.0 * scale, 400.0 * scale)
    assert (found.x, found.y) == pytest.approx((126.0, 168.0))
    assert found.pose.theta2 == 0.0
    assert found.distance == pytest.approx(500.0 * scale - 210.0)


def test_nearest_of_a_target_in_the_hole_is_on_the_inner_rim() -> None:
    found = nearest(FREE, 0.0, 10.0)
    assert (found.x, found.y, found.distance) == pytest.approx((0.0, 30.0, 20.0))


def test_nearest_of_the_origin_keeps_the_shoulder_where_it_is() -> None:
    found = nearest(FREE, 0.0, 0.0, Pose(0.7, 1.0))
    assert found.pose == pytest.approx((0.7, math.pi))
    assert found.distance == pytest.approx(30.0)


ends = st.tuples(st.floats(-7.0, 7.0), st.floats(0.05, 7.0)).map(lambda r: (r[0], r[0] + r[1]))


@given(
    st.sampled_from([(120.0, 90.0), (90.0, 120.0), (100.0, 100.0), (100.0, 10.0)]),
    st.builds(Limits, ends, ends) | st.builds(Limits, ends, st.just(UNLIMITED.theta2)),
    st.floats(0.0, 400.0),
    st.floats(-math.pi, math.pi),
)
def test_no_allowed_pose_is_nearer_than_the_nearest(
    links: tuple[float, float], limits: Limits, radius: float, turn: float
) -> None:
    arm = TwoLinkArm(*links, limits)
    x, y = radius * math.cos(turn), radius * math.sin(turn)
    found = nearest(arm, x, y)
    assert limits.clamp(found.pose) == found.pose
    assert arm.forward(*found.pose) == pytest.approx((found.x, found.y), abs=1e-7)
    assert math.dist((found.x, found.y), (x, y)) == pytest.approx(found.distance, abs=1e-9)
    step = 121
    (low1, high1), (low2, high2) = limits
    theta1 = np.linspace(low1, min(high1, low1 + 2.0 * math.pi), step)[:, np.newaxis]
    low2 = -math.pi if low2 == -math.inf else low2
    theta2 = np.linspace(low2, min(high2, low2 + 2.0 * math.pi), step)
    tip_x = arm.link1_mm * np.cos(theta1) + arm.link2_mm * np.cos(theta1 + theta2)
    tip_y = arm.link1_mm * np.sin(theta1) + arm.link2_mm * np.sin(theta1 + theta2)
    sampled = float(np.hypot(tip_x - x, tip_y - y).min())
    spacing = 2.0 * math.pi / (step - 1) * arm.outer_radius
    assert sampled - 1.5 * spacing <= found.distance <= sampled + 1e-7
