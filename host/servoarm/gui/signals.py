"""Ctrl+C and a polite kill close the window as its own button does: the arm eases to a stop."""

import signal
import socket
from collections.abc import Callable
from typing import Any

from PyQt5.QtCore import QObject, QSocketNotifier

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class QuitSignals(QObject):
    """Calls back in the GUI thread when the process is asked to end.

    Python runs its own handlers between two of its steps, and there are none while Qt waits for
    events; so the signal is written into a socket that Qt watches.
    """

    def __init__(self, quit_now: Callable[[], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._quit = quit_now
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        self._former_fd = signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        self._former = {number: signal.signal(number, lambda *_: None) for number in SIGNALS}
        number: Any = self._reader.fileno()  # its stub wants a voidptr
        self._notifier = QSocketNotifier(number, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_signal)

    def _on_signal(self) -> None:
        if set(self._reader.recv(64)) & set(SIGNALS):
            self._quit()

    def restore(self) -> None:
        """Give the signals back to whoever had them."""
        self._notifier.setEnabled(False)
        for number, handler in self._former.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._former_fd)
        self._reader.close()
        self._writer.close()
