"""Where on the canvas the cursor is, in mm."""

from typing import cast

from PyQt5.QtCore import QEvent, QObject, Qt
from PyQt5.QtGui import QMouseEvent
from PyQt5.QtWidgets import QLabel, QWidget

from servoarm.gui.assembly import Assembly
from servoarm.gui.widgets import fixed_font

MARGIN_PX = 6


class Cursor(QObject):
    """A label in the canvas's upper right corner; the mouse goes through it."""

    def __init__(self, window: Assembly) -> None:
        super().__init__(window)
        self._canvas = window.canvas
        self.label = QLabel(self._canvas)
        self.label.setObjectName("cursor")
        self.label.setFont(fixed_font())
        self.label.setAccessibleName(self.tr("Coordinates under the cursor"))
        self.label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.label.hide()
        viewport = cast(QWidget, self._canvas.viewport())
        viewport.setMouseTracking(True)
        viewport.installEventFilter(self)

    def eventFilter(self, _watched: QObject | None, event: QEvent | None) -> bool:
        """Follow the mouse over the canvas."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            self._show(self._canvas.point_at(event.localPos()))
        elif event is not None and event.type() == QEvent.Type.Leave:
            self._show(None)
        return False

    def _show(self, point: tuple[float, float] | None) -> None:
        self.label.setVisible(point is not None)
        if point is None:
            return
        x_mm, y_mm = point
        self.label.setText(f"x {x_mm:7.1f}  y {y_mm:7.1f} mm")
        self.label.adjustSize()
        self.label.move(self._canvas.width() - self.label.width() - MARGIN_PX, MARGIN_PX)
