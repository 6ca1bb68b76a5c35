"""Ctrl-C, SIGTERM and SIGHUP as one exception, raised once.

Each ends a program in the same way: what moves is stopped first. A second signal must not cut that
short, so only the first one is handled.
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
    """Handles these signals for the program."""

    def __init__(self) -> None:
        self._ignoring = False
        self._former: dict[int, Any] = {}

    @contextlib.contextmanager
    def handled(self) -> Iterator[None]:
        """Raise Stopped, in the main thread, at the first of them."""
        self._ignoring = False
        if threading.current_thread() is threading.main_thread():
            numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
            for number in numbers:
                if signal.getsignal(number) is not signal.SIG_IGN:  # nohup, or a script's `&`
                    self._former[number] = signal.signal(number, self._on_signal)
        try:
            yield
        finally:
            self.restore()

    @contextlib.contextmanager
    def ignored(self) -> Iterator[None]:
        """Ignore the signals meanwhile: for work that ends in seconds."""
        former, self._ignoring = self._ignoring, True
        try:
            yield
        finally:
            self._ignoring = former

    def restore(self) -> None:
        """Let the signals do what they did before: the window has handlers of its own."""
        while self._former:
            signal.signal(*self._former.popitem())

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        if not self._ignoring:
            self._ignoring = True
            raise Stopped(number)


STOP_SIGNALS = StopSignals()


def as_stopped(error: KeyboardInterrupt, outcome: "Fact | None" = None) -> Stopped:
    """Return an interrupt as `Stopped`, with what came of it."""
    if not isinstance(error, Stopped):
        return Stopped(signal.SIGINT, outcome)
    return Stopped(error.number, outcome or error.outcome)
