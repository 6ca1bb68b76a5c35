"""PROTOCOL.md for who writes a host from it alone: its session is true, and a client works."""

import csv
import os
import re
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from ..virtual_uno import build
from ..virtual_uno.pty_uno import plugged_in
from .parties import CoreParty

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "firmware" / "PROTOCOL.md").read_text(encoding="utf-8")
CLIENT = ROOT / "examples" / "plain_client.py"
FRAMES_BETWEEN = 40  # less than the watchdog's second
# the client itself knows of no mock
WITH_THE_MOCK = """
import runpy, sys, serial
serial.protocol_handler_packages.append("servoarm.mock")
runpy.run_path(sys.argv.pop(1), run_name="__main__")
"""


def session() -> list[tuple[str, str]]:
    """Who says it (`>` the host), and the line."""
    block = PAGE.split("A whole session")[1].split("```\n")[1]
    return [(line[0], line[2:]) for line in block.splitlines()]


def test_the_session_of_the_page_is_the_cores() -> None:
    core = CoreParty()
    said = core.read()
    for who, line in session():
        if who == ">":
            core.send(line.encode() + b"\n")
            core.frames(FRAMES_BETWEEN)
            said += core.read()
    assert said.decode().splitlines() == [line for who, line in session() if who == "<"]


def test_every_checksum_on_the_page_is_right() -> None:
    lines = re.findall(r":(\d+ [^*`]*|- [^*`]*)\*([0-9a-f]{8})\b", PAGE)
    assert len(lines) > 10
    for body, crc in lines:
        assert crc == f"{zlib.crc32(body.encode()):08x}"


def test_the_page_has_every_error_with_its_code() -> None:
    with (ROOT / "firmware" / "errors.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["code"]: row["name"] for row in csv.DictReader(file)}
    assert dict(re.findall(r"\b(\d+)\s`([a-z-]+)`", PAGE)) == rows


def drive(port: str, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command, port, "9000", "-9000", "9500", "-8000"],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT / "host")},
        timeout=60,
    )


def test_the_plain_client_knows_nothing_of_this_package() -> None:
    assert not re.search(r"^\s*(from|import) servoarm", CLIENT.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("options", ["", "?drop=0.001&flip=0.001&seed=3", "?protocol=1.5"])
def test_the_plain_client_drives_the_mock(options: str) -> None:
    ran = drive(f"mock://{options}", "-c", WITH_THE_MOCK, str(CLIENT))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines()[-1] == "arrived"


@pytest.mark.xdist_group("virtual_uno")
def test_the_plain_client_drives_the_real_firmware(tmp_path: Path) -> None:
    """Behind a boot loader: the first second's bytes are lost."""
    with plugged_in(tmp_path, build.firmware("uno")) as uno:
        ran = drive(uno.port, str(CLIENT))
        assert (ran.returncode, ran.stderr) == (0, "")
        assert ran.stdout.splitlines()[-1] == "arrived"
        pulses = uno.pulse_us()
    assert pulses == pytest.approx((3074 / 2, 1815 / 2))
