"""Parking the arm, and letting go of it after a time at rest."""

import pytest
from PyQt5.QtCore import QSettings
from pytestqt.qtbot import QtBot

from servoarm.gui.park import release
from servoarm.gui.park.feature import Park
from servoarm.wire.messages import State

from .desk import LEFT, QTEST, Desk, FakeDesk


def test_rest_parks_the_arm_and_then_ends_the_pulses(desk: Desk) -> None:
    desk.ready()
    desk.window.feature(Park).park_action.trigger()
    desk.until(lambda: not desk.model.attached)
    attached = [pulses for pulses in desk.device.history if pulses.shoulder]
    # the rest pose of the default arm, 90 and -90 degrees, in ticks of its 270-degree servos
    assert attached[-1][1:] == (
        round(2 * (500 + (45 + 90) * 2000 / 270)),
        round(2 * (500 + (135 - 90) * 2000 / 270)),
    )
    assert "Parked" in desk.notice.text.text()
    assert desk.model.assumed_deg == (90.0, -90.0)


def test_a_stop_on_the_way_keeps_the_arm_attached(desk: Desk) -> None:
    desk.ready()
    desk.window.feature(Park).park_action.trigger()
    desk.until(lambda: desk.moving)
    desk.model.stop()
    desk.until(lambda: desk.model.status is not None and desk.model.status.state is State.HOLDING)
    desk.bot.wait(300)
    assert desk.model.attached


def test_another_target_on_the_way_keeps_the_arm_attached(desk: Desk) -> None:
    desk.ready()
    desk.window.feature(Park).park_action.trigger()
    desk.until(lambda: desk.moving)
    desk.aim.go(100.0, 100.0)
    desk.until(lambda: desk.resting_near(100.0, 100.0))
    desk.bot.wait(300)
    assert desk.model.attached


def test_an_arm_that_stands_parked_is_relaxed_at_once(fake: FakeDesk) -> None:
    fake.stand(90.0, -90.0)
    QTEST.mouseClick(fake.window.feature(Park).button, LEFT)
    fake.until(lambda: fake.told("relax"))


def test_there_is_nothing_to_park_while_relaxed(fake: FakeDesk) -> None:
    fake.model.relax()
    fake.until(lambda: not fake.model.attached)
    assert not fake.window.feature(Park).park_action.isEnabled()


def test_an_arm_at_rest_is_kept_unless_a_time_was_chosen(
    fake: FakeDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release, "MINUTE_MS", 10)
    fake.stand(80.0, -80.0)
    fake.bot.wait(400)
    assert fake.model.attached


def test_after_the_chosen_time_at_rest_the_arm_is_relaxed_and_its_pose_kept(
    fake: FakeDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release, "MINUTE_MS", 10)
    fake.stand(80.0, -80.0)
    fake.window.feature(Park).release_actions[5].trigger()
    fake.until(lambda: not fake.model.attached)
    assert "5 minutes" in fake.notice.text.text()
    assert fake.told("relax")


def test_an_arm_that_moves_is_not_released(fake: FakeDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "MINUTE_MS", 40)
    fake.window.feature(Park).release_actions[5].trigger()
    fake.stand(80.0, -80.0, state=State.MOVING, goal_deg=(10.0, -80.0))
    fake.bot.wait(500)
    assert fake.model.attached


def test_the_chosen_time_is_remembered(qtbot: QtBot, settings: QSettings) -> None:
    first = FakeDesk.make(qtbot, settings)
    first.window.feature(Park).release_actions[15].trigger()
    first.close()
    second = FakeDesk.make(qtbot, settings)
    assert second.window.feature(Park).release.minutes == 15
    assert second.window.feature(Park).release_actions[15].isChecked()
