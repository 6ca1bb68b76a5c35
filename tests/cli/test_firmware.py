"""`servoarm firmware`, with an arduino-cli that gives recorded answers."""

import json
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import servoarm
from servoarm.cli import firmware
from servoarm.cli.parser import Parser
from servoarm.errors import PortBusy
from servoarm.firmware_tool.failures import BuildFailed, ToolFailed, ToolMissing, UploadFailed
from servoarm.link.port_holders import Holder

from .running import Servoarm, start

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
def serial_port() -> Iterator[str]:
    """A serial port of this computer, with nobody at its other end."""
    ours, theirs = os.openpty()
    port = os.ttyname(theirs)
    os.close(theirs)
    yield port
    os.close(ours)


@pytest.fixture
def answers_from_mock(monkeypatch: pytest.MonkeyPatch, mock: str) -> None:
    """The recorded upload ends at PORT: there the mock answers."""
    from servoarm.firmware_tool import flash

    greet = flash._greet
    monkeypatch.setattr(
        flash, "_greet", lambda port, timeout_s: greet(mock if port == "PORT" else port, timeout_s)
    )


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
    tool: Tool, capsys: pytest.CaptureFixture[str], serial_port: str
) -> None:
    asked = tool(compile="compile-ok", upload="upload-ok")
    assert run("upload", "--port", serial_port) == 0
    printed = capsys.readouterr()
    assert f"firmware {servoarm.__version__} is on the board" in printed.out
    steps = [line for line in printed.err.splitlines() if line]
    assert [step.split()[1] for step in steps] == ["building", "uploading", "waiting"]
    assert [line.split()[1] for line in asked.read_text().splitlines()] == ["compile", "upload"]


@pytest.mark.usefixtures("answers_from_mock")
def test_the_tools_success_is_not_believed_when_the_version_is_another(
    tool: Tool, monkeypatch: pytest.MonkeyPatch, serial_port: str
) -> None:
    from servoarm.firmware_tool import flash

    tool(compile="compile-ok", upload="upload-ok")
    monkeypatch.setattr(flash, "sketch_version", lambda folder: "9.9.9")
    with pytest.raises(UploadFailed, match=r"not 9\.9\.9"):
        run("upload", "--port", serial_port)


def test_an_upload_into_a_board_that_stays_silent_is_no_success(
    tool: Tool, monkeypatch: pytest.MonkeyPatch, serial_port: str
) -> None:
    from servoarm.firmware_tool import flash

    tool(compile="compile-ok", upload="upload-ok")
    monkeypatch.setattr(flash, "GREETING_TIMEOUT_S", 0.2)
    with pytest.raises(UploadFailed, match="does not answer"):
        run("upload", "--port", serial_port)  # the recorded upload ends at PORT: nothing is there


def test_the_timeout_holds_for_the_boards_hello(
    tool: Tool, monkeypatch: pytest.MonkeyPatch, serial_port: str
) -> None:
    from servoarm.firmware_tool import flash

    tool(compile="compile-ok", upload="upload-ok")
    waited: list[float] = []
    monkeypatch.setattr(flash, "_greet", lambda port, timeout_s: waited.append(timeout_s))
    for options in (["--timeout", "77"], []):
        with pytest.raises(AttributeError):  # there is no hello
            run("upload", "--port", serial_port, *options)
    assert waited == [77, flash.GREETING_TIMEOUT_S]


@pytest.mark.parametrize("url", ["mock://", "socket://localhost:1", "hwgrep://1", "loop://"])
def test_what_is_no_serial_port_is_refused_before_the_build(url: str, tool: Tool) -> None:
    asked = tool(compile="compile-ok")
    with pytest.raises(UploadFailed, match=f"{url} is no serial port") as refused:
        run("upload", "--port", url)
    assert "servoarm ports" in refused.value.remedy
    assert not asked.exists()


def test_a_port_that_another_program_has_open_is_told_before_the_build(
    tool: Tool, serial_port: str
) -> None:
    asked = tool(compile="compile-ok")
    program = f"port = open({serial_port!r}, 'rb', 0); print(flush=True); port.read()"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        try:
            with pytest.raises(PortBusy, match=rf"in use by .*process {other.pid}\b"):
                run("upload", "--port", serial_port)
        finally:
            other.kill()
    assert not asked.exists()


