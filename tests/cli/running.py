"""What a command printed and answered."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

HOST = Path(__file__).parents[2] / "host"


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Its stdout, which must be one JSON value and nothing else."""
        return json.loads(self.out)


Servoarm = Callable[..., Ran]


def environment() -> dict[str, str]:
    """The environment of a command that runs as a process of its own."""
    found = os.environ | {"PYTHONPATH": str(HOST)}
    found.pop("SERVOARM_ARM", None)
    return found


def start(
    *arguments: str, program: str = sys.executable, stdin: int | IO[bytes] | None = None
) -> "subprocess.Popen[str]":
    """Start a program, Python where none is named."""
    return subprocess.Popen(
        [program, *arguments],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
