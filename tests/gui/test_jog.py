"""Jogging the tip on a mock board: speed, straightness, letting go, and the ends of the way.

A busy machine jogs slower than asked for, never faster. So the tests wait for a way, and count the
board's frames where time matters.
"""

from __future__ import annotations

import math

import pytest
from PyQt5.QtCore import Qt

from servoarm.arm import State

from .desk import QTEST, Desk

FRAME_S = 0.02
NO_KEYS = Qt.KeyboardModifiers()
SHIFT = Qt.KeyboardModifiers(Qt.KeyboardModifier.ShiftModifier)


def tip(desk: Desk) -> tuple[float, float]:
    status = desk.model.status
    assert status is not None
    return status.x_mm, status.y_mm


def hold(desk: Desk, key: Qt.Key, way_mm: float, keys: Qt.KeyboardModifiers = NO_KEYS) -> float:
    """Hold a key until the tip has gone so far; how long that was on the board's clock."""
    start, first = tip(desk), desk.device.frames
    QTEST.keyPress(desk.window.canvas, key, keys)
    desk.until(lambda: math.dist(tip(desk), start) >= way_mm, timeout_ms=30_000)
    QTEST.keyRelease(desk.window.canvas, key, keys)
    return (desk.device.frames - first) * FRAME_S


def at_rest(desk: Desk) -> None:
    desk.bot.wait(100)
    desk.until(lambda: desk.model.status and desk.model.status.state is State.HOLDING)


def test_a_held_arrow_moves_the_tip_straight_and_no_faster_than_set(desk: Desk) -> None:
    desk.ready()
    y = tip(desk)[1]
    held = hold(desk, Qt.Key.Key_Left, 40.0)
    at_rest(desk)
    assert 40.0 / held <= 1.25 * 40.0
    assert tip(desk)[1] == pytest.approx(y, abs=0.7)


def test_shift_is_a_fifth_of_the_speed(desk: Desk) -> None:
    desk.ready()
    held = hold(desk, Qt.Key.Key_Up, 8.0, SHIFT)
    assert 8.0 / held <= 1.3 * 8.0


def test_after_letting_go_the_tip_moves_on_by_one_step_at_most(desk: Desk) -> None:
    desk.ready()
    hold(desk, Qt.Key.Key_Left, 20.0)
    there = tip(desk)
    at_rest(desk)
    assert math.dist(tip(desk), there) <= desk.jogger.step_mm + 1.0  # a report is 25 ms old


def test_pressing_on_at_the_rim_piles_nothing_up(desk: Desk) -> None:
    desk.ready()
    desk.click(3, 180)
    desk.until(lambda: desk.resting_near(3, 180))
    desk.jogger.speed_mm_s = 100.0
    QTEST.keyPress(desk.window.canvas, Qt.Key.Key_Up)
    desk.until(lambda: "at its rim" in desk.reason, timeout_ms=15000)
    desk.bot.wait(1000)
    QTEST.keyRelease(desk.window.canvas, Qt.Key.Key_Up)
    top = tip(desk)[1]
    assert 198.0 < top < 200.0
    QTEST.keyPress(desk.window.canvas, Qt.Key.Key_Down)
    desk.until(lambda: tip(desk)[1] < top - 0.03, timeout_ms=15000)  # turns back at its first step
    desk.until(
        lambda: tip(desk)[1] < top - 5, timeout_ms=15000
    )  # slowly: 5 mm are 26 degrees of the elbow
    QTEST.keyRelease(desk.window.canvas, Qt.Key.Key_Down)


def test_a_limit_on_the_way_is_named_and_not_passed(desk: Desk) -> None:
    desk.ready()
    desk.jogger.speed_mm_s = 120.0
    QTEST.keyPress(desk.window.canvas, Qt.Key.Key_Left)
    QTEST.keyPress(desk.window.canvas, Qt.Key.Key_Down)
    desk.until(lambda: "in the way" in desk.reason)
    assert "limit" in desk.reason
    assert desk.model.status is not None and desk.model.status.theta2_deg >= -135.0


def test_stop_ends_a_jog_though_the_key_is_still_held(desk: Desk) -> None:
    desk.ready()
    QTEST.keyPress(desk.window.canvas, Qt.Key.Key_Left)
    desk.until(lambda: desk.moving)
    QTEST.keyClick(desk.window.canvas, Qt.Key.Key_Escape)
    at_rest(desk)
    held = desk.device.pulses
    desk.bot.wait(250)
    assert desk.device.pulses == held


def test_a_jog_of_a_relaxed_arm_moves_nothing_and_says_so(desk: Desk) -> None:
    desk.connect()
    QTEST.keyPress(desk.window.canvas, Qt.Key.Key_Left)
    desk.until(lambda: "attach" in desk.reason)
    QTEST.keyRelease(desk.window.canvas, Qt.Key.Key_Left)
    assert desk.device.pulses[1:] == (0, 0)


