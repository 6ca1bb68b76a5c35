"""What is held ends when its release can no longer be seen: the arm never runs on by itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PyQt5.QtCore import QEvent, QPointF, Qt, QTimer
from PyQt5.QtGui import QMouseEvent
from PyQt5.QtWidgets import QApplication, QDialog

from .desk import LEFT, QTEST, FakeDesk


def hidden(fake: FakeDesk) -> None:
    fake.window.hide()


def minimised(fake: FakeDesk) -> None:
    fake.window.showMinimized()


def deactivated(fake: FakeDesk) -> None:
    QApplication.sendEvent(fake.window, QEvent(QEvent.Type.WindowDeactivate))


def another_program(fake: FakeDesk) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    application.applicationStateChanged.emit(Qt.ApplicationState.ApplicationInactive)


def dialog(fake: FakeDesk) -> None:
    box = QDialog(fake.window)
    QTimer.singleShot(100, box.reject)
    box.exec_()


def unmapped(fake: FakeDesk) -> None:
    """As X does it: Qt's window is no longer exposed, and nothing else is told."""
    handle = fake.window.windowHandle()
    assert handle is not None
    handle.setVisible(False)


LOSSES = [hidden, minimised, deactivated, another_program, dialog, unmapped]


def jogs_on(fake: FakeDesk) -> bool:
    fake.bot.wait(100)
    fake.arm.told.clear()
    fake.bot.wait(250)
    return bool(fake.told("move_joints") or fake.told("move_to"))


@pytest.fixture
def slow(fake: FakeDesk) -> FakeDesk:
    """Far from any rim, and slow: only an end of the holding ends the jog."""
    fake.stand(80, -90)
    fake.jogger.speed_mm_s = 5.0
    return fake


def hold_key(fake: FakeDesk) -> None:
    fake.window.canvas.setFocus()
    QTEST.keyPress(fake.window.canvas, Qt.Key.Key_Left)


def hold_pad(fake: FakeDesk) -> None:
    QTEST.mousePress(fake.jog_panel.buttons["←"], LEFT)


def show_pad(fake: FakeDesk) -> None:
    tabs = fake.window.tabs
    for column in map(tabs.widget, range(tabs.count())):
        if column is not None and column.isAncestorOf(fake.jog_panel):
            tabs.setCurrentWidget(column)


@pytest.mark.parametrize("hold", [hold_key, hold_pad])
def test_a_jog_goes_on_while_it_is_held(slow: FakeDesk, hold: Callable[[FakeDesk], None]) -> None:
    show_pad(slow)
    hold(slow)
    assert jogs_on(slow)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("hold", [hold_key, hold_pad])
def test_a_jog_ends_when_its_release_can_not_be_seen(
    slow: FakeDesk, hold: Callable[[FakeDesk], None], loss: Callable[[FakeDesk], None]
) -> None:
    show_pad(slow)
    hold(slow)
    slow.until(lambda: slow.told("move_joints"))
    loss(slow)
    assert not jogs_on(slow)


def test_a_pad_button_that_goes_out_of_sight_jogs_no_more(slow: FakeDesk) -> None:
    show_pad(slow)
    hold_pad(slow)
    slow.until(lambda: slow.told("move_joints"))
    slow.window.tabs.setCurrentIndex(0)
    assert not jogs_on(slow)


def test_a_release_that_only_the_desktop_saw_ends_the_jog(
    slow: FakeDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    down = Qt.MouseButtons(LEFT)
    monkeypatch.setattr(QApplication, "mouseButtons", lambda: down)
    show_pad(slow)
    hold_pad(slow)
    slow.until(lambda: slow.told("move_joints"))
    monkeypatch.setattr(QApplication, "mouseButtons", Qt.MouseButtons)
    assert not jogs_on(slow)


@pytest.mark.parametrize("loss", LOSSES)
def test_a_drag_ends_with_its_window(fake: FakeDesk, loss: Callable[[FakeDesk], None]) -> None:
    fake.press(120, 60)
    fake.until(fake.went_to)
    loss(fake)
    fake.window.showNormal()
    fake.arm.told.clear()
    fake.drag(100, 80)
    fake.bot.wait(100)
    assert not fake.went_to()


def test_a_mouse_that_comes_back_without_its_button_drags_nothing(fake: FakeDesk) -> None:
    fake.press(120, 60)
    fake.until(fake.went_to)
    fake.arm.told.clear()
    none, kind = Qt.MouseButton.NoButton, QEvent.Type.MouseMove
    hover = QMouseEvent(kind, QPointF(fake.pixel(100, 80)), none, none, Qt.KeyboardModifiers())
    QApplication.sendEvent(fake.viewport, hover)
    fake.drag(90, 90)
    fake.bot.wait(100)
    assert not fake.went_to()
