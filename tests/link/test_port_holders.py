"""Which programs have a port open."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from servoarm.link.port_holders import Holder, port_holders

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo terminals")


@pytest.fixture
def port() -> Iterator[str]:
    """A port that nobody but its other end has open."""
    ours, theirs = os.openpty()
    name = os.ttyname(theirs)
    os.close(theirs)
    yield name
    os.close(ours)


def test_a_port_that_nobody_has_open_has_no_holders(port: str) -> None:
    assert port_holders(port) == []


def test_this_program_does_not_count(port: str) -> None:
    with Path(port).open("rb", 0):
        assert port_holders(port) == []


@pytest.mark.skipif(sys.platform != "linux", reason="the name is the kernel's")
def test_another_program_is_named_also_by_way_of_a_link(port: str, tmp_path: Path) -> None:
    link = tmp_path / "board"
    link.symlink_to(port)
    with Path(port).open("rb", 0) as opened:
        other = subprocess.Popen(["sleep", "30"], stdin=opened)
    with other:
        try:
            assert port_holders(str(link)) == [Holder(other.pid, "sleep")]
        finally:
            other.kill()


def test_lsofs_answer_is_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lsof = tmp_path / "lsof"
    lsof.write_text("#!/bin/sh\nprintf 'p123\\ncscreen\\nf3\\np456\\ncArduino IDE\\nf7\\nf8\\n'\n")
    lsof.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(sys, "platform", "darwin")
    named = list(map(str, port_holders("/dev/cu.usbmodem101")))
    assert named == ["screen (process 123)", "Arduino IDE (process 456)"]
