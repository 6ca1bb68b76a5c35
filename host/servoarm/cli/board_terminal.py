"""The terminal of `servoarm monitor`: what is typed goes to the board, what it says is printed."""

import contextlib
import os
import queue
import re
import sys
import threading
import time
from typing import TYPE_CHECKING

from servoarm.cli.streams import note, put
from servoarm.wire.codec import RELAX, STATUS, STOP, LineSplitter

if TYPE_CHECKING:
    from servoarm.link.transport import Transport

ANSWER_S = 1.0
"""An answer that has not come by then does not come."""
QUIET_S = 0.4
"""After the end of the input: nothing has come for so long, so nothing more comes."""
LINGER_S = 3.0
"""After the end of the input: so long at most, for a board that never falls silent."""
_HALT = re.compile(b"[%b]" % re.escape(STOP + RELAX))
_STATUS = re.compile(rb"status ")
_ANSWER = re.compile(rb"(?!status |servoarm )\S")


class Monitor:
    """The two directions: a thread takes in what is typed, everything else happens in `talk`.

    One line goes out at a time and waits for its answer: a board that is sent many has no room for
    its answers and drops some.
    """

    def __init__(self, transport: "Transport") -> None:
        self._transport = transport
        self._typed: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._next: bytes | None = None
        self._ended = False
        self._awaited: re.Pattern[bytes] | None = None
        self._splitter = LineSplitter()
        self._sent_at = self._heard_at = 0.0

    def talk(self, banner_s: float) -> None:
        """Wait for the banner, then go on until stdin has ended and the answers went quiet.

        Raises LinkLost, OutputLost.
        """
        if not self._heard_something(banner_s):
            note("the board says nothing yet; type hello, or press its reset button.")
        threading.Thread(target=self._read_stdin, name="stdin", daemon=True).start()
        self._sent_at = self._heard_at = time.monotonic()
        while not self._over():
            self._pass_on()
            self._take_typed()
            if self._next is not None and self._may_send(self._next):
                self._send(self._next)
                self._next = None

    def _take_typed(self) -> None:
        if self._next is None and not self._ended and not self._typed.empty():
            self._next = self._typed.get()
            if self._next is None:
                self._ended, self._sent_at = True, time.monotonic()

    def _may_send(self, line: bytes) -> bool:
        """Whether the line before is answered or never will be; a stop waits for nothing."""
        overdue = time.monotonic() - self._sent_at > ANSWER_S
        return self._awaited is None or overdue or _HALT.search(line) is not None

    def _send(self, line: bytes) -> None:
        self._awaited = answer_of(line)
        self._sent_at = time.monotonic()
        self._transport.write(line)

    def _over(self) -> bool:
        if not self._ended:
            return False
        now = time.monotonic()
        return now - max(self._heard_at, self._sent_at) > QUIET_S or now - self._sent_at > LINGER_S

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
            self._heard_at = time.monotonic()
            put(data.replace(b"\r", b"").decode("ascii", "backslashreplace"))
            lines = self._splitter.feed(data)
            if self._awaited is not None and any(map(self._awaited.match, lines)):
                self._awaited = None
        return data

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


def answer_of(line: bytes) -> re.Pattern[bytes] | None:
    """Return how the line begins that ends the wait for this one's answer; None without an answer.

    A command is answered by a line that is neither the banner nor a status sent unasked, a
    realtime byte by a status. What another sketch says counts as an answer, too.
    """
    halted = _HALT.search(line) is not None  # the board drops what stands around it
    if not halted and line.replace(STATUS, b"").strip():
        return _ANSWER
    return _STATUS if halted or STATUS in line else None
