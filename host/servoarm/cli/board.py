"""Which board a command talks to."""

import argparse
from typing import TYPE_CHECKING

from servoarm.armfile import ArmFileError
from servoarm.cli.parser import NO_VIRTUAL, is_virtual

if TYPE_CHECKING:
    from servoarm.armfile import ArmConfig


def port_of(args: argparse.Namespace, config: "ArmConfig | None") -> str:
    """Return the port to open: of `--port`, else of the arm file, else the only board found.

    Raises NoBoard; ArmFileError for a port that no command can use.
    """
    if args.port:
        return str(args.port)
    if config is not None and config.port is not None:
        if is_virtual(config.port):
            raise ArmFileError(f"arm.port is {config.port}; {NO_VIRTUAL}", key="arm.port")
        return config.port
    from servoarm.link.ports import only_board

    return only_board()
