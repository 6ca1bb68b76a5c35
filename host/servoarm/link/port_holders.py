"""Which programs have a port open. A port that is open without a lock can be opened again."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_PROC = Path("/proc")
_LSOF_TIMEOUT_S = 5.0


class Holder(NamedTuple):
    """A process that has the port open."""

    pid: int
    name: str

    def __str__(self) -> str:
        return f"{self.name} (process {self.pid})"


def port_holders(port: str) -> list[Holder]:
    """Other processes that have this device open, as far as this user may see them.

    Empty on Windows, where an open port cannot be opened again.
    """
    if sys.platform == "win32":
        return []
    found = _by_proc(port) if sys.platform == "linux" else _by_lsof(port)
    return [holder for holder in found if holder.pid != os.getpid()]


def _by_proc(port: str) -> Iterator[Holder]:
    device = os.path.realpath(port)
    for process in _PROC.iterdir():
        if process.name.isdecimal() and _has_open(process, device):
            yield Holder(int(process.name), _name(process))


def _has_open(process: Path, device: str) -> bool:
    try:
        return any(_target(entry) == device for entry in (process / "fd").iterdir())
    except OSError:  # ended meanwhile, or another user's
        return False


def _target(entry: Path) -> str:
    try:
        return str(entry.readlink())
    except OSError:
        return ""


def _name(process: Path) -> str:
    try:
        return (process / "comm").read_text("utf-8", "replace").strip()
    except OSError:
        return "a program"


def _by_lsof(port: str) -> list[Holder]:
    lsof = shutil.which("lsof") or shutil.which("lsof", path="/usr/sbin")
    if lsof is None:
        return []
    try:
        done = subprocess.run(
            [lsof, "-F", "pc", "--", port],
            capture_output=True,
            text=True,
            timeout=_LSOF_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    found = re.findall(r"^p(\d+)\nc(.*)$", done.stdout, re.MULTILINE)
    return [Holder(int(pid), name) for pid, name in found]
