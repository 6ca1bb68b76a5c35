"""Keys that mean the same wherever the cursor is: Esc and Space stop the arm, Enter presses the
button that has the focus.
"""

from PyQt5.QtCore import QEvent, QObject, Qt, pyqtSignal
from PyQt5.QtGui import QKeyEvent
from PyQt5.QtWidgets import QAbstractButton, QApplication, QDialog, QLineEdit

STOP_KEYS = {Qt.Key.Key_Escape, Qt.Key.Key_Space}
PRESS_KEYS = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class StopKeys(QObject):
    """An event filter for the whole application."""

    stop = pyqtSignal()

    def eventFilter(self, watched: QObject | None, event: QEvent | None) -> bool:
        """Take the keys before any widget does."""
        if not isinstance(event, QKeyEvent):
            return False
        kind = event.type()
        if event.key() in STOP_KEYS and kind in {
            QEvent.Type.KeyPress,
            QEvent.Type.ShortcutOverride,
            QEvent.Type.KeyRelease,
        }:
            return self._stop_key(event)
        if event.key() in PRESS_KEYS and kind == QEvent.Type.KeyPress:
            return self._press_key(watched, event)
        return False

    def _stop_key(self, event: QKeyEvent) -> bool:
        popup = QApplication.activePopupWidget() is not None
        front = QApplication.activeModalWidget() or QApplication.activeWindow()
        dialog = isinstance(front, QDialog)
        if (
            event.key() == Qt.Key.Key_Space
            and dialog
            and isinstance(QApplication.focusWidget(), QLineEdit)
        ):
            return False  # a name is being typed
        if event.type() == QEvent.Type.KeyPress and not event.isAutoRepeat():
            self.stop.emit()
        # a list that is open, or a dialog, closes with Esc as ever
        return not ((popup or dialog) and event.key() == Qt.Key.Key_Escape)

    @staticmethod
    def _press_key(button: QObject | None, event: QKeyEvent) -> bool:
        # only the button that the key goes to: the focus may have moved on through the same key
        if (
            isinstance(button, QAbstractButton)
            and button.hasFocus()
            and not event.isAutoRepeat()
            and QApplication.activeModalWidget() is None
        ):
            button.click()
            return True
        return False
