"""The batch inverse says what the scalar one says."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from servoarm.kinematics.batch import REACH_CODES
from servoarm.kinematics.planar import UNLIMITED, Elbow, Limits, Pose, Reach, TwoLinkArm

ARMS = [
    TwoLinkArm(120.0, 90.0),
    TwoLinkArm(90.0, 120.0, Limits((-0.8, 3.9), (-2.4, 2.4))),
    TwoLinkArm(100.0, 100.0, Limits((0.5, 0.9), (3.3, 7.0))),
    TwoLinkArm(1e6, 1e-3),
    TwoLinkArm(1e-3, 1e6, Limits((-20.0, -9.0), UNLIMITED.theta2)),
]


def assert_same(arm: TwoLinkArm, x: float, y: float) -> None:
    inverse = arm.inverse(x, y)
    batch = arm.inverse_batch([x], [y])
    assert not any(np.isnan(array).any() for array in batch[:4])
    assert REACH_CODES[batch.reach[0]] is inverse.reach
    assert batch.reachable[0] == inverse.reach.reachable
    rows = (
        (Elbow.LEFT, batch.theta1_left, batch.theta2_left, batch.allowed_left),
        (Elbow.RIGHT, batch.theta1_right, batch.theta2_right, batch.allowed_right),
    )
    for elbow, theta1, theta2, allowed in rows:
        branch = inverse.branch(elbow)
        assert allowed[0] == (branch is not None and branch.allowed)
        if branch is not None:
            assert theta1[0] == pytest.approx(branch.theta1, abs=4e-15)
            assert theta2[0] == pytest.approx(branch.theta2, abs=4e-15)


@pytest.mark.parametrize("arm", ARMS)
@given(share=st.floats(0.0, 1.2), turn=st.floats(-3.1, 3.1))
@settings(max_examples=60)
def test_batch_equals_scalar_in_and_around_the_ring(
    arm: TwoLinkArm, share: float, turn: float
) -> None:
    radius = share * arm.outer_radius
    assert_same(arm, radius * math.cos(turn), radius * math.sin(turn))


@pytest.mark.parametrize("arm", ARMS)
def test_batch_equals_scalar_at_the_ends_of_the_number_range(arm: TwoLinkArm) -> None:
    for x in (0.0, -30.0, 200.0, 1e-320, 1e160, -1e300, math.nan, math.inf):
        for y in (0.0, -210.0, 5e-324, 1e300, -math.inf):
            assert_same(arm, x, y)


@pytest.mark.parametrize("bound", [0, 1])
@pytest.mark.parametrize("joint", [0, 1])
@pytest.mark.parametrize("beyond", [-1e-6, 0.0, 1e-6])
def test_both_take_a_pose_up_to_its_very_limits(joint: int, bound: int, beyond: float) -> None:
    arm = TwoLinkArm(120.0, 90.0, Limits((-0.8, 1.9), (0.3, 2.4)))
    outwards = beyond if bound else -beyond
    for share in np.linspace(0.1, 0.9, 40):
        pose = [low + share * (high - low) for low, high in arm.limits]
        pose[joint] = arm.limits[joint][bound] + outwards
        x, y = arm.forward(*pose)
        branch = arm.inverse(x, y).branch(Elbow.RIGHT)
        assert branch is not None
        assert branch.allowed == (beyond <= 0.0)
        batch = arm.inverse_batch([x], [y])
        assert batch.allowed_right[0] == (beyond <= 0.0)
        for found in (branch.pose, (batch.theta1_right[0], batch.theta2_right[0])):
            assert found == pytest.approx(pose, abs=1e-9)
            if branch.allowed:
                assert arm.limits.clamp(Pose(*found)) == found


def test_order_and_shape_are_kept_over_many_chunks() -> None:
    rng = np.random.default_rng(7)
    arm = ARMS[0]
    x, y = rng.uniform(-220.0, 220.0, (2, 300, 100))
    batch = arm.inverse_batch(x, y)
    assert all(array.shape == (300, 100) for array in batch)
    for row, column in ((0, 0), (123, 45), (299, 99)):
        inverse = arm.inverse(x[row, column], y[row, column])
        assert REACH_CODES[batch.reach[row, column]] is inverse.reach


def test_shapes_broadcast_and_may_be_empty_or_scalar() -> None:
    arm = ARMS[0]
    assert arm.inverse_batch(np.zeros((3, 1)), np.full(4, 100.0)).theta1_left.shape == (3, 4)
    assert arm.inverse_batch([], []).reach.shape == (0,)
    assert REACH_CODES[int(arm.inverse_batch(120, 60).reach)] is Reach.INTERIOR


def test_out_of_reach_the_arm_points_at_the_target() -> None:
    batch = ARMS[0].inverse_batch([300.0, 0.0, math.nan], [400.0, 10.0, 0.0])
    assert batch.theta1_left == pytest.approx([math.atan2(4.0, 3.0), math.pi / 2.0, 0.0])
    assert batch.theta2_right == pytest.approx([0.0, math.pi, 0.0])
    assert not batch.allowed_left.any() and not batch.allowed_right.any()


def test_exact_rim_targets_are_never_refused() -> None:
    theta1 = np.random.default_rng(8).uniform(-math.pi, math.pi, 50_000)
    for arm in ARMS:
        for theta2 in (0.0, math.pi):
            x = arm.link1_mm * np.cos(theta1) + arm.link2_mm * np.cos(theta1 + theta2)
            y = arm.link1_mm * np.sin(theta1) + arm.link2_mm * np.sin(theta1 + theta2)
            assert arm.inverse_batch(x, y).reachable.all()
