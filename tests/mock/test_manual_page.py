"""docs/mock.md has every option, and commands that exist."""

import re
import shlex
from dataclasses import fields
from pathlib import Path

import pytest

from servoarm.cli.commands import build_parser
from servoarm.mock.options import MockOptions, parse_url

PAGE = (Path(__file__).parents[2] / "docs" / "mock.md").read_text("utf-8")
COMMANDS = re.findall(r"^servoarm (.+)$", PAGE, re.MULTILINE)


def test_the_table_has_every_option() -> None:
    named = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", PAGE, re.MULTILINE)
    options = re.findall(r"`(\w+)`", " ".join(named))
    assert sorted(options) == sorted(field.name for field in fields(MockOptions))


@pytest.mark.parametrize("command", COMMANDS)
def test_its_commands_and_urls_are_understood(command: str) -> None:
    args = build_parser().parse_args(shlex.split(command))
    parse_url(args.port)


def test_its_examples_name_boards_of_their_own() -> None:
    urls = re.findall(r'Arm\.open\("(.+?)"\)', PAGE)
    assert len({parse_url(url)[0] for url in urls}) == len(urls) == 2
