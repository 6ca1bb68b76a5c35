"""`servoarm monitor`: type to the board."""

import argparse
import signal
from typing import TYPE_CHECKING

from servoarm.cli.arm_choice import chosen_arm
from servoarm.cli.exit_codes import EXIT_DONE
from servoarm.cli.parser import add_arm, add_command, add_port
from servoarm.cli.stop_signals import as_stopped
from servoarm.cli.streams import put

if TYPE_CHECKING:
    from servoarm.cli.parser import Commands


def register(commands: "Commands") -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "monitor",
        run,
        summary="type commands to the board and read its answers",
        details="One command a line (`servoarm docs protocol` has them all): hello, status, pose\n"
        "9000 -9000, attach, move 4500 -3000 (hundredths of a degree), stop, relax. A line with !\n"
        "stops at once, ^ relaxes, ? asks for the status. Ctrl-D or Ctrl-C ends the monitor,\n"
        "not the motion.",
        examples="""\
servoarm monitor --port /dev/ttyUSB0
printf 'hello\\nstatus\\n' | servoarm monitor --port mock://""",
    )
    add_port(parser)
    add_arm(parser)


def run(args: argparse.Namespace) -> int:
    """Pass lines from stdin to the board and its bytes to stdout."""
    from servoarm.cli.board import port_of
    from servoarm.cli.board_terminal import Monitor
    from servoarm.link.session import HELLO_TIMEOUT_S
    from servoarm.link.transport import open_port

    transport = open_port(port_of(args, None if args.port is not None else chosen_arm(args)))
    try:
        Monitor(transport).talk(args.timeout or HELLO_TIMEOUT_S)
    except KeyboardInterrupt as interrupt:
        if as_stopped(interrupt).number != signal.SIGINT:
            raise
        put("\n")
    finally:
        transport.close()
    return EXIT_DONE
