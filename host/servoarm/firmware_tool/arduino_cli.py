"""Run arduino-cli, with whatever it starts in turn, and end it all when time is up."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from servoarm.firmware_tool.answers import Built, read_build, read_upload
from servoarm.firmware_tool.boards import BoardKind
from servoarm.firmware_tool.failures import ToolFailed
from servoarm.firmware_tool.find_tool import find_tool, typed
from servoarm.firmware_tool.tool_output import Answer

COMPILE_TIMEOUT_S = 600.0  # the first build of a core on a slow computer
UPLOAD_TIMEOUT_S = 180.0
_GRACE_S = 2.0


def compile_sketch(
    sketch: Path, board: BoardKind, output: Path, timeout_s: float = COMPILE_TIMEOUT_S
) -> Built:
    """Build into `output`. Raises ToolMissing, ToolFailed or BuildFailed.

    In a build folder of its own: arduino-cli's default one is shared by all builds of a sketch,
    also by those that run at the same time or were for another board.
    """
    arguments = ["compile", "--json", "--fqbn", board.fqbn, "--output-dir", str(output)]
    with tempfile.TemporaryDirectory(prefix="servoarm-build-") as folder:
        answer = _run([*arguments, "--build-path", folder, str(sketch)], timeout_s)
    if answer is None:
        raise ToolFailed("build too slow", timeout_s=timeout_s)
    return read_build(answer)


def upload_build(
    output: Path, board: BoardKind, port: str, timeout_s: float = UPLOAD_TIMEOUT_S
) -> str:
    """Upload what was built into `output`; return the board's port afterwards.

    Raises ToolMissing, ToolFailed or UploadFailed. Success here is the tool's word only: the
    board's hello proves it.
    """
    arguments = ["upload", "--json", "--fqbn", board.fqbn, "-p", port, "--input-dir", str(output)]
    answer = _run(arguments, timeout_s)
    if answer is None:
        raise ToolFailed("upload too slow", port=port, timeout_s=timeout_s)
    return read_upload(answer, port)


def _run(arguments: Sequence[str], timeout_s: float) -> Answer | None:
    """Run the tool; None for one that was stopped because its time was up."""
    program = find_tool()
    # It is started in another thread, where no signal's exception strikes: a tool that runs is
    # known here, and can be ended.
    with ThreadPoolExecutor(max_workers=1) as thread:
        starting = thread.submit(_start, [program, "--no-color", *arguments])
        try:
            process = starting.result()
            stdout, stderr = process.communicate(timeout=timeout_s)
        except OSError as error:
            raise ToolFailed("cannot run", program, str(error.strerror)) from error
        except BaseException as error:  # also Ctrl-C, which a group of its own does not get
            _end_group(starting.result())
            if isinstance(error, subprocess.TimeoutExpired):
                return None
            raise
    return Answer(process.returncode, stdout, stderr, typed(program))


def _start(command: Sequence[str]) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
        process_group=0,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )


def _end_group(process: "subprocess.Popen[str]") -> None:
    """End the tool and all that it started: compilers, avrdude."""
    with process:  # closes its pipes, too
        if sys.platform == "win32":
            command = ["taskkill", "/T", "/F", "/PID", str(process.pid)]
            subprocess.run(command, capture_output=True, check=False)
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE_S)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
