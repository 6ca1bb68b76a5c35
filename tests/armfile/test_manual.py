"""The reference page names every key with what the program itself has."""

from pathlib import Path

import pytest

from servoarm.armfile import DEFAULT, loads, template
from servoarm.armfile.checks import value_of
from servoarm.armfile.schema import SECTIONS, Key, show

PAGE = (Path(__file__).parents[2] / "docs" / "arm-file.md").read_text(encoding="utf-8")
KEYS = [key for keys in SECTIONS.values() for key in keys]


def _rows(section: str) -> dict[str, list[str]]:
    """The table below the section's heading, by key."""
    chapter = PAGE.split(f"\n## `[{section}]`", 1)[1].split("\n## ", 1)[0]
    rows = (line.strip("| ").split(" | ") for line in chapter.split("\n") if line.startswith("| `"))
    return {cells[0].strip("` "): [cell.strip("` ") for cell in cells] for cells in rows}


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.dotted)
def test_every_key_stands_in_the_manual_with_its_default(key: Key) -> None:
    row = _rows("shoulder" if key.section == "elbow" else key.section)[key.name]
    default = value_of(DEFAULT, key.section, key.name)
    wanted = "none" if default is None else show(default)
    assert wanted in row[1].replace("`", "").split(" / ")


@pytest.mark.parametrize("section", ["arm", "shoulder", "board"])
def test_the_manual_names_no_key_that_does_not_exist(section: str) -> None:
    assert set(_rows(section)) == {known.name for known in SECTIONS[section]}


def test_the_examples_in_the_manual_are_arm_files() -> None:
    examples = PAGE.split("```toml\n")[1:]
    assert len(examples) >= 2
    for example in examples:
        loads(example.split("```", 1)[0])


def test_the_template_writes_every_key() -> None:
    for key in KEYS:
        assert f"{key.name} = " in template().text
