"""Numbers that are typed: none becomes another one without a word."""

from __future__ import annotations

from pathlib import Path

import pytest
from PyQt5.QtCore import QSettings
from pytestqt.qtbot import QtBot

from servoarm.armfile import load, template
from servoarm.gui.app import make_window, tell_empty
from servoarm.gui.widgets import NumberBox

from .desk import LEFT, QTEST, Desk, FakeDesk


def type_over(box: NumberBox, text: str) -> None:
    box.setFocus()
    box.selectAll()
    QTEST.keyClicks(box, text)


def test_an_assumed_angle_beyond_its_limit_is_marked_and_cannot_be_attached(desk: Desk) -> None:
    desk.connect()
    start = desk.window.start
    type_over(start.theta1, "300")
    assert start.theta1.text() == "300°" and start.theta1.property("out") == "true"
    assert "-45.00 to 225.00°" in start.source.text()
    assert not start.attach.isEnabled()
    QTEST.mouseClick(start.attach, LEFT)
    desk.bot.wait(100)
    assert desk.device.pulses[1:] == (0, 0)
    type_over(start.theta1, "30")
    desk.attach()
    assert desk.model.status is not None and desk.model.status.theta1_deg == 30


def test_a_length_beyond_the_slider_is_taken_as_typed(fake: FakeDesk) -> None:
    box = fake.window.lengths.boxes[0]
    type_over(box, "300")
    box.interpretText()
    assert fake.model.config.link1_mm == 300
    type_over(box, "0")
    box.interpretText()
    assert box.property("out") == "true" and fake.model.config.link1_mm == 300


def test_a_jog_speed_out_of_range_is_not_taken(fake: FakeDesk) -> None:
    box = fake.window.jog.speed
    type_over(box, "2000")
    box.interpretText()
    assert box.property("out") == "true" and fake.window.jogger.speed_mm_s == 40


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
    type_over(window.lengths.boxes[0], "123")
    window.save()
    assert load(arm_file).config.link1_mm == 123
    window.close()


def test_an_empty_arm_file_is_told_in_the_window_and_can_be_filled(
    qtbot: QtBot, settings: QSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "empty.toml"
    path.touch()
    window = make_window(None, None, settings)
    qtbot.addWidget(window)
    window.show()
    tell_empty(window, path)
    assert "is empty" in window.notice.text.text() and "empty.toml" not in window.windowTitle()
    monkeypatch.setattr(window, "_ask_path", lambda: path)
    window.save()
    assert load(path).config == window.model.config
    assert "empty.toml" in window.windowTitle()
    window.close()


def test_another_arms_file_gets_the_lengths_alone_and_that_is_said(
    qtbot: QtBot, settings: QSettings, arm_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arm_file.write_text(arm_file.read_text().replace("watchdog_ms = 1000", "watchdog_ms = 1500"))
    window = make_window(None, None, settings)
    qtbot.addWidget(window)
    window.show()
    monkeypatch.setattr(window, "_ask_path", lambda: arm_file)
    window.lengths.boxes[0].setValue(123)
    window.save()
    assert load(arm_file).config.link1_mm == 123
    assert load(arm_file).config.watchdog_ms == 1500
    assert "not those in use" in window.notice.text.text()
    assert "arm.toml" not in window.windowTitle()
    window.close()


def test_a_saved_notice_goes_by_itself(
    qtbot: QtBot, settings: QSettings, arm_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = make_window(load(arm_file).config, arm_file, settings)
    qtbot.addWidget(window)
    window.show()
    window.notice._going.setInterval(50)
    window.save()
    assert window.notice.isVisible()
    qtbot.waitUntil(lambda: not window.notice.isVisible(), timeout=2000)
    window.notice.tell("error", "A fault.", "")
    qtbot.wait(150)
    assert window.notice.isVisible()
    window.close()
