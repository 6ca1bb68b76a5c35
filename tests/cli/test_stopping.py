"""Signals: whatever ends the program stops the arm first, and says so."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from .running import start

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no signals for one process")

MOVE = ("joints", "200", "90", "--port", "mock://")


def _moving(*options: str) -> "subprocess.Popen[str]":
    process = start("-m", "servoarm", *MOVE, *options)
    _wait_for_assumed(process)
    time.sleep(0.4)
    return process


def _wait_for_assumed(process: "subprocess.Popen[str]") -> None:
    """Read up to the line that says where the arm is assumed."""
    assert process.stderr is not None
    assert "arm: built-in defaults." in process.stderr.readline()
    assert "assumed pose" in process.stderr.readline()


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (signal.SIGINT, "Stopped with Ctrl-C"),
        (signal.SIGTERM, "Stopped by SIGTERM"),
        (signal.SIGHUP, "Stopped by SIGHUP"),
    ],
)
def test_a_signal_in_mid_move_stops_the_arm(number: signal.Signals, words: str) -> None:
    process = _moving("--json")
    process.send_signal(number)
    started = time.monotonic()
    out, err = process.communicate(timeout=10)
    assert process.returncode == 128 + number
    assert f"{words}; the arm holds where it stopped." in err
    assert json.loads(out)["error"]["kind"] == "interrupted"
    assert "Traceback" not in err
    assert time.monotonic() - started < 3


@pytest.mark.parametrize("pause_s", [0.0, 0.005, 0.05])
def test_a_second_signal_cuts_nothing_short(pause_s: float) -> None:
    process = _moving()
    process.send_signal(signal.SIGINT)
    time.sleep(pause_s)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=10)
    assert process.returncode == 130
    assert err == "servoarm: Stopped with Ctrl-C; the arm holds where it stopped.\n"
    again = start("-m", "servoarm", *MOVE, "--timeout", "0.5")
    _, err = again.communicate(timeout=10)
    assert "(remembered just now)" in err


CTRL_C_BETWEEN = """
import os, signal, sys, time
from servoarm.arm.arm import Arm
from servoarm.cli.main import main
from servoarm.mock.device import mock_device

attach = Arm.attach

def attach_and_be_interrupted(arm, *angles):
    assumed, stop_count = attach(arm, *angles), arm.stop_count
    os.kill(os.getpid(), signal.SIGINT)
    while arm.stop_count == stop_count:  # the main thread stops the arm
        time.sleep(0.001)
    return assumed

Arm.attach = attach_and_be_interrupted
code = main(sys.argv[1:])
print(b"move" in mock_device("").received, mock_device("").pulses.shoulder)
sys.exit(code)
"""


def test_ctrl_c_between_attach_and_move_sends_no_move() -> None:
    process = start("-c", CTRL_C_BETWEEN, *MOVE, "--from", "90", "-90")
    out, err = process.communicate(timeout=15)
    assert process.returncode == 130, err
    assert out == "False 3000\n"  # 90 of -45 to 225 deg: in the middle, at 1500 us
    assert "the arm holds where it stopped" in err


def test_a_move_that_a_script_runs_in_the_background_can_be_stopped() -> None:
    script = f"{sys.executable} -m servoarm {' '.join(MOVE)} & echo $!; wait $!"
    process = start("-c", script, program="bash")
    assert process.stdout is not None
    number = int(process.stdout.readline())
    _wait_for_assumed(process)
    time.sleep(0.4)
    os.kill(number, signal.SIGTERM)
    _, err = process.communicate(timeout=15)
    assert process.returncode == 128 + signal.SIGTERM
    assert "the arm holds where it stopped" in err


def test_nohup_is_respected() -> None:
    script = f"trap '' HUP; exec {sys.executable} -m servoarm joints 100 -90 --port mock://"
    process = start("-c", script, program="bash")
    assert process.stderr is not None
    _wait_for_assumed(process)
    process.send_signal(signal.SIGHUP)
    process.communicate(timeout=15)
    assert process.returncode == 0


@pytest.mark.parametrize("command", [MOVE[:3], ("status",), ("relax",)])
def test_ctrl_c_while_connecting_is_an_error_object(command: tuple[str, ...]) -> None:
    port = "mock://?sketch=silent"
    process = start("-m", "servoarm", *command, "--port", port, "--timeout", "5", "--json")
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=10)
    assert process.returncode == 130
    assert json.loads(out)["error"]["kind"] == "interrupted"
    assert "\nservoarm: Stopped with Ctrl-C" in f"\n{err}"
    assert "holds" not in err


INTERRUPTED_IMPORT = """
import os, signal, sys
import servoarm.cli.main

def interrupt(event, arguments):
    if event == "import" and arguments[0] == sys.argv[2]:
        os.kill(os.getpid(), signal.SIGINT)

sys.addaudithook(interrupt)
sys.exit(servoarm.cli.main.main(sys.argv[1:2]))
"""


@pytest.mark.parametrize(
    "module",
    [
        "servoarm.cli.runner",
        "argparse",
        "servoarm.cli.commands",
        "servoarm.cli.derive",
        "servoarm.kinematics.screws.derivation",
        "numpy",
    ],
)
def test_ctrl_c_while_the_program_loads_brings_no_traceback(module: str) -> None:
    process = start("-c", INTERRUPTED_IMPORT, "derive", module)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the programs under test remember poses."""
    monkeypatch.setenv("SERVOARM_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    return tmp_path / "state"


def _goals(state: Path) -> list[object]:
    """The goals of the moves that are remembered as under way."""
    texts = [path.read_text("utf-8") for path in state.rglob("*.json")]
    entries = [json.loads(text.split("\n")[0]) for text in texts if text]
    return [entry["goal_deg"] for entry in entries]


def _wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


ENDING = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@pytest.mark.parametrize("number", ENDING)
def test_a_signal_stops_the_window_without_a_display_in_mid_move(
    number: signal.Signals, state: Path, tmp_path: Path
) -> None:
    process = start(
        *("-m", "servoarm", "gui", "--port", "mock://", "--headless", str(tmp_path / "w.png"))
    )
    _wait_until(lambda: any(_goals(state)))
    process.send_signal(number)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 128 + number
    assert "Stopped" in err
    assert "Traceback" not in err
    assert _goals(state) == [None]  # it stood, and was remembered so, before the program ended


@pytest.mark.parametrize("number", ENDING)
def test_a_signal_closes_the_window_with_its_code(
    number: signal.Signals, state: Path, tmp_path: Path
) -> None:
    code = (
        "from PyQt5.QtCore import QTimer\n"
        "from servoarm.cli.main import main\n"
        "from servoarm.gui import window\n"
        "shown = window.Window.showEvent\n"
        "window.Window.showEvent = lambda self, event: (\n"
        "    shown(self, event), QTimer.singleShot(0, lambda: print('open', flush=True)))[0]\n"
        "raise SystemExit(main(['gui']))\n"
    )
    process = start("-c", code)
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    process.send_signal(number)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 128 + number
    assert "Traceback" not in err


def test_ctrl_c_ends_the_monitor_with_0_and_a_kill_with_its_own_code() -> None:
    for number, code in ((signal.SIGINT, 0), (signal.SIGTERM, 128 + signal.SIGTERM)):
        process = start("-m", "servoarm", "monitor", "--port", "mock://", stdin=subprocess.PIPE)
        assert process.stdout is not None
        assert "protocol" in process.stdout.readline()
        process.send_signal(number)
        _, err = process.communicate(timeout=10)
        assert process.returncode == code
        assert "Traceback" not in err
