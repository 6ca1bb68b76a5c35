"""Which board a command talks to."""

import argparse
from typing import TYPE_CHECKING

from servoarm.armfile import ArmFileError
from servoarm.cli.parser import is_virtual

if TYPE_CHECKING:
    from servoarm.armfile import ArmChoice


def port_of(args: argparse.Namespace, choice: "ArmChoice | None") -> str:
    """Return the port to open: of `--port`, else of the arm file, else the only board found.

    Raises NoBoard; ArmFileError for a port that no command can use.
    """
    if args.port is not None:
        return str(args.port)
    port = None if choice is None else choice.config.port
    if port is not None:
        if is_virtual(port):
            raise ArmFileError("virtual port", key="arm.port", found=port)
        return port
    from servoarm.link.ports import only_board

    return only_board()
