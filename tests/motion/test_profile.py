"""What the window foretells of the board's motion."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servoarm.armfile import DEFAULT
from servoarm.kinematics.planar import Pose
from servoarm.motion.profile import Drive, ProfileForecast

ARM = DEFAULT.kinematics()
FRAME_S = 0.02
DRIVE = Drive(math.radians(180) * FRAME_S, math.radians(720) * FRAME_S**2)


def forecast(pose: Pose) -> ProfileForecast:
    return ProfileForecast(ARM, (DRIVE, DRIVE), pose)


def test_the_joint_with_less_to_turn_is_there_first_and_the_tip_leaves_its_line() -> None:
    """Straight inwards the elbow turns twice as far; when both have turned half the shoulder's way
    and brake or go on, the tip is a quarter of the elbow's whole turn too far round."""
    turn = math.radians(4)
    off_line = forecast(Pose(0.0, 0.0)).off_line_mm(Pose(turn, -2 * turn), 1.0, (-1.0, 0.0))
    assert 50 * turn < off_line < 100 * turn


@given(turn=st.floats(-1.0, 1.0), share=st.floats(0.05, 1.0))
def test_a_shoulder_that_turns_alone_takes_the_tip_round_on_its_circle(
    turn: float, share: float
) -> None:
    """The furthest from the tangent at the goal is where the turn began."""
    off_line = forecast(Pose(0.0, 0.0)).off_line_mm(Pose(turn, 0.0), share, tangent(turn))
    assert off_line == pytest.approx(200 * (1 - math.cos(turn)), abs=1e-6)


def tangent(turn: float) -> tuple[float, float]:
    way = math.copysign(1.0, turn)
    return -way * math.sin(turn), way * math.cos(turn)


def test_a_joint_under_way_is_foretold_to_brake_before_it_turns_back() -> None:
    """At 0.2 rad/s there is a way to brake; from rest there is none."""
    start, ahead = Pose(0.0, math.radians(-90)), Pose(0.5, math.radians(-90))
    moving = forecast(start)
    moving.taken(ahead, 1.0)
    pose = 0.0
    for frame in range(1, 6):  # as the board would: one acceleration more each frame
        pose += frame * DRIVE.acceleration
        moving.reported(Pose(pose, start.theta2), at_rest=False)
    still = forecast(Pose(pose, start.theta2))
    back = Pose(pose - 0.01, start.theta2)
    x, y = ARM.forward(*back)
    way = (y / math.hypot(x, y), -x / math.hypot(x, y))
    assert still.off_line_mm(back, 1.0, way) < 0.1
    assert moving.off_line_mm(back, 1.0, way) > 2.0
