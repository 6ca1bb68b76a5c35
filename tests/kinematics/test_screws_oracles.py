"""Screw theory against two other implementations: Modern Robotics' own library and pinocchio."""

import math
from typing import Any

import numpy as np
import pytest

from servoarm.kinematics import screws

POSES = np.random.default_rng(7).uniform(-3.0, 3.0, (20, 6))


def random_chain() -> screws.Chain:
    random = np.random.default_rng(5)
    joints = [screws.screw_axis(random.normal(size=3), random.normal(size=3)) for _ in range(6)]
    return screws.Chain(joints, screws.exp_se3(random.normal(size=6)))


# The examples in the docstrings of the library that comes with Lynch & Park.
BOOK_HOME = [[-1, 0, 0, 0], [0, 1, 0, 6], [0, 0, -1, 2], [0, 0, 0, 1]]
BOOK_SCREWS = [(0, 0, 1, 4, 0, 0), (0, 0, 0, 0, 1, 0), (0, 0, -1, -6, 0, -0.1)]
BOOK_BODY_SCREWS = [(0, 0, -1, 2, 0, 0), (0, 0, 0, 0, 1, 0), (0, 0, 1, 0, 0, 0.1)]
BOOK_THETA = (math.pi / 2, 3, math.pi)
BOOK_POSE = np.array([[0, 1, 0, -5], [1, 0, 0, 4], [0, 0, -1, 1.68584073], [0, 0, 0, 1]])


@pytest.mark.parametrize(
    "pose",
    [
        screws.forward_space(BOOK_HOME, BOOK_SCREWS, BOOK_THETA),
        screws.forward_body(BOOK_HOME, BOOK_BODY_SCREWS, BOOK_THETA),
        screws.Chain(BOOK_SCREWS, BOOK_HOME).forward(BOOK_THETA),
        screws.Chain.from_body(BOOK_BODY_SCREWS, BOOK_HOME).forward(BOOK_THETA),
    ],
    ids=["space form", "body form", "chain", "chain from body screws"],
)
def test_book_example_of_a_chain_with_all_three_joint_types(pose: Any) -> None:
    np.testing.assert_allclose(pose, BOOK_POSE, atol=5e-9)


def test_book_example_of_the_transform_exponential_and_logarithm() -> None:
    transform = [[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 3], [0, 0, 0, 1]]
    twist = (math.pi / 2, 0, 0, 0, 2.35619449, 2.35619449)
    np.testing.assert_allclose(screws.exp_se3(twist), transform, atol=5e-9)
    np.testing.assert_allclose(screws.log_se3(transform), twist, atol=5e-9)


def test_modern_robotics_agrees_on_a_six_joint_arm() -> None:
    mr = pytest.importorskip("modern_robotics")
    chain = random_chain()
    columns, body_columns = np.array(chain.screws).T, np.array(chain.body_screws).T
    home = np.array(chain.home)
    for theta in POSES:
        pose, jacobian = chain.forward_and_space_jacobian(theta)
        np.testing.assert_allclose(pose, mr.FKinSpace(home, columns, theta), atol=1e-12)
        np.testing.assert_allclose(pose, mr.FKinBody(home, body_columns, theta), atol=1e-12)
        np.testing.assert_allclose(jacobian, mr.JacobianSpace(columns, theta), atol=1e-12)
        body = mr.JacobianBody(body_columns, theta)
        np.testing.assert_allclose(chain.body_jacobian(theta), body, atol=1e-12)
        np.testing.assert_allclose(screws.adjoint(pose), mr.Adjoint(np.array(pose)), atol=1e-15)


def test_pinocchio_agrees_on_a_six_joint_arm() -> None:
    pin = pytest.importorskip("pinocchio")
    chain = random_chain()
    model = pin.Model()
    parent, origin = 0, np.zeros(3)
    for screw in np.array(chain.screws):
        omega, v = screw[:3], screw[3:]
        point = np.cross(omega, v)
        placement = pin.SE3(np.eye(3), point - origin)
        joint = pin.JointModelRevoluteUnaligned(omega)
        parent = model.addJoint(parent, joint, placement, f"joint{parent}")
        origin = point
    home = np.array(chain.home)
    tool = pin.SE3(home[:3, :3], home[:3, 3] - origin)
    frame = model.addFrame(pin.Frame("tool", parent, 0, tool, pin.FrameType.OP_FRAME))
    data = model.createData()
    angular_first = [3, 4, 5, 0, 1, 2]  # pinocchio stacks (v, omega)
    for theta in POSES:
        pin.computeJointJacobians(model, data, theta)
        pin.updateFramePlacements(model, data)
        pose, jacobian = chain.forward_and_space_jacobian(theta)
        np.testing.assert_allclose(pose, data.oMf[frame].homogeneous, atol=1e-12)
        space = pin.getFrameJacobian(model, data, frame, pin.WORLD)
        np.testing.assert_allclose(jacobian, space[angular_first], atol=1e-12)
        body = pin.getFrameJacobian(model, data, frame, pin.LOCAL)
        np.testing.assert_allclose(chain.body_jacobian(theta), body[angular_first], atol=1e-12)
