"""stdout and stderr that are closed, full, or read by nobody."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .running import environment

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the shell's redirections")

SERVOARM = f"{sys.executable} -m servoarm"
needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")


def _sh(command: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["/bin/sh", "-c", f"{SERVOARM} {command}"],
        capture_output=True,
        text=True,
        check=False,
        env=environment(),
        timeout=30,
    )


COMMANDS = [
    "ik 120 60",
    "ik 120 60 --json",
    "derive",
    "--help",
    "arm-file new -",
    "joints 90 -90 --port mock:// --from 90 -90",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_closed_stdout_is_one_line_and_code_5(command: str) -> None:
    ran = _sh(f"{command} >&-")
    assert ran.returncode == 5
    assert ran.stderr.split("\n")[-2:] == ["servoarm: the result is lost: stdout is closed.", ""]
    assert ran.stderr.count("\n") == (2 if "joints" in command else 1)


@needs_full
@pytest.mark.parametrize("command", [*COMMANDS, "monitor --port mock:// </dev/null"])
def test_a_full_disk_is_one_line_and_code_5(command: str) -> None:
    ran = _sh(f"{command} >/dev/full")
    assert ran.returncode == 5
    assert "servoarm: the result is lost: No space left on device.\n" in ran.stderr
    assert ran.stderr.count("\n") == (2 if "joints" in command else 1)


@pytest.mark.parametrize("where", [">&-", pytest.param(">/dev/full", marks=needs_full)])
def test_an_error_keeps_its_code_though_its_json_is_lost(where: str) -> None:
    ran = _sh(f"ik nan 60 --json {where}")
    assert ran.returncode == 2
    assert "'nan' is not a finite number" in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("where", ["2>&-", pytest.param("2>/dev/full", marks=needs_full)])
@pytest.mark.parametrize(
    ("command", "code"),
    [("ik nan 60", 2), ("fk 400 0", 0), ("joints 90 -90 --port mock:// --from 90 -90", 0)],
)
def test_without_a_stderr_everything_else_is_as_ever(command: str, code: int, where: str) -> None:
    ran = _sh(f"{command} {where}")
    assert ran.returncode == code
    assert (ran.stdout != "") == (code == 0)
    assert "servoarm:" not in ran.stdout


def test_all_streams_closed() -> None:
    assert _sh("ik 120 60 <&- >&- 2>&-").returncode == 5


def test_a_reader_that_leaves_early_brings_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    for command in ("derive", "--help", "ports"):
        process = subprocess.run(
            [sys.executable, "-m", "servoarm", command],
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=environment(),
        )
        assert process.stderr == ""
    os.close(writing)


def test_what_is_printed_fits_a_console_that_lacks_the_letters() -> None:
    process = subprocess.run(
        [sys.executable, "-m", "servoarm", "derive"],
        capture_output=True,
        text=True,
        check=False,
        env=environment() | {"PYTHONIOENCODING": "ascii"},
    )
    assert process.returncode == 0
    assert process.stdout.count("\n") == 23
