"""`servoarm monitor`: type to the board."""

import argparse
import contextlib
import os
import queue
import sys
import threading
import time
from typing import TYPE_CHECKING

from servoarm.cli.arm_choice import chosen_arm
from servoarm.cli.parser import add_arm, add_command, add_port
from servoarm.cli.report import EXIT_DONE, note

if TYPE_CHECKING:
    from servoarm.cli.parser import Commands
    from servoarm.link.transport import Transport

BANNER_S = 4.0
"""How long a board that is reset by opening the port may take until it says so."""
QUIET_S = 0.4
"""An answer that has not come by then does not come."""


def register(commands: "Commands") -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "monitor",
        run,
        summary="type commands to the board and read its answers",
        details="One command a line (firmware/PROTOCOL.md lists them): hello, status, pose 9000\n"
        "-9000, attach, move 4500 -3000 (hundredths of a degree), stop, relax. A line with !\n"
        "stops at once, ^ relaxes, ? asks for the status. Ctrl-D or Ctrl-C ends the monitor,\n"
        "not the motion.",
        examples="""\
servoarm monitor --port /dev/ttyUSB0
printf 'hello\\nstatus\\n' | servoarm monitor --port mock://""",
    )
    add_port(parser)
    add_arm(parser)


def run(args: argparse.Namespace) -> int:
    """Pass lines from stdin to the board and its bytes to stdout."""
    from servoarm.link.ports import only_board
    from servoarm.link.transport import open_port

    transport = open_port(args.port or chosen_arm(args).port or only_board())
    try:
        Monitor(transport).talk(args.timeout or BANNER_S)
    except KeyboardInterrupt:
        print()
    finally:
        transport.close()
    return EXIT_DONE


class Monitor:
    """The two directions: a thread takes in what is typed, everything else happens in `talk`."""

    def __init__(self, transport: "Transport") -> None:
        self._transport = transport
        self._typed: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()

    def talk(self, banner_s: float) -> None:
        """Wait for the banner, then go on until stdin has ended and the answers went quiet.

        Raises LinkLost.
        """
        if not self._heard_something(banner_s):
            note("the board says nothing yet; type hello, or press its reset button.")
        threading.Thread(target=self._read_stdin, name="stdin", daemon=True).start()
        ended = False
        since = time.monotonic()
        answered = True
        while not (ended and self._quiet(since)):
            if self._pass_on():
                since, answered = time.monotonic(), True
            if ended or self._typed.empty() or not (answered or self._quiet(since)):
                continue
            line = self._typed.get()
            ended = line is None
            if line is not None:
                self._transport.write(line)
                answered = not line.strip()
            since = time.monotonic()

    def _heard_something(self, seconds: float) -> bool:
        """Whether a whole line came within `seconds`; it is printed."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if b"\n" in self._pass_on():
                return True
        return False

    def _pass_on(self) -> bytes:
        """Print what has come from the board, and return it; waits a moment if there is nothing."""
        data = self._transport.read()
        if data:
            sys.stdout.write(data.replace(b"\r", b"").decode("ascii", "backslashreplace"))
            sys.stdout.flush()
        return data

    @staticmethod
    def _quiet(since: float) -> bool:
        return time.monotonic() - since > QUIET_S

    def _read_stdin(self) -> None:
        # os.read: a thread that waits in sys.stdin holds a lock that the interpreter's end needs
        pending = b""
        with contextlib.suppress(OSError, AttributeError):  # no terminal behind it; no stdin at all
            while data := os.read(sys.stdin.fileno(), 4096):
                *lines, pending = (pending + data).split(b"\n")
                for line in lines:
                    self._typed.put(line.rstrip(b"\r") + b"\n")
        if pending:
            self._typed.put(pending + b"\n")
        self._typed.put(None)
