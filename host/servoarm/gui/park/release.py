"""Letting go of an arm that has stood for a while: off until a person chooses a time."""

from PyQt5.QtCore import QObject, QTimer, pyqtSignal

from servoarm.gui.model import ArmModel

MINUTE_MS = 60_000


class Release(QObject):
    """Relaxes the arm after so many minutes at rest; 0 is never."""

    released = pyqtSignal(int)  # after how many minutes

    def __init__(self, model: ArmModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.minutes = 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._release)
        model.status_changed.connect(self._look)

    def set_minutes(self, minutes: int) -> None:
        """Choose the time; it begins anew."""
        self.minutes = minutes
        self._timer.stop()
        self._look()

    @property
    def _resting(self) -> bool:
        status = self._model.status
        return self._model.attached and status is not None and not status.state.under_way

    def _look(self) -> None:
        if not self.minutes or not self._resting:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start(self.minutes * MINUTE_MS)

    def _release(self) -> None:
        if self._resting:
            self._model.relax()
            self.released.emit(self.minutes)
