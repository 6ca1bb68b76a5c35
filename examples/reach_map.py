"""Print a map of the points that the arm can reach, and with which elbow. Needs no board.

    python examples/reach_map.py                 # the built-in arm
    python examples/reach_map.py my-arm.toml

All points are solved in one call: see docs/for-scripts.md.
"""

import sys

import numpy as np

from servoarm import DEFAULT, ArmFileError
from servoarm.armfile import load

COLUMNS, ROWS = 61, 31
SIGNS = np.array([".", "l", "r", "b"])  # none, left elbow, right elbow, both


def main() -> None:
    """Solve a grid of targets and print a letter for each."""
    config = load(sys.argv[1]).config if len(sys.argv) > 1 else DEFAULT
    arm = config.kinematics()
    x = np.linspace(-arm.outer_radius, arm.outer_radius, COLUMNS)
    y = np.linspace(arm.outer_radius, -arm.outer_radius, ROWS)
    found = arm.inverse_batch(x[np.newaxis, :], y[:, np.newaxis])
    letters = SIGNS[found.allowed_left + 2 * found.allowed_right]
    for row in letters:
        print("".join(row))
    print("l, r: left or right elbow only; b: both; .: none")
    print(f"{np.count_nonzero(letters != '.')} of {letters.size} points can be reached")


if __name__ == "__main__":
    try:
        main()
    except ArmFileError as error:
        sys.exit(str(error))
