"""Ctrl-C and its kin as one exception, raised once.

SIGTERM and SIGHUP end a program as Ctrl-C does: what moves is stopped first. Whoever presses twice
must not cut that short, so the first signal is the only one that is heard.
"""

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from servoarm.words import Fact

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP


class Stopped(KeyboardInterrupt):
    """The program is asked to end, by the signal `number`; `outcome` says what that stopped."""

    def __init__(self, number: int, outcome: "Fact | None" = None) -> None:
        super().__init__()
        self.number = number
        self.outcome = outcome

    @property
    def name(self) -> str:
        """The signal's name, as in "SIGINT"."""
        return signal.Signals(self.number).name


class StopSignals:
    """The program's ear for these signals."""

    def __init__(self) -> None:
        self._deaf = False
        self._former: dict[int, Any] = {}

    @contextlib.contextmanager
    def heard(self) -> Iterator[None]:
        """Raise Stopped, in the main thread, at the first of them."""
        self._deaf = False
        if threading.current_thread() is threading.main_thread():
            numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
            for number in numbers:
                if signal.getsignal(number) is not signal.SIG_IGN:  # nohup, or a script's `&`
                    self._former[number] = signal.signal(number, self._hear)
        try:
            yield
        finally:
            self.give_back()

    @contextlib.contextmanager
    def unheard(self) -> Iterator[None]:
        """Let what ends in seconds come to its end: one that comes meanwhile comes too late."""
        former, self._deaf = self._deaf, True
        try:
            yield
        finally:
            self._deaf = former

    def give_back(self) -> None:
        """Let the signals do what they did before: the window has its own ear."""
        while self._former:
            signal.signal(*self._former.popitem())

    def _hear(self, number: int, _frame: FrameType | None) -> None:
        if not self._deaf:
            self._deaf = True
            raise Stopped(number)


STOP_SIGNALS = StopSignals()


def as_stopped(error: KeyboardInterrupt, outcome: "Fact | None" = None) -> Stopped:
    """Return an interrupt as `Stopped`, with what came of it."""
    if not isinstance(error, Stopped):
        return Stopped(signal.SIGINT, outcome)
    return Stopped(error.number, outcome or error.outcome)