def test_the_pad_jogs_while_a_button_is_held(desk: Desk) -> None:
    desk.ready()
    tabs = desk.window.tabs
    tabs.setCurrentIndex(next(i for i in range(tabs.count()) if tabs.tabText(i) == "Jog"))
    button = desk.jog_panel.buttons["←"]
    x = tip(desk)[0]
    QTEST.mousePress(button, Qt.MouseButton.LeftButton)
    desk.until(lambda: x - tip(desk)[0] > 10.0, timeout_ms=30_000)
    QTEST.mouseRelease(button, Qt.MouseButton.LeftButton)
    at_rest(desk)
    there = tip(desk)
    desk.bot.wait(250)
    assert tip(desk) == there


def test_at_the_rim_the_tip_does_not_slide_along_it_and_the_elbow_keeps_its_side(
    desk: Desk,
) -> None:
    desk.connect()
    desk.model.assume(60, -60)
    desk.attach()
    y = tip(desk)[1]
    desk.jogger.speed_mm_s = 60.0
    QTEST.keyPress(desk.window.canvas, Qt.Key.Key_Right)
    desk.until(lambda: "at its rim" in desk.reason, timeout_ms=15000)
    QTEST.keyRelease(desk.window.canvas, Qt.Key.Key_Right)
    at_rest(desk)
    assert math.hypot(*tip(desk)) > 198.0
    assert tip(desk)[1] == pytest.approx(y, abs=0.5)
    hold(desk, Qt.Key.Key_Left, 2.0)
    at_rest(desk)
    assert tip(desk)[1] == pytest.approx(y, abs=0.5)
    assert desk.model.status is not None and desk.model.status.theta2_deg < -5


def test_a_straight_arm_bends_back_to_the_side_on_which_the_elbow_was(desk: Desk) -> None:
    desk.connect()
    desk.model.assume(60, -60)
    desk.attach()
    desk.aim.go(0, 200)  # the rim itself, where the arm has no side
    desk.until(lambda: desk.model.status and desk.model.status.theta2_deg == 0)
    at_rest(desk)
    hold(desk, Qt.Key.Key_Down, 1.0)
    at_rest(desk)
    assert desk.model.status is not None and desk.model.status.theta2_deg < -5


LEFT, RIGHT, DOWN = Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Down


@pytest.mark.parametrize(
    ("start_deg", "keys", "speed_mm_s", "way_mm"),
    [
        ((30, 0), (LEFT,), 40.0, 2.0),
        ((0, 0), (LEFT,), 40.0, 2.0),
        ((30, 0), (LEFT, DOWN), 40.0, 2.0),
        ((72, -109), (RIGHT,), 40.0, 70.0),
        ((72, -109), (RIGHT,), 200.0, 40.0),
        ((90, -90), (LEFT,), 200.0, 20.0),
    ],
)
def test_on_its_way_the_tip_stays_within_a_millimetre_of_its_line(
    desk: Desk,
    *,
    start_deg: tuple[float, float],
    keys: tuple[Qt.Key, ...],
    speed_mm_s: float,
    way_mm: float,
) -> None:
    """Also out of the stretched pose, and into it, where a short way is a large turn."""
    desk.connect()
    desk.model.assume(*start_deg)
    desk.attach()
    past_the_slow_first_move(desk)
    desk.jogger.speed_mm_s = speed_mm_s
    x, y = tip(desk)
    tips: list[tuple[float, float]] = []
    desk.model.status_changed.connect(lambda: tips.append(tip(desk)) if desk.model.status else None)
    for key in keys:
        QTEST.keyPress(desk.window.canvas, key)
    desk.until(lambda: math.dist(tip(desk), (x, y)) >= way_mm, timeout_ms=30_000)
    for key in keys:
        QTEST.keyRelease(desk.window.canvas, key)
    at_rest(desk)
    ux = (RIGHT in keys) - (LEFT in keys)
    uy = -(DOWN in keys)
    length = math.hypot(ux, uy)
    along = [((a - x) * ux + (b - y) * uy) / length for a, b in tips]
    across = [((b - y) * ux - (a - x) * uy) / length for a, b in tips]
    assert max(map(abs, across)) <= 1.0
    assert min(along) >= -1.0
    assert along[-1] > 0.95 * way_mm


def past_the_slow_first_move(desk: Desk) -> None:
    """A degree there and back."""
    pose = desk.model.pose
    assert pose is not None
    theta1_deg, theta2_deg = (math.degrees(angle) for angle in pose)
    for goal_deg in (theta1_deg + 1, theta1_deg):
        desk.model.commander.move_joints(goal_deg, theta2_deg)
        stands_at_shoulder_angle(desk, goal_deg)


def stands_at_shoulder_angle(desk: Desk, theta1_deg: float) -> None:
    desk.until(
        lambda: (
            desk.model.status
            and desk.model.status.theta1_deg == pytest.approx(theta1_deg, abs=0.02)
        )
    )
    at_rest(desk)
