"""stdout and stderr that are closed, full, or read by nobody."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from servoarm.cli.ascii_math import fitting, in_ascii
from servoarm.kinematics.screws.derivation import EquationResult, self_test

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


def _complaints(stderr: str) -> list[str]:
    """Its lines but those that say which arm is in use and where it is assumed."""
    lines = stderr.splitlines()
    return [line for line in lines if not line.startswith(("servoarm: arm: ", "servoarm: assumed"))]


COMMANDS = [
    "ik 120 60",
    "ik 120 60 --json",
    "derive",
    "--help",
    "--version",
    "arm-file new -",
    "joints 90 -90 --port mock:// --from 90 -90",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_closed_stdout_is_one_line_and_code_5(command: str) -> None:
    ran = _sh(f"{command} >&-")
    assert ran.returncode == 5
    assert _complaints(ran.stderr) == ["servoarm: the result is lost: stdout is closed."]


@needs_full
@pytest.mark.parametrize("command", [*COMMANDS, "monitor --port mock:// </dev/null"])
def test_a_full_disk_is_one_line_and_code_5(command: str) -> None:
    ran = _sh(f"{command} >/dev/full")
    assert ran.returncode == 5
    assert _complaints(ran.stderr) == ["servoarm: the result is lost: No space left on device."]


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
        assert _complaints(process.stderr) == []
    os.close(writing)


@pytest.mark.parametrize(
    ("encoding", "equation"),
    [
        ("utf-8", "(∂T/∂θᵢ) T⁻¹ = (e₁ ⋯ eᵢ₋₁) [Sᵢ] (e₁ ⋯ eᵢ₋₁)⁻¹"),
        *(
            (encoding, "(dT/dtheta_i) T^-1 = (e1 ... e_(i-1)) [S_i] (e1 ... e_(i-1))^-1")
            for encoding in ("cp932", "cp1252", "ascii")
        ),
    ],
)
def test_derive_is_readable_on_a_console_of_any_encoding(encoding: str, equation: str) -> None:
    process = subprocess.run(
        [sys.executable, "-m", "servoarm", "derive"],
        capture_output=True,
        encoding=encoding,
        check=False,
        env=environment() | {"PYTHONIOENCODING": encoding},
    )
    assert process.returncode == 0
    assert f"{equation}\n" in process.stdout
    assert "?" not in process.stdout


@pytest.mark.parametrize("result", self_test(), ids=lambda result: str(result.number))
def test_every_equation_has_a_spelling_in_ascii(result: EquationResult) -> None:
    assert in_ascii(result.text).isascii()


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("Ṫ = ∂T/∂θ₁ θ̇₁ + ⋯ + θ̇ₙ", "T_dot = dT/dtheta1 theta_dot1 + ... + theta_dot_n"),
        ("Jₛᵢ(θ) = Ad_{e₁ ⋯ eᵢ₋₁} Sᵢ", "J_si(theta) = Ad_{e1 ... e_(i-1)} S_i"),
        ("[S]²θ²/2!", "[S]^2 theta^2/2!"),
        ("−R[ω]Rᵀp", "-R[w]R^T p"),
        ("e₁⁻¹θ̇₂", "e1^-1 theta_dot2"),
    ],
)
def test_equations_are_spelled_in_ascii_as_programs_write_them(text: str, spelled: str) -> None:
    assert in_ascii(text) == spelled


def test_a_console_that_has_the_letters_gets_the_text_as_it_is() -> None:
    assert fitting("θ in Osaka, 大阪", "cp932") == "θ in Osaka, 大阪"
