"""In a real X display: a jog pad that is held while the window is unmapped gets no release."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HOST = Path(__file__).parents[2] / "host"


@pytest.fixture
def display() -> Iterator[str]:
    for program in ("Xvfb", "xdotool"):
        if shutil.which(program) is None:
            pytest.skip(f"real window: {program} is missing (Debian: {program.lower()})")
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout is not None
        yield f":{int(server.stdout.readline())}"
        server.terminate()


def test_a_jog_ends_with_the_window_that_it_is_held_in(display: str, tmp_path: Path) -> None:
    variables = {"PYTHONPATH": str(HOST), "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    script = Path(__file__).with_name("held_window.py")
    done = subprocess.run(
        [sys.executable, script, tmp_path / "window.ini"],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    held_mm, after_mm = (float(word) for word in done.stdout.split())
    assert held_mm > 5
    assert after_mm < 0.5
