"""Plan a path and say what it would do to the arm. Needs no board, and moves nothing.

    python examples/plan_path.py                 # a rounded square
    python examples/plan_path.py drawing.csv     # points of a file: x,y in mm, one a line

docs/trajectories.md explains what is printed.
"""

import csv
import math
import sys
from pathlib import Path

from servoarm import DEFAULT, PathInvalid, PathRefused, preflight

SQUARE = [(60.0, 90.0), (110.0, 90.0), (110.0, 140.0), (60.0, 140.0), (60.0, 90.0)]


def points_of(name: str) -> list[tuple[float, float]]:
    """The rows of a file that are two numbers; a heading is left out."""
    found = []
    with Path(name).open(encoding="utf-8", newline="") as file:
        for row in csv.reader(file):
            try:
                x, y = map(float, row)
            except ValueError:
                continue
            found.append((x, y))
    return found


def main() -> None:
    """Print the preflight, and the first setpoints."""
    points = points_of(sys.argv[1]) if len(sys.argv) > 1 else SQUARE
    found = preflight(DEFAULT, points)
    trajectory = found.refuse_bad_spots()
    peak1, peak2 = map(math.degrees, found.peak_speeds)
    print(f"{found.length_mm:.1f} mm in {found.duration_s:.2f} s, elbow {found.elbow.value}")
    print(f"largest speeds: shoulder {peak1:.0f} deg/s, elbow {peak2:.0f} deg/s")
    if found.slowest is not None:
        x, y, speed = found.slowest.x_mm, found.slowest.y_mm, found.slowest.tip_mm_s
        print(f"slowest at ({x:.1f}, {y:.1f}): {speed:.0f} mm/s")
    print("  time   shoulder      elbow")
    for when, theta1, theta2 in zip(
        trajectory.times_s[:6], trajectory.theta1, trajectory.theta2, strict=False
    ):
        print(f"{when:5.2f} s {math.degrees(theta1):8.2f} {math.degrees(theta2):8.2f} deg")


if __name__ == "__main__":
    try:
        main()
    except (OSError, PathInvalid, PathRefused) as error:
        sys.exit(str(error))
