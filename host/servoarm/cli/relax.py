"""`servoarm relax`: no more pulses."""

import argparse
from typing import TYPE_CHECKING

from servoarm.cli.arm_choice import readable_arm
from servoarm.cli.exit_codes import EXIT_DONE
from servoarm.cli.parser import add_arm, add_command, add_json, add_port
from servoarm.cli.report import emit

if TYPE_CHECKING:
    from servoarm.cli.parser import Commands


def register(commands: "Commands") -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "relax",
        run,
        summary="end the pulses: the arm goes limp",
        details="Hold the arm if it may fall. Opening the port resets most boards, which ends the\n"
        "pulses too. No settings are sent, and with --port no arm file is read.",
        examples="""\
servoarm relax
servoarm relax --port /dev/ttyUSB0 --json""",
    )
    add_port(parser)
    add_arm(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Relax and print the state that the board then reports."""
    from servoarm.cli.board import port_of
    from servoarm.link.conversation import ask_status, conversation

    url = port_of(args, None if args.port is not None else readable_arm(args))
    with conversation(url, args.timeout) as session:
        session.request("relax")
        report = ask_status(session)
    emit(args, {"port": session.url, "state": report.state.value}, report.state.value)
    return EXIT_DONE
