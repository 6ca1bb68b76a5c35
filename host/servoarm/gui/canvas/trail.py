"""The way the tip has gone."""

from collections import deque

from PyQt5.QtWidgets import QGraphicsItem, QGraphicsPathItem

from servoarm.gui import style
from servoarm.gui.canvas.shapes import faded, polyline, screen_pen

LENGTH = 1500
STEP_MM = 0.4


class TrailItem(QGraphicsPathItem):
    """The newest points of the tip's way, as a line."""

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self._points: deque[tuple[float, float]] = deque(maxlen=LENGTH)
        self.setPen(screen_pen(faded(style.TRAIL, 0.55), 1.5))

    def add(self, x_mm: float, y_mm: float) -> None:
        """Append a point unless the tip has hardly moved."""
        if self._points:
            last = self._points[-1]
            if abs(last[0] - x_mm) + abs(last[1] - y_mm) < STEP_MM:
                return
        self._points.append((x_mm, y_mm))
        if len(self._points) > 1:
            self.setPath(polyline(list(self._points)))

    def clear(self) -> None:
        """Forget the way."""
        self._points.clear()
        self.setPath(polyline([(0.0, 0.0)]))
