"""The manual's page names every command, error kind and key that scripts meet."""

import inspect
import re
from pathlib import Path

import pytest

from servoarm import armfile, errors, manual
from servoarm.cli import gui
from servoarm.cli.commands import build_parser
from servoarm.errors import ServoarmError, error_kind
from servoarm.firmware_tool import failures

from .running import Servoarm

PAGE = (Path(__file__).parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")


def _chapter(heading: str) -> str:
    return PAGE.split(f"\n### {heading}\n", 1)[1].split("\n##", 1)[0]


def test_the_table_has_the_commands_that_there_are() -> None:
    table = PAGE.split("## Exit codes", maxsplit=1)[0]
    named = re.findall(r"^\| `([a-z-]+)", table, re.MULTILINE)
    known = re.findall(r"^    ([a-z-]+)(?: {2,}|$)", build_parser().format_help(), re.MULTILINE)
    assert sorted(named) == sorted(known)


ERRORS = [
    kind
    for module in (errors, armfile, failures, manual, gui)
    for _, kind in inspect.getmembers(module, inspect.isclass)
    if issubclass(kind, ServoarmError)
    and kind not in (ServoarmError, errors.LinkError, failures.FirmwareError)
]


@pytest.mark.parametrize("kind", ERRORS, ids=lambda kind: kind.__name__)
def test_every_error_kind_is_named(kind: type[ServoarmError]) -> None:
    assert f"`{error_kind(kind)}`" in _chapter("An error")


@pytest.mark.parametrize(
    ("command", "heading"),
    [
        ("ik 120 60", "ik"),
        ("fk 90 -90", "fk"),
        ("jacobian 30 45", "jacobian"),
        ("derive", "derive"),
        ("ports", "relax, ports, arm-file, docs"),
        ("arm-file new", "relax, ports, arm-file, docs"),
        ("docs", "relax, ports, arm-file, docs"),
        ("docs flashing", "relax, ports, arm-file, docs"),
        ("firmware info --port mock://manual", "firmware"),
        ("status --port mock://manual", "status"),
        ("relax --port mock://manual", "relax, ports, arm-file, docs"),
        ("joints 90 -90 --port mock://manual", "move, joints, rest"),
    ],
)
def test_every_key_of_the_json_is_named(command: str, heading: str, servoarm: Servoarm) -> None:
    def names(value: object) -> set[str]:
        if isinstance(value, list):
            return set().union(*map(names, value))
        if not isinstance(value, dict):
            return set()
        return set(value).union(*map(names, value.values()))

    ran = servoarm(*command.split(), "--json")
    assert ran.code == 0, ran.err
    text = _chapter(heading)
    assert [name for name in names(ran.json) if f"`{name}`" not in text] == []
