"""Parse the command line, run one command, turn errors into words and an exit code."""

import io
import os
import sys
from collections.abc import Sequence

from servoarm import __version__
from servoarm.cli import (
    arm_file,
    derive,
    firmware,
    fk,
    gui,
    ik,
    jacobian,
    joints,
    monitor,
    move,
    ports,
    relax,
    status,
)
from servoarm.cli.parser import Parser, UsageError, guard_negative_numbers
from servoarm.cli.report import EXIT_INTERRUPTED, EXIT_USAGE, report
from servoarm.errors import ServoarmError

COMMANDS = (
    move,
    joints,
    ik,
    fk,
    status,
    relax,
    ports,
    monitor,
    gui,
    arm_file,
    firmware,
    jacobian,
    derive,
)

DESCRIPTION = """\
Drive a two-servo planar arm: x right, y up, millimetres and degrees."""

EPILOG = """\
examples:
  servoarm gui --port mock://              the window, without hardware
  servoarm move 120 60                     go there with the only board found
  servoarm ik 120 60 --json                both poses for that point

exit codes: 0 done; 2 usage or arm file; 3 refused: unreachable, a limit, interrupted;
4 no board, or the link was lost; 130 stopped with Ctrl-C.
`servoarm COMMAND --help` has each command's options and examples."""


def build_parser() -> Parser:
    """Return the parser of the whole command line."""
    parser = Parser(prog="servoarm", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("--version", action="version", version=f"servoarm {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for command in COMMANDS:
        command.register(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A console of another encoding shows a ? for what it lacks.
        sys.stdout.reconfigure(errors="replace")
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader (`| head`) has gone. Give the interpreter's last flush somewhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + 13
    return code


def _run(arguments: list[str]) -> int:
    parser = build_parser()
    as_json = "--json" in arguments
    try:
        args = parser.parse_args(guard_negative_numbers(arguments))
        if args.command is None:
            parser.print_help()
            return EXIT_USAGE
        code: int = args.run(args)
    except UsageError as error:
        sys.stderr.write(error.usage)
        return report(error, as_json)
    except ServoarmError as error:
        return report(error, as_json)
    except SystemExit as finished:  # --help and --version have printed
        return int(finished.code or 0)
    except KeyboardInterrupt:
        print("servoarm: interrupted.", file=sys.stderr)
        return EXIT_INTERRUPTED
    return code
