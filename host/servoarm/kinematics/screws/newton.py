"""Joint values for a wanted pose of any chain: Newton's iteration on the body twist (section 6.2).

For the two-link arm itself use the closed form in `servoarm.kinematics.planar`: both branches, no
iteration, no start. This is for chains that have no closed form here, and as an independent check.
"""

import math
from typing import NamedTuple

import numpy as np

from servoarm.kinematics.checked import as_vector
from servoarm.kinematics.screws.chain import Chain
from servoarm.kinematics.screws.exponential import log_se3
from servoarm.kinematics.screws.lie import MatrixLike, VectorLike, as_transform, compose


class NewtonResult(NamedTuple):
    """Where the iteration ended. ``theta`` is a solution only if ``converged``."""

    theta: tuple[float, ...]
    converged: bool
    iterations: int
    angular_error: float
    """Angle between the reached and the wanted orientation, rad."""
    linear_error: float
    """Length of the linear part of the remaining body twist, in the chain's unit of length."""


def newton_inverse(
    chain: Chain,
    target: MatrixLike,
    start: VectorLike,
    *,
    angular_tolerance: float = 1e-9,
    linear_tolerance: float = 1e-9,
    max_iterations: int = 50,
) -> NewtonResult:
    """Joint values near ``start`` (n of them) with ``chain.forward(theta) = target`` (4 x 4).

    Each step solves ``J_b step = log(T^-1 target)`` by least squares, at most half a turn a joint.
    An unreachable target, or a start from which Newton does not get there, ends with
    ``converged`` False. Raises ValueError for wrong shapes or a target that is no transform.
    """
    wanted = as_transform(target, "target")
    theta = np.array(as_vector(start, len(chain), "start"))
    for iteration in range(max_iterations + 1):
        error = log_se3(compose(chain.inverse_transform(theta), wanted))
        angular, linear = math.hypot(*error[:3]), math.hypot(*error[3:])
        converged = angular <= angular_tolerance and linear <= linear_tolerance
        if converged or iteration == max_iterations:
            break
        step = np.linalg.lstsq(np.array(chain.body_jacobian(theta)), np.array(error), rcond=1e-9)[0]
        theta += step * min(1.0, math.pi / np.abs(step).max(initial=1e-300))
    return NewtonResult(tuple(theta.tolist()), converged, iteration, angular, linear)
