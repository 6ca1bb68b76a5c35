"""The command as a process of its own: how quickly it starts, and what it loads."""

import os

import pytest

from .running import start


def _seconds(*arguments: str) -> float:
    """Processor time of the quickest of five runs: what else the machine does does not count."""
    times = []
    for _ in range(5):
        before = os.times()
        process = start(*arguments)
        process.communicate()
        after = os.times()
        times.append(
            after.children_user
            + after.children_system
            - before.children_user
            - before.children_system
        )
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
    out, _ = start("-c", MODULES, *command.split()).communicate(timeout=30)
    loaded = set(out.strip().split("\n")[-1].split(" "))
    assert "servoarm.cli.main" in loaded
    assert loaded & set(absent.split()) == set()
