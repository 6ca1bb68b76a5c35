"""On a small or dense screen: what stops, attaches and explains is always on it."""

from __future__ import annotations

import pytest
from PyQt5.QtCore import QByteArray, QPoint, QRect, QSettings, QSize
from PyQt5.QtWidgets import QApplication, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from servoarm.gui.build import make_window
from servoarm.gui.window import Window

from .desk import FakeDesk

SCREENS = {
    "1366x768": QSize(1366, 768),
    "1024x600": QSize(1024, 600),
    "800x480": QSize(800, 480),
    "1366x768 at 144 dpi": QSize(910, 512),
    "1366x768 at scale 2": QSize(683, 384),
    "1024x600 at scale 2": QSize(512, 300),
}
TITLE_BAR_PX = 20


def screen_of(monkeypatch: pytest.MonkeyPatch, size: QSize) -> None:
    class Small:
        def availableGeometry(self) -> QRect:
            return QRect(QPoint(0, 0), size)

    monkeypatch.setattr(Window, "screen", lambda _window: Small())


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("former", [False, True], ids=["first time", "size kept from a large one"])
def test_the_first_size_is_never_larger_than_the_screen(
    qtbot: QtBot, settings: QSettings, monkeypatch: pytest.MonkeyPatch, name: str, former: bool
) -> None:
    if former:
        large = QWidget()
        qtbot.addWidget(large)
        large.resize(1900, 1000)
        settings.setValue("geometry", QByteArray(large.saveGeometry()))
    screen_of(monkeypatch, SCREENS[name])
    window = make_window(settings=settings)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    qtbot.wait(50)
    assert window.width() <= SCREENS[name].width()
    assert window.height() + TITLE_BAR_PX <= SCREENS[name].height()
    window.leave()


def in_sight(window: QWidget, widget: QWidget) -> bool:
    """Whether all of it is inside the window, and inside what scrolls it."""
    place = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())
    parent = widget.parentWidget()
    while parent is not None and parent is not window:
        if isinstance(parent, QScrollArea):
            view = parent.viewport()
            assert view is not None
            if not QRect(view.mapTo(window, QPoint(0, 0)), view.size()).contains(place):
                return False
        parent = parent.parentWidget()
    return widget.isVisible() and window.rect().contains(place)


@pytest.mark.parametrize("name", SCREENS)
def test_stop_attach_and_the_reason_are_in_sight(fake: FakeDesk, name: str) -> None:
    fake.window.resize(SCREENS[name] - QSize(0, 24))
    fake.bot.wait(60)
    assert in_sight(fake.window, fake.target.go)
    fake.click(-40, -40)
    fake.bot.wait(60)
    label = fake.reason_line.text
    assert label.heightForWidth(label.width()) <= label.height()
    fake.model.relax()
    fake.until(fake.start.isVisible)
    fake.bot.wait(60)
    for widget in (
        fake.connection.stop,
        fake.start.attach,
        fake.reason_line,
        fake.connection.state,
    ):
        assert in_sight(fake.window, widget)
    assert fake.window.width() <= SCREENS[name].width()


def test_attaching_moves_nothing_in_the_picture(fake: FakeDesk) -> None:
    fake.model.relax()
    fake.until(fake.start.isVisible)
    fake.bot.wait(60)
    before = fake.window.canvas.geometry(), fake.pixel(120, 60)
    fake.start.attach.click()
    fake.until(lambda: fake.model.attached)
    fake.bot.wait(60)
    assert (fake.window.canvas.geometry(), fake.pixel(120, 60)) == before


@pytest.mark.parametrize("tab", range(3))
def test_position_target_and_go_are_in_sight_on_every_tab(fake: FakeDesk, tab: int) -> None:
    fake.window.tabs.setCurrentIndex(tab)
    fake.bot.wait(60)
    buttons = fake.elbow.buttons.values()
    for widget in (fake.target.go, *fake.target.boxes, fake.readouts, *buttons):
        assert in_sight(fake.window, widget)


def test_relax_is_live_in_the_menu_when_it_is_as_a_button(fake: FakeDesk) -> None:
    from servoarm.gui.connect.feature import Connect

    feature = fake.window.feature(Connect)
    assert feature.connection.relax.isEnabled() and feature.relax_action.isEnabled()
    fake.model.relax()
    fake.until(lambda: not fake.model.attached)
    assert not feature.connection.relax.isEnabled() and not feature.relax_action.isEnabled()


def test_a_stop_is_said(fake: FakeDesk) -> None:
    fake.stand(70, -80)
    fake.model.stop()
    assert "Stopped" in fake.reason
    fake.click(120, 60)
    assert "Stopped" not in fake.reason
    assert QApplication.activeModalWidget() is None
