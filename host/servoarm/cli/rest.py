"""`servoarm rest`: park the arm in its rest pose, then let go of it."""

import argparse
from typing import TYPE_CHECKING

from servoarm.cli.driving import DETAILS, add_driving_options, drive
from servoarm.cli.parser import add_command

if TYPE_CHECKING:
    from servoarm.arm import Arm
    from servoarm.arm.types import Moved
    from servoarm.armfile import ArmConfig
    from servoarm.cli.parser import Commands
    from servoarm.kinematics.planar import Pose


def register(commands: "Commands") -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "rest",
        run,
        summary="park the arm in the arm file's rest pose, then relax it",
        details=DETAILS.replace("At the end the arm holds.", "At the end the arm is limp."),
        examples="""\
servoarm rest --port mock://
servoarm rest --speed 30""",
    )
    add_driving_options(parser)


def run(args: argparse.Namespace) -> int:
    """Attach, move to the rest pose, relax, and print where the arm was let go."""

    def check(config: "ArmConfig", _start: "Pose | None") -> None:
        from servoarm.arm.settings import setpoint_cdeg

        setpoint_cdeg(config, *config.rest_deg)

    def go(arm: "Arm") -> "Moved":
        return arm.rest(speed_percent=args.speed, timeout_s=args.timeout)

    return drive(args, check, go)
