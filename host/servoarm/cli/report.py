"""What commands print, and the exit codes."""

import argparse
import json
import re
import sys
from collections.abc import Mapping

from servoarm.armfile import ArmFileError
from servoarm.cli.parser import UsageError
from servoarm.errors import LinkError, OtherElbowOnly, ServoarmError, Unreachable

EXIT_DONE = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_REFUSED = 3
EXIT_NO_BOARD = 4
EXIT_INTERRUPTED = 130


def emit(args: argparse.Namespace, data: Mapping[str, object], text: str) -> None:
    """Print a command's result on stdout: `data` with `--json`, else `text`."""
    print(json.dumps(data, allow_nan=False) if args.json else text)


def note(text: str) -> None:
    """Print a remark on stderr, where it disturbs no result."""
    print(f"servoarm: {text}", file=sys.stderr)


def report(error: ServoarmError, as_json: bool) -> int:
    """Print an error on stderr, and with `--json` also on stdout, and return the exit code."""
    if as_json:
        print(json.dumps({"error": error_data(error)}, allow_nan=False))
    note(str(error))
    if isinstance(error, OtherElbowOnly):
        note(f"on the command line: --elbow {error.elbow.value}")
    if isinstance(error, UsageError | ArmFileError):
        return EXIT_USAGE
    return EXIT_NO_BOARD if isinstance(error, LinkError) else EXIT_REFUSED


def error_kind(error: type[ServoarmError]) -> str:
    """Return the class's name as JSON has it, as in "no-board"."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", error.__name__).lower()
    return words.removesuffix("-error")


def error_data(error: ServoarmError) -> dict[str, object]:
    """Return an error as JSON has it."""
    data: dict[str, object] = {
        "kind": error_kind(type(error)),
        "message": error.message,
        "remedy": error.remedy,
    }
    if isinstance(error, ArmFileError):
        data |= {"path": error.path, "line": error.line, "key": error.key}
    if isinstance(error, Unreachable):
        from servoarm.cli.shapes import inverse_data

        data["target"] = inverse_data(error.inverse)
    return data
