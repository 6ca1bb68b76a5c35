"""One step of a jog: on the line, on the elbow's side, within the limits."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servoarm.armfile import DEFAULT
from servoarm.kinematics.planar import Elbow, Pose
from servoarm.motion.jog_step import jog_step

ARM = DEFAULT.kinematics()
(LOW1, HIGH1), (LOW2, HIGH2) = ARM.limits
SPEEDS = (math.radians(180), math.radians(180))


def run(start: Pose, side: Elbow, direction_deg: float, steps: int) -> list[Pose]:
    """Hold a direction at 40 mm/s for so many steps, or until they are refused."""
    angle = math.radians(direction_deg)
    velocity = (40 * math.cos(angle), 40 * math.sin(angle))
    poses = [start]
    for _ in range(steps):
        step = jog_step(ARM, poses[-1], side, velocity, speeds=SPEEDS, seconds=0.04)
        if step.pose is None:
            break
        poses.append(step.pose)
    return poses


@given(
    theta1=st.floats(LOW1, HIGH1),
    bend=st.floats(0.0, HIGH2),
    side=st.sampled_from(Elbow),
    direction_deg=st.floats(0, 360),
)
def test_the_tip_stays_on_its_line_and_the_elbow_on_its_side(
    theta1: float, bend: float, side: Elbow, direction_deg: float
) -> None:
    start = Pose(theta1, -bend if side is Elbow.LEFT else bend)
    x, y = ARM.forward(*start)
    across = -math.sin(math.radians(direction_deg)), math.cos(math.radians(direction_deg))
    for pose in run(start, side, direction_deg, 60):
        assert LOW1 <= pose.theta1 <= HIGH1 and LOW2 <= pose.theta2 <= HIGH2
        assert pose.theta2 <= 0 if side is Elbow.LEFT else pose.theta2 >= 0
        tip = ARM.forward(*pose)
        off_line = (tip[0] - x) * across[0] + (tip[1] - y) * across[1]
        assert off_line == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize("direction_deg", [0, 20, 110, 180, 200, 290, 345])
def test_away_from_rims_a_step_is_as_long_as_asked_for(direction_deg: float) -> None:
    start = Pose(math.radians(90), math.radians(-90))
    first, second = run(start, Elbow.LEFT, direction_deg, 1)
    (x, y), angle = ARM.forward(*first), math.radians(direction_deg)
    there = x + 1.6 * math.cos(angle), y + 1.6 * math.sin(angle)
    assert math.dist(ARM.forward(*second), there) < 0.05


def test_a_step_that_takes_all_of_a_joints_speed_is_not_shortened() -> None:
    # from (100, 100), straight left: link 1 points up, so the shoulder alone moves the tip left
    # by 100 mm/rad and up by 100 mm/rad, and the elbow takes the rise back
    start, fastest = Pose(math.radians(90), math.radians(-90)), 40 / 100
    step = jog_step(
        ARM, start, Elbow.LEFT, (-40, 0), speeds=(1.02 * fastest, 1.02 * fastest), seconds=0.04
    )
    assert step.pose is not None
    x, y = ARM.forward(*step.pose)
    assert (x, y) == pytest.approx((100 - 1.6, 100), abs=2e-3)
    assert step.share == pytest.approx(1, abs=0.05)


def test_at_the_rim_no_step_is_left_and_no_limit_is_named() -> None:
    start = Pose(math.radians(60), math.radians(-60))
    last = run(start, Elbow.LEFT, 0, 1000)[-1]
    assert math.hypot(*ARM.forward(*last)) > 199.0
    step = jog_step(ARM, last, Elbow.LEFT, (40, 0), speeds=SPEEDS, seconds=0.04)
    assert step.pose is None and not step.blocks


@pytest.mark.parametrize("side", list(Elbow))
def test_a_straight_arm_bends_to_the_side_that_is_asked_for(side: Elbow) -> None:
    poses = run(Pose(math.radians(60), 0.0), side, 240, 20)
    assert len(poses) == 21
    assert (poses[-1].theta2 < 0) is (side is Elbow.LEFT)


def test_a_limit_in_the_way_is_named() -> None:
    last = run(Pose(math.radians(90), math.radians(-120)), Elbow.LEFT, 225, 1000)[-1]
    step = jog_step(ARM, last, Elbow.LEFT, (-28, -28), speeds=SPEEDS, seconds=0.04)
    assert step.pose is None and [block.joint for block in step.blocks] == [2]
