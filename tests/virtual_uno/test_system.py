"""From a person's click or command to the pulses on the real firmware's pins."""

import math
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from . import build
from .pty_uno import PtyUno, plugged_in

pytestmark = pytest.mark.xdist_group("virtual_uno")

HOST = build.ROOT / "host"


@pytest.fixture
def uno(tmp_path: Path) -> Iterator[PtyUno]:
    build.simulator()
    with plugged_in(tmp_path, build.firmware("uno")) as board:
        yield board


def tip_of(pulse_us: tuple[float, float]) -> tuple[float, float]:
    """Where two pulses put the default arm's tip: 500 to 2500 us are 270 degrees, 100 mm links."""
    shoulder, elbow = ((us - 500) * 270 / 2000 for us in pulse_us)
    first = math.radians(shoulder - 45)
    second = first + math.radians(elbow - 135)
    return 100 * (math.cos(first) + math.cos(second)), 100 * (math.sin(first) + math.sin(second))


def wait_for_tip(uno: PtyUno, x: float, y: float, timeout_s: float = 60.0) -> float:
    """Wait until the pulses stand for this point; return the distance that is left.

    The virtual board's time goes slower than the clock on a busy machine.
    """
    deadline = time.monotonic() + timeout_s
    distance = math.inf
    while distance > 0.5 and time.monotonic() < deadline:
        time.sleep(0.1)
        if (pulse_us := uno.pulse_us()) is not None:
            distance = math.dist(tip_of(pulse_us), (x, y))
    return distance


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(HOST), **more}


def test_a_command_moves_the_servos_to_the_point(uno: PtyUno, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "servoarm", "move", "120", "60", "--port", uno.port]
    subprocess.run(command, check=True, timeout=60, cwd=tmp_path, env=environment())
    assert wait_for_tip(uno, 120, 60) <= 0.5


@pytest.fixture
def display() -> Iterator[str]:
    build.need({"Xvfb": "xvfb", "xdotool": "xdotool"})
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout is not None
        yield f":{int(server.stdout.readline())}"
        server.terminate()


def test_a_real_click_moves_the_servos_to_the_point(
    uno: PtyUno, display: str, tmp_path: Path
) -> None:
    variables = environment(DISPLAY=display, QT_QPA_PLATFORM="xcb")
    script = Path(__file__).with_name("window.py")
    window = subprocess.Popen(
        [sys.executable, script, uno.port, tmp_path / "window.ini", "120", "60"],
        stdout=subprocess.PIPE,
        text=True,
        env=variables,
    )

    def click(word: str) -> list[float]:
        assert window.stdout is not None
        said, *numbers = window.stdout.readline().split() or ["nothing"]
        assert said == word
        command = ["xdotool", "mousemove", "--sync", *numbers[:2], "click", "1"]
        subprocess.run(command, check=True, timeout=60, env=variables)
        return [float(number) for number in numbers[2:]]

    with window:
        try:
            click("attach")
            x, y = click("target")
            assert math.dist((x, y), (120, 60)) < 2
            assert wait_for_tip(uno, x, y) <= 0.5
        finally:
            window.terminate()
