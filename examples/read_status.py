"""Say what the board reports while the arm moves, and what to do about an unreachable target.

python examples/read_status.py [PORT]
"""

import sys

from servoarm import Arm, ArmEvent, ServoarmError, StatusChanged, Unreachable


def show(event: ArmEvent) -> None:
    """Print an event; called in the reader's thread, so quick."""
    if isinstance(event, StatusChanged):
        status = event.status
        print(f"{status.state.value:8} {status.theta1_deg:7.2f} {status.theta2_deg:7.2f} deg")
    else:
        print(event)


def main() -> None:
    """One move that goes, one that cannot."""
    port = sys.argv[1] if len(sys.argv) > 1 else "mock://"
    with Arm.open(port) as arm:
        print(f"firmware {arm.hello.firmware}, last reset: {arm.hello.reset}")
        arm.subscribe(show)
        arm.attach()
        arm.move_to(120, 60)
        try:
            arm.move_to(500, 0)
        except Unreachable as error:
            print(error.message)
            nearest = error.inverse.nearest
            if nearest is not None:
                print(f"so go to the nearest point, ({nearest.x:.1f}, {nearest.y:.1f})")
                arm.move_to(nearest.x, nearest.y)


if __name__ == "__main__":
    try:
        main()
    except ServoarmError as error:
        sys.exit(str(error))
