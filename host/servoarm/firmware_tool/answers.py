"""Read what `arduino-cli --json` answers. Pure: text in, a result or a failure out.

An error stands on stderr (upload, a sketch that cannot be opened) or on stdout with
`"success": false` (compile).
"""

import re
from typing import NamedTuple

from servoarm.firmware_tool.boards import BOARDS
from servoarm.firmware_tool.failures import BuildFailed, FirmwareError, ToolFailed, UploadFailed
from servoarm.firmware_tool.tool_output import Answer


class Built(NamedTuple):
    """A finished build, with the memory it takes in bytes."""

    flash: int
    flash_limit: int
    ram: int
    ram_limit: int
    core: str


_OTHER_BOARDS = "Choose with --board: " + ", ".join(BOARDS) + "."
_REINSTALL = "Install servoarm again."

# avrdude's and the system's words -> what they mean, what to do
_UPLOAD_WORDS: tuple[tuple[str, str, str], ...] = (
    (
        r"no upload port provided",
        "No port was given.",
        "Name the board's port with --port; `servoarm ports` lists them.",
    ),
    (
        r"No such file or directory|cannot find the (file|device)|port not found",
        "The board's port does not exist.",
        "Plug the board in with a cable that carries data; `servoarm ports` lists the ports.",
    ),
    (
        r"resource busy|temporarily unavailable|access is denied",
        "The port is in use by another program.",
        "Close the Arduino IDE's Serial Monitor, another servoarm window, or what else has it.",
    ),
    (
        r"permission denied",
        "This user may not open the port.",
        "On Linux: `sudo usermod -a -G dialout $USER`, then log out and in again.",
    ),
    (
        r"not in sync|not responding|timed? ?out|unable to open programmer",
        "The board's bootloader did not answer.",
        "Is it this kind of board? Many Nanos have the old bootloader: try --board nano-old. Else "
        "press the board's reset button just before the upload, and take off what is wired to "
        "pins 0 and 1.",
    ),
    (
        r"expected signature|device signature",
        "The chip is another one than this kind of board has.",
        _OTHER_BOARDS,
    ),
    (
        r"verif\w+ (error|mismatch)|mismatch",
        "What was written is not what the board reads back.",
        "Try again with another cable, and with the servos unplugged.",
    ),
)


def read_build(answer: Answer) -> Built:
    """Return the sizes of a build. Raises BuildFailed or ToolFailed."""
    out = answer.result()
    if answer.exit_code == 0 and out.get("success"):
        result = out.get("builder_result") or {}
        sizes = {part["name"]: part for part in result.get("executable_sections_size") or ()}
        text, data = sizes.get("text", {}), sizes.get("data", {})
        platform = result.get("build_platform") or {}
        return Built(
            text.get("size", 0),
            text.get("max_size", 0),
            data.get("size", 0),
            data.get("max_size", 0),
            f"{platform.get('id', '')} {platform.get('version', '')}".strip(),
        )
    raise _too_old(answer) or _compile_error(answer) or _build_failure(answer)


def read_upload(answer: Answer, port: str) -> str:
    """Return the board's port after an upload, which may have changed.

    Raises UploadFailed or ToolFailed.
    """
    if answer.exit_code == 0:
        now: str = (answer.result().get("updated_upload_port") or {}).get("address") or port
        return now
    raise _too_old(answer) or _upload_failure(answer, port)


def _too_old(answer: Answer) -> FirmwareError | None:
    if re.search(r"unknown (shorthand )?flag", answer.words()):
        return ToolFailed(
            f"{answer.program} is too old for servoarm: {answer.reason()}.",
            "Bring it up to date: it takes arduino-cli 1.0 or later, which a new Arduino IDE has.",
        )
    return None


def _upload_failure(answer: Answer, port: str) -> UploadFailed:
    words = answer.words()
    for pattern, message, remedy in _UPLOAD_WORDS:
        if re.search(pattern, words, re.IGNORECASE):
            return UploadFailed(f"{message} ({port})" if port else message, remedy)
    return UploadFailed(
        f"The upload to {port} failed. {answer.program} says: {answer.reason()}.",
        "Try again, also with another cable. `servoarm docs flashing` lists what helps.",
    )


def _compile_error(answer: Answer) -> BuildFailed | None:
    for diagnostic in (answer.result().get("builder_result") or {}).get("diagnostics") or ():
        if diagnostic.get("severity") in ("ERROR", "FATAL"):
            file, line = str(diagnostic.get("file", "")), int(diagnostic.get("line", 0))
            first = str(diagnostic.get("message", "")).split("\n")[0]
            return BuildFailed(
                f"The sketch does not compile: {file}, line {line}: {first}.",
                "Mend the line; the firmware as it comes compiles, so `git diff` may show it.",
                file,
                line,
            )
    return None


def _build_failure(answer: Answer) -> BuildFailed:
    words = answer.words()
    program = answer.program
    if found := re.search(r"Platform '([\w:-]+)' not found", words):
        core = found[1]
        return BuildFailed(
            f"arduino-cli has not got the core {core}.",
            f"Type `{program} core update-index`, then `{program} core install {core}`; or "
            "install the boards in the Arduino IDE's Boards Manager.",
        )
    if "Invalid FQBN" in words:
        return BuildFailed(
            f"arduino-cli does not know this board: {answer.reason()}.", _OTHER_BOARDS
        )
    if "open sketch" in words:
        return BuildFailed(f"The sketch is not there: {answer.reason()}.", _REINSTALL)
    return BuildFailed(
        f"The build failed. {program} says: {answer.reason()}.",
        f"`{program} compile --verbose` on the sketch says more.",
    )
