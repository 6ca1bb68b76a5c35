"""tools/python_environment.sh: which Python it takes, and whose PyQt5, on which computer."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

# It answers for a Python of this version, makes environments out of itself, and notes what it does.
STAND_IN = """#!{python}
import os, shutil, sys
arguments = sys.argv[1:]
if arguments[0] == "-c":
    if "PyQt5" in arguments[1]:
        sys.exit({qt})
    sys.version_info = {version}
    exec(arguments[1])
elif arguments[1] == "venv":
    os.makedirs(arguments[-1] + "/bin")
    shutil.copy(__file__, arguments[-1] + "/bin/python")
with open({log!r}, "a") as log:
    print(*arguments, file=log)
"""


class Made(NamedTuple):
    """How it ended, what it said, and what its Pythons did."""

    code: int
    said: str
    did: str


Make = Callable[..., Made]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a shell script")


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Make an environment on a computer of this kind, whose python3 is this one."""

    def run(machine: str, version: tuple[int, int], *, qt: bool) -> Made:
        log = tmp_path / "did"
        log.touch()
        programs = {
            "uname": f"#!/bin/sh\n[ $1 = -m ] && echo {machine} || echo Linux\n",
            "python3": STAND_IN.format(
                python=sys.executable, qt=int(not qt), version=version, log=str(log)
            ),
        }
        folder = tmp_path / "bin"
        folder.mkdir()
        for name, text in programs.items():
            (folder / name).write_text(text)
            (folder / name).chmod(0o755)
        done = subprocess.run(
            ["sh", str(ROOT / "tools" / "python_environment.sh"), str(tmp_path / "venv"), "run"],
            cwd=ROOT,
            env={"PATH": f"{folder}:/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=False,
        )
        return Made(done.returncode, done.stdout + done.stderr, log.read_text())

    return run


def test_a_raspberry_pi_gets_an_environment_that_sees_the_distributions_pyqt5(make: Make) -> None:
    made = make("aarch64", (3, 13), qt=True)
    assert made.code == 0
    assert "venv --system-site-packages" in made.did


@pytest.mark.skipif(
    subprocess.run(
        ["/usr/bin/env", "/usr/bin/python3", "-c", "import PyQt5"], check=False
    ).returncode
    == 0,
    reason="this computer's own Python has PyQt5",
)
def test_a_raspberry_pi_without_pyqt5_is_told_what_to_type(make: Make) -> None:
    made = make("aarch64", (3, 13), qt=False)
    assert made.code == 1
    assert "sudo apt-get install python3-pyqt5" in made.said
    assert "venv" not in made.did


def test_where_pypi_has_pyqt5_the_environment_stands_alone(make: Make) -> None:
    made = make("x86_64", (3, 11), qt=False)
    assert made.code == 0
    assert "venv" in made.did
    assert "--system-site-packages" not in made.did


@pytest.mark.parametrize("version", [(3, 14), (3, 19)])
def test_a_newer_python_is_taken(version: tuple[int, int], make: Make) -> None:
    assert make("x86_64", version, qt=False).code == 0


@pytest.mark.parametrize(
    ("platform", "machine", "wanted"),
    [
        ("linux", "x86_64", True),
        ("linux", "aarch64", False),
        ("linux", "armv7l", False),
        ("win32", "AMD64", True),
        ("win32", "ARM64", False),
        ("darwin", "x86_64", True),
        ("darwin", "arm64", True),
        ("freebsd14", "amd64", False),
    ],
)
def test_pip_asks_for_pyqt5_only_where_there_are_wheels(
    platform: str, machine: str, *, wanted: bool
) -> None:
    needed = [Requirement(text) for text in PROJECT["dependencies"]]
    computer = {"sys_platform": platform, "platform_machine": machine}
    names = {one.name for one in needed if one.marker is None or one.marker.evaluate(computer)}
    assert ("PyQt5" in names) == wanted
    assert {"numpy", "pyserial", "wasmtime"} <= names


def test_no_python_is_refused_for_being_new() -> None:
    assert PROJECT["requires-python"] == ">=3.11"
