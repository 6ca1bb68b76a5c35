"""`servoarm gui`: the window."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from servoarm.armfile import ArmConfig, EmptyArmFileError, arm_path, load
from servoarm.cli.exit_codes import EXIT_SIGNAL
from servoarm.cli.parser import add_arm, add_command, add_port
from servoarm.cli.stop_signals import Stopped
from servoarm.cli.streams import note
from servoarm.errors import ServoarmError

if TYPE_CHECKING:
    from servoarm.cli.parser import Commands


QtCase = Literal["not installed", "by the distribution", "x64 Python", "does not load"]


@dataclass(eq=False)
class QtMissing(ServoarmError):  # noqa: N818 - says what it is
    """PyQt5 is not there, or does not load; `detail` is Python's own reason."""

    _CASES = "why"
    why: QtCase
    computer: str
    detail: str


def register(commands: "Commands") -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "gui",
        run,
        summary="open the window",
        details="Nothing moves until you attach the arm in the window and click.",
        examples="""\
servoarm gui
servoarm gui --port mock://                                 # no hardware needed
servoarm gui --port mock:// --headless window.png           # no display needed""",
    )
    parser.add_argument(
        "--headless",
        metavar="PNG",
        type=Path,
        help="without a display: connect, attach, click a point, wait, and write the picture here",
    )
    add_port(parser)
    add_arm(parser)


def run(args: argparse.Namespace) -> int:
    """Open the window and stay until it is closed."""
    path = arm_path(args.arm)
    config = None if path is None else _config(path)
    run_window = _window()
    # the window handles the signals in its own way, and answers the code of the one that came
    code = run_window(args.port, config, path, headless=args.headless)
    if code > EXIT_SIGNAL:
        raise Stopped(code - EXIT_SIGNAL)
    return code


def _window() -> Callable[..., int]:
    """Return what opens the window. Raises QtMissing."""
    try:
        from servoarm.gui.app import run as run_window
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "PyQt5":
            raise
        import sysconfig

        computer = sysconfig.get_platform()
        absent = isinstance(error, ModuleNotFoundError)
        case: QtCase = _where_from(computer) if absent else "does not load"
        raise QtMissing(case, computer, str(error)) from error
    return run_window


def _where_from(computer: str) -> QtCase:
    """Where PyQt5 comes from: PyPI has it for some computers only."""
    if computer.startswith("macosx") or computer in ("linux-x86_64", "win-amd64", "win32"):
        return "not installed"
    return "x64 Python" if computer.startswith("win") else "by the distribution"


def _config(path: Path) -> ArmConfig | None:
    try:
        file = load(path)
    except EmptyArmFileError as error:
        note(f"{error.message} The window starts with the defaults and leaves the file alone.")
        return None
    for warning in file.warnings:
        note(f"warning: {warning}")
    return file.config
