"""docs/api.md is what the docstrings say, and has every public name."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import servoarm

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
NAMES = [name for name in servoarm.__all__ if not name.startswith("_")]


def test_the_page_is_current() -> None:
    pytest.importorskip("griffe", reason="griffe is missing (PyPI: griffelib)")
    tool = [sys.executable, str(ROOT / "tools" / "generate_api.py"), "--check"]
    done = subprocess.run(tool, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}make generate writes the page"


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_stands_there_once(name: str) -> None:
    assert re.findall(r"^### `(\w+)`$", PAGE, re.MULTILINE).count(name) == 1


@pytest.mark.parametrize("name", [name for name in dir(servoarm.Arm) if not name.startswith("_")])
def test_every_method_of_the_arm_stands_there(name: str) -> None:
    assert f"\n#### `Arm.{name}`\n" in PAGE
