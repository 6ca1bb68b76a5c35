"""Moves: what the arm returns is what the board did, and what cannot be done is not begun."""

from __future__ import annotations

import csv
import math
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import servoarm
from servoarm import (
    Arm,
    Elbow,
    Interrupted,
    LimitExceeded,
    LongWayOnly,
    NotArrived,
    NotAttached,
    OtherElbowOnly,
    Unreachable,
)
from servoarm.arm.watch import move_timeout_s
from servoarm.armfile import DEFAULT
from servoarm.kinematics.planar import choose
from servoarm.mock.device import MockDevice
from servoarm.wire.messages import Flags, State, StatusReport

from ..mock.boards import brisk_arm, fresh_board
from .watching import Caller, moving, sent_verbs

CASES = Path(__file__).parents[1] / "data" / "cases"


def points(name: str) -> list[tuple[float, float]]:
    with (CASES / name).open(encoding="utf-8") as stream:
        return [(float(row["x_mm"]), float(row["y_mm"])) for row in csv.DictReader(stream)]


def ticks(zero_deg: float, theta_deg: float) -> float:
    """Ticks of 0.5 us for the default servo: 500 to 2500 us over 270 deg."""
    return 2 * (500 + (zero_deg + theta_deg) / 270 * 2000)


def test_the_script_of_the_readme() -> None:
    url, _ = fresh_board()
    with servoarm.Arm.open(url) as arm:
        arm.attach()
        moved = arm.move_to(120, 60)
        assert arm.pose.x_mm == moved.x_mm == pytest.approx(120, abs=0.02)
        assert arm.pose.y_mm == moved.y_mm == pytest.approx(60, abs=0.02)


def test_a_move_ends_at_the_pulses_of_its_target(arm: Arm, device: MockDevice) -> None:
    moved = arm.move_to(120, 60)
    distance = math.hypot(120, 60)
    inside_deg = math.degrees(2 * math.asin(distance / 2 / 100))  # at the elbow, links of 100 mm
    theta1_deg = math.degrees(math.atan2(60, 120)) + (180 - inside_deg) / 2
    assert device.pulses.shoulder == pytest.approx(ticks(45, theta1_deg), abs=1)
    assert device.pulses.elbow == pytest.approx(ticks(135, inside_deg - 180), abs=1)
    assert moved.arrived
    assert moved.elbow is Elbow.LEFT
    assert moved.error_mm == pytest.approx(math.dist((moved.x_mm, moved.y_mm), (120, 60)))
    assert moved.error_mm < 0.02
    assert arm.status.pulse_us == (device.pulses.shoulder / 2, device.pulses.elbow / 2)


@pytest.mark.parametrize(
    ("file", "refused", "words"),
    [
        ("R01_targets_outside.csv", slice(1, 6), r"too far by .* the arm reaches 210 mm"),
        ("R03_targets_hole.csv", slice(0, 4), r"too near by .* the arm folds to 30 mm"),
    ],
)
def test_targets_out_of_reach_are_refused_with_figures_and_nothing_is_sent(
    file: str, refused: slice, words: str
) -> None:
    free = replace(DEFAULT.elbow, travel_deg=360.0, zero_deg=180.0, limits_deg=(-180.0, 180.0))
    config = replace(brisk_arm(), link1_mm=120.0, link2_mm=90.0, elbow=free)
    url, device = fresh_board()
    with Arm.open(url, config) as arm:
        arm.attach()
        pose, pulses = arm.pose, device.pulses
        for x, y in points(file)[refused]:
            with pytest.raises(Unreachable, match=words) as error:
                arm.move_to(x, y)
            assert "nearest point the arm reaches" in error.value.remedy
            assert not error.value.inverse.allowed
        assert "move" not in sent_verbs(device)
        assert (arm.pose, device.pulses) == (pose, pulses)


def test_a_script_reaches_the_rim_with_numbers_of_few_decimals(arm: Arm) -> None:
    """200 mm at 45 degrees, rounded up: half a micrometre too far."""
    moved = arm.move_to(141.4217, 141.4213)
    assert math.hypot(moved.x_mm, moved.y_mm) == pytest.approx(200, abs=1e-6)
    with pytest.raises(Unreachable, match="too far"):
        arm.move_to(141.4227, 141.4223)


