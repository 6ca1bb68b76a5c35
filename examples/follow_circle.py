"""Follow a point that runs round a circle, as the window follows the mouse.

    python examples/follow_circle.py [PORT]

Moves are sent without waiting; each takes over from the last, from where the arm is and as fast as
it goes. Ctrl-C stops the arm.
"""

import math
import sys
import time

from servoarm import Arm, ServoarmError

CENTRE_MM, RADIUS_MM = (80.0, 100.0), 30.0
ROUNDS, SECONDS_A_ROUND, STEP_S = 2, 4.0, 0.04


def main() -> None:
    """Go to the circle, then follow it in real time."""
    port = sys.argv[1] if len(sys.argv) > 1 else "mock://"
    with Arm.open(port) as arm:
        arm.attach()
        arm.move_to(CENTRE_MM[0] + RADIUS_MM, CENTRE_MM[1])
        start = time.monotonic()
        try:
            while (elapsed := time.monotonic() - start) < ROUNDS * SECONDS_A_ROUND:
                angle = 2 * math.pi * elapsed / SECONDS_A_ROUND
                x = CENTRE_MM[0] + RADIUS_MM * math.cos(angle)
                y = CENTRE_MM[1] + RADIUS_MM * math.sin(angle)
                arm.move_to(x, y, wait=False)
                status = arm.status
                behind_mm = math.dist((status.x_mm, status.y_mm), (x, y))
                tip = f"({status.x_mm:6.1f}, {status.y_mm:6.1f})"
                print(f"\rtip at {tip}, {behind_mm:4.1f} mm behind", end="")
                time.sleep(STEP_S)
        except KeyboardInterrupt:
            arm.stop()
        print()


if __name__ == "__main__":
    try:
        main()
    except ServoarmError as error:
        sys.exit(str(error))
