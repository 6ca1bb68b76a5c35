"""Numbers that are typed: none becomes another one without a word."""

from __future__ import annotations

from pathlib import Path

import pytest
from PyQt5.QtCore import QSettings
from pytestqt.qtbot import QtBot

from servoarm.armfile import load, template
from servoarm.gui.app import begin, tell_empty
from servoarm.gui.arm_file.feature import ArmFile
from servoarm.gui.build import make_window
from servoarm.gui.connect.feature import Connect
from servoarm.gui.model import Link
from servoarm.gui.widgets import NumberBox

from .desk import LEFT, QTEST, Desk, FakeDesk


def type_over(box: NumberBox, text: str) -> None:
    box.setFocus()
    box.selectAll()
    QTEST.keyClicks(box, text)


def test_an_assumed_angle_beyond_its_limit_is_marked_and_cannot_be_attached(desk: Desk) -> None:
    desk.connect()
    start = desk.start
    type_over(start.theta1, "300")
    assert start.theta1.text() == "300°" and start.theta1.property("out") == "true"
    assert "-45.00 to 225.00°" in start.source.text()
    assert not start.attach.isEnabled()
    QTEST.mouseClick(start.attach, LEFT)
    desk.bot.wait(100)
    assert desk.device.pulses[1:] == (0, 0)
    type_over(start.theta1, "30")
    QTEST.mouseClick(start.attach, LEFT)  # shows what was typed
    desk.attach()
    assert desk.model.status is not None and desk.model.status.theta1_deg == 30


def test_a_length_beyond_the_slider_is_taken_as_typed(fake: FakeDesk) -> None:
    box = fake.lengths.boxes[0]
    type_over(box, "300")
    box.interpretText()
    assert fake.model.config.link1_mm == 300
    type_over(box, "0")
    box.interpretText()
    assert box.property("out") == "true" and fake.model.config.link1_mm == 300


def test_a_jog_speed_out_of_range_is_not_taken(fake: FakeDesk) -> None:
    box = fake.jog_panel.speed
    type_over(box, "2000")
    box.interpretText()
    assert box.property("out") == "true" and fake.jogger.speed_mm_s == 40


@pytest.fixture
def arm_file(tmp_path: Path) -> Path:
    path = tmp_path / "arm.toml"
    template().save(path, template().config)
    return path


def test_saving_takes_a_length_that_is_still_being_typed(
    qtbot: QtBot, settings: QSettings, arm_file: Path
) -> None:
    window = make_window(load(arm_file).config, arm_file, settings)
    qtbot.addWidget(window)
    window.show()
    type_over(window.feature(ArmFile).lengths.boxes[0], "123")
    window.feature(ArmFile).save()
    assert load(arm_file).config.link1_mm == 123
    window.leave()


def test_an_empty_arm_file_is_told_in_the_window_and_can_be_filled(
    qtbot: QtBot, settings: QSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "empty.toml"
    path.touch()
    window = make_window(None, None, settings)
    qtbot.addWidget(window)
    window.show()
    tell_empty(window, path)
    assert (
        "is empty" in window.feature(Connect).notice.text.text()
        and "empty.toml" not in window.windowTitle()
    )
    monkeypatch.setattr(window.feature(ArmFile), "_ask_path", lambda: path)
    window.feature(ArmFile).save()
    assert load(path).config == window.model.config
    assert "empty.toml" in window.windowTitle()
    window.leave()


def test_an_empty_arm_file_is_still_told_when_a_port_is_connected_at_once(
    qtbot: QtBot, settings: QSettings, tmp_path: Path
) -> None:
    window = make_window(None, None, settings)
    qtbot.addWidget(window)
    window.show()
    begin(window, "mock://", tmp_path / "empty.toml")
    qtbot.waitUntil(lambda: window.model.link is Link.ONLINE)
    notice = window.feature(Connect).notice
    assert notice.isVisible() and "is empty" in notice.text.text()
    window.leave()


def test_another_arms_file_gets_the_lengths_alone_and_that_is_said(
    qtbot: QtBot, settings: QSettings, arm_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arm_file.write_text(arm_file.read_text().replace("watchdog_ms = 1000", "watchdog_ms = 1500"))
    window = make_window(None, None, settings)
    qtbot.addWidget(window)
    window.show()
    monkeypatch.setattr(window.feature(ArmFile), "_ask_path", lambda: arm_file)
    window.feature(ArmFile).lengths.boxes[0].setValue(123)
    window.feature(ArmFile).save()
    assert load(arm_file).config.link1_mm == 123
    assert load(arm_file).config.watchdog_ms == 1500
    assert "limits and pulses are not in use" in window.feature(Connect).notice.text.text()
    assert "arm.toml" not in window.windowTitle()
    window.leave()


def test_a_saved_notice_goes_by_itself(
    qtbot: QtBot, settings: QSettings, arm_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = make_window(load(arm_file).config, arm_file, settings)
    qtbot.addWidget(window)
    window.show()
    window.feature(Connect).notice._going.setInterval(50)
    window.feature(ArmFile).save()
    assert window.feature(Connect).notice.isVisible()
    qtbot.waitUntil(lambda: not window.feature(Connect).notice.isVisible(), timeout=2000)
    window.feature(Connect).notice.tell("error", "A fault.", "")
    qtbot.wait(150)
    assert window.feature(Connect).notice.isVisible()
    window.leave()