def test_a_program_that_takes_the_port_during_the_build_is_told_before_the_upload(
    tool: Tool, monkeypatch: pytest.MonkeyPatch, serial_port: str
) -> None:
    from servoarm.firmware_tool import flash

    asked = tool(compile="compile-ok", upload="upload-not-in-sync")
    found = iter([[], [Holder(4711, "ModemManager")]])
    monkeypatch.setattr(flash, "port_holders", lambda port: next(found))
    with pytest.raises(PortBusy, match=r"ModemManager \(process 4711\)"):
        run("upload", "--port", serial_port)
    assert "upload" not in asked.read_text()


@pytest.fixture
def endless_tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An arduino-cli whose compiler never ends and hears no SIGTERM.

    As long as the compiler runs it has the named pipe open that this yields.
    """
    pipe = tmp_path / "compiler runs"
    os.mkfifo(pipe)
    program = tmp_path / "arduino-cli"
    program.write_text(
        f"#!/bin/sh\n(trap '' TERM; echo begun >&3; sleep 60 >&3) 3>{str(pipe)!r} &\nwait\n"
    )
    program.chmod(program.stat().st_mode | stat.S_IEXEC)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    yield pipe


def begins(reader: int) -> bool:
    return within_s(10, lambda: read(reader) == b"begun\n")


def ends(reader: int) -> bool:
    return within_s(10, lambda: read(reader) == b"")


def read(reader: int) -> bytes | None:
    try:
        return os.read(reader, 100)
    except BlockingIOError:
        return None


def within_s(seconds: float, condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + seconds
    while not (so := condition()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return so


def test_a_build_that_takes_too_long_is_ended_with_all_that_it_started(
    endless_tool: Path,
) -> None:
    reader = os.open(endless_tool, os.O_RDONLY | os.O_NONBLOCK)
    with pytest.raises(ToolFailed, match=r"build did not end within 0\.5 s") as failed:
        run("build", "--timeout", "0.5")
    assert "--timeout" in failed.value.remedy
    assert "nplug" not in failed.value.remedy
    assert read(reader) in (b"begun\n", b"")
    assert ends(reader)
    os.close(reader)


def test_ctrl_c_ends_the_build_with_all_that_it_started(endless_tool: Path) -> None:
    reader = os.open(endless_tool, os.O_RDONLY | os.O_NONBLOCK)
    process = start("-m", "servoarm", "firmware", "build")
    assert begins(reader)
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 130
    process.communicate()
    assert ends(reader)
    os.close(reader)


@pytest.mark.parametrize(
    ("action", "own", "foreign"),
    [
        ("build", ["--board", "--output", "--timeout", "600"], ["--port"]),
        ("upload", ["--board", "--port", "--timeout", "600", "180", "10"], ["--output"]),
        ("info", ["--port", "--timeout"], ["--board", "--output"]),
    ],
)
def test_each_has_a_help_page_of_its_own(
    action: str, own: list[str], foreign: list[str], servoarm: Servoarm
) -> None:
    page = servoarm("firmware", action, "--help").out
    assert page.startswith(f"usage: servoarm firmware {action} ")
    assert [word for word in own if word not in page] == []
    assert [word for word in foreign if word in page.split("examples:")[0]] == []


def test_the_help_names_the_times_that_hold() -> None:
    from servoarm.firmware_tool import arduino_cli, flash

    times = (
        arduino_cli.COMPILE_TIMEOUT_S,
        arduino_cli.UPLOAD_TIMEOUT_S,
        flash.GREETING_TIMEOUT_S,
    )
    assert times == (600, 180, 10)


def test_a_compile_error_reaches_the_person(tool: Tool) -> None:
    tool(compile="compile-error")
    with pytest.raises(BuildFailed, match="line 1"):
        run("build")


def test_without_arduino_cli_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("ARDUINO_CLI", raising=False)
    monkeypatch.setattr("servoarm.firmware_tool.find_tool.installed", lambda *_: ())
    with pytest.raises(ToolMissing, match="arduino-cli"):
        run("build")


def test_info_tells_both_versions(capsys: pytest.CaptureFixture[str], mock: str) -> None:
    assert run("info", "--port", mock, "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["version"] == data["board"]["version"] == servoarm.__version__