@pytest.mark.parametrize(("x", "y"), [(math.nan, 0.0), (0.0, math.inf)])
def test_a_target_that_is_no_number_is_refused(arm: Arm, x: float, y: float) -> None:
    with pytest.raises(Unreachable, match="finite numbers"):
        arm.move_to(x, y)
    with pytest.raises(LimitExceeded, match="no angle"):
        arm.move_joints(x + y, 0)


def test_a_limit_in_the_way_is_named_with_the_joint(arm: Arm, device: MockDevice) -> None:
    with pytest.raises(Unreachable, match=r"shoulder at -48\.59 deg \(min -45\)"):
        arm.move_to(0, -150)
    with pytest.raises(LimitExceeded, match=r"elbow at 135\.01 deg.*-135 to 135") as error:
        arm.move_joints(0, 135.01)
    assert (error.value.joint, error.value.limit_deg) == (2, 135.0)
    assert "move" not in sent_verbs(device)


def test_a_target_on_the_very_limit_is_reached(arm: Arm) -> None:
    moved = arm.move_joints(225.0, -135.0)
    assert (moved.theta1_deg, moved.theta2_deg) == (225.0, -135.0)


def test_a_relaxed_arm_is_not_moved(board: tuple[str, MockDevice]) -> None:
    url, device = board
    with Arm.open(url, brisk_arm()) as arm:
        with pytest.raises(NotAttached, match="Attach it first"):
            arm.move_to(120, 60)
        with pytest.raises(NotAttached):
            _ = arm.pose
        assert "move" not in sent_verbs(device)
    assert device.history[-1][1:] == (0, 0)


def test_the_elbow_keeps_its_side_unless_asked(arm: Arm) -> None:
    arm.attach()
    assert arm.move_to(0, 150).elbow is Elbow.LEFT
    assert arm.move_to(0, 150, elbow=Elbow.RIGHT).theta2_deg > 0
    assert arm.move_to(60, 120).elbow is Elbow.RIGHT


@pytest.mark.parametrize("word", ["left", "right"])
def test_the_elbows_side_may_be_a_word(arm: Arm, word: str) -> None:
    assert arm.plan(0, 150, elbow=word).elbow is Elbow(word)
    assert arm.kinematics.inverse(0, 150).branch(word) == arm.plan(0, 150, elbow=Elbow(word))
    moved = arm.move_to(0, 150, elbow=word)
    assert (moved.theta2_deg < 0) is (word == "left")


def test_a_side_that_there_is_not_moves_nothing(arm: Arm, device: MockDevice) -> None:
    for ask in (
        arm.plan,
        arm.move_to,
        lambda x, y, elbow: choose(arm.kinematics.inverse(x, y), elbow, None),
    ):
        with pytest.raises(ValueError, match="'left' or 'right', not 'up'"):
            ask(0, 150, elbow="up")
    assert "move" not in sent_verbs(device)


def test_a_number_beyond_all_floats_is_refused_as_infinity_is(arm: Arm, device: MockDevice) -> None:
    for huge in (10**400, -(10**5000), Fraction(10**400, 3)):
        with pytest.raises(Unreachable, match="finite numbers"):
            arm.move_to(huge, 60)  # type: ignore[arg-type]
        with pytest.raises(LimitExceeded, match="no angle"):
            arm.move_joints(90, huge)  # type: ignore[arg-type]
    assert "move" not in sent_verbs(device)


@pytest.mark.parametrize("wrong", ["120", None, [1], 1j, True])
def test_what_is_no_number_moves_nothing(arm: Arm, device: MockDevice, wrong: Any) -> None:
    calls: list[Callable[[], object]] = [
        lambda: arm.move_to(wrong, 60),
        lambda: arm.move_to(120, wrong),
        lambda: arm.plan(120, wrong),
        lambda: arm.move_joints(wrong, -90),
        lambda: arm.move_joints(90, wrong),
    ]
    if wrong is not None:
        calls += [
            lambda: arm.attach(90, wrong),
            lambda: arm.move_to(120, 60, timeout_s=wrong),
        ]
    for call in calls:
        with pytest.raises(TypeError, match="must be a number"):
            call()
    with pytest.raises(ValueError, match="NaN"):
        arm.move_to(120, 60, timeout_s=math.nan)
    assert "move" not in sent_verbs(device)


def test_numbers_of_any_kind_are_taken(arm: Arm) -> None:
    numbers: list[Any] = [np.float32(120), np.int64(60), Fraction(60)]
    assert arm.move_to(*numbers[:2]) == arm.move_to(120, numbers[2])


