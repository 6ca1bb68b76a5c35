"""How often the arm was stopped: what was asked for before a stop is never sent after it."""

from __future__ import annotations

import threading

from servoarm.errors import Interrupted, InterruptedBy


class StopCount:
    """Counts stops and relaxes of one board.

    Who asks for a motion notes `value` at that moment, however long the motion then waits for its
    turn. It goes out only while `check` finds the same value.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._value = 0
        self._by: InterruptedBy = "stop"

    @property
    def value(self) -> int:
        """The count now."""
        return self._value

    def add(self, by: InterruptedBy) -> None:
        """A stop or relax is on its way to the board."""
        with self._lock:
            self._value += 1
            self._by = by

    def check(self, asked_at: int) -> None:
        """Raise Interrupted if there was a stop or relax since the count was `asked_at`."""
        with self._lock:
            if self._value != asked_at:
                raise Interrupted(self._by)
