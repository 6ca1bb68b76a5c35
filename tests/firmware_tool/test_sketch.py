"""The sketch that comes with the package."""

from pathlib import Path

import pytest

import servoarm
from servoarm.firmware_tool.boards import BOARDS
from servoarm.firmware_tool.failures import BuildFailed
from servoarm.firmware_tool.sketch import sketch_folder, sketch_version


def test_the_firmware_has_the_packages_version() -> None:
    assert sketch_version(sketch_folder()) == servoarm.__version__


def test_a_sketch_without_a_version_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BuildFailed, match="cannot be read"):
        sketch_version(tmp_path)


def test_the_boards_of_the_sketch_are_those_of_the_makefile() -> None:
    rules = (sketch_folder().parent / "avr.mk").read_text("utf-8")
    fqbns = {
        line.removeprefix("FQBN_").split(" = ")[0]: line.split(" = ")[1]
        for line in rules.splitlines()
        if line.startswith("FQBN_")
    }
    assert fqbns == {name: board.fqbn for name, board in BOARDS.items()}
