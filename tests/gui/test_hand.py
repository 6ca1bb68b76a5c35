"""Driving by hand: speed, joints, single steps, the other elbow, the way back and on again."""

from __future__ import annotations

import math

import pytest
from PyQt5.QtCore import QSettings, Qt
from pytestqt.qtbot import QtBot

from servoarm.gui.drive.feature import Drive
from servoarm.gui.history import TargetHistory
from servoarm.gui.jog.feature import Jog
from servoarm.gui.jog.steps import StepPanel
from servoarm.gui.joints.feature import Joints
from servoarm.gui.joints.panel import JointsPanel
from servoarm.wire.messages import State

from .desk import LEFT, QTEST, Desk, FakeDesk


def joints(desk: Desk | FakeDesk) -> JointsPanel:
    return desk.window.feature(Joints).panel


def steps(desk: Desk | FakeDesk) -> StepPanel:
    return desk.window.feature(Jog).steps


def sent(fake: FakeDesk) -> tuple[object, ...]:
    """The newest move that the arm was told."""
    fake.until(lambda: fake.told("move_joints"))
    return fake.told("move_joints")[-1][1:]


# Speed.


def test_a_move_goes_at_the_chosen_speed(desk: Desk) -> None:
    desk.ready()
    frames = {}
    for percent in (100, 10):
        desk.aim.go(110.0, 90.0)
        desk.until(lambda: desk.resting_near(110.0, 90.0, 0.5))
        desk.window.feature(Drive).speed.show_percent(percent)
        first = desk.device.frames
        desk.aim.go(110.0, -20.0)
        desk.until(lambda: desk.resting_near(110.0, -20.0, 0.5), 20_000)
        frames[percent] = desk.device.pulses.frame - first
    assert frames[10] > 3 * frames[100]


@pytest.mark.parametrize("typed", ["0", "101", "-5", "fast"])
def test_a_speed_that_is_none_is_refused_and_the_old_one_stays(typed: str, fake: FakeDesk) -> None:
    panel = fake.window.feature(Drive).speed
    panel.show_percent(40)
    panel.box.selectAll()
    QTEST.keyClicks(panel.box, typed)
    QTEST.keyClick(panel.box, Qt.Key.Key_Return)
    assert fake.aim.speed_percent == 40
    assert panel.box.problem


def test_the_speed_is_remembered(qtbot: QtBot, settings: QSettings) -> None:
    first = FakeDesk.make(qtbot, settings)
    first.window.feature(Drive).speed.slider.setValue(35)
    first.close()
    second = FakeDesk.make(qtbot, settings)
    assert second.aim.speed_percent == 35
    assert second.window.feature(Drive).speed.box.value() == 35


# Joints.


def test_typed_joint_angles_are_gone_to(fake: FakeDesk) -> None:
    panel = joints(fake)
    for box, text in zip(panel.boxes, ("30.25", "-45,5"), strict=True):
        box.selectAll()
        QTEST.keyClicks(box, text)
    QTEST.keyClick(panel.boxes[1], Qt.Key.Key_Return)
    assert sent(fake) == pytest.approx((30.25, -45.5))


def test_sliders_and_boxes_follow_the_board_and_send_nothing(fake: FakeDesk) -> None:
    fake.stand(33.5, -71.25)
    panel = joints(fake)
    assert [slider.value() for slider in panel.sliders] == [335, -712]
    assert [box.value() for box in panel.boxes] == [33.5, -71.25]
    assert fake.arm.told == []


def test_a_dragged_slider_takes_its_joint_along_and_no_other(fake: FakeDesk) -> None:
    fake.stand(33.33, -71.27)
    joints(fake).sliders[0].setValue(600)
    assert sent(fake) == pytest.approx((60.0, -71.27))


def test_a_joint_outside_its_limits_cannot_be_gone_to(fake: FakeDesk) -> None:
    panel = joints(fake)
    high = fake.model.config.shoulder.limits_deg[1]
    panel.boxes[0].selectAll()
    QTEST.keyClicks(panel.boxes[0], f"{high + 1}")
    assert not panel.go.isEnabled()
    QTEST.keyClick(panel.boxes[0], Qt.Key.Key_Return)
    fake.bot.wait(50)
    assert fake.told("move_joints") == []
    assert panel.sliders[0].maximum() <= high * 10


def test_a_relaxed_arm_has_no_sliders_to_drag(fake: FakeDesk) -> None:
    fake.model.relax()
    fake.until(lambda: not fake.model.attached)
    assert not any(slider.isEnabled() for slider in joints(fake).sliders)


