"""The arm is let go, by whomever: where it is drawn then, and what is said."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from servoarm.arm.types import ArmStatus, AssumedPose, StatusChanged
from servoarm.gui.model import Link
from servoarm.wire.messages import Flags, State

from .desk import Desk, FakeDesk


def limp(fake: FakeDesk, state: State) -> None:
    """The board ends the pulses by itself at (40, 75), which the arm remembers."""
    fake.stand(40, 75)
    fake.arm.assumed = AssumedPose(40, 75, "remembered", datetime.now(UTC))
    fake.arm.status = ArmStatus(state, 0, 0, 0, 0, 200, 0, None, Flags(0), 0)
    fake.arm.tell(StatusChanged(fake.arm.status))
    fake.until(lambda: not fake.model.attached)


@pytest.mark.parametrize("state", [State.RELAXED, State.FAULT])
def test_after_a_relax_that_nobody_here_asked_for_the_last_reported_pose_is_offered(
    fake: FakeDesk, state: State
) -> None:
    fake.aim.go(120, 60)
    limp(fake, state)
    start = fake.start
    assert (start.theta1.value(), start.theta2.value()) == (40, 75)
    assert fake.aim.plan is None and not fake.aim.can_undo


def test_after_disconnecting_the_arm_stays_drawn_where_it_was(desk: Desk) -> None:
    desk.ready()
    before = desk.model.shown_pose
    desk.model.disconnect_arm()
    desk.until(lambda: desk.model.link is Link.OFFLINE)
    assert desk.window.canvas.arm.pose == pytest.approx(before, abs=2e-4)
    assert desk.aim.plan is None
    desk.click(120, 60)
    assert "connect first" in desk.reason and "attach" not in desk.reason
    desk.connect()
    desk.attach()
    assert not desk.aim.can_undo


def test_a_board_that_lost_the_host_is_told_once(fake: FakeDesk) -> None:
    fake.stand(40, 75, flags=Flags.HOST_LOST)
    fake.until(fake.notice.isVisible)
    assert "heard nothing" in fake.notice.text.text()
    fake.notice.hide()
    fake.stand(41, 75, flags=Flags.HOST_LOST)
    assert not fake.notice.isVisible()


def test_a_slow_first_move_is_said_beside_the_state(fake: FakeDesk) -> None:
    fake.stand(40, 75, flags=Flags.FIRST_MOVE)
    assert fake.connection.state.text() == "holding · first move: slow"
    fake.stand(41, 75)
    assert fake.connection.state.text() == "holding"


def test_a_program_that_died_in_mid_move_is_warned_of_until_the_angles_are_corrected(
    fake: FakeDesk,
) -> None:
    limp(fake, State.RELAXED)
    fake.arm.assumed = AssumedPose(20, 30, "uncertain", datetime.now(UTC), "cut off")
    fake.model.disconnect_arm()
    fake.until(lambda: fake.model.link is Link.OFFLINE)
    fake.model.connect_to("mock://")
    fake.until(fake.start.isVisible)
    source = fake.start.source
    assert "did not come to its end" in source.text() and source.property("tone") == "bad"
    fake.start.theta1.setValue(25)
    assert "did not come to its end" not in source.text()
    fake.start.attach.click()
    fake.until(lambda: fake.told("attach") == [("attach", 25, 30)])
