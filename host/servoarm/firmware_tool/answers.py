"""Read what `arduino-cli --json` answers. Pure: text in, a result or a failure out.

An error stands on stderr (upload, a sketch that cannot be opened) or on stdout with
`"success": false` (compile).
"""

import json
import re
from typing import Any, NamedTuple

from servoarm.firmware_tool.boards import BOARDS
from servoarm.firmware_tool.failures import BuildFailed, UploadFailed


class Answer(NamedTuple):
    """What the tool left: its exit code and both its outputs."""

    exit_code: int
    stdout: str
    stderr: str


class Built(NamedTuple):
    """A finished build, with the memory it takes in bytes."""

    flash: int
    flash_limit: int
    ram: int
    ram_limit: int
    core: str


_OTHER_BOARDS = "Choose with --board: " + ", ".join(BOARDS) + "."
_REINSTALL = "Install servoarm again, or name the folder firmware/servo_arm of its source."

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
    """Return the sizes of a build. Raises BuildFailed."""
    out = _object(answer.stdout)
    if answer.exit_code == 0 and out.get("success"):
        result = out.get("builder_result") or {}
        sizes = {part["name"]: part for part in result.get("executable_sections_size", ())}
        text, data = sizes.get("text", {}), sizes.get("data", {})
        platform = result.get("build_platform") or {}
        return Built(
            text.get("size", 0),
            text.get("max_size", 0),
            data.get("size", 0),
            data.get("max_size", 0),
            f"{platform.get('id', '')} {platform.get('version', '')}".strip(),
        )
    raise _build_failure(out, _object(answer.stderr), answer)


def read_upload(answer: Answer, port: str) -> str:
    """Return the board's port after an upload, which may have changed. Raises UploadFailed."""
    if answer.exit_code == 0:
        now: str = (_object(answer.stdout).get("updated_upload_port") or {}).get("address") or port
        return now
    error = _object(answer.stderr)
    output = error.get("output") or {}
    said = "\n".join(
        str(part) for part in (error.get("error"), output.get("stderr"), output.get("stdout"))
    )
    if not error:
        said = answer.stderr or answer.stdout
    for pattern, message, remedy in _UPLOAD_WORDS:
        if re.search(pattern, said, re.IGNORECASE):
            raise UploadFailed(f"{message} ({port})" if port else message, remedy)
    raise UploadFailed(
        f"The upload failed: {_last_line(said)}", "Try again; if it stays, report these words."
    )


def _build_failure(out: dict[str, Any], err: dict[str, Any], answer: Answer) -> BuildFailed:
    result = out.get("builder_result") or {}
    for diagnostic in result.get("diagnostics", ()):
        if diagnostic.get("severity") in ("ERROR", "FATAL"):
            file, line = str(diagnostic.get("file", "")), int(diagnostic.get("line", 0))
            first = str(diagnostic.get("message", "")).split("\n")[0]
            return BuildFailed(
                f"The sketch does not compile: {file}, line {line}: {first}.",
                "Mend the line; the firmware as it comes compiles, so `git diff` may show it.",
                file,
                line,
            )
    said = str(err.get("error") or out.get("error") or answer.stderr or answer.stdout)
    if found := re.search(r"Platform '([\w:-]+)' not found", said):
        core = found[1]
        return BuildFailed(
            f"arduino-cli has not got the core {core}.",
            f"Type `arduino-cli core update-index`, then `arduino-cli core install {core}`.",
        )
    if "Invalid FQBN" in said:
        return BuildFailed(
            f"arduino-cli does not know this board: {_last_line(said)}.", _OTHER_BOARDS
        )
    if "open sketch" in said:
        return BuildFailed(f"The sketch is not there: {_last_line(said)}.", _REINSTALL)
    compiler = _last_line(str(out.get("compiler_err") or ""))
    return BuildFailed(
        f"The build failed: {compiler or _last_line(said)}",
        "`arduino-cli compile --verbose` on the sketch says more.",
    )


def _object(text: str) -> dict[str, Any]:
    """Return the JSON object that the text is; empty for any other text."""
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1].rstrip(".") if lines else "no reason was given"
