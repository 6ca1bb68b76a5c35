"""Ctrl+C, SIGTERM and SIGHUP close the window as its own button does: the arm eases to a stop."""

import signal
import socket
from collections.abc import Callable
from typing import Any

from PyQt5.QtCore import QObject, QSocketNotifier

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP
EXIT_SIGNAL = 128  # and the signal's number, as all commands


class QuitSignals(QObject):
    """Calls back in the GUI thread when the process is asked to end, once.

    A signal that the caller has set to be ignored (nohup) stays so.

    Python runs its own handlers between two of its steps, and there are none while Qt waits for
    events; so the signal is written into a socket that Qt watches.
    """

    def __init__(self, quit_now: Callable[[], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._quit = quit_now
        self.number: int | None = None
        """The signal that came first."""
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        self._former_fd = signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
        self._former = {
            number: signal.signal(number, self._note)
            for number in numbers
            if signal.getsignal(number) is not signal.SIG_IGN
        }
        number: Any = self._reader.fileno()  # its stub wants a voidptr
        self._notifier = QSocketNotifier(number, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_signal)

    def exit_code(self, otherwise: int) -> int:
        """What the program answers: for a signal that ended it, else for its own end."""
        return otherwise if self.number is None else EXIT_SIGNAL + self.number

    def _note(self, number: int, _frame: object) -> None:
        if self.number is None:
            self.number = number

    def _on_signal(self) -> None:
        if set(self._reader.recv(64)) & set(self._former):
            self._quit()

    def restore(self) -> None:
        """Give the signals back to whoever had them."""
        self._notifier.setEnabled(False)
        for number, handler in self._former.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._former_fd)
        self._reader.close()
        self._writer.close()
