"""Stop wherever the cursor is; keys and the wheel change nothing by accident."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PyQt5.QtCore import QPoint, QPointF, Qt, QTimer
from PyQt5.QtGui import QWheelEvent
from PyQt5.QtWidgets import QApplication, QDialog, QFileDialog, QWidget

from servoarm.gui.model import Link

from .desk import LEFT, QTEST, Desk, FakeDesk

ENTER, ESCAPE = Qt.Key.Key_Return, Qt.Key.Key_Escape


# Stop.


def test_stop_acts_at_the_press_not_at_the_release(fake: FakeDesk) -> None:
    QTEST.mousePress(fake.connection.stop, LEFT)
    fake.until(lambda: fake.told("stop"))


@pytest.mark.parametrize("kind", [QDialog, QFileDialog])
def test_esc_in_a_dialog_stops_and_closes_it(fake: FakeDesk, kind: type[QDialog]) -> None:
    dialog = kind(fake.window)
    if isinstance(dialog, QFileDialog):
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    QTimer.singleShot(150, lambda: QTEST.keyClick(dialog, ESCAPE))
    QTimer.singleShot(3000, dialog.reject)
    assert dialog.exec_() == QDialog.DialogCode.Rejected
    fake.until(lambda: fake.told("stop"))


def test_esc_closes_a_dialog_that_stays_open_beside_the_window_and_stops(fake: FakeDesk) -> None:
    dialog = QDialog(fake.window)
    dialog.show()
    dialog.activateWindow()
    fake.until(dialog.isActiveWindow)
    QTEST.keyClick(dialog, ESCAPE)
    assert not dialog.isVisible()
    fake.until(lambda: fake.told("stop"))


def test_the_dialog_for_a_file_is_one_in_which_esc_can_be_seen(fake: FakeDesk) -> None:
    seen: list[QFileDialog] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QFileDialog)
        seen.append(dialog)
        assert QApplication.testAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
        QTEST.keyClick(dialog, ESCAPE)

    QTimer.singleShot(200, look)
    fake.arm_file.save()
    assert seen
    fake.until(lambda: fake.told("stop"))


def test_esc_in_an_open_list_stops_and_closes_it(desk: Desk) -> None:
    desk.connection.ports.showPopup()
    view = desk.connection.ports.view()
    assert view is not None
    stops: list[bool] = []
    desk.model.stopped.connect(lambda: stops.append(True))
    desk.until(lambda: QApplication.activePopupWidget() is not None)
    QTEST.keyClick(view, ESCAPE)
    assert stops
    desk.until(lambda: QApplication.activePopupWidget() is None)


def test_esc_in_an_open_menu_stops(fake: FakeDesk) -> None:
    bar = fake.window.menuBar()
    assert bar is not None
    menu = bar.actions()[1].menu()
    assert menu is not None
    menu.popup(fake.window.mapToGlobal(QPoint(40, 40)))
    QTEST.keyClick(menu, ESCAPE)
    fake.until(lambda: fake.told("stop"))
    assert not menu.isVisible()


# Enter.


def test_enter_in_the_port_box_connects_to_a_port_that_is_not_listed(desk: Desk) -> None:
    line = desk.connection.ports.lineEdit()
    assert line is not None
    line.setFocus()
    line.setText(f"mock://{desk.name}")
    links: list[Link] = []
    desk.model.link_changed.connect(lambda: links.append(desk.model.link))
    QTEST.keyClick(desk.window.windowHandle(), ENTER)  # as the display hands it over
    desk.until(lambda: desk.model.link is Link.ONLINE)
    assert Link.OFFLINE not in links


def test_enter_presses_the_button_that_has_the_focus(fake: FakeDesk) -> None:
    fake.window.activateWindow()
    fake.connection.relax.setFocus()
    QTEST.keyClick(fake.window.windowHandle(), ENTER)
    fake.until(lambda: fake.told("relax"))


# The focus.


def go_by_button(fake: FakeDesk) -> None:
    fake.target.go.setFocus()
    QTEST.mouseClick(fake.target.go, LEFT)


def go_by_enter(fake: FakeDesk) -> None:
    fake.target.x_box.setFocus()
    QTEST.keyClick(fake.target.x_box, ENTER)


def enter_a_length(fake: FakeDesk) -> None:
    fake.lengths.boxes[0].setFocus()
    QTEST.keyClick(fake.lengths.boxes[0], ENTER)


def stop_in_a_box(fake: FakeDesk) -> None:
    fake.lengths.boxes[0].setFocus()
    QTEST.keyClick(fake.lengths.boxes[0], ESCAPE)


def slide(fake: FakeDesk) -> None:
    slider = fake.lengths.sliders[0]
    fake.target.x_box.setFocus()
    QTEST.mousePress(slider, LEFT, Qt.KeyboardModifiers(), slider.rect().center())
    QTEST.mouseRelease(slider, LEFT, Qt.KeyboardModifiers(), slider.rect().center())


def page(fake: FakeDesk) -> None:
    slider = fake.lengths.sliders[0]
    QTEST.mouseClick(slider, LEFT, Qt.KeyboardModifiers(), QPoint(slider.width() - 4, 8))


def choose_an_elbow(fake: FakeDesk) -> None:
    button = next(iter(fake.elbow.buttons.values()))
    QTEST.mouseClick(button, LEFT, Qt.KeyboardModifiers(), QPoint(8, button.height() // 2))


def go_to_the_nearest(fake: FakeDesk) -> None:
    fake.click(230, 40)
    QTEST.mouseClick(fake.reason_line.nearest, LEFT)


def attach(fake: FakeDesk) -> None:
    fake.model.relax()
    fake.until(fake.start.isVisible)
    QTEST.mouseClick(fake.start.attach, LEFT)
    fake.until(lambda: fake.model.attached)


@pytest.mark.parametrize(
    "act",
    [
        go_by_button,
        go_by_enter,
        enter_a_length,
        stop_in_a_box,
        slide,
        page,
        choose_an_elbow,
        go_to_the_nearest,
        attach,
    ],
)
def test_the_arrow_keys_jog_after(fake: FakeDesk, act: Callable[[FakeDesk], None]) -> None:
    fake.window.activateWindow()
    act(fake)
    assert fake.window.focusWidget() is fake.window.canvas


def test_esc_takes_nothing_that_is_being_typed(fake: FakeDesk) -> None:
    box = fake.lengths.boxes[0]
    box.setFocus()
    box.selectAll()
    QTEST.keyClicks(box, "15")
    QTEST.keyClick(box, ESCAPE)
    assert fake.model.config.link1_mm == 100 and box.text() == "100.0 mm"


# The wheel.


def wheel(widget: QWidget) -> QWheelEvent:
    centre = widget.rect().center()
    event = QWheelEvent(
        QPointF(centre),
        QPointF(widget.mapToGlobal(centre)),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButtons(),
        Qt.KeyboardModifiers(),
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)
    return event


def values(fake: FakeDesk) -> tuple[object, ...]:
    boxes = (*fake.target.boxes, *fake.lengths.boxes, fake.jog_panel.speed)
    sliders = tuple(slider.value() for slider in fake.lengths.sliders)
    return (*(box.value() for box in boxes), *sliders, fake.connection.ports.currentIndex())


def test_the_wheel_changes_nothing_that_has_not_the_focus(fake: FakeDesk) -> None:
    fake.model.disconnect_arm()
    fake.until(lambda: fake.model.link is Link.OFFLINE)
    fake.window.canvas.setFocus()
    before = values(fake)
    boxes = (*fake.target.boxes, *fake.lengths.boxes, fake.jog_panel.speed)
    ports = fake.connection.ports
    for widget in (*boxes, *fake.lengths.sliders, ports, ports.lineEdit()):
        assert widget is not None
        for _ in range(3):
            wheel(widget)
    assert values(fake) == before
    assert fake.window.focusWidget() is fake.window.canvas


def test_the_wheel_over_a_control_without_the_focus_is_left_to_what_lies_behind(
    fake: FakeDesk,
) -> None:
    """Qt hands an event that is ignored on to the parent, which here scrolls."""
    fake.window.canvas.setFocus()
    for widget in (fake.lengths.sliders[0], fake.lengths.boxes[0], fake.connection.ports):
        assert not wheel(widget).isAccepted()


def test_the_wheel_steps_a_slider_that_has_the_focus(fake: FakeDesk) -> None:
    fake.window.activateWindow()
    slider = fake.lengths.sliders[0]
    slider.setFocus()
    fake.until(slider.hasFocus)
    before = slider.value()
    wheel(slider)
    assert slider.value() != before
