"""A command's result or error, as text or as JSON."""

import argparse
import contextlib
import json
from collections.abc import Mapping

from servoarm.armfile import ArmFileError
from servoarm.cli.exit_codes import EXIT_NO_BOARD, EXIT_REFUSED, EXIT_USAGE
from servoarm.cli.parser import UsageError
from servoarm.cli.streams import OutputLost, note, put
from servoarm.errors import (
    ArmNotChosen,
    LinkError,
    ServoarmError,
    Unreachable,
    error_kind,
)


def emit(args: argparse.Namespace, data: Mapping[str, object], text: str) -> None:
    """Print a command's result on stdout: `data` with `--json`, else `text`. Raises OutputLost."""
    put(f"{json.dumps(data, allow_nan=False) if args.json else text}\n")


def report(error: ServoarmError, as_json: bool) -> int:
    """Print an error on stderr, and with `--json` also on stdout, and return the exit code."""
    note(f"{error.message} {error.remedy_for('command line')}".strip())
    if as_json:
        with contextlib.suppress(OutputLost):  # the error's own code says more
            put(f"{json.dumps({'error': error_data(error)}, allow_nan=False)}\n")
    if isinstance(error, UsageError | ArmFileError | ArmNotChosen):
        return EXIT_USAGE
    return EXIT_NO_BOARD if isinstance(error, LinkError) else EXIT_REFUSED


def error_data(error: ServoarmError) -> dict[str, object]:
    """Return an error as JSON has it."""
    data: dict[str, object] = {
        "kind": error_kind(type(error)),
        "message": error.message,
        "remedy": error.remedy_for("command line"),
    }
    if isinstance(error, ArmFileError):
        data |= {"path": error.path, "line": error.line, "key": error.key}
    if isinstance(error, Unreachable):
        from servoarm.cli.shapes import inverse_data

        data["target"] = inverse_data(error.inverse)
    return data
