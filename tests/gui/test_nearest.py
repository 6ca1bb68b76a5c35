"""The nearest point: of the elbow's own side, the short way, and only where it is marked."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PyQt5.QtCore import Qt

from servoarm.armfile import DEFAULT
from servoarm.kinematics.planar import Pose
from servoarm.motion.wish import ElbowChoice, make_wish

from .desk import QTEST, FakeDesk

ARM = DEFAULT.kinematics()
(LOW1, HIGH1), (LOW2, HIGH2) = ARM.limits


def ctrl_g(fake: FakeDesk) -> None:
    QTEST.keyClick(fake.window, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)


def went(fake: FakeDesk) -> tuple[float, float]:
    fake.until(lambda: fake.told("move_joints"))
    _, theta1, theta2 = fake.told("move_joints")[-1]
    assert isinstance(theta1, float) and isinstance(theta2, float)
    return theta1, theta2


def test_near_the_hole_the_elbow_keeps_its_side(fake: FakeDesk) -> None:
    fake.stand(90, -133)
    fake.aim.go(-68, -3)
    ctrl_g(fake)
    assert went(fake)[1] < 0


def test_where_only_the_other_elbow_can_the_nearest_point_is_still_this_elbows(
    fake: FakeDesk,
) -> None:
    fake.stand(-30, 80)
    fake.aim.go(145, -7)
    drawn = fake.window.canvas.wish
    assert drawn.refused.isVisible() and drawn.nearest.isVisible()
    ctrl_g(fake)
    assert went(fake)[1] >= 0


def test_the_shoulder_never_turns_the_long_way_round(fake: FakeDesk) -> None:
    fake.stand(-40, 5)
    fake.aim.go(-185, -60)
    assert fake.window.canvas.wish.refused.isVisible()
    fake.aim.go(-300, -100)
    ctrl_g(fake)
    assert abs(went(fake)[0] + 40) <= 180.01


def test_button_menu_and_shortcut_are_there_together(fake: FakeDesk) -> None:
    action = fake.drive.nearest_action
    fake.aim.go(120, 60)
    assert not action.isEnabled() and not fake.reason_line.nearest.isVisible()
    fake.aim.go(230, 40)
    assert action.isEnabled() and fake.reason_line.nearest.isVisible()
    fake.model.relax()
    fake.until(lambda: not fake.model.attached)
    fake.aim.go(230, 40)
    assert not action.isEnabled() and not fake.reason_line.nearest.isVisible()


def test_a_marked_point_that_is_not_the_nearest_any_more_is_not_gone_to(fake: FakeDesk) -> None:
    fake.stand(90, -133)
    fake.aim.go(-68, -3)
    fake.stand(90, 133)  # by another hand
    fake.aim.go_nearest()
    fake.bot.wait(50)
    assert not fake.told("move_joints")
    assert "moved since" in fake.reason


@given(
    x=st.floats(-400, 400),
    y=st.floats(-400, 400),
    theta1=st.floats(LOW1, HIGH1),
    theta2=st.floats(LOW2, HIGH2),
    choice=st.sampled_from(ElbowChoice),
)
def test_the_nearest_point_is_allowed_on_this_side_and_the_short_way(
    x: float, y: float, theta1: float, theta2: float, choice: ElbowChoice
) -> None:
    wish = make_wish(ARM, x, y, choice, Pose(theta1, theta2))
    assert (wish.branch is None) or wish.nearest is None
    if wish.nearest is None:
        return
    pose = wish.nearest.pose
    assert LOW1 <= pose.theta1 <= HIGH1 and LOW2 <= pose.theta2 <= HIGH2
    assert abs(pose.theta1 - theta1) <= math.pi + 1e-9
    if wish.side is not None:
        assert (pose.theta2 <= 0) if wish.side.value == "left" else (pose.theta2 >= 0)
    assert ARM.forward(*pose) == pytest.approx((wish.nearest.x, wish.nearest.y))
    # no pose of a grid over all that is allowed comes nearer
    for first in (LOW1 + (HIGH1 - LOW1) * k / 24 for k in range(25)):
        for second in (LOW2 + (HIGH2 - LOW2) * k / 24 for k in range(25)):
            if abs(first - theta1) > math.pi or (
                wish.side is not None and (second < 0) != (wish.side.value == "left")
            ):
                continue
            assert math.dist(ARM.forward(first, second), (x, y)) >= wish.nearest.distance - 1e-6
