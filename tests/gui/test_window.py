"""The window on a mock board: what a person does, and what the servos get."""

from __future__ import annotations

import math

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QWidget

from servoarm.arm import State
from servoarm.gui.model import Link
from servoarm.kinematics.planar import Elbow
from servoarm.mock.device import NO_PULSES

from .desk import LEFT, QTEST, Desk


def pulses(desk: Desk) -> list[tuple[int, int, int]]:
    return list(desk.device.history)


def under_way(desk: Desk) -> None:
    """In the middle of a long move."""
    desk.ready()
    desk.click(-150.0, 60.0)
    desk.until(lambda: desk.moving)
    desk.bot.wait(120)


# Before the first pulse.


def test_connecting_and_waiting_moves_nothing(desk: Desk) -> None:
    desk.connect("?clock=virtual")
    for _ in range(100):
        desk.device.advance(0.1)
        desk.bot.wait(2)
    assert pulses(desk) == [NO_PULSES]


def test_a_click_before_attaching_shows_the_way_and_moves_nothing(desk: Desk) -> None:
    desk.connect()
    desk.click(120, 60)
    desk.bot.wait(200)
    assert pulses(desk) == [NO_PULSES]
    assert desk.window.canvas.plan.ghosts[0].isVisible()
    assert "attach it first" in desk.reason


def test_the_window_asks_where_the_arm_is_and_attaches_there(desk: Desk) -> None:
    desk.connect()
    start = desk.start
    assert start.isVisible() and desk.window.canvas.assumed.isVisible()
    assert "rest pose" in start.source.text()
    assert (start.theta1.value(), start.theta2.value()) == (90.0, -90.0)
    start.theta1.setValue(60.0)
    assert "typed" in start.source.text()
    desk.attach()
    assert not start.isVisible()
    status = desk.model.status
    assert status is not None and (status.theta1_deg, status.theta2_deg) == (60.0, -90.0)


def test_the_pose_of_last_time_is_remembered(desk: Desk) -> None:
    desk.ready()
    desk.model.disconnect_arm()
    desk.until(lambda: desk.model.link is Link.OFFLINE)
    desk.connect()
    assert "Last reported" in desk.start.source.text()
    x, y = desk.model.kinematics.forward(*desk.model.shown_pose)
    assert (x, y) == pytest.approx((110, 90), abs=1.5)


# Going somewhere.


@pytest.mark.parametrize(("x", "y", "why"), [(230, 40, "too far by"), (-30, -30, "limit")])
def test_an_unreachable_click_says_why_and_shows_the_nearest_point(
    desk: Desk, x: float, y: float, why: str
) -> None:
    desk.ready()
    before = pulses(desk)
    desk.click(x, y)
    desk.bot.wait(200)
    assert pulses(desk) == before
    assert why in desk.reason and "Nearest" in desk.reason
    assert desk.window.canvas.plan.nearest.isVisible()
    QTEST.mouseClick(desk.reason_line.nearest, LEFT)
    marked = desk.window.canvas.plan.nearest.pos()
    desk.until(lambda: desk.resting_near(marked.x(), marked.y(), 0.1))


def test_typed_numbers_and_return_go_there(desk: Desk) -> None:
    desk.ready()
    target = desk.target
    target.x_box.setValue(60.0)
    target.y_box.setValue(140.0)
    QTEST.keyClick(target.y_box, Qt.Key.Key_Return)
    desk.until(lambda: desk.resting_near(60, 140, 0.1))


def test_undo_goes_back_to_the_former_target(desk: Desk) -> None:
    desk.ready()
    desk.click(60, 140)
    desk.until(lambda: desk.resting_near(60, 140))
    QTEST.keyClick(desk.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: desk.resting_near(110, 90))


def test_the_other_elbow_is_taken_only_when_asked(desk: Desk) -> None:
    desk.ready()
    assert desk.model.pose is not None and desk.model.pose.theta2 < 0
    desk.elbow.choose(Elbow.RIGHT)
    desk.bot.wait(200)
    assert desk.resting_near(110, 90)  # the choice alone moves nothing
    desk.click(110, 90)
    desk.until(lambda: desk.model.pose is not None and desk.model.pose.theta2 > 0.5)


# Stopping.


def stop_button(desk: Desk) -> None:
    QTEST.mouseClick(desk.connection.stop, LEFT)


def key_on(name: str, key: Qt.Key, desk: Desk) -> None:
    widgets: dict[str, QWidget] = {
        "canvas": desk.window.canvas,
        "spin box": desk.target.x_box,
        "port list": desk.connection.ports,
        "button": desk.target.go,
        "matrices": desk.screws.text,
    }
    desk.key(widgets[name], key)


