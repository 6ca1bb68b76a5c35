"""`servoarm firmware`, with an arduino-cli that gives recorded answers."""

import json
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import servoarm
from servoarm.cli import firmware
from servoarm.cli.parser import Parser
from servoarm.errors import PortBusy
from servoarm.firmware_tool.failures import BuildFailed, ToolMissing, UploadFailed

RECORDED = Path(__file__).parents[1] / "data" / "arduino-cli"

Tool = Callable[..., Path]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-in tool is a script")


def run(*arguments: str) -> int:
    parser = Parser(prog="servoarm")
    firmware.register(parser.add_subparsers(dest="command"))
    args = parser.parse_args(["firmware", *arguments])
    code: int = args.run(args)
    return code


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tool:
    """Put an arduino-cli on PATH that answers as recorded, and keeps what it was asked."""

    def install(**cases: str) -> Path:
        asked = tmp_path / "asked"
        program = tmp_path / "arduino-cli"
        program.write_text(
            f"#!{sys.executable}\n"
            "import json, pathlib, sys\n"
            f"with open({str(asked)!r}, 'a') as log: log.write(' '.join(sys.argv[1:]) + chr(10))\n"
            f"name = {cases!r}[next(a for a in sys.argv[1:] if not a.startswith('-'))]\n"
            f"case = json.loads((pathlib.Path({str(RECORDED)!r}) / (name + '.json')).read_text())\n"
            "for part, stream in ((case['stdout'], sys.stdout), (case['stderr'], sys.stderr)):\n"
            "    stream.write(part if isinstance(part, str) else json.dumps(part))\n"
            "sys.exit(case['exit_code'])\n"
        )
        program.chmod(program.stat().st_mode | stat.S_IEXEC)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
        return asked

    return install


@pytest.fixture
def answers_from_mock(monkeypatch: pytest.MonkeyPatch, mock: str) -> None:
    """The recorded upload ends at PORT: there the mock answers."""
    from servoarm.firmware_tool import flash

    greet = flash._greet
    monkeypatch.setattr(flash, "_greet", lambda port: greet(mock if port == "PORT" else port))


def test_build_tells_what_the_firmware_takes(
    tool: Tool, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = tool(compile="compile-ok")
    assert run("build", "--board", "nano-old", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["version"] == servoarm.__version__
    assert (data["flash_bytes"], data["ram_bytes"]) == (1646, 188)
    assert "--fqbn arduino:avr:nano:cpu=atmega328old" in asked.read_text()


@pytest.mark.usefixtures("answers_from_mock")
def test_upload_ends_with_the_boards_hello(
    tool: Tool, capsys: pytest.CaptureFixture[str], mock: str
) -> None:
    asked = tool(compile="compile-ok", upload="upload-ok")
    assert run("upload", "--port", mock) == 0
    printed = capsys.readouterr()
    assert f"firmware {servoarm.__version__} is on the board" in printed.out
    steps = [line for line in printed.err.splitlines() if line]
    assert [step.split()[1] for step in steps] == ["building", "uploading", "waiting"]
    assert [line.split()[1] for line in asked.read_text().splitlines()] == ["compile", "upload"]


@pytest.mark.usefixtures("answers_from_mock")
def test_the_tools_success_is_not_believed_when_the_version_is_another(
    tool: Tool, monkeypatch: pytest.MonkeyPatch, mock: str
) -> None:
    from servoarm.firmware_tool import flash

    tool(compile="compile-ok", upload="upload-ok")
    monkeypatch.setattr(flash, "sketch_version", lambda folder: "9.9.9")
    with pytest.raises(UploadFailed, match=r"not 9\.9\.9"):
        run("upload", "--port", mock)


def test_an_upload_into_a_board_that_stays_silent_is_no_success(
    tool: Tool, monkeypatch: pytest.MonkeyPatch, mock: str
) -> None:
    from servoarm.firmware_tool import flash

    tool(compile="compile-ok", upload="upload-ok")
    monkeypatch.setattr(flash, "PORT_RETURNS_S", 0.0)
    with pytest.raises(UploadFailed, match="does not answer"):
        run("upload", "--port", mock)  # the recorded upload ends at PORT, where nothing is


def test_a_busy_port_is_told_before_the_build(tool: Tool) -> None:
    asked = tool(compile="compile-ok")
    with pytest.raises(PortBusy):
        run("upload", "--port", "mock://?refuse=1")
    assert not asked.exists()


def test_a_compile_error_reaches_the_person(tool: Tool) -> None:
    tool(compile="compile-error")
    with pytest.raises(BuildFailed, match="line 1"):
        run("build")


def test_without_arduino_cli_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolMissing, match="arduino-cli"):
        run("build")


def test_info_tells_both_versions(capsys: pytest.CaptureFixture[str], mock: str) -> None:
    assert run("info", "--port", mock, "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["version"] == data["board"]["version"] == servoarm.__version__
