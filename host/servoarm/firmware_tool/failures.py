"""What can go wrong between a sketch and a board."""

import sys
from dataclasses import dataclass
from typing import Literal

from servoarm.errors import ServoarmError
from servoarm.firmware_tool.boards import BOARDS
from servoarm.words import Fact

ToolCase = Literal["cannot run", "too old", "build too slow", "upload too slow"]
BuildCase = Literal[
    "compile error",
    "no core",
    "unknown board",
    "no sketch",
    "other",
    "sketch missing",
    "unreadable header",
    "no version",
]
UploadCase = Literal[
    "no serial port",
    "no port given",
    "no such port",
    "port busy",
    "port denied",
    "bootloader silent",
    "another chip",
    "not verified",
    "other",
    "another version",
    "no hello",
]


class FirmwareError(ServoarmError):
    """Building or uploading the firmware failed."""


@dataclass(eq=False, repr=False, match_args=False)
class ToolMissing(FirmwareError):  # noqa: N818 - says what it is
    """arduino-cli is not installed, or not where the variable ARDUINO_CLI says (`named`)."""

    _CASES = "why"
    why: Literal["not found", "not as named"] = "not found"
    named: str = ""
    platform: str = sys.platform


@dataclass(eq=False, repr=False, match_args=False)
class ToolFailed(FirmwareError):  # noqa: N818
    """arduino-cli could not be run, is too old, or did not end in time."""

    _CASES = "why"
    why: ToolCase
    program: str = ""
    detail: str = ""
    port: str = ""
    timeout_s: float = 0.0


@dataclass(eq=False, repr=False, match_args=False)
class BuildFailed(FirmwareError):  # noqa: N818
    """The sketch could not be compiled; `file` and `line` where the compiler names them."""

    _CASES = "why"
    why: BuildCase
    file: str = ""
    line: int = 0
    detail: str = ""
    program: str = ""
    boards: tuple[str, ...] = tuple(BOARDS)


@dataclass(eq=False, repr=False, match_args=False)
class UploadFailed(FirmwareError):  # noqa: N818
    """The firmware did not get onto the board, or the board does not say so."""

    _CASES = "why"
    why: UploadCase
    port: str = ""
    detail: str = ""
    program: str = ""
    problem: Fact | None = None
    found: str = ""
    expected: str = ""
    boards: tuple[str, ...] = tuple(BOARDS)
