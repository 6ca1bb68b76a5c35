"""One branch of the inverse along a way: angles, and the direction in which both joints turn.

For paths, which stay on one branch and may end on a rim. Points beyond a rim give the pose that
stretches (or folds) the arm towards them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from servoarm.kinematics.joints import Elbow
from servoarm.kinematics.rims import Rims

Floats = NDArray[np.float64]


class JointWay(NamedTuple):
    """Angles (radians, one row a joint), unit directions in joint space (zero where the way gives
    none), and how much of link 2 a turn of the elbow moves across x and y (mm).
    """

    angles: Floats
    directions: Floats
    elbow_arm: Floats


def along_branch(rims: Rims, elbow: Elbow, points: Floats, tangents: Floats) -> JointWay:
    """Follow points (mm) with tangents (any length), one row a coordinate, on one branch.

    The direction is adj(J) times the tangent, with the sign of det J: it needs no division, so it
    is right at a rim too, where the joints turn and the tip stands still.
    """
    x, y = points
    radius2 = x * x + y * y
    straight = np.maximum(rims.outer2 - radius2, 0.0)
    folded = np.maximum(radius2 - rims.inner2, 0.0)
    side = -1.0 if elbow is Elbow.LEFT else 1.0
    sine = (2.0 * side) * np.sqrt(straight * folded)
    theta2 = np.arctan2(sine, folded - straight)
    along = rims.outer * folded + rims.difference * straight
    across = rims.link2 * sine
    theta1 = np.arctan2(y * along - x * across, x * along + y * across)
    sum_angle = theta1 + theta2
    elbow_x, elbow_y = -rims.link2 * np.sin(sum_angle), rims.link2 * np.cos(sum_angle)
    dx, dy = tangents
    # adj(J) of J = [[-y, elbow_x], [x, elbow_y]]; det J has the sign of the side
    turn1 = elbow_y * dx - elbow_x * dy
    turn2 = -x * dx - y * dy
    length = np.hypot(turn1, turn2)
    scale = side / np.where(length > 1e-9 * rims.outer * np.hypot(dx, dy), length, np.inf)
    return JointWay(
        np.stack((theta1, theta2)),
        np.stack((turn1 * scale, turn2 * scale)),
        np.stack((elbow_x, elbow_y)),
    )
