"""`servoarm ports`: which ports there are."""

import argparse
from typing import TYPE_CHECKING

from servoarm.cli.exit_codes import EXIT_DONE
from servoarm.cli.parser import add_command, add_json
from servoarm.cli.report import emit

if TYPE_CHECKING:
    from servoarm.cli.parser import Commands


def register(commands: "Commands") -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "ports",
        run,
        summary="list the ports that --port can name",
        details="No port is opened, so no board is reset.",
        examples="""\
servoarm ports
servoarm ports --json""",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the ports, the likeliest first."""
    from servoarm.link.ports import ports

    found = ports()
    data = {
        "ports": [
            {"device": port.device, "description": port.description, "usb": port.usb}
            for port in found
        ]
    }
    width = max(len(port.device) for port in found)
    lines = (
        f"{port.device:{width}}  {port.description}{f'  [{port.usb}]' if port.usb else ''}"
        for port in found
    )
    emit(args, data, "\n".join(lines))
    return EXIT_DONE
