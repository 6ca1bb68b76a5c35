"""What arduino-cli answered in nine recorded cases, read back."""

import json
from pathlib import Path
from typing import Any

import pytest

from servoarm.firmware_tool.answers import read_build, read_upload
from servoarm.firmware_tool.failures import (
    BuildFailed,
    FirmwareError,
    ToolFailed,
    ToolMissing,
    UploadFailed,
)
from servoarm.firmware_tool.tool_output import Answer

RECORDED = Path(__file__).parents[1] / "data" / "arduino-cli"


def recorded(name: str) -> Answer:
    case = json.loads((RECORDED / f"{name}.json").read_text("utf-8"))

    def text(part: Any) -> str:
        return part if isinstance(part, str) else json.dumps(part)

    return Answer(case["exit_code"], text(case["stdout"]), text(case["stderr"]))


def test_a_build_tells_its_sizes() -> None:
    built = read_build(recorded("compile-ok"))
    assert (built.flash, built.flash_limit, built.ram, built.ram_limit) == (1646, 32256, 188, 2048)
    assert built.core == "arduino:avr 1.8.7"


def test_a_compile_error_tells_file_and_line() -> None:
    with pytest.raises(BuildFailed, match=r"bad\.ino, line 1: .*was not declared") as failed:
        read_build(recorded("compile-error"))
    assert (failed.value.file, failed.value.line) == ("SKETCH/bad.ino", 1)


@pytest.mark.parametrize(
    ("case", "word", "remedy"),
    [
        ("compile-no-platform", "core esp32:esp32", "core install esp32:esp32"),
        ("compile-unknown-board", "arduino:avr:unoo", "--board: uno, nano"),
        ("compile-no-sketch", "sketch is not there", "Install servoarm again"),
    ],
)
def test_a_build_that_fails_tells_what_to_do(case: str, word: str, remedy: str) -> None:
    with pytest.raises(BuildFailed) as failed:
        read_build(recorded(case))
    assert word in failed.value.message
    assert remedy in failed.value.remedy


def test_an_upload_tells_the_port_the_board_has_now() -> None:
    assert read_upload(recorded("upload-ok"), "OLD") == "PORT"


@pytest.mark.parametrize(
    ("case", "word", "remedy"),
    [
        ("upload-no-port", "There is no port", "servoarm ports"),
        ("upload-no-port-given", "No port", "--port"),
        (
            "upload-not-in-sync",
            "bootloader of the board at PORT did not answer",
            "--board nano-old",
        ),
    ],
)
def test_an_upload_that_fails_tells_what_to_do(case: str, word: str, remedy: str) -> None:
    with pytest.raises(UploadFailed) as failed:
        read_upload(recorded(case), "PORT")
    assert word in failed.value.message
    assert remedy in failed.value.remedy


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("cannot open port COM3: Access is denied.", "in use"),
        ("cannot open port /dev/ttyUSB0: Device or resource busy", "in use"),
        ("cannot open port /dev/ttyUSB0: Permission denied", "may not open"),
        ("Expected signature for ATmega328P is 1E 95 0F", "another chip"),
        ("avrdude verification error, first mismatch at byte 0x0000", "reads back"),
        ("opening port at 1200bps: Serial port busy", "in use"),
        (
            'avrdude: ser_open(): can\'t open device "COM9": The system cannot find the file',
            "no port",
        ),
        ("avrdude: stk500v2_ReceiveMessage(): timeout", "did not answer"),
        ("something nobody has seen before", "something nobody has seen before"),
        ("fork/exec /opt/tools/avrdude: no such file or directory", "fork/exec .*: no such file"),
        ("fork/exec /opt/tools/avrdude: permission denied", "fork/exec .*: permission denied"),
        ("fork/exec /opt/tools/avrdude: text file busy", "fork/exec .*: text file busy"),
        ("index download: connection timed out", "connection timed out"),
        ("tool version mismatch", "tool version mismatch"),
    ],
)
def test_avrdudes_words_for_other_failures(said: str, word: str) -> None:
    error = {"error": "Failed uploading: exit status 1", "output": {"stderr": said, "stdout": ""}}
    with pytest.raises(UploadFailed, match=word):
        read_upload(Answer(1, "", json.dumps(error)), "PORT")


