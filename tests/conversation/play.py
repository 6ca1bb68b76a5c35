"""Hold the conversation with a board: `python -m tests.conversation.play PORT`.

Unplug the servos first: it moves them from end to end.
"""

import sys
import time

import serial

from .parties import PortParty
from .script import hold, lines_of, read_script


def main() -> int:
    """Print every difference; 0 when there is none."""
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    with serial.serial_for_url(sys.argv[1], 115200, timeout=1) as port:
        time.sleep(2.5)  # opening the port has reset the board: its bootloader comes first
        course = hold(PortParty(port), read_script())
    for difference in course.differences:
        print(difference)
    print(f"{len(lines_of(course.said))} lines, {len(course.differences)} differences")
    return 1 if course.differences else 0


if __name__ == "__main__":
    sys.exit(main())
