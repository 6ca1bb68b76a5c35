"""Notices boards that are plugged in and pulled out, while no port is open."""

import logging
import threading

from PyQt5.QtCore import QObject, pyqtSignal

from servoarm.gui.assembly import ListPorts

PERIOD_S = 1.5

log = logging.getLogger("servoarm.gui")


class PortWatch(QObject):
    """Lists the ports now and then, in a thread of its own: that may take a while."""

    changed = pyqtSignal(object)  # list[PortInfo]

    def __init__(self, list_ports: ListPorts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._list_ports = list_ports
        self._wanted = threading.Event()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, name="servoarm ports", daemon=True)
        self._thread.start()

    def switch(self, on: bool) -> None:
        """Look, or not: while a port is open there is nothing to choose."""
        if on:
            self._wanted.set()
        else:
            self._wanted.clear()

    def end(self) -> None:
        """Look no more, and let the thread end."""
        self._over.set()
        self._wanted.set()

    def _look(self) -> None:
        seen: object = None
        while not self._over.wait(PERIOD_S):
            self._wanted.wait()
            if self._over.is_set():
                return
            try:
                found = self._list_ports()
            except Exception:
                log.exception("the ports cannot be listed")
                continue
            if seen is not None and found != seen:
                self.changed.emit(found)
            seen = found
