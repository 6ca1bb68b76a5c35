"""One request and its answer: which numbers it went out under, and what the board said."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable

from servoarm.errors import Refused
from servoarm.wire.error_table import ERRORS, ErrorCode
from servoarm.wire.messages import Err, Message, Ok

# what a line damaged on its way, or lost in part, may earn
RETRY_CODES = frozenset(
    {
        ErrorCode.LINE_TOO_LONG,
        ErrorCode.BAD_CHARACTER,
        ErrorCode.BAD_CHECKSUM,
        ErrorCode.STALE_SEQUENCE,
    }
)


class Exchange:
    """At most one request is under way; it may go out several times, under a new number each."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._seq = random.randrange(0x10000)
        self._awaited: set[int] = set()
        self._answer: Ok | Err | None = None

    def begin(self) -> None:
        """A new request: answers to older ones count no longer."""
        with self._changed:
            self._awaited, self._answer = set(), None

    def next_number(self) -> int:
        """The number for the next sending."""
        with self._changed:
            self._seq = (self._seq + 1) & 0xFFFF
            self._awaited.add(self._seq)
            return self._seq

    def offer(self, message: Message) -> None:
        """A message has come; those who wait look again, for the answer or at anything else."""
        with self._changed:
            if isinstance(message, Ok | Err) and self._concerns(message):
                self._answer = message
            self._changed.notify_all()

    def wake(self) -> None:
        """Let those who wait look at `or_else`."""
        with self._changed:
            self._changed.notify_all()

    def wait(self, until: float, or_else: Callable[[], bool]) -> Ok | Err | None:
        """The answer, or None at the time `until` or when `or_else` has come true."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._answer is not None or or_else(), until - time.monotonic()
            )
            answer, self._answer = self._answer, None
            return answer

    def _concerns(self, message: Ok | Err) -> bool:
        """Whether this answers the request under way, or tells that it came in pieces."""
        if message.seq is None:
            return isinstance(message, Err) and message.framed and message.code in RETRY_CODES
        return message.seq in self._awaited


def refusal(answer: Err) -> Refused:
    """The board's `err` as an error."""
    known = ERRORS.get(answer.code)
    return Refused("by the board", answer.code, known.name if known else answer.name)
