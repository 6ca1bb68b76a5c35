"""The command as a process of its own: start-up, signals, pipes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

HOST = Path(__file__).parents[2] / "host"


def _start(*arguments: str) -> "subprocess.Popen[str]":
    environment = os.environ | {"PYTHONPATH": str(HOST)}
    environment.pop("SERVOARM_ARM", None)
    return subprocess.Popen(
        [sys.executable, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def _seconds(*arguments: str) -> float:
    """The quickest of five runs."""
    times = []
    for _ in range(5):
        started = time.perf_counter()
        process = _start(*arguments)
        process.communicate()
        times.append(time.perf_counter() - started)
        assert process.returncode == 0
    return min(times)


@pytest.mark.parametrize("command", ["ik 120 60", "fk 90 -90", "jacobian 30 45", "ports"])
def test_a_command_starts_almost_as_quickly_as_numpy(command: str) -> None:
    assert _seconds("-m", "servoarm", *command.split()) < _seconds("-c", "import numpy") + 0.2


MODULES = "import sys; from servoarm.cli.main import main; main(sys.argv[1:]); print(*sys.modules)"


@pytest.mark.parametrize(
    ("command", "absent"),
    [
        ("ik 120 60", "PyQt5 serial wasmtime tomlkit"),
        ("derive", "PyQt5 serial wasmtime tomlkit"),
        ("ports", "PyQt5 wasmtime numpy tomlkit"),
        ("status --port no-such-port", "PyQt5 wasmtime tomlkit"),
        ("move 120 60 --port mock://", "PyQt5 tomlkit"),
        ("arm-file new -", "PyQt5 serial wasmtime numpy"),
        ("gui --help", "PyQt5 serial wasmtime numpy"),
    ],
)
def test_a_command_loads_only_what_it_needs(command: str, absent: str) -> None:
    out, _ = _start("-c", MODULES, *command.split()).communicate(timeout=30)
    loaded = set(out.strip().split("\n")[-1].split(" "))
    assert "servoarm.cli.main" in loaded
    assert loaded & set(absent.split()) == set()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
def test_ctrl_c_in_mid_move_stops_the_arm_and_exits_130() -> None:
    process = _start("-m", "servoarm", "joints", "200", "90", "--port", "mock://")
    assert process.stderr is not None
    assert "assumed pose" in process.stderr.readline()
    time.sleep(0.4)
    process.send_signal(signal.SIGINT)
    started = time.monotonic()
    out, err = process.communicate(timeout=10)
    assert process.returncode == 130
    assert out == ""
    assert "Stopped with Ctrl-C" in err
    assert "Traceback" not in err
    assert time.monotonic() - started < 3


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
def test_a_reader_that_leaves_early_brings_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    environment = os.environ | {"PYTHONPATH": str(HOST)}
    for command in ("derive", "--help", "ports"):
        process = subprocess.run(
            [sys.executable, "-m", "servoarm", command],
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=environment,
        )
        assert process.stderr == ""
    os.close(writing)


def test_what_is_printed_fits_a_console_that_lacks_the_letters() -> None:
    environment = os.environ | {"PYTHONPATH": str(HOST), "PYTHONIOENCODING": "ascii"}
    process = subprocess.run(
        [sys.executable, "-m", "servoarm", "derive"],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert process.returncode == 0
    assert process.stdout.count("\n") == 23
