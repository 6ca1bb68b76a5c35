"""Where a command's words go, and what becomes of it when they cannot get there."""

import contextlib
import errno
import io
import os
import sys
from collections.abc import Iterator
from typing import TextIO

from servoarm.cli.ascii_math import fitting
from servoarm.cli.exit_codes import EXIT_DONE, EXIT_READER_GONE, EXIT_UNPRINTED


class OutputLost(Exception):  # noqa: N818 - says what it is
    """stdout takes no more: its reader has gone, its disk is full, or it was closed."""


@contextlib.contextmanager
def standard_streams() -> Iterator[None]:
    """Let stdout and stderr be streams that can be written to, whatever the caller closed.

    A closed stdout becomes one whose writing fails, so that this is noticed as a full disk is. Its
    number is taken, so that no port or file that is opened later gets what is meant for it.
    """
    former = sys.stdout, sys.stderr
    for number, mode in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, mode)  # the lowest number that is free: this one
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A console of another encoding shows a ? for what it lacks.
        sys.stdout.reconfigure(errors="replace")
    try:
        yield
    finally:
        sys.stdout, sys.stderr = former


def put(text: str) -> None:
    """Print on stdout, at once, with the letters that it has. Raises OutputLost."""
    try:
        sys.stdout.write(fitting(text, sys.stdout.encoding))
        sys.stdout.flush()
    except OSError as error:
        raise OutputLost from error


def remark(text: str) -> None:
    """Print on stderr, where it disturbs no result; that nobody reads it is no error."""
    with contextlib.suppress(OSError):
        sys.stderr.write(text)
        sys.stderr.flush()


def note(text: str) -> None:
    """Print a line on stderr, with the program's name."""
    remark(f"servoarm: {text}\n")


def finish_output(code: int, lost: OutputLost | None = None) -> int:
    """Empty both streams, and return the exit code: `code`, unless the result was lost."""
    failure = _flush(sys.stdout)
    if lost is not None and isinstance(lost.__cause__, OSError):
        failure = lost.__cause__
    if failure is not None and not isinstance(failure, BrokenPipeError):
        closed = failure.errno == errno.EBADF
        note(f"the result is lost: {'stdout is closed' if closed else failure.strerror}.")
    _flush(sys.stderr)
    if failure is None:
        return code
    if isinstance(failure, BrokenPipeError):  # `| head` has seen enough
        return EXIT_READER_GONE
    return EXIT_UNPRINTED if code == EXIT_DONE else code


def _flush(stream: TextIO) -> OSError | None:
    """Empty a stream; one that cannot be emptied is let go, or the interpreter's end complains."""
    try:
        stream.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return error
    return None
