"""The nearest point: of the elbow's own side, the short way, and only where it is marked."""

from __future__ import annotations

from PyQt5.QtCore import Qt

from .desk import QTEST, FakeDesk


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
    drawn = fake.window.canvas.plan
    assert drawn.refused.isVisible() and drawn.nearest.isVisible()
    ctrl_g(fake)
    assert went(fake)[1] >= 0


def test_the_shoulder_never_turns_the_long_way_round(fake: FakeDesk) -> None:
    fake.stand(-40, 5)
    fake.aim.go(-185, -60)
    assert fake.window.canvas.plan.refused.isVisible()
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
