"""Which arm a script drives, and what a board keeps of the arm that was on it before."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from servoarm import DEFAULT, Arm, ArmNotChosen
from servoarm.arm.settings import board_settings
from servoarm.armfile import template
from servoarm.mock.device import MockDevice
from servoarm.wire.messages import Flags

from ..mock.boards import brisk_arm
from .watching import sent_verbs

FILED = replace(brisk_arm(), link1_mm=120.0, rest_deg=(80.0, -80.0))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def wait_until_stored(arm: Arm) -> None:
    arm._driver.ask()  # only a report tells, and no public name has the wire's flags
    assert arm._watch.wait_for(lambda report: Flags.STORING not in report.flags, 3.0)


def test_a_script_takes_the_arm_file_of_its_folder_and_says_so(
    board: tuple[str, MockDevice], folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    template().save(folder / "servoarm.toml", FILED)
    with caplog.at_level(logging.INFO, "servoarm"), Arm.open(board[0]) as arm:
        assert arm.config == FILED
        assert arm.arm_file == Path("servoarm.toml")
        assert arm.attach().theta1_deg == 80
    assert f"arm file {folder / 'servoarm.toml'}" in caplog.text


def test_a_script_takes_the_arm_file_of_the_environment_first(
    board: tuple[str, MockDevice], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    template().save(folder / "servoarm.toml", DEFAULT)
    template().save(folder / "mine.toml", FILED)
    monkeypatch.setenv("SERVOARM_ARM", str(folder / "mine.toml"))
    with Arm.open(board[0]) as arm:
        assert arm.config == FILED
        assert arm.arm_file == folder / "mine.toml"


def test_without_any_arm_file_the_built_in_defaults_are_said(
    board: tuple[str, MockDevice], folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "servoarm"), Arm.open(board[0]) as arm:
        assert (arm.config, arm.arm_file) == (DEFAULT, None)
    assert "built-in defaults" in caplog.text


def test_a_board_keeps_its_arms_settings_when_nobody_chose_an_arm(
    board: tuple[str, MockDevice], folder: Path
) -> None:
    url, device = board
    with Arm.open(url, FILED) as arm:
        wait_until_stored(arm)
    stored = bytes(device.storage)
    with pytest.raises(ArmNotChosen, match="no arm file was chosen") as refused:
        Arm.open(url)
    assert "servoarm.toml" in refused.value.remedy
    assert bytes(device.storage) == stored
    assert set(sent_verbs(device)) == {"hello", "status", "open"}
    with Arm.open(url, FILED) as arm:
        assert arm.hello.settings_hash == board_settings(FILED).hash()
        assert "servo" not in sent_verbs(device)


def test_the_defaults_that_a_program_asks_for_do_replace_them(
    board: tuple[str, MockDevice], folder: Path
) -> None:
    with Arm.open(board[0], FILED):
        pass
    with Arm.open(board[0], DEFAULT) as arm:
        assert arm.hello.settings_hash == board_settings(DEFAULT).hash()
        assert arm.arm_file is None


def test_other_lengths_of_the_built_in_defaults_choose_no_arm(
    board: tuple[str, MockDevice], folder: Path
) -> None:
    url, device = board
    with Arm.open(url) as arm:
        arm.configure(replace(DEFAULT, link1_mm=50.0))
        other = board_settings(FILED)
        for verb, numbers in other.requests():
            arm._driver.session.request(verb, *numbers)  # as somebody else may do meanwhile
        arm._driver.session.request("save")
        wait_until_stored(arm)
        device.reset()
        assert arm._watch.wait_for(lambda _: arm._driver.session.restarted, 3.0)
        with pytest.raises(ArmNotChosen):
            arm.attach(90, -90)
    assert device.pulses[1:] == (0, 0)


@pytest.mark.parametrize("wrong", [5, b"mock://", Path("/dev/ttyUSB0"), object()])
def test_what_is_no_ports_name_is_an_error_that_says_so(wrong: Any) -> None:
    with pytest.raises(TypeError, match="port must be a port's name or URL as text"):
        Arm.open(wrong)


@pytest.mark.parametrize("wrong", [{}, [], 0, False, b"arm.toml", object()])
def test_what_is_no_arm_is_an_error_and_not_the_defaults(
    board: tuple[str, MockDevice], wrong: Any
) -> None:
    with pytest.raises(TypeError, match="arm file's name or an ArmConfig"):
        Arm.open(board[0], wrong)
    with pytest.raises(ValueError, match="name of the arm file is empty"):
        Arm.open(board[0], "")
