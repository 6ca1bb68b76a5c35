"""A conversation with the board that changes nothing on it: no settings, no pulses.

`status` and `relax` use it rather than the `Arm`, which would first send the arm file's settings.
To relax an arm must work whatever file it was driven with.
"""

import argparse
import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from servoarm.armfile import ArmFileError
from servoarm.cli.parser import NO_VIRTUAL, is_virtual
from servoarm.errors import NoAnswer, ServoarmError

if TYPE_CHECKING:
    from servoarm.armfile import ArmConfig
    from servoarm.link.session import Session
    from servoarm.wire.messages import StatusReport


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


@contextlib.contextmanager
def conversation(args: argparse.Namespace, url: str) -> Iterator["Session"]:
    """Open the port, greet the board, and leave it open to a person's typing at the end.

    Raises LinkError.
    """
    from servoarm.link.session import HELLO_TIMEOUT_S, Session

    session = Session.open(url, timeout_s=args.timeout or HELLO_TIMEOUT_S)
    try:
        yield session
    finally:
        with contextlib.suppress(ServoarmError):
            session.request("open")
        session.close()


def ask_status(session: "Session") -> "StatusReport":
    """Ask the board for its status. Raises LinkError."""
    from servoarm.wire.codec import status_report

    answer = session.request("status")
    report = status_report(answer.words)
    if report is None:
        raise NoAnswer(
            f"The board's status cannot be understood: {' '.join(answer.words)}.",
            "Flash the firmware that comes with this program (folder firmware/servo_arm).",
        )
    return report
