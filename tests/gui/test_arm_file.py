"""Lengths that were changed, and an arm file that was edited, are not lost without a word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PyQt5.QtCore import QSettings
from PyQt5.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from servoarm.arm import Arm
from servoarm.armfile import DEFAULT, ArmChoice, load, template
from servoarm.gui.arm_file.feature import ArmFile
from servoarm.gui.build import make_window
from servoarm.gui.connect.feature import Connect
from servoarm.gui.model import Link
from servoarm.gui.window import Window

Button = QMessageBox.StandardButton


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "arm.toml"
    template().save(path, template().config)
    return path


@pytest.fixture
def window(qtbot: QtBot, settings: QSettings, path: Path) -> Iterator[Window]:
    window = make_window(load(path).config, path, settings)
    qtbot.addWidget(window)
    window.show()
    yield window
    window.leave()


def lengthen(window: Window, link1_mm: float = 123.0) -> None:
    window.feature(ArmFile).lengths.boxes[0].setValue(link1_mm)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def answer(monkeypatch: pytest.MonkeyPatch, button: QMessageBox.StandardButton) -> list[str]:
    asked: list[str] = []

    def question(_parent: object, _title: str, text: str, *_more: object) -> object:
        asked.append(text)
        return button

    monkeypatch.setattr(QMessageBox, "question", question)
    return asked


def test_changed_lengths_are_marked_in_the_title_until_they_are_saved(window: Window) -> None:
    assert not window.isWindowModified() and "[*]" in window.windowTitle()
    lengthen(window)
    assert window.isWindowModified()
    window.feature(ArmFile).save()
    assert not window.isWindowModified()
    lengthen(window, 100.0)
    assert window.isWindowModified()
    lengthen(window, 123.0)
    assert not window.isWindowModified()


@pytest.mark.parametrize(
    ("button", "stays", "saved_mm"),
    [(Button.Cancel, True, 100), (Button.Discard, False, 100), (Button.Save, False, 123)],
)
def test_closing_asks_what_becomes_of_changed_lengths(
    window: Window,
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    button: QMessageBox.StandardButton,
    stays: bool,
    saved_mm: float,
) -> None:
    asked = answer(monkeypatch, button)
    lengthen(window)
    window.close()
    assert len(asked) == 1
    assert window.isVisible() is stays
    assert load(path).config.link1_mm == saved_mm


def test_closing_asks_nothing_when_nothing_was_changed(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = answer(monkeypatch, Button.Cancel)
    window.close()
    assert not asked and not window.isVisible()


def test_a_window_that_is_told_to_end_does_not_wait_for_an_answer(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = answer(monkeypatch, Button.Cancel)
    lengthen(window)
    window.leave()
    assert not asked and not window.isVisible()


@pytest.mark.parametrize("touched", [False, True], ids=["as read", "lengths touched"])
def test_an_edited_arm_file_is_said_and_not_taken_by_connecting(
    window: Window, path: Path, qtbot: QtBot, touched: bool
) -> None:
    if touched:
        lengthen(window)
    before = window.model.config
    edit(path, "watchdog_ms = 1000", "watchdog_ms = 1500")
    window.model.connect_to(f"mock://edited-{touched}")
    qtbot.waitUntil(lambda: window.model.link is Link.ONLINE, timeout=8000)
    assert window.model.config == before
    notice = window.feature(Connect).notice
    assert "changed" in notice.text.text() and "Read the arm file again" in notice.text.text()


def test_the_arm_file_is_read_again_when_asked(window: Window, path: Path) -> None:
    edit(path, "watchdog_ms = 1000", "watchdog_ms = 1500")
    window.feature(ArmFile).reread_action.trigger()
    assert window.model.config == load(path).config
    assert window.model.config.watchdog_ms == 1500 and not window.isWindowModified()


def test_reading_again_asks_before_it_drops_changed_lengths(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    lengthen(window)
    asked = answer(monkeypatch, Button.Cancel)
    window.feature(ArmFile).reread_action.trigger()
    assert asked and window.model.config.link1_mm == 123
    answer(monkeypatch, Button.Discard)
    window.feature(ArmFile).reread_action.trigger()
    assert window.model.config.link1_mm == 100


def test_a_spoilt_arm_file_is_told_and_changes_nothing(window: Window, path: Path) -> None:
    before = window.model.config
    path.write_text("what is this", encoding="utf-8")
    window.feature(ArmFile).reread_action.trigger()
    assert window.model.config == before
    assert window.feature(Connect).notice.isVisible()


def test_the_settings_in_use_are_not_changed_under_a_connected_board(
    window: Window, qtbot: QtBot
) -> None:
    action = window.feature(ArmFile).reread_action
    assert action.isEnabled()
    window.model.connect_to("mock://reread")
    qtbot.waitUntil(lambda: window.model.link is Link.ONLINE, timeout=8000)
    assert not action.isEnabled()


# Opening a file, and making one.


def choosing(monkeypatch: pytest.MonkeyPatch, path: Path | None) -> None:
    """The file dialog, with a person who chooses this file; None: who cancels."""
    code = QFileDialog.DialogCode
    monkeypatch.setattr(
        QFileDialog, "exec_", lambda _self: code.Rejected if path is None else code.Accepted
    )
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _self: [str(path)])


def long_arm(folder: Path) -> Path:
    path = folder / "long.toml"
    template().save(path, replace(template().config, name="long", link1_mm=150.0))
    return path


def test_an_opened_arm_file_is_in_use(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = long_arm(tmp_path)
    choosing(monkeypatch, path)
    window.feature(ArmFile).open_action.trigger()
    assert window.model.kinematics.link1_mm == 150.0
    assert window.model.choice == ArmChoice(load(path).config, path)
    assert window.windowTitle().startswith("long – long.toml")


def test_the_board_gets_the_settings_of_the_opened_file(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    path = long_arm(tmp_path)
    edit(path, "speed_deg_s = 180", "speed_deg_s = 90")
    choosing(monkeypatch, path)
    window.feature(ArmFile).open_action.trigger()
    window.model.connect_to("mock://opened")
    qtbot.waitUntil(lambda: window.model.link is Link.ONLINE, timeout=8000)
    with_file = Arm.open("mock://peer", path)
    try:
        assert window.model.config == with_file.config
    finally:
        with_file.close()
    assert not window.feature(ArmFile).open_action.isEnabled()  # a board has these values now


def test_a_file_that_is_no_arm_file_changes_nothing(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "broken.toml"
    path.write_text("[arm]\nlink1_mm = -5\n", encoding="utf-8")
    before = window.model.choice
    choosing(monkeypatch, path)
    window.feature(ArmFile).open_action.trigger()
    assert window.model.choice == before
    assert "link1_mm" in window.feature(Connect).notice.text.text()


def test_a_new_arm_file_has_every_key_and_is_in_use(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new.toml"
    choosing(monkeypatch, path)
    window.feature(ArmFile).new_action.trigger()
    assert load(path).config == DEFAULT
    assert "pulse_us" in path.read_text(encoding="utf-8")
    assert window.model.choice.path == path


def test_a_dialog_that_is_left_changes_nothing(
    window: Window, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choosing(monkeypatch, None)
    feature = window.feature(ArmFile)
    for action in (feature.open_action, feature.new_action):
        action.trigger()
    assert window.model.choice.path == path


def test_opening_asks_before_changed_lengths_are_dropped(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lengthen(window)
    choosing(monkeypatch, long_arm(tmp_path))
    asked = answer(monkeypatch, Button.Cancel)
    window.feature(ArmFile).open_action.trigger()
    assert asked
    assert window.model.kinematics.link1_mm == 123.0
