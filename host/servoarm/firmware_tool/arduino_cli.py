"""Run arduino-cli."""

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from servoarm.firmware_tool.answers import Answer, Built, read_build, read_upload
from servoarm.firmware_tool.boards import BoardKind
from servoarm.firmware_tool.failures import FirmwareError, ToolMissing

COMPILE_TIMEOUT_S = 600  # the first build of a core on a slow computer
UPLOAD_TIMEOUT_S = 180


def compile_sketch(sketch: Path, board: BoardKind, output: Path) -> Built:
    """Build into `output`. Raises ToolMissing, BuildFailed or FirmwareError.

    In a build folder of its own: arduino-cli's default one is shared by all builds of a sketch,
    also by those that run at the same time or were for another board.
    """
    arguments = ["compile", "--json", "--fqbn", board.fqbn, "--output-dir", str(output)]
    with tempfile.TemporaryDirectory(prefix="servoarm-build-") as folder:
        answer = _run([*arguments, "--build-path", folder, str(sketch)], COMPILE_TIMEOUT_S)
    return read_build(answer)


def upload_build(output: Path, board: BoardKind, port: str) -> str:
    """Upload what was built into `output`; return the board's port afterwards.

    Raises ToolMissing, UploadFailed or FirmwareError. Success here is the tool's word only: the
    board's hello proves it.
    """
    arguments = ["upload", "--json", "--fqbn", board.fqbn, "-p", port, "--input-dir", str(output)]
    return read_upload(_run(arguments, UPLOAD_TIMEOUT_S), port)


def _run(arguments: Sequence[str], timeout_s: float) -> Answer:
    program = shutil.which("arduino-cli")
    if program is None:
        raise ToolMissing
    try:
        done = subprocess.run(
            [program, "--no-color", *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            stdin=subprocess.DEVNULL,
            timeout=timeout_s,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise FirmwareError(
            f"arduino-cli {arguments[0]} did not end within {timeout_s:.0f} s.",
            "Unplug the board and plug it in again, then retry.",
        ) from error
    except OSError as error:
        raise FirmwareError(
            f"{program} cannot be run ({error}).", "Install arduino-cli again."
        ) from error
    return Answer(done.returncode, done.stdout, done.stderr)
