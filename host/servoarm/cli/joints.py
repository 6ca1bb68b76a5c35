"""`servoarm joints T1 T2`: bring both joints to angles."""

import argparse
from typing import TYPE_CHECKING

from servoarm.cli.driving import DETAILS, add_driving_options, drive
from servoarm.cli.fk import add_angles
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
        "joints",
        run,
        summary="bring both joints to angles (degrees)",
        details=DETAILS,
        examples="""\
servoarm joints 90 -90 --port mock://
servoarm joints -30 45 --speed 50 --json""",
    )
    add_angles(parser)
    add_driving_options(parser)


def run(args: argparse.Namespace) -> int:
    """Check the limits, attach, move, and print where the board says the joints are."""

    def check(config: "ArmConfig", _start: "Pose | None") -> None:
        from servoarm.arm.settings import setpoint_cdeg

        setpoint_cdeg(config, args.t1, args.t2)

    def go(arm: "Arm") -> "Moved":
        return arm.move_joints(args.t1, args.t2, speed_percent=args.speed, timeout_s=args.timeout)

    return drive(args, check, go)
