"""What a command printed and answered."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
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
    """Start a program, Python where none is named. It hears every signal."""
    with _every_signal_heard():
        return subprocess.Popen(
            [program, *arguments],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
        )


@contextlib.contextmanager
def _every_signal_heard() -> Iterator[None]:
    """Under nohup, or in the background of a script, the tests' own process ignores signals. A
    program that it starts would ignore them, too.
    """
    names = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows lacks the last
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    ignored = [number for number in numbers if signal.getsignal(number) is signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, lambda *_: None)
    try:
        yield
    finally:
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)
