"""Read what `arduino-cli --json` answers. Pure: text in, a result or a failure out.

An error stands on stderr (upload, a sketch that cannot be opened) or on stdout with
`"success": false` (compile).
"""

import re
from typing import NamedTuple

from servoarm.firmware_tool.failures import (
    BuildFailed,
    FirmwareError,
    ToolFailed,
    UploadCase,
    UploadFailed,
)
from servoarm.firmware_tool.tool_output import Answer


class Built(NamedTuple):
    """A finished build, with the memory it takes in bytes."""

    flash: int
    flash_limit: int
    ram: int
    ram_limit: int
    core: str


# The system's words tell of the port only in a line that names one: a tool may be missing, too.
_PORT = r"\b(port|device)\b.*"
# avrdude's and the system's words -> what they mean
_UPLOAD_WORDS: tuple[tuple[str, UploadCase], ...] = (
    (r"no upload port provided", "no port given"),
    (_PORT + r"(no such file|cannot find the (file|device)|not found)", "no such port"),
    (_PORT + r"(busy|temporarily unavailable|access is denied)", "port busy"),
    (_PORT + r"permission denied", "port denied"),
    (r"not in sync|not responding|avrdude.*timed? ?out|unable to open prog", "bootloader silent"),
    (r"expected signature|device signature", "another chip"),
    (r"verif\w+ (error|mismatch)|first mismatch", "not verified"),
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
        return ToolFailed("too old", answer.program, answer.reason())
    return None


def _upload_failure(answer: Answer, port: str) -> UploadFailed:
    words = answer.words()
    for pattern, why in _UPLOAD_WORDS:
        if re.search(pattern, words, re.IGNORECASE):
            return UploadFailed(why, port)
    return UploadFailed("other", port, answer.reason(), answer.program)


def _compile_error(answer: Answer) -> BuildFailed | None:
    for diagnostic in (answer.result().get("builder_result") or {}).get("diagnostics") or ():
        if diagnostic.get("severity") in ("ERROR", "FATAL"):
            file, line = str(diagnostic.get("file", "")), int(diagnostic.get("line", 0))
            first = str(diagnostic.get("message", "")).split("\n")[0]
            return BuildFailed("compile error", file, line, first)
    return None


def _build_failure(answer: Answer) -> BuildFailed:
    words = answer.words()
    if found := re.search(r"Platform '([\w:-]+)' not found", words):
        return BuildFailed("no core", detail=found[1], program=answer.program)
    if "Invalid FQBN" in words:
        return BuildFailed("unknown board", detail=answer.reason())
    if "open sketch" in words:
        return BuildFailed("no sketch", detail=answer.reason())
    return BuildFailed("other", detail=answer.reason(), program=answer.program)
