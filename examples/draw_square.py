"""Draw a square with the tip, corner by corner.

    python examples/draw_square.py                 # the simulated board
    python examples/draw_square.py /dev/ttyUSB0

Between the corners the joints move, not the tip: the sides are slightly curved.
"""

import sys

from servoarm import Arm, ServoarmError

CORNERS_MM = [(60, 90), (100, 90), (100, 130), (60, 130), (60, 90)]


def main() -> None:
    """Attach, visit the corners, relax."""
    port = sys.argv[1] if len(sys.argv) > 1 else "mock://"
    with Arm.open(port) as arm:
        assumed = arm.attach()
        print(f"The arm is taken to stand at {assumed.theta1_deg}, {assumed.theta2_deg} deg.")
        for x, y in CORNERS_MM:
            moved = arm.move_to(x, y)
            print(f"at ({moved.x_mm:.2f}, {moved.y_mm:.2f}), {moved.error_mm:.3f} mm off")
        arm.relax()


if __name__ == "__main__":
    try:
        main()
    except ServoarmError as error:
        sys.exit(str(error))
