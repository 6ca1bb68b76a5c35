"""The mouse on the canvas: which presses count, and which point they mean."""

import pytest
from PyQt5.QtCore import QPoint, QPointF, Qt
from PyQt5.QtGui import QWheelEvent
from PyQt5.QtWidgets import QApplication

from servoarm.gui.model import Link

from .desk import LEFT, QTEST, FakeDesk

NO_KEYS = Qt.KeyboardModifiers()


def scroll(fake: FakeDesk, x_mm: float, y_mm: float, delta: int) -> None:
    position = QPointF(fake.pixel(x_mm, y_mm))
    event = QWheelEvent(
        position,
        QPointF(fake.viewport.mapToGlobal(position.toPoint())),
        QPoint(),
        QPoint(0, delta),
        Qt.MouseButtons(),
        NO_KEYS,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(fake.viewport, event)


def test_a_click_goes_to_the_point_under_it(fake: FakeDesk) -> None:
    pixel = fake.pixel(120, 60)
    point = fake.window.canvas.point_at(QPointF(pixel))
    fake.click(120, 60)
    fake.until(lambda: fake.told("move_joints"))
    assert fake.went_to() == [pytest.approx(point)]


@pytest.mark.parametrize("button", [Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton])
def test_other_buttons_do_not_move_the_arm(fake: FakeDesk, button: Qt.MouseButton) -> None:
    fake.click(120, 60, button)
    fake.bot.wait(100)
    assert not fake.arm.told and fake.aim.plan is None


def test_a_click_on_an_axis_does_not_move_the_arm(fake: FakeDesk) -> None:
    QTEST.mouseClick(fake.viewport, LEFT, NO_KEYS, QPoint(8, fake.viewport.height() // 2))
    fake.bot.wait(100)
    assert not fake.arm.told and fake.aim.plan is None


def newest_x(fake: FakeDesk) -> float | None:
    return fake.went_to()[-1][0] if fake.went_to() else None


def test_a_drag_is_followed_to_its_end(fake: FakeDesk) -> None:
    fake.press(120, 60)
    for x in range(120, 60, -4):
        fake.drag(x, 100)
        fake.bot.wait(5)
    fake.release(64, 100)
    fake.until(lambda: newest_x(fake) == pytest.approx(64, abs=1.5))


def test_after_stop_the_same_drag_is_not_followed_on(fake: FakeDesk) -> None:
    fake.press(120, 60)
    fake.until(lambda: fake.told("move_joints"))
    fake.drag(100, 80)
    fake.until(lambda: len(fake.told("move_joints")) == 2)
    fake.model.stop()
    fake.drag(60, 120)
    fake.release(60, 120)
    fake.bot.wait(100)
    assert len(fake.told("move_joints")) == 2


def test_a_drag_counts_as_one_target_to_come_back_to(fake: FakeDesk) -> None:
    fake.click(120, 60)
    fake.until(lambda: len(fake.told("move_joints")) == 1)
    fake.press(250, 0)  # out of reach
    for x in (150, 120, 90):
        fake.drag(x, 100)
    fake.release(90, 100)
    fake.until(lambda: newest_x(fake) == pytest.approx(90, abs=1.5))
    fake.aim.undo()
    fake.until(lambda: newest_x(fake) == pytest.approx(120, abs=1.5))


def test_zooming_keeps_clicks_true_and_reset_shows_the_whole_ring(fake: FakeDesk) -> None:
    canvas = fake.window.canvas
    before = canvas.view.viewRange()
    scroll(fake, 120, 60, 360)
    assert canvas.view.viewRange() != before
    fake.click(120, 60)
    fake.until(lambda: fake.told("move_joints"))
    assert fake.went_to()[0] == pytest.approx((120, 60), abs=1.0)
    canvas.reset_view()
    assert canvas.view.viewRange() == before


def test_millimetres_are_square_on_the_screen(fake: FakeDesk) -> None:
    origin, right, up = (fake.window.canvas.pixel_of(*p) for p in ((0, 0), (100, 0), (0, 100)))
    assert right.x() - origin.x() == pytest.approx(origin.y() - up.y(), rel=1e-6)
    assert right.y() == pytest.approx(origin.y())


def test_the_arm_is_drawn_where_the_board_reports_it(fake: FakeDesk) -> None:
    fake.arm.stand(30, 60)
    fake.until(lambda: fake.window.canvas.arm.pose == fake.model.pose)
    assert fake.model.pose == pytest.approx((0.5235987755982988, 1.0471975511965976))


def test_both_elbows_are_drawn_as_ghosts(fake: FakeDesk) -> None:
    fake.click(120, 60)
    ghosts = fake.window.canvas.plan.ghosts
    assert [ghost.text for ghost in ghosts] == ["left", "right"]
    assert all(ghost.isVisible() for ghost in ghosts)


def test_a_lost_link_greys_the_arm_and_moves_nothing(fake: FakeDesk) -> None:
    from servoarm.arm.types import LinkDown
    from servoarm.errors import LinkLost

    fake.arm.tell(LinkDown(LinkLost("gone", "/dev/ttyUSB0")))
    fake.until(lambda: fake.model.link is Link.LOST)
    assert fake.notice.isVisible() and fake.notice.reconnect.isVisible()
    assert "The connection to /dev/ttyUSB0 is gone." in fake.notice.text.text()
    assert "pose unknown" in fake.connection.state.text()
    assert fake.model.pose is None
    assert not fake.told("move_joints") and not fake.told("attach")