def assert_stops_short(desk: Desk) -> None:
    desk.until(lambda: not desk.model.status or desk.model.status.state is State.HOLDING)
    assert not desk.resting_near(-150, 60, 40.0)
    held = desk.device.pulses
    desk.bot.wait(250)
    assert desk.device.pulses == held


def test_the_stop_button_stops(desk: Desk) -> None:
    under_way(desk)
    stop_button(desk)
    assert_stops_short(desk)


@pytest.mark.parametrize(
    ("focus", "key"),
    [
        ("canvas", Qt.Key.Key_Escape),
        ("canvas", Qt.Key.Key_Space),
        ("spin box", Qt.Key.Key_Escape),
        ("spin box", Qt.Key.Key_Space),
        ("button", Qt.Key.Key_Space),
        ("matrices", Qt.Key.Key_Space),
    ],
)
def test_stop_keys_work_wherever_the_cursor_is(desk: Desk, focus: str, key: Qt.Key) -> None:
    under_way(desk)
    key_on(focus, key, desk)
    assert_stops_short(desk)


def test_relax_ends_the_pulses_and_the_window_asks_again(desk: Desk) -> None:
    desk.ready()
    QTEST.mouseClick(desk.connection.relax, LEFT)
    desk.until(lambda: desk.device.pulses[1:] == (0, 0))
    desk.until(desk.start.isVisible)
    assert desk.model.pose is None


# When things go wrong.


def test_a_pulled_plug_greys_the_arm_and_reconnect_moves_nothing(desk: Desk) -> None:
    desk.ready()
    desk.device.vanish()
    desk.until(lambda: desk.model.link is Link.LOST)
    assert desk.notice.isVisible() and desk.model.pose is None
    after = len(pulses(desk))
    QTEST.mouseClick(desk.notice.reconnect, LEFT)
    desk.until(lambda: desk.model.link is Link.ONLINE)
    assert not desk.notice.isVisible() and desk.start.isVisible()
    desk.bot.wait(200)
    assert all(entry[1:] == (0, 0) for entry in pulses(desk)[after:])
    desk.attach()


def test_a_reset_board_is_told_and_can_be_attached_again(desk: Desk) -> None:
    desk.ready()
    desk.device.reset()
    desk.until(lambda: "reset" in desk.notice.text.text())
    assert desk.model.pose is None and desk.start.isVisible()
    desk.bot.wait(300)
    assert desk.device.pulses[1:] == (0, 0)
    desk.attach()
    desk.until(lambda: not desk.notice.isVisible())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("?refuse=busy", "another program"),
        ("?sketch=counter", "sketch"),
        ("?protocol=2.0", "protocol"),
    ],
)
def test_a_port_that_will_not_do_is_told_with_its_remedy(
    desk: Desk, options: str, words: str
) -> None:
    desk.model.connect_to(f"mock://{desk.name}{options}")
    desk.until(desk.notice.isVisible, timeout_ms=15000)
    assert words in desk.notice.text.text().lower()
    assert desk.model.link is Link.OFFLINE


# What the panels show.


def test_the_read_outs_are_the_reported_pose(desk: Desk) -> None:
    desk.ready()
    status = desk.model.status
    assert status is not None and status.pulse_us is not None
    shown = {key: label.text() for key, label in desk.readouts.values.items()}
    assert shown["theta1"] == f"{status.theta1_deg:.2f}°"
    assert shown["theta2"] == f"{status.theta2_deg:.2f}°"
    assert shown["tip"] == f"{status.x_mm:.1f}, {status.y_mm:.1f} mm"
    assert shown["pulses"] == "{:.1f}, {:.1f} µs".format(*status.pulse_us)
    radius = math.hypot(status.x_mm, status.y_mm)
    assert shown["rims"] == f"{200 - radius:.1f}, {radius:.1f} mm"


def test_a_length_redraws_the_area_and_moves_nothing(desk: Desk) -> None:
    desk.ready()
    before, width = pulses(desk), desk.window.canvas.area.path.boundingRect().width()
    desk.lengths.sliders[0].setValue(150)
    desk.bot.wait(200)
    assert desk.lengths.boxes[0].value() == 150.0
    assert desk.window.canvas.area.path.boundingRect().width() > width * 1.2
    assert pulses(desk) == before
    desk.click(60, 200)  # only the longer arm reaches it
    desk.until(lambda: desk.resting_near(60, 200))
