"""`servoarm move X Y`: bring the tip to a point."""

import argparse
import math
from typing import TYPE_CHECKING

from servoarm.cli.driving import DETAILS, add_driving_options, drive
from servoarm.cli.parser import add_command, add_elbow, number

if TYPE_CHECKING:
    from servoarm.arm import Arm
    from servoarm.arm.types import Moved
    from servoarm.armfile import ArmConfig
    from servoarm.cli.parser import Commands
    from servoarm.kinematics.planar import Elbow, Pose


def register(commands: "Commands") -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "move",
        run,
        summary="bring the tip to a point (mm)",
        details=DETAILS,
        examples="""\
servoarm move 120 60 --port mock://
servoarm move -80 90.5 --elbow left --speed 50
servoarm move 120 60 --from 90 -90
servoarm move 500 0               # exit code 3, nothing is sent""",
    )
    parser.add_argument("x", metavar="X", type=number, help="mm to the right of the shoulder")
    parser.add_argument("y", metavar="Y", type=number, help="mm above the shoulder")
    add_elbow(
        parser,
        "nearest",
        "the elbow's side of the line from shoulder to point; nearest: the side on which it is, "
        "never a swing through (default: nearest)",
    )
    add_driving_options(parser)


def run(args: argparse.Namespace) -> int:
    """Check the point, attach, move, and print where the board says the tip is."""

    def check(config: "ArmConfig", start: "Pose | None") -> None:
        from servoarm.motion.refusal import branch_of
        from servoarm.motion.target import plan_target

        arm, elbow = config.kinematics(), _elbow(args)
        branch = branch_of(plan_target(arm, args.x, args.y, elbow=elbow, near=start))
        _check_limits(config, branch.theta1, branch.theta2)

    def go(arm: "Arm") -> "Moved":
        return arm.move_to(
            args.x,
            args.y,
            elbow=_elbow(args),
            speed_percent=args.speed,
            timeout_s=args.timeout,
        )

    return drive(args, check, go)


def _elbow(args: argparse.Namespace) -> "Elbow | None":
    from servoarm.kinematics.planar import Elbow

    return None if args.elbow == "nearest" else Elbow(args.elbow)


def _check_limits(config: "ArmConfig", theta1: float, theta2: float) -> None:
    from servoarm.arm.settings import setpoint_cdeg

    setpoint_cdeg(config, math.degrees(theta1), math.degrees(theta2))
