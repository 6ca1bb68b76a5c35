"""From sketch to a board that says hello with the new version."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from servoarm.errors import LinkError
from servoarm.firmware_tool.answers import Built
from servoarm.firmware_tool.arduino_cli import compile_sketch, upload_build
from servoarm.firmware_tool.boards import BOARDS
from servoarm.firmware_tool.failures import UploadFailed
from servoarm.firmware_tool.sketch import sketch_folder, sketch_version
from servoarm.link.conversation import conversation
from servoarm.link.transport import open_port
from servoarm.wire.messages import Hello

Say = Callable[[str], None]
"""Told of each step as it begins."""

PORT_RETURNS_S = 5.0  # a USB board's port vanishes for a moment
GREETING_S = 5.0


def build(board: str, output: Path, say: Say) -> Built:
    """Build the sketch for a board into a folder. Raises FirmwareError."""
    kind = BOARDS[board]
    say(f"building for {kind.title} ({kind.fqbn})")
    return compile_sketch(sketch_folder(), kind, output)


def upload(board: str, port: str, say: Say) -> Hello:
    """Build, upload, and return the hello of the new firmware.

    Raises FirmwareError, or LinkError for a port that cannot be opened.
    """
    open_port(port).close()  # a missing or busy port is told before the minutes of a build
    expected = sketch_version(sketch_folder())
    with tempfile.TemporaryDirectory(prefix="servoarm-firmware-") as folder:
        build(board, Path(folder), say)
        say(f"uploading to {port}")
        port = upload_build(Path(folder), BOARDS[board], port)
    say("waiting for the board's hello")
    hello = _greet(port)
    if hello.firmware != expected:
        raise UploadFailed(
            f"The board says firmware {hello.firmware}, not {expected}.",
            "Is another board on this port? Try the upload again.",
        )
    return hello


def _greet(port: str) -> Hello:
    deadline = time.monotonic() + PORT_RETURNS_S
    while True:
        try:
            with conversation(port, GREETING_S) as session:
                return session.hello
        except LinkError as error:
            if time.monotonic() < deadline:
                time.sleep(0.3)
                continue
            raise UploadFailed(
                f"The upload went through, but the board does not answer: {error.message}",
                "Press its reset button and try `servoarm status`; else upload again.",
            ) from error
