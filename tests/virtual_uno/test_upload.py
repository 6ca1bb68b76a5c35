"""The sketch through the bootloader into an empty virtual Uno, by the tools that users run."""

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from servoarm.firmware_tool import flash
from servoarm.firmware_tool.boards import BOARDS
from servoarm.link.session import Session

from . import build
from .arduino_home import arduino_home
from .pty_uno import plugged_in

pytestmark = pytest.mark.xdist_group("virtual_uno")


@pytest.fixture
def empty_board(tmp_path: Path) -> Iterator[str]:
    """A Uno with nothing but its bootloader; the port."""
    with plugged_in(tmp_path, None) as uno:
        yield uno.port


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


@pytest.fixture
def arduino_cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in arduino_home(tmp_path / "arduino").items():
        monkeypatch.setenv(name, value)


@pytest.mark.usefixtures("arduino_cli")
@pytest.mark.parametrize("board", BOARDS)
def test_arduino_cli_compiles_with_nothing_but_the_stock_core(board: str, tmp_path: Path) -> None:
    built = flash.build(board, tmp_path / "out", say=lambda step: None)
    assert 0 < built.ram <= 1228
    assert (tmp_path / "out" / "servo_arm.ino.hex").exists()


@pytest.mark.usefixtures("arduino_cli")
def test_arduino_cli_uploads_and_the_board_says_hello(empty_board: str) -> None:
    steps: list[str] = []
    assert flash.upload("uno", empty_board, steps.append).firmware == "0.1.0"
    assert len(steps) == 3
