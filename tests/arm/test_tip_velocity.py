"""The tip Jacobian against the arm itself: a small step of the joints moves the tip by J."""

from __future__ import annotations

import math

import numpy as np
import pytest

from servoarm.arm import Arm
from servoarm.kinematics.screws import two_link_screws
from servoarm.kinematics.velocity import tip_jacobian

STEP_DEG = 1.0


@pytest.mark.parametrize("pose_deg", [(30, 45), (100, -90), (150, -20), (-30, 120)])
@pytest.mark.parametrize("step_deg", [(STEP_DEG, 0.0), (0.0, STEP_DEG), (-STEP_DEG, STEP_DEG)])
def test_a_small_step_moves_the_tip_by_the_jacobian(
    arm: Arm, pose_deg: tuple[float, float], step_deg: tuple[float, float]
) -> None:
    # the Jacobian in the middle of the step leaves only its cube as an error
    arm.move_joints(pose_deg[0] - step_deg[0] / 2, pose_deg[1] - step_deg[1] / 2)
    before = arm.pose
    arm.move_joints(pose_deg[0] + step_deg[0] / 2, pose_deg[1] + step_deg[1] / 2)
    after = arm.pose

    moved = np.array([after.x_mm - before.x_mm, after.y_mm - before.y_mm])
    step = np.radians(step_deg)
    at = tuple(map(math.radians, pose_deg))
    links = arm.config.link1_mm, arm.config.link2_mm

    assert moved == pytest.approx(np.array(tip_jacobian(*links, *at)) @ step, abs=1e-3)
    assert moved == pytest.approx(
        np.array(two_link_screws(*links, *at).tip_velocity(*step)), abs=1e-3
    )
