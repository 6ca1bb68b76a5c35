"""Around the window: uncaught errors, what is remembered, and the run without a display."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PyQt5.QtCore import QSettings, QTimer
from PyQt5.QtGui import QImage
from pytestqt.qtbot import QtBot

import servoarm
from servoarm.armfile import load, template
from servoarm.gui.app import Uncaught
from servoarm.gui.arm_file.feature import ArmFile
from servoarm.gui.build import make_window
from servoarm.gui.connect.feature import Connect
from servoarm.gui.drive.feature import Drive
from servoarm.gui.signals import QuitSignals
from servoarm.kinematics.planar import Elbow

from .desk import FakeDesk


@pytest.fixture
def uncaught(qtbot: QtBot) -> Iterator[Uncaught]:
    hook = Uncaught()
    with qtbot.captureExceptions():
        restore = hook.install()
        yield hook
        restore()


def fail() -> None:
    raise RuntimeError("a fault in a slot")


def test_an_exception_in_a_slot_is_told_and_the_window_lives_on(
    fake: FakeDesk, uncaught: Uncaught, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[str] = []
    uncaught.happened.connect(told.append)
    with caplog.at_level(logging.ERROR):
        QTimer.singleShot(0, fail)
        fake.until(lambda: told)
    assert told == ["RuntimeError: a fault in a slot"]
    assert "in fail" in caplog.text
    fake.click(120, 60)
    fake.until(lambda: fake.told("move_joints"))


def test_without_the_hook_the_same_exception_ends_the_program() -> None:
    """That is why the hook is there; if PyQt ever changes its mind, it may go."""
    script = (
        "from PyQt5.QtCore import QCoreApplication, QTimer\n"
        "app = QCoreApplication([])\n"
        "QTimer.singleShot(0, lambda: 1 / 0)\n"
        "QTimer.singleShot(50, app.quit)\n"
        "app.exec_()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert done.returncode != 0


def test_port_and_elbow_choice_are_remembered(qtbot: QtBot, settings: QSettings) -> None:
    window = make_window(settings=settings)
    qtbot.addWidget(window)
    window.feature(Connect).connection.choose("/dev/ttyACM7")
    window.feature(Drive).elbow.choose(Elbow.RIGHT)
    window.leave()
    again = make_window(settings=settings)
    qtbot.addWidget(again)
    assert again.feature(Connect).connection.port == "/dev/ttyACM7"
    assert again.aim.choice is Elbow.RIGHT
    again.close()


def test_lengths_are_saved_to_the_arm_file_with_its_comments(
    qtbot: QtBot, settings: QSettings, tmp_path: Path
) -> None:
    path = tmp_path / "arm.toml"
    template().save(path, template().config)
    path.write_text("# my own arm\n" + path.read_text())
    window = make_window(load(path).config, path, settings)
    qtbot.addWidget(window)
    window.feature(ArmFile).lengths.boxes[1].setValue(87.5)
    window.feature(ArmFile).save()
    assert load(path).config.link2_mm == 87.5
    assert path.read_text().startswith("# my own arm\n")
    window.leave()


def run_headless(port: str, picture: Path) -> subprocess.CompletedProcess[str]:
    package = Path(servoarm.__file__).parents[1]
    return subprocess.run(
        [sys.executable, "-m", "servoarm", "gui", "--port", port, "--headless", str(picture)],
        env=os.environ | {"PYTHONPATH": str(package)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_without_a_display_the_job_is_done_and_pictured(tmp_path: Path) -> None:
    picture = tmp_path / "window.png"
    done = run_headless("mock://", picture)
    assert done.returncode == 0, done.stderr
    assert str(picture) in done.stdout and "reached:" in done.stdout
    assert QImage(str(picture)).width() >= 1024
    # Qt saves settings by renaming a file over their path: that must never be a device
    assert not Path(os.devnull).is_file()


def test_without_a_display_a_failure_has_an_exit_code(tmp_path: Path) -> None:
    done = run_headless("mock://?refuse=busy", tmp_path / "window.png")
    assert done.returncode == 4
    assert "another program" in done.stderr.lower()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a display")
def test_without_a_display_and_without_headless_a_plain_word_comes() -> None:
    package = Path(servoarm.__file__).parents[1]
    gone = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    env = {name: value for name, value in os.environ.items() if name not in gone}
    done = subprocess.run(
        [sys.executable, "-m", "servoarm", "gui"],
        env=env | {"PYTHONPATH": str(package)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "--headless" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_ctrl_c_closes_the_window(fake: FakeDesk) -> None:
    signals = QuitSignals(fake.window.close)
    os.kill(os.getpid(), signal.SIGINT)
    fake.until(lambda: not fake.window.isVisible())
    signals.restore()
    assert ("close",) in fake.arm.told
