"""Move the tip of a three-joint arm along a line, hand held level. Needs no board.

    python examples/three_joints.py

Our arm has two joints and a closed form. For any other chain there is Newton's iteration: see
docs/for-scripts.md.
"""

import math

import numpy as np

from servoarm.kinematics.screws import Chain, screw_axis
from servoarm.kinematics.screws.batch import forward_batch, space_jacobian_batch
from servoarm.kinematics.screws.newton import newton_inverse

LINKS_MM = (100.0, 100.0, 50.0)
START_RAD: tuple[float, ...] = (0.5, 0.9, -1.4)


def level_hand_at(x_mm: float, y_mm: float) -> list[list[float]]:
    """The pose with the tip at this point and the last link along x."""
    return [[1, 0, 0, x_mm], [0, 1, 0, y_mm], [0, 0, 1, 0], [0, 0, 0, 1]]


def main() -> None:
    """Solve ten poses on a line, each from the one before; then check all of them at once."""
    elbows = np.cumsum((0.0, *LINKS_MM))
    chain = Chain(
        [screw_axis((0, 0, 1), (along, 0, 0)) for along in elbows[:-1]],
        level_hand_at(elbows[-1], 0),
    )
    theta = START_RAD
    path = []
    for x_mm in np.linspace(120, 210, 10):
        found = newton_inverse(chain, level_hand_at(x_mm, 80.0), theta)
        if not found.converged:
            print(f"no pose found at x = {x_mm:.0f} mm")
            return
        path.append(theta := found.theta)
        angles = ", ".join(f"{math.degrees(angle):7.2f}" for angle in theta)
        print(f"x {x_mm:5.1f} mm: {angles} deg after {found.iterations} steps")
    tips = forward_batch(chain, path)[:, :2, 3]
    print(f"worst distance from the line: {np.abs(tips[:, 1] - 80.0).max():.1e} mm")
    # rows: turning about z, and the velocity in x and y; 0 would be a singular pose
    determinants = np.linalg.det(space_jacobian_batch(chain, path)[:, [2, 3, 4]])
    print(f"smallest determinant on the way: {determinants.min():.0f} mm^2")


if __name__ == "__main__":
    main()
