"""Starting the window where it cannot be: in words and with an exit code, not by Qt's abort."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HOST = Path(__file__).parents[2] / "host"
MAIN = "import sys\nfrom servoarm.cli.main import main\nsys.exit(main(sys.argv[1:]))\n"


def run(code: str, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    drop = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    clean = {name: value for name, value in os.environ.items() if name not in drop}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=clean | {"PYTHONPATH": str(HOST)} | environment,
    )


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="always a display there")
@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"DISPLAY": ":4711"},
        {"DISPLAY": "nowhere.invalid:0"},
        {"DISPLAY": "no display at all"},
        {"WAYLAND_DISPLAY": "wayland-4711"},
        {"QT_QPA_PLATFORM": "xcb", "DISPLAY": ":4711"},
        {"QT_QPA_PLATFORM": "nonsense", "DISPLAY": ":4711"},
    ],
    ids=str,
)
def test_a_display_that_leads_nowhere_is_said(environment: dict[str, str]) -> None:
    ran = run(MAIN, "gui", "--port", "mock://", **environment)
    assert ran.returncode == 2
    assert "no display to open a window on" in ran.stderr
    assert "--headless" in ran.stderr


@pytest.mark.parametrize("library", ["PySide6", "PyQt6", "nonsense"])
def test_another_qt_named_for_plots_does_not_matter(library: str, tmp_path: Path) -> None:
    picture = tmp_path / "window.png"
    ran = run(
        MAIN, "gui", "--port", "mock://", "--headless", str(picture), PYQTGRAPH_QT_LIB=library
    )
    assert ran.returncode == 0, ran.stderr
    assert picture.exists()
