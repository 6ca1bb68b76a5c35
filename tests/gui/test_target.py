"""The typed target, and the way back to former ones."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PyQt5.QtCore import Qt

from servoarm.wire.messages import State

from .desk import QTEST, FakeDesk


def typed(fake: FakeDesk, x: str, y: str | None = None) -> None:
    """Type over what stands in the boxes, without Enter."""
    for box, text in ((fake.target.x_box, x), (fake.target.y_box, y)):
        if text is not None:
            box.setFocus()
            box.selectAll()
            QTEST.keyClicks(box, text)


def shown(fake: FakeDesk) -> tuple[float, float]:
    return fake.target.x_box.value(), fake.target.y_box.value()


def test_reports_of_a_moving_arm_leave_a_typed_target_alone(fake: FakeDesk) -> None:
    fake.aim.go(120, 60)
    fake.until(fake.went_to)
    typed(fake, "50", "140")
    for theta1 in (70.0, 71.0, 72.0):
        fake.stand(theta1, -90, state=State.MOVING)
    fake.target.go.click()
    fake.until(lambda: len(fake.went_to()) == 2)
    assert fake.went_to()[1] == (50, 140)


def test_a_half_typed_target_is_never_mixed_with_a_clicked_one(fake: FakeDesk) -> None:
    fake.aim.go(120, 60)
    typed(fake, "50")
    fake.target.y_box.setFocus()
    fake.click(100, 100)
    assert shown(fake) == pytest.approx((100, 100), abs=1.0)


def test_a_clicked_target_is_shown_in_the_boxes(fake: FakeDesk) -> None:
    fake.click(120, 60)
    assert shown(fake) == pytest.approx((120, 60), abs=1.0)


def test_a_refused_point_does_not_wait_in_the_boxes_after_a_jog(fake: FakeDesk) -> None:
    fake.stand(60, -60)
    fake.click(230, 40)
    assert shown(fake)[0] > 200
    tip = fake.model.kinematics.forward(*fake.model.shown_pose)
    fake.jogger.hold(1, 0, True)
    fake.until(lambda: fake.told("move_joints"))
    fake.jogger.end()
    assert shown(fake) == pytest.approx(tip, abs=1.0)


def tip(fake: FakeDesk) -> tuple[float, float]:
    return fake.model.kinematics.forward(*fake.model.shown_pose)


def gone_to(fake: FakeDesk) -> None:
    fake.aim.go(120, 60)
    fake.until(lambda: fake.aim.arrived)


def changed_lengths(fake: FakeDesk) -> None:
    fake.lengths.boxes[0].setValue(80)


def attached_elsewhere(fake: FakeDesk) -> None:
    fake.model.relax()
    fake.until(lambda: not fake.model.attached)
    fake.model.assume(30, -40)
    fake.model.attach()
    fake.until(lambda: fake.model.attached)


def reconnected(fake: FakeDesk) -> None:
    fake.model.disconnect_arm()
    fake.until(lambda: not fake.model.attached)
    fake.model.connect_to("mock://")
    fake.until(lambda: fake.model.attached)


def stopped(fake: FakeDesk) -> None:
    fake.stand(70, -80)
    fake.model.stop()
    fake.aim.clear()


def jogged(fake: FakeDesk) -> None:
    fake.jogger.hold(-1, 0, False)
    fake.until(lambda: len(fake.told("move_joints")) > 2)
    fake.jogger.end()
    fake.bot.wait(100)


@pytest.mark.parametrize(
    "happen", [changed_lengths, attached_elsewhere, reconnected, stopped, jogged]
)
@pytest.mark.parametrize("how", ["at rest", "cursor there", "half typed"])
def test_no_old_point_stands_beside_go(
    fake: FakeDesk, happen: Callable[[FakeDesk], None], how: str
) -> None:
    gone_to(fake)
    if how == "cursor there":
        fake.target.x_box.setFocus()
    if how == "half typed":
        typed(fake, "55")
    happen(fake)
    fake.until(lambda: shown(fake) == pytest.approx(tip(fake), abs=0.01), timeout_ms=1000)


def test_what_is_typed_over_a_fresh_point_mixes_with_nothing(fake: FakeDesk) -> None:
    fake.target.x_box.setFocus()
    fake.aim.go(120, 60)
    QTEST.keyClicks(fake.target.x_box, "50")
    assert fake.target.x_box.value() == 50


def test_go_sends_what_a_click_left_in_the_boxes(fake: FakeDesk) -> None:
    fake.click(120, 60)
    fake.until(fake.went_to)
    there = shown(fake)
    fake.target.go.click()
    fake.until(lambda: len(fake.went_to()) == 2)
    assert fake.went_to()[1][:2] == there


def test_digits_are_never_dropped(fake: FakeDesk) -> None:
    typed(fake, "-123456", "7")
    fake.target.go.click()
    assert fake.aim.plan is not None
    assert (fake.aim.plan.x_mm, fake.aim.plan.y_mm) == (-123456, 7)
    assert "too far" in fake.reason


# The way back.


def undo(fake: FakeDesk) -> None:
    QTEST.keyClick(fake.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


def test_the_way_back_of_a_drag_that_left_the_area_leads_to_the_last_point_that_went_out(
    fake: FakeDesk,
) -> None:
    fake.aim.press(50, 150)
    fake.aim.follow(-10, 150)
    fake.aim.follow(-250, 150)  # out of reach
    fake.aim.release()
    fake.aim.go(120, 60)
    undo(fake)
    fake.until(lambda: fake.went_to()[-1:] == [(-10, 150)])


def test_after_a_jog_the_way_back_leads_to_the_last_target(fake: FakeDesk) -> None:
    fake.aim.go(120, 60)
    fake.aim.go(60, 140)
    fake.until(lambda: fake.aim.arrived)
    fake.aim.step_joints(fake.model.shown_pose, 50)
    fake.until(lambda: fake.told("move_joints"))
    fake.arm.told.clear()
    undo(fake)
    fake.until(lambda: fake.went_to()[-1:] == [(60, 140)])
    undo(fake)
    fake.until(lambda: fake.went_to()[-1:] == [(120, 60)])


def test_the_first_way_back_leads_to_where_the_arm_was_attached(fake: FakeDesk) -> None:
    tip = fake.model.kinematics.forward(*fake.model.shown_pose)
    assert not fake.target.undo.isEnabled()
    fake.aim.go(60, 140)
    fake.until(fake.target.undo.isEnabled)
    undo(fake)
    fake.until(lambda: len(fake.went_to()) == 2)
    assert fake.went_to()[1] == pytest.approx(tip)
    assert not fake.aim.can_undo


def test_a_target_that_was_stopped_on_the_way_is_none_to_come_back_to(fake: FakeDesk) -> None:
    fake.aim.go(120, 60)
    fake.until(lambda: fake.aim.arrived)
    fake.aim.go(60, 140)
    fake.until(lambda: len(fake.went_to()) == 2)
    fake.stand(70, -90, state=State.MOVING)
    fake.model.stop()
    undo(fake)
    fake.until(lambda: len(fake.went_to()) == 3)
    assert fake.went_to()[-1] == (120, 60)


def test_a_target_that_is_asked_for_again_is_one_to_come_back_from(fake: FakeDesk) -> None:
    fake.aim.go(120, 60)
    fake.until(lambda: fake.aim.arrived)
    fake.aim.go(90, 90)
    fake.until(lambda: fake.aim.arrived)
    fake.model.stop()
    fake.bot.wait(50)
    fake.aim.go(90, 90)
    fake.until(lambda: len(fake.went_to()) == 3)
    undo(fake)
    fake.until(lambda: fake.went_to()[-1][:2] == (120, 60))


def test_a_drag_from_the_newest_target_leaves_that_one_to_come_back_to(fake: FakeDesk) -> None:
    fake.aim.go(120, 60)
    fake.aim.press(120, 60)
    fake.aim.follow(100, 80)
    fake.aim.follow(90, 90)
    fake.aim.release()
    fake.until(lambda: (90, 90) in [order[:2] for order in fake.went_to()])
    undo(fake)
    fake.until(lambda: fake.went_to()[-1][:2] == (120, 60))


def test_a_relaxed_arm_has_no_way_back(fake: FakeDesk) -> None:
    fake.aim.go(120, 60)
    fake.aim.go(60, 140)
    fake.model.relax()
    fake.until(lambda: not fake.model.attached)
    assert not fake.aim.can_undo
