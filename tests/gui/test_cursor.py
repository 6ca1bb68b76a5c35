"""The coordinates under the cursor."""

from PyQt5.QtCore import QEvent
from PyQt5.QtWidgets import QApplication

from servoarm.gui.cursor.feature import Cursor

from .desk import FakeDesk


def test_the_cursor_tells_where_it_is(fake: FakeDesk) -> None:
    label = fake.window.feature(Cursor).label
    fake.drag(50.0, -20.0)  # no button is held: a mouse that moves
    numbers = label.text().replace("x", "").replace("y", "").replace("mm", "").split()
    x_mm, y_mm = map(float, numbers)
    assert abs(x_mm - 50.0) < 1.0  # a pixel is less than a millimetre
    assert abs(y_mm + 20.0) < 1.0
    assert fake.arm.told == []


def test_beside_the_canvas_there_is_nothing_to_tell(fake: FakeDesk) -> None:
    label = fake.window.feature(Cursor).label
    fake.drag(50.0, -20.0)
    assert label.isVisible()
    QApplication.sendEvent(fake.viewport, QEvent(QEvent.Type.Leave))
    assert not label.isVisible()
