"""The sketch through the bootloader into an empty virtual Uno, by the tools that users run."""

import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from servoarm.link.session import Session

from . import build
from .arduino_home import arduino_home
from .uno import SIMULATOR

pytestmark = pytest.mark.xdist_group("virtual_uno")

SKETCH = build.ROOT / "firmware" / "servo_arm"


@pytest.fixture
def empty_board(tmp_path: Path) -> Iterator[str]:
    """A Uno with nothing but its bootloader; the port."""
    build.simulator()
    build.make(build.SIMULATOR, "bootloader")
    port = tmp_path / "uno"
    command = [
        str(SIMULATOR), "--auto-reset", "--link", str(port),
        "--bootloader", str(build.SIMULATOR / "build" / "optiboot.hex"),
    ]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE) as simulator:
        assert simulator.stdout is not None
        simulator.stdout.readline()
        yield str(port)
        simulator.terminate()


def greets(port: str) -> str:
    """Open the port (which resets the board) and return the firmware's version."""
    session = Session.open(port, timeout_s=5)
    try:
        return session.hello.firmware
    finally:
        session.close()


def test_avrdude_uploads_as_the_platforms_recipe_says(empty_board: str) -> None:
    build.need({"avrdude": "avrdude"})
    elf = build.firmware("uno")
    subprocess.run(
        [
            "avrdude", "-q", "-q", "-p", "atmega328p", "-c", "arduino", "-P", empty_board,
            "-b", "115200", "-D", "-U", f"flash:w:{elf.with_suffix('.hex')}:i",
        ],
        check=True,
        timeout=60,
    )  # fmt: skip
    time.sleep(0.1)
    assert greets(empty_board) == "0.1.0"
