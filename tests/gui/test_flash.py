"""Flashing from the window: the same tool as the command's, with a fake arduino-cli behind it."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from servoarm.cli.commands import build_parser
from servoarm.gui.flash.dialog import FlashDialog
from servoarm.gui.flash.feature import Flash
from servoarm.gui.flash.job import FlashJob, command

from .desk import LEFT, QTEST, Desk, FakeDesk

needs_scripts = pytest.mark.skipif(os.name == "nt", reason="the fake tool is a POSIX script")


def dialog_of(desk: Desk | FakeDesk) -> FlashDialog:
    return desk.window.feature(Flash).dialog


@pytest.fixture
def slow_tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An arduino-cli that says nothing for a minute, and writes down that it was started."""
    started = tmp_path / "started"
    tool = tmp_path / "arduino-cli"
    tool.write_text(
        f"#!{sys.executable}\nimport pathlib, time\n"
        f"pathlib.Path({str(started)!r}).write_text('yes')\ntime.sleep(60)\n",
        encoding="utf-8",
    )
    tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("ARDUINO_CLI", str(tool))
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2] / "host"))
    return started


def test_the_job_is_a_command_that_exists() -> None:
    asked = build_parser().parse_args(command("COM3", "nano-old"))
    assert (asked.port, asked.board, asked.action) == ("COM3", "nano-old", "upload")


def test_a_mock_cannot_be_flashed(desk: Desk) -> None:
    desk.connection.choose("mock://")
    desk.window.feature(Flash).show()
    assert not dialog_of(desk).flash.isEnabled()


def test_what_the_tool_says_is_shown_and_flash_can_be_pressed_again(fake: FakeDesk) -> None:
    fake.connection.choose("/dev/no-such-port")
    fake.window.feature(Flash).show()
    dialog = dialog_of(fake)
    QTEST.mouseClick(dialog.flash, LEFT)
    fake.until(lambda: "/dev/no-such-port" in dialog.lines.toPlainText(), 20_000)
    fake.until(lambda: not dialog.job.running and dialog.flash.isEnabled())


def test_the_port_is_let_go_of_first(fake: FakeDesk) -> None:
    fake.window.feature(Flash).show()
    dialog = dialog_of(fake)
    dialog.port = "/dev/no-such-port"
    dialog.asked.emit()
    fake.until(lambda: ("close",) in fake.arm.told)
    fake.until(lambda: "no-such-port" in dialog.lines.toPlainText(), 20_000)


@needs_scripts
def test_an_upload_can_be_cancelled(fake: FakeDesk, slow_tool: Path, tmp_path: Path) -> None:
    job = FlashJob(fake.window)
    said: list[str] = []
    ends: list[bool] = []
    job.said.connect(said.append)
    job.ended.connect(ends.append)
    leader, follower = os.openpty()
    port = os.ttyname(follower)
    os.close(follower)  # a port that another program holds is refused
    try:
        job.start(port, "uno")
        fake.until(slow_tool.exists, 20_000)
        job.cancel()
        fake.until(lambda: ends, 10_000)
    finally:
        os.close(leader)
    assert ends == [False], said


def test_a_board_with_another_sketch_offers_to_be_flashed(desk: Desk) -> None:
    desk.model.connect_to(f"mock://{desk.name}?sketch=counter")
    desk.until(desk.notice.isVisible, 10_000)
    assert desk.notice.flash.isVisible()
    QTEST.mouseClick(desk.notice.flash, LEFT)
    assert dialog_of(desk).isVisible()


def test_a_port_that_is_missing_offers_no_flashing(desk: Desk) -> None:
    desk.model.connect_to("/dev/no-such-port")
    desk.until(desk.notice.isVisible, 10_000)
    assert not desk.notice.flash.isVisible()
