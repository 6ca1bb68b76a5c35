"""What is held down (a key, a jog button, a drag) ends when its release can no longer be seen.

A window that is minimised, hidden, blocked by a dialog or no longer active gets no release: X, for
one, ends a mouse grab without a word when the window is unmapped.
"""

from PyQt5.QtCore import QEvent, QObject, Qt, pyqtSignal
from PyQt5.QtGui import QGuiApplication, QWindow
from PyQt5.QtWidgets import QWidget

LOST = {
    QEvent.Type.WindowDeactivate,
    QEvent.Type.WindowBlocked,
    QEvent.Type.Hide,
    QEvent.Type.Close,
}


class Held(QObject):
    """Watches the window for the moments at which nothing counts as held any more."""

    lost = pyqtSignal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._handle: QWindow | None = None
        window.installEventFilter(self)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self._on_application)

    def eventFilter(self, watched: QObject | None, event: QEvent | None) -> bool:
        """Look on; every event goes its way."""
        if event is None:
            return False
        if event.type() == QEvent.Type.Show and watched is self._window:
            self._watch_handle()
        if self._is_lost(event):
            self.lost.emit()
        return False

    def _is_lost(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.WindowStateChange:
            return self._window.isMinimized()
        if event.type() == QEvent.Type.Expose:  # also when another program unmaps the window
            return self._handle is not None and not self._handle.isExposed()
        return event.type() in LOST

    def _watch_handle(self) -> None:
        handle = self._window.windowHandle()
        if handle is not None and handle is not self._handle:
            self._handle = handle
            handle.installEventFilter(self)

    def _on_application(self, state: Qt.ApplicationState) -> None:
        if state != Qt.ApplicationState.ApplicationActive:
            self.lost.emit()
