"""All commands, and the parser of the whole command line."""

from servoarm import __version__
from servoarm.cli import (
    arm_file,
    completion,
    derive,
    docs,
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
    rest,
    status,
)
from servoarm.cli.parser import Parser

COMMANDS = (
    move,
    joints,
    ik,
    fk,
    status,
    rest,
    relax,
    ports,
    monitor,
    gui,
    arm_file,
    firmware,
    jacobian,
    derive,
    docs,
    completion,
)

DESCRIPTION = """\
Drive a two-servo planar arm: x right, y up, millimetres and degrees."""

EPILOG = """\
examples:
  servoarm gui --port mock://              the window, without hardware
  servoarm move 120 60                     go there with the only board found
  servoarm ik 120 60 --json                both poses for that point

exit codes: 0 done; 2 usage or arm file; 3 refused: unreachable, a limit, interrupted;
4 no board, or the link was lost; 5 done, but stdout is full or closed; 130 stopped with Ctrl-C.
`servoarm COMMAND --help` has each command's options and examples."""


def build_parser() -> Parser:
    """Return the parser of the whole command line."""
    parser = Parser(prog="servoarm", description=DESCRIPTION, epilog=EPILOG)
    parser.add_version(f"servoarm {__version__}")
    parser.set_defaults(whole_parser=parser)  # for completion
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for command in COMMANDS:
        command.register(commands)
    return parser