# Single steps.


@pytest.mark.parametrize(
    ("size", "button", "moved"),
    [
        (0.1, "x +", (0.1, 0)),
        (1.0, "y −", (0, -1)),
        (10.0, "x −", (-10, 0)),
        (10.0, "y +", (0, 10)),
    ],
)
def test_a_step_moves_the_tip_by_its_size(
    size: float, button: str, moved: tuple[float, float], fake: FakeDesk
) -> None:
    fake.stand(20.0, 80.0)
    arm = fake.model.kinematics
    before = arm.forward(math.radians(20), math.radians(80))
    steps(fake).sizes[size].setChecked(True)
    QTEST.mouseClick(steps(fake).buttons[button], LEFT)
    theta1, theta2 = (math.radians(float(str(angle))) for angle in sent(fake))
    assert arm.forward(theta1, theta2) == pytest.approx(
        (before[0] + moved[0], before[1] + moved[1]), abs=1e-9
    )


@pytest.mark.parametrize(
    ("button", "angles"), [("θ₁ +", (30, 80)), ("θ₁ −", (10, 80)), ("θ₂ −", (20, 70))]
)
def test_a_step_turns_one_joint(button: str, angles: tuple[float, float], fake: FakeDesk) -> None:
    fake.stand(20.0, 80.0)
    steps(fake).sizes[10.0].setChecked(True)
    QTEST.mouseClick(steps(fake).buttons[button], LEFT)
    assert sent(fake) == pytest.approx(angles)


def test_steps_pressed_in_haste_add_up(desk: Desk) -> None:
    desk.ready()
    desk.aim.go(110.0, 90.0)
    desk.until(lambda: desk.resting_near(110.0, 90.0, 0.05))
    steps(desk).sizes[10.0].setChecked(True)
    for _ in range(3):
        QTEST.mouseClick(steps(desk).buttons["x −"], LEFT)
    desk.until(lambda: desk.resting_near(80.0, 90.0, 0.1))


def test_after_a_stop_a_step_starts_from_where_the_arm_stands(desk: Desk) -> None:
    desk.ready()
    desk.aim.go(-110.0, 90.0)
    desk.until(lambda: desk.moving)
    desk.model.stop()
    desk.until(lambda: desk.model.status is not None and desk.model.status.state is State.HOLDING)
    status = desk.model.status
    assert status is not None
    there = status.x_mm, status.y_mm
    QTEST.mouseClick(steps(desk).buttons["y +"], LEFT)
    desk.until(lambda: desk.resting_near(there[0], there[1] + 1, 0.1))


# The other elbow.


def test_the_elbow_swings_to_its_other_side_and_the_tip_stays(fake: FakeDesk) -> None:
    fake.stand(20.0, 80.0)
    QTEST.mouseClick(fake.elbow.other, LEFT)
    # equal links: the other pose mirrors the elbow at the line to the tip, at 20 + 80 / 2 degrees
    assert sent(fake) == pytest.approx((100.0, -80.0))


def test_where_the_other_side_is_not_allowed_there_is_no_button(fake: FakeDesk) -> None:
    fake.stand(20.0, 80.0)
    assert fake.elbow.other.isEnabled()
    fake.stand(-20.0, -80.0)  # its other pose has the shoulder at -100, beyond its limit of -45
    assert not fake.elbow.other.isEnabled()


# Back, and on again.


def test_on_leads_where_back_came_from(fake: FakeDesk) -> None:
    for point in ((120.0, 60.0), (60.0, 120.0)):
        fake.aim.go(*point)
    fake.aim.undo()
    assert fake.aim.can_redo
    fake.aim.redo()
    assert fake.aim.plan is not None
    assert (fake.aim.plan.x_mm, fake.aim.plan.y_mm) == (60.0, 120.0)
    assert not fake.aim.can_redo


def test_a_new_target_ends_the_way_on() -> None:
    history = TargetHistory()
    history.begin((0, 0))
    history.add((1, 1))
    history.back()
    assert history.next == (1, 1)
    history.add((2, 2))
    assert history.next is None


def test_back_and_on_again_as_often_as_one_likes() -> None:
    history = TargetHistory()
    history.begin((0, 0))
    for number in (1, 2, 3):
        history.add((number, number))
    for _ in range(3):
        history.back()
    seen = []
    while history.next is not None:
        seen.append(history.next)
        history.on()
    assert seen == [(1, 1), (2, 2), (3, 3)]
    assert history.former == (2, 2)
