"""Is the board still the one that was greeted? What shows that it was reset meanwhile."""

from __future__ import annotations

from servoarm.errors import BoardRestarted
from servoarm.wire.error_table import ErrorCode
from servoarm.wire.messages import Banner, Err, Message, Unreadable

# one may be a damaged frame; the next one is not
OPEN_LINES = 2


class Continuity:
    """From one hello to the reset that ends what it began."""

    def __init__(self) -> None:
        self.greeted = False
        self.restarted: str | None = None
        self._open_lines = 0

    def begin(self) -> None:
        """A hello is going out: what was before is over."""
        self.greeted, self.restarted = False, None

    def fail(self) -> None:
        """No hello was answered: nothing is known of the board."""
        self.restarted = "unknown"

    def note(self, message: Message) -> None:
        """Look at what the board said for signs of a reset."""
        if isinstance(message, Banner):
            self._restart(message.reset)
        elif isinstance(message, Err) and message.code == ErrorCode.NO_SESSION:
            self._restart("unknown")
        self._count_open_lines(message)

    def check(self) -> None:
        """Raise BoardRestarted unless the board is the one that was greeted."""
        if self.restarted is not None or not self.greeted:
            raise BoardRestarted(self.restarted or "unknown")

    def _count_open_lines(self, message: Message) -> None:
        """A board that answers `?` without frames was reset, and its banner was lost."""
        if not isinstance(message, Unreadable):
            self._open_lines = 0
        elif message.line.startswith(b"status ") and b"*" not in message.line:
            self._open_lines += 1
            if self._open_lines >= OPEN_LINES:
                self._restart("unknown")

    def _restart(self, reason: str) -> None:
        if self.greeted and self.restarted is None:
            self.restarted = reason
