"""`gui`: what it hands to the window."""

from pathlib import Path
from typing import Any

import pytest

from servoarm.armfile import load

from .running import Servoarm

CASES = Path(__file__).parents[1] / "data" / "cases"


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What the window was started with."""
    started: list[tuple[Any, ...]] = []

    def run(*arguments: Any, headless: Path | None = None) -> int:
        started.append((*arguments, headless))
        return 0

    monkeypatch.setattr("servoarm.gui.app.run", run)
    return started


def test_port_arm_and_picture_reach_the_window(
    servoarm: Servoarm, window: list[tuple[Any, ...]]
) -> None:
    path = CASES / "R12_reversed.toml"
    options = ["--port", "mock://", "--arm", str(path), "--headless", "window.png"]
    assert servoarm("gui", *options).code == 0
    assert window == [("mock://", load(path).config, path, Path("window.png"))]


def test_without_an_arm_file_the_window_has_the_defaults(
    servoarm: Servoarm, window: list[tuple[Any, ...]]
) -> None:
    assert servoarm("gui").code == 0
    assert window == [(None, None, None, None)]


def test_an_empty_arm_file_starts_the_window_and_is_told_and_left_alone(
    servoarm: Servoarm, window: list[tuple[Any, ...]]
) -> None:
    Path("empty.toml").touch()
    ran = servoarm("gui", "--arm", "empty.toml")
    assert ran.code == 0
    assert "empty.toml: the arm file is empty." in ran.err
    assert window == [(None, None, Path("empty.toml"), None)]
    assert Path("empty.toml").read_bytes() == b""


def test_a_broken_arm_file_starts_no_window(
    servoarm: Servoarm, window: list[tuple[Any, ...]]
) -> None:
    assert servoarm("gui", "--arm", str(CASES / "R57_nan_length.toml")).code == 2
    assert window == []