def test_the_other_elbow_is_never_taken_unasked(device: MockDevice) -> None:
    config = replace(brisk_arm(), shoulder=replace(brisk_arm().shoulder, limits_deg=(-45.0, 95.0)))
    url, device = fresh_board()
    with Arm.open(url, config) as arm:
        arm.attach()
        with pytest.raises(OtherElbowOnly, match="Ask for it with elbow=right") as error:
            arm.move_to(-20, 150)  # the left elbow would need a shoulder beyond 95 deg
        assert error.value.elbow is Elbow.RIGHT
        assert "move" not in sent_verbs(device)
        assert arm.move_to(-20, 150, elbow=Elbow.RIGHT).theta2_deg > 0


def test_from_the_straight_arm_either_elbow_may_be_taken(arm: Arm) -> None:
    arm.move_joints(90, 0)
    assert arm.move_to(*arm.kinematics.forward(math.radians(60), math.radians(40))).arrived


def test_a_short_step_never_becomes_a_swing_the_other_way_round() -> None:
    full = replace(
        brisk_arm().shoulder, travel_deg=360.0, zero_deg=180.0, limits_deg=(-180.0, 180.0)
    )
    config = replace(brisk_arm(), link1_mm=120.0, link2_mm=90.0, shoulder=full)
    first, second = points("R06_wrap_180.csv")
    url, device = fresh_board()
    with Arm.open(url, config) as arm:
        arm.attach()
        near_end = arm.move_to(*first, elbow=Elbow.RIGHT)
        assert near_end.theta1_deg == pytest.approx(178.13, abs=0.01)
        pulses = device.pulses
        with pytest.raises(LongWayOnly, match="356 deg the other way round"):
            arm.move_to(*second)
        assert device.pulses == pulses


def test_a_move_without_waiting_returns_the_goal(arm: Arm, device: MockDevice) -> None:
    moved = arm.move_to(120, 60, wait=False)
    assert not moved.arrived
    assert moved.error_mm < 0.02
    goal = ticks(45, moved.theta1_deg)
    assert device.wait_for(lambda board: abs(board.pulses.shoulder - goal) <= 1, 3.0)


def slow_arm(arm: Arm, device: MockDevice) -> Arm:
    """The same arm, half a second from anywhere."""
    arm.relax()
    arm.configure(brisk_arm(60.0))
    arm.attach(90, -90)
    return arm


def test_a_newer_move_takes_over_and_the_older_one_says_so(arm: Arm, device: MockDevice) -> None:
    slow_arm(arm, device)
    older = Caller(lambda: arm.move_joints(120, -90))
    assert moving(device)
    assert arm.move_joints(91, -90).theta1_deg == 91
    error = older.end()
    assert isinstance(error, Interrupted)
    assert error.by == "another move"


def test_a_stop_from_another_thread_ends_the_move_at_once(arm: Arm, device: MockDevice) -> None:
    slow_arm(arm, device)
    mover = Caller(lambda: arm.move_joints(150, -90))
    assert moving(device)
    started = time.monotonic()
    arm.stop()
    error = mover.end()
    assert time.monotonic() - started < 0.2
    assert isinstance(error, Interrupted)
    assert error.by == "stop"
    assert arm._watch.wait_for(lambda report: report.state is State.HOLDING, 2.0)
    assert 90 < arm.pose.theta1_deg < 149
    pulses = device.pulses
    assert not device.wait_for(lambda board: board.pulses != pulses, 0.3)


@pytest.mark.parametrize("motion", ["move_joints", "attach"])
def test_a_stop_ends_a_motion_that_waits_for_its_turn(
    board: tuple[str, MockDevice], motion: str
) -> None:
    url, device = board
    with Arm.open(url, brisk_arm()) as arm:
        if motion != "attach":
            arm.attach(90, -90)
        before = sent_verbs(device)
        with arm._driver.busy:  # another request is under way
            waiting = Caller(lambda: getattr(arm, motion)(120, -90))
            time.sleep(0.1)
            arm.stop()
        error = waiting.end()
        assert isinstance(error, Interrupted)
        assert error.by == "stop"
        assert not {"move", "attach"} & set(sent_verbs(device)[len(before) :])


def test_a_move_after_a_stop_goes(arm: Arm) -> None:
    arm.stop()
    assert arm.move_joints(91, -90).arrived


