"""The window in a process of its own: tells on stdout where another program may click.

Usage: window.py PORT SETTINGS X_MM Y_MM
Prints `attach PX PY`, then `target PX PY X_MM Y_MM` with the point that this pixel shows.
"""

import sys

from PyQt5.QtCore import QPoint, QSettings, QTimer
from PyQt5.QtWidgets import QWidget

from servoarm.gui.build import application, make_window
from servoarm.gui.connect.feature import Connect
from servoarm.gui.window import Window

GIVE_UP_MS = 150_000


def shown_at(window: Window, pixel: QPoint) -> tuple[float, float]:
    """The point (mm) at a pixel of the canvas, from the ends of its axes."""
    view = window.canvas.view
    area = view.mapRectToScene(view.rect())
    (left, right), (bottom, top) = view.viewRange()
    across = (pixel.x() - area.left()) / area.width()
    down = (pixel.y() - area.top()) / area.height()
    return left + across * (right - left), top - down * (top - bottom)


def tell(word: str, widget: QWidget, pixel: QPoint, *numbers: float) -> None:
    """Print where on the screen it is, in the screen's own pixels."""
    on_screen = widget.mapToGlobal(pixel) * widget.devicePixelRatioF()
    print(word, on_screen.x(), on_screen.y(), *numbers, flush=True)


def main() -> int:
    """Open the window, connect, and tell."""
    port, settings_path, x_mm, y_mm = sys.argv[1:]
    app = application()
    settings = QSettings(settings_path, QSettings.Format.IniFormat)
    window = make_window(settings=settings)
    window.setGeometry(0, 0, 1100, 760)
    window.show()
    window.model.connect_to(port)
    told: list[str] = []
    seen: list[QPoint] = []

    def stands(widget: QWidget, pixel: QPoint) -> bool:
        """Whether the place has been on the screen, and the same, three times in a row."""
        handle = window.windowHandle()
        seen.append(widget.mapToGlobal(pixel))
        return handle is not None and handle.isExposed() and seen[-3:] == [seen[-1]] * 3

    def look() -> None:
        start, canvas = window.feature(Connect).start, window.canvas
        if not told and start.isVisible() and start.attach.isEnabled():
            pixel = start.attach.rect().center()
            if stands(start.attach, pixel):
                told.append("attach")
                tell("attach", start.attach, pixel)
        elif told == ["attach"] and window.model.attached and not start.isVisible():
            pixel = canvas.pixel_of(float(x_mm), float(y_mm)).toPoint()
            if stands(canvas.viewport(), pixel):
                told.append("target")
                tell("target", canvas.viewport(), pixel, *shown_at(window, pixel))

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(200)
    QTimer.singleShot(GIVE_UP_MS, app.quit)  # a click that was lost must not be waited for forever
    return int(app.exec())


if __name__ == "__main__":
    sys.exit(main())
