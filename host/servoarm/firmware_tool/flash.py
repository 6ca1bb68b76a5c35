"""From sketch to a board that says hello with the new version."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from servoarm.errors import LinkError, PortBusy
from servoarm.firmware_tool.answers import Built
from servoarm.firmware_tool.arduino_cli import (
    COMPILE_TIMEOUT_S,
    UPLOAD_TIMEOUT_S,
    compile_sketch,
    upload_build,
)
from servoarm.firmware_tool.boards import BOARDS
from servoarm.firmware_tool.failures import UploadFailed
from servoarm.firmware_tool.sketch import sketch_folder, sketch_version
from servoarm.link.conversation import conversation
from servoarm.link.port_holders import port_holders
from servoarm.link.transport import open_port
from servoarm.wire.messages import Hello

Say = Callable[[str], None]
"""Told of each step as it begins."""

GREETING_TIMEOUT_S = 10.0
"""After an upload a USB board's port vanishes for a moment, and the board boots."""


def build(board: str, output: Path, say: Say, timeout_s: float | None = None) -> Built:
    """Build the sketch for a board into a folder. Raises FirmwareError."""
    kind = BOARDS[board]
    say(f"building for {kind.title} ({kind.fqbn})")
    return compile_sketch(sketch_folder(), kind, output, timeout_s or COMPILE_TIMEOUT_S)


def upload(board: str, port: str, say: Say, timeout_s: float | None = None) -> Hello:
    """Build, upload, and return the hello of the new firmware.

    Each of the three may take `timeout_s`, or as long as it usually needs. Raises FirmwareError,
    or LinkError for a port that cannot be opened.
    """
    _check_port(port)  # told before the minutes of a build
    expected = sketch_version(sketch_folder())
    with tempfile.TemporaryDirectory(prefix="servoarm-firmware-") as folder:
        build(board, Path(folder), say, timeout_s)
        _check_free(port)
        say(f"uploading to {port}")
        port = upload_build(Path(folder), BOARDS[board], port, timeout_s or UPLOAD_TIMEOUT_S)
    say("waiting for the board's hello")
    hello = _greet(port, timeout_s or GREETING_TIMEOUT_S)
    if hello.firmware != expected:
        raise UploadFailed("another version", port, found=hello.firmware, expected=expected)
    return hello


def _check_port(port: str) -> None:
    if "://" in port:
        raise UploadFailed("no serial port", port)
    _check_free(port)
    open_port(port).close()


def _check_free(port: str) -> None:
    """Raise PortBusy where a program has the port: it would take what the bootloader answers."""
    if holders := port_holders(port):
        raise PortBusy(port, "held", tuple(map(str, holders)))


def _greet(port: str, timeout_s: float) -> Hello:
    deadline = time.monotonic() + timeout_s
    while True:
        try:
            with conversation(port, max(deadline - time.monotonic(), 0.1)) as session:
                return session.hello
        except LinkError as error:
            if time.monotonic() < deadline:
                time.sleep(0.3)
                continue
            raise UploadFailed("no hello", port, problem=error.fact) from error
