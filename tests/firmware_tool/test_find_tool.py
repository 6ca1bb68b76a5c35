"""arduino-cli is found where installers and people put it."""

import os
import sys
from pathlib import Path

import pytest

from servoarm.firmware_tool import find_tool as module
from servoarm.firmware_tool.failures import ToolMissing
from servoarm.firmware_tool.find_tool import find_tool, installed, typed

INNER = "app/lib/backend/resources"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-in tool is a script")


def program(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("platform", "place"),
    [
        ("linux", "home/.local/bin/arduino-cli"),
        ("linux", "home/bin/arduino-cli"),
        ("linux", f"home/arduino-ide_2.3.6_Linux_64bit/resources/{INNER}/arduino-cli"),
        ("linux", f"home/squashfs-root/resources/{INNER}/arduino-cli"),
        ("linux", f"home/Downloads/squashfs-root/resources/{INNER}/arduino-cli"),
        ("linux", f"home/Applications/arduino-ide/squashfs-root/resources/{INNER}/arduino-cli"),
        ("linux", f"home/.local/share/arduino-ide/resources/{INNER}/arduino-cli"),
        ("linux", f"home/.local/Arduino IDE/resources/{INNER}/arduino-cli"),
        ("linux", f"root/opt/arduino-ide/resources/{INNER}/arduino-cli"),
        ("linux", f"root/opt/Arduino/squashfs-root/resources/{INNER}/arduino-cli"),
        (
            "linux",
            "root/opt/arduino-ide/resources/app/node_modules/arduino-ide-extension/build/"
            "arduino-cli",
        ),
        ("darwin", "root/opt/homebrew/bin/arduino-cli"),
        ("darwin", f"root/Applications/Arduino IDE.app/Contents/Resources/{INNER}/arduino-cli"),
        ("darwin", f"home/Applications/Arduino IDE.app/Contents/Resources/{INNER}/arduino-cli"),
        ("win32", "program files/Arduino CLI/arduino-cli.exe"),
        ("win32", f"program files/Arduino IDE/resources/{INNER}/arduino-cli.exe"),
        ("win32", f"own/Programs/Arduino IDE/resources/{INNER}/arduino-cli.exe"),
    ],
)
def test_the_usual_places_are_looked_in(platform: str, place: str, tmp_path: Path) -> None:
    path = program(tmp_path / place)
    environ = {
        "LOCALAPPDATA": str(tmp_path / "own"),
        "ProgramFiles": str(tmp_path / "program files"),
    }
    assert list(installed(platform, tmp_path / "home", environ, tmp_path / "root")) == [path]


def test_what_cannot_be_run_is_passed_over(tmp_path: Path) -> None:
    program(tmp_path / "bin" / "arduino-cli").chmod(0o644)
    (tmp_path / ".local" / "bin" / "arduino-cli").mkdir(parents=True)
    assert list(installed("linux", tmp_path, {}, tmp_path / "root")) == []


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing on the PATH, and the usual places below this folder."""
    monkeypatch.setenv("PATH", str(tmp_path / "on path"))
    monkeypatch.delenv("ARDUINO_CLI", raising=False)
    monkeypatch.setattr(
        module, "installed", lambda *_: installed("linux", tmp_path, {}, tmp_path / "root")
    )
    return tmp_path


def test_the_variable_goes_before_the_path_and_the_path_before_the_places(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ToolMissing, match="not found"):
        find_tool()
    assert find_tool_after(program(bare / "bin" / "arduino-cli"))
    assert find_tool_after(program(bare / "on path" / "arduino-cli"))
    named = program(bare / "my tool")
    monkeypatch.setenv("ARDUINO_CLI", str(named))
    assert find_tool_after(named)


def find_tool_after(path: Path) -> bool:
    return find_tool() == str(path)


def test_of_several_the_newest_is_taken(bare: Path) -> None:
    paths = [
        program(bare / f"arduino-ide_2.3.{number}" / "resources" / INNER / "arduino-cli")
        for number in (2, 10, 9)
    ]
    for age, path in zip((30, 10, 20), paths, strict=True):
        os.utime(path, (1e9 - age, 1e9 - age))
    assert find_tool() == str(paths[1])


def test_a_variable_that_names_no_program_is_told(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(bare / "bin" / "arduino-cli")
    monkeypatch.setenv("ARDUINO_CLI", "/no/such/tool")
    with pytest.raises(ToolMissing, match=r"ARDUINO_CLI names /no/such/tool"):
        find_tool()


@pytest.mark.skipif(sys.platform == "win32", reason="quotes as a POSIX shell does")
def test_a_tool_off_the_path_is_typed_with_its_place(bare: Path) -> None:
    assert typed(str(bare / "IDE 2" / "arduino-cli")) == f"'{bare}/IDE 2/arduino-cli'"
    assert typed(str(program(bare / "on path" / "arduino-cli"))) == "arduino-cli"
