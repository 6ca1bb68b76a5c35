"""docs/flashing.md tells commands that exist, for the boards that there are."""

import re
import shlex
from pathlib import Path

import pytest

from servoarm.cli import firmware
from servoarm.cli.parser import Parser
from servoarm.firmware_tool.boards import BOARDS

PAGE = (Path(__file__).parents[2] / "docs" / "flashing.md").read_text("utf-8")
COMMANDS = re.findall(r"(?:^|`)servoarm (firmware [^`\n]+)", PAGE, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_its_commands_are_the_programs(command: str) -> None:
    parser = Parser(prog="servoarm")
    firmware.register(parser.add_subparsers(dest="command"))
    assert parser.parse_args(shlex.split(command)).action in ("build", "upload", "info")


def test_it_tells_every_board() -> None:
    assert all(f"`{name}`" in PAGE for name in BOARDS)


def test_its_arduino_cli_lines_are_what_the_program_runs() -> None:
    fqbns = set(re.findall(r"--fqbn (\S+)", PAGE))
    assert fqbns == {BOARDS["uno"].fqbn}
    assert "arduino-cli core install arduino:avr" in PAGE
