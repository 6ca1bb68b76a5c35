"""Jogging the tip on a mock board: speed, straightness, letting go, and the ends of the way."""

from __future__ import annotations

import math
import time

import pytest
from PyQt5.QtCore import Qt

from .desk import QTEST, Desk

NO_KEYS = Qt.KeyboardModifiers()
SHIFT = Qt.KeyboardModifiers(Qt.KeyboardModifier.ShiftModifier)


def tip(desk: Desk) -> tuple[float, float]:
    status = desk.model.status
    assert status is not None
    return status.x_mm, status.y_mm


def hold(desk: Desk, key: Qt.Key, seconds: float, keys: Qt.KeyboardModifiers = NO_KEYS) -> float:
    """Hold a key; answers for how long it was held."""
    start = time.monotonic()
    QTEST.keyPress(desk.window.canvas, key, keys)
    desk.bot.wait(round(1000 * seconds))
    QTEST.keyRelease(desk.window.canvas, key, keys)
    return time.monotonic() - start


def at_rest(desk: Desk) -> None:
    desk.bot.wait(100)
    desk.until(lambda: desk.model.status and desk.model.status.state.value == "holding")


def test_a_held_arrow_moves_the_tip_straight_at_the_set_speed(desk: Desk) -> None:
    desk.ready()
    x, y = tip(desk)
    held = hold(desk, Qt.Key.Key_Left, 1.0)
    at_rest(desk)
    assert x - tip(desk)[0] == pytest.approx(40 * held, rel=0.25)
    assert tip(desk)[1] == pytest.approx(y, abs=0.7)


def test_shift_is_fine(desk: Desk) -> None:
    desk.ready()
    y = tip(desk)[1]
    held = hold(desk, Qt.Key.Key_Up, 1.0, SHIFT)
    at_rest(desk)
    assert tip(desk)[1] - y == pytest.approx(8 * held, rel=0.3)


def test_after_letting_go_the_tip_moves_on_by_one_step_at_most(desk: Desk) -> None:
    desk.ready()
    hold(desk, Qt.Key.Key_Left, 0.6)
    there = tip(desk)
    at_rest(desk)
    assert math.dist(tip(desk), there) <= desk.window.jogger.step_mm + 1.0  # a report is 25 ms old


def test_pressing_on_at_the_rim_piles_nothing_up(desk: Desk) -> None:
    desk.ready()
    desk.click(3, 150)
    desk.until(lambda: desk.resting_near(3, 150))
    desk.window.jogger.speed_mm_s = 100.0
    QTEST.keyPress(desk.window.canvas, Qt.Key.Key_Up)
    desk.until(lambda: "No further" in desk.reason)
    desk.bot.wait(1000)
    QTEST.keyRelease(desk.window.canvas, Qt.Key.Key_Up)
    top = tip(desk)[1]
    assert 198.0 < top < 200.0
    QTEST.keyPress(desk.window.canvas, Qt.Key.Key_Down)
    desk.until(lambda: tip(desk)[1] < top - 10, timeout_ms=1000)  # turns back at once
    QTEST.keyRelease(desk.window.canvas, Qt.Key.Key_Down)


def test_a_limit_on_the_way_is_named_and_not_passed(desk: Desk) -> None:
    desk.ready()
    desk.window.jogger.speed_mm_s = 120.0
    QTEST.keyPress(desk.window.canvas, Qt.Key.Key_Left)
    QTEST.keyPress(desk.window.canvas, Qt.Key.Key_Down)
    desk.until(lambda: "No further" in desk.reason)
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
    hold(desk, Qt.Key.Key_Left, 0.2)
    assert "attach" in desk.reason
    assert desk.device.pulses[1:] == (0, 0)


def test_the_pad_jogs_while_a_button_is_held(desk: Desk) -> None:
    desk.ready()
    desk.window.tabs.setCurrentIndex(1)
    button = desk.window.jog.buttons["←"]
    x = tip(desk)[0]
    QTEST.mousePress(button, Qt.MouseButton.LeftButton)
    desk.bot.wait(500)
    QTEST.mouseRelease(button, Qt.MouseButton.LeftButton)
    at_rest(desk)
    assert 10.0 < x - tip(desk)[0] < 30.0


def test_at_the_rim_the_tip_does_not_slide_along_it_and_the_elbow_keeps_its_side(
    desk: Desk,
) -> None:
    desk.connect()
    desk.model.assume(60, -60)
    desk.attach()
    y = tip(desk)[1]
    desk.window.jogger.speed_mm_s = 60.0
    hold(desk, Qt.Key.Key_Right, 3.0)
    at_rest(desk)
    assert "at its rim" in desk.reason
    assert math.hypot(*tip(desk)) > 198.0
    assert tip(desk)[1] == pytest.approx(y, abs=0.5)
    hold(desk, Qt.Key.Key_Left, 1.0)
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
    hold(desk, Qt.Key.Key_Down, 0.8)
    at_rest(desk)
    assert desk.model.status is not None and desk.model.status.theta2_deg < -5
