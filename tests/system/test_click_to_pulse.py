"""A click at a pixel of the real window, and the two pulses that the servos get.

The expected pulses come from formulas written here, not from the program: the axes' scale, the law
of cosines, and a straight line from angle to pulse.
"""

from __future__ import annotations

import itertools
import math
from pathlib import Path
from typing import Any

import pytest
from PyQt5.QtCore import QPoint, QSettings, Qt
from PyQt5.QtTest import QTest
from pytestqt.qtbot import QtBot

from servoarm.gui.build import make_window
from servoarm.gui.connect.feature import Connect
from servoarm.gui.window import Window
from servoarm.mock.device import mock_device

NAMES = (f"click-{number}" for number in itertools.count())
QTEST: Any = QTest  # its stubs take these functions for methods


def point_of(window: Window, pixel: QPoint) -> tuple[float, float]:
    """The point (mm) at a pixel, from the axes' ends."""
    view = window.canvas.view
    area = view.mapRectToScene(view.rect())
    (left, right), (bottom, top) = window.canvas.view.viewRange()
    across = (pixel.x() - area.left()) / area.width()
    down = (pixel.y() - area.top()) / area.height()
    return left + across * (right - left), top - down * (top - bottom)


def ticks_of(x: float, y: float) -> tuple[float, float]:
    """Pulses in ticks of 0.5 us for links of 100 mm with the elbow on the left.

    The default arm: 500 to 2500 us over 270 degrees; the joints' zeros at 45 and 135 degrees.
    """
    r = math.hypot(x, y)
    inner = math.acos(
        (100**2 + 100**2 - r**2) / (2 * 100 * 100)
    )  # the triangle's angle at the elbow
    at_shoulder = math.acos((100**2 + r**2 - 100**2) / (2 * 100 * r))
    theta1 = math.degrees(math.atan2(y, x) + at_shoulder)
    theta2 = -(180.0 - math.degrees(inner))
    pulse1 = 500 + (45 + theta1) * 2000 / 270
    pulse2 = 500 + (135 + theta2) * 2000 / 270
    return 2 * pulse1, 2 * pulse2


@pytest.mark.parametrize(("x", "y"), [(120.0, 60.0), (-60.0, 140.0), (150.0, -40.0)])
def test_a_click_becomes_the_right_pulses(qtbot: QtBot, tmp_path: Path, x: float, y: float) -> None:
    name = next(NAMES)
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    window = make_window(settings=settings)
    qtbot.addWidget(window)
    window.resize(1100, 760)
    window.show()
    qtbot.waitExposed(window)
    model, device = window.model, mock_device(name)

    model.connect_to(f"mock://{name}")
    qtbot.waitUntil(lambda: model.status is not None)
    assert device.pulses[1:] == (0, 0)
    QTEST.mouseClick(window.feature(Connect).start.attach, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: model.attached and not window.feature(Connect).start.isVisible())
    qtbot.wait(50)  # the canvas takes the place of the question
    pixel = window.canvas.pixel_of(x, y).toPoint()
    QTEST.mouseClick(
        window.canvas.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifiers(), pixel
    )
    expected = ticks_of(*point_of(window, pixel))
    qtbot.waitUntil(lambda: device.pulses[1:] == pytest.approx(expected, abs=1.0), timeout=8000)
    qtbot.wait(200)
    assert device.pulses[1:] == pytest.approx(expected, abs=1.0)
    assert point_of(window, pixel) == pytest.approx((x, y), abs=1.0)
    window.close()