def test_relaxing_ends_the_pulses_and_the_move(arm: Arm, device: MockDevice) -> None:
    slow_arm(arm, device)
    mover = Caller(lambda: arm.move_joints(150, -90))
    assert moving(device)
    arm.relax()
    assert device.wait_for(lambda board: board.pulses[1:] == (0, 0), 0.5)
    error = mover.end()
    assert isinstance(error, Interrupted)
    assert error.by == "relax"
    assert arm.status.pulse_us is None


def test_a_move_that_takes_too_long_says_so(arm: Arm, device: MockDevice) -> None:
    slow_arm(arm, device)
    with pytest.raises(NotArrived, match=r"after 0\.1 s"):
        arm.move_joints(150, -90, timeout_s=0.1)


def test_the_time_for_a_move_holds_while_others_have_the_board(
    arm: Arm, device: MockDevice
) -> None:
    slow_arm(arm, device)
    with arm._driver.busy:  # as a change of settings does for seconds
        waiting = Caller(lambda: arm.move_joints(91, -90, timeout_s=0.2))
        error = waiting.end(1.0)
    assert isinstance(error, NotArrived)
    assert "move" not in sent_verbs(device)


def test_the_time_for_a_move_holds_behind_a_board_that_falls_silent() -> None:
    url, device = fresh_board()
    with Arm.open(url, brisk_arm(60.0)) as arm:
        arm.attach(90, -90)
        moving_on = Caller(lambda: arm.move_joints(150, -90, timeout_s=0.7))
        assert moving(device)
        started = time.monotonic()
        arm._driver.session._transport._port.read = lambda size: time.sleep(0.01) or b""  # type: ignore[func-returns-value]
        assert isinstance(moving_on.end(2.0), NotArrived)
        assert time.monotonic() - started < 1.2


@pytest.mark.parametrize(
    ("first", "percent", "expected_s"), [(25, 100, 40), (25, 10, 100), (50, 80, 20)]
)
def test_long_first_moves_are_waited_for(first: int, percent: int, expected_s: float) -> None:
    """100 degrees at 10 deg/s, at the slower of both percentages: what the board makes of it."""
    config = replace(brisk_arm(10.0), first_move_percent=first)
    report = StatusReport(State.HOLDING, 0, 0, 0, 0, 3, 3, 0, Flags.FIRST_MOVE)
    assert expected_s < move_timeout_s(config, report, (10000, 0), percent) < 2 * expected_s + 5
    later = replace(report, flags=Flags(0))
    expected_s = 10 * 100 / percent
    assert expected_s < move_timeout_s(config, later, (10000, 0), percent) < 2 * expected_s + 5


def test_a_first_move_asked_for_slower_than_first_goes_at_the_speed_asked_for(
    board: tuple[str, MockDevice],
) -> None:
    config = replace(brisk_arm(200.0), first_move_percent=50)
    with Arm.open(board[0], config) as arm:
        arm.attach(90, -90)
        started = time.monotonic()
        arm.move_joints(100, -90, speed_percent=10)  # 10 degrees at 20 deg/s
        assert time.monotonic() - started > 0.45


def test_the_first_move_is_slow_and_is_waited_for(board: tuple[str, MockDevice]) -> None:
    config = replace(brisk_arm(200.0), first_move_percent=25)
    with Arm.open(board[0], config) as arm:
        arm.attach()
        times = []
        for theta1 in (60, 90):
            started = time.monotonic()
            arm.move_joints(theta1, -90)
            times.append(time.monotonic() - started)
    assert times[0] > 0.55 > times[1]


@pytest.mark.parametrize("percent", [0, 101, 50.5])
def test_a_wrong_speed_is_refused(arm: Arm, percent: int) -> None:
    with pytest.raises(ValueError, match="1 to 100"):
        arm.move_to(120, 60, speed_percent=percent)


def test_moves_arrive_behind_a_bad_cable() -> None:
    url, device = fresh_board(drop=0.002, flip=0.002, cut=0.01, seed=11)
    with Arm.open(url, brisk_arm(), timeout_s=10) as arm:
        arm.attach()
        for x, y in [(120, 60), (60, 120), (100, 100)]:
            moved = arm.move_to(x, y)
            assert device.pulses.shoulder == pytest.approx(ticks(45, moved.theta1_deg), abs=1)
