"""One branch along a path: the angles of the inverse, and the way in which they change."""

import numpy as np
import pytest

from servoarm.kinematics.joints import Elbow
from servoarm.kinematics.planar import TwoLinkArm

ARM = TwoLinkArm(120.0, 90.0)


@pytest.mark.parametrize("elbow", Elbow)
def test_the_angles_bring_the_tip_to_the_points(elbow: Elbow) -> None:
    points = np.random.default_rng(1).uniform(-140.0, 140.0, (2, 500))
    points = points[:, np.hypot(*points) > 31.0]
    theta1, theta2 = ARM.along_branch(elbow, points, np.ones_like(points)).angles
    x = 120.0 * np.cos(theta1) + 90.0 * np.cos(theta1 + theta2)
    y = 120.0 * np.sin(theta1) + 90.0 * np.sin(theta1 + theta2)
    assert np.abs(np.stack((x, y)) - points).max() < 1e-10
    assert (np.sign(theta2) == (-1.0 if elbow is Elbow.LEFT else 1.0)).all()


@pytest.mark.parametrize("elbow", Elbow)
def test_the_direction_is_that_of_the_next_moment(elbow: Elbow) -> None:
    points, tangent = np.array([[100.0], [60.0]]), np.array([[-3.0], [2.0]])
    ahead = 1e-6
    before, after = (
        ARM.along_branch(elbow, points + share * ahead * tangent, tangent).angles
        for share in (-1.0, 1.0)
    )
    moved = (after - before)[:, 0]
    found = ARM.along_branch(elbow, points, tangent).directions[:, 0]
    assert found == pytest.approx(moved / np.hypot(*moved), abs=1e-7)


def test_at_the_rim_the_joints_still_have_a_direction() -> None:
    outwards = ARM.along_branch(Elbow.RIGHT, np.array([[210.0], [0.0]]), np.array([[1.0], [0.0]]))
    # at full stretch the tip keeps its bearing: (L1 + L2) d theta1 + L2 d theta2 = 0
    assert outwards.angles[:, 0] == pytest.approx([0.0, 0.0], abs=1e-7)
    slope = outwards.directions[0, 0] / outwards.directions[1, 0]
    assert slope == pytest.approx(-90.0 / 210.0, abs=1e-6)
    assert outwards.directions[1, 0] < 0.0


def test_along_the_rim_there_is_no_direction() -> None:
    along = ARM.along_branch(Elbow.LEFT, np.array([[210.0], [0.0]]), np.array([[0.0], [1.0]]))
    assert (along.directions == 0.0).all()
