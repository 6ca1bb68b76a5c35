"""Without PyQt5 only the window is missing, and it says what to do."""

import subprocess
import sys

import pytest

from servoarm.cli import gui
from servoarm.cli.gui import QtMissing

from .running import environment

WITHOUT_QT = "import sys; sys.modules['PyQt5'] = sys.modules['pyqtgraph'] = None; "
COMMAND = WITHOUT_QT + "from servoarm.cli.main import main; sys.exit(main(sys.argv[1:]))"
SCRIPT = WITHOUT_QT + (
    "from servoarm import Arm; arm = Arm.open('mock://?boot_ms=0'); arm.attach(); arm.close()"
)


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", *arguments],
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )


@pytest.mark.parametrize(
    "command", ["ik 120 60", "jacobian 30 45", "status --port mock://", "ports", "gui --help"]
)
def test_commands_need_no_qt(command: str) -> None:
    ran = run(COMMAND, *command.split())
    assert ran.returncode == 0, ran.stderr


def test_scripts_need_no_qt() -> None:
    ran = run(SCRIPT)
    assert ran.returncode == 0, ran.stderr


def test_the_window_says_that_pyqt5_is_missing() -> None:
    ran = run(COMMAND, "gui", "--port", "mock://")
    assert ran.returncode == 3
    assert "The window needs PyQt5" in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("computer", "word"),
    [
        ("linux-x86_64", "`pip install PyQt5`"),
        ("win-amd64", "`pip install PyQt5`"),
        ("macosx-14.0-arm64", "`pip install PyQt5`"),
        ("linux-aarch64", "python3-pyqt5"),
        ("linux-armv7l", "--system-site-packages"),
        ("win-arm64", "x64 Python"),
    ],
)
def test_the_remedy_is_that_of_the_computer(computer: str, word: str) -> None:
    error = QtMissing(gui._where_from(computer), computer, "No module named 'PyQt5'")
    assert word in error.remedy


def test_a_library_that_qt_lacks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "servoarm.gui.app":
                raise ImportError("libGL.so.1: cannot open shared object", name="PyQt5.QtGui")

    monkeypatch.delitem(sys.modules, "servoarm.gui.app", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])
    with pytest.raises(QtMissing, match=r"does not load \(libGL\.so\.1"):
        gui._window()