AVRDUDE = (
    "avrdude: butterfly_recv(): programmer is not talking\n"
    "avrdude error: no butterfly at this port\n\navrdude done.  Thank you.\n"
)
USAGE = "\nUsage:\n  arduino-cli upload [flags]\n\nFlags:\n  -h, --help   help for upload\n"


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        (Answer(1, "", json.dumps({"error": "Failed uploading: no moon"})), "no moon"),
        (Answer(1, "", json.dumps({"error": "E: no moon", "output": None})), "no moon"),
        (Answer(1, json.dumps({"error": "no moon", "success": False}), ""), "no moon"),
        (Answer(1, "", json.dumps({"message": "no moon"})), "no moon"),
        (Answer(1, "", json.dumps({"error": "x", "output": {"stderr": AVRDUDE}})), "no butterfly"),
        (Answer(1, "", "INFO starting\n" + json.dumps({"error": "no moon"})), "no moon"),
        (Answer(1, "no moon\n", ""), "no moon"),
        (Answer(1, "", "fork: no moon\n\n"), "no moon"),
        (Answer(-9, "", ""), "exit code -9"),
    ],
)
def test_the_reason_for_an_unknown_failure_is_the_tools_own(answer: Answer, word: str) -> None:
    for read in (read_build, lambda answer: read_upload(answer, "PORT")):
        with pytest.raises(FirmwareError, match=word) as failed:
            read(answer)
        assert "None" not in failed.value.message
        assert "Thank you" not in failed.value.message


def test_a_linkers_words_are_told() -> None:
    words = "core.a: undefined reference to `moon'\ncollect2: error: ld returned 1 exit status\n"
    out = {"error": "Error during build: exit status 1", "compiler_err": words, "success": False}
    with pytest.raises(BuildFailed, match="undefined reference to `moon'"):
        read_build(Answer(1, json.dumps(out), ""))


@pytest.mark.parametrize("flag", ["--json", "--no-color"])
def test_a_tool_that_is_too_old_is_told(flag: str) -> None:
    answer = Answer(1, "", f"Error: unknown flag: {flag}{USAGE}", "/opt/old/arduino-cli")
    for read in (read_build, lambda answer: read_upload(answer, "PORT")):
        with pytest.raises(ToolFailed, match=f"/opt/old/arduino-cli is too old.*{flag}") as failed:
            read(answer)
        assert "help for upload" not in failed.value.message
        assert "1.0" in failed.value.remedy


def test_the_line_to_type_names_the_tool_that_was_used() -> None:
    answer = recorded("compile-no-platform")._replace(program="'/opt/IDE 2/arduino-cli'")
    with pytest.raises(BuildFailed) as failed:
        read_build(answer)
    assert "'/opt/IDE 2/arduino-cli' core install esp32:esp32" in failed.value.remedy


@pytest.mark.parametrize("junk", ["", "{", "[1]", "panic: runtime error"])
def test_an_answer_that_is_no_json_is_a_failure_with_its_words(junk: str) -> None:
    with pytest.raises(BuildFailed):
        read_build(Answer(0, junk, ""))
    with pytest.raises(UploadFailed):
        read_upload(Answer(1, "", junk), "PORT")


@pytest.mark.parametrize(
    ("platform", "word"), [("win32", "winget"), ("darwin", "brew"), ("linux", "arduino.github.io")]
)
def test_how_to_get_arduino_cli_where_it_is_missing(platform: str, word: str) -> None:
    assert word in ToolMissing(platform=platform).remedy
