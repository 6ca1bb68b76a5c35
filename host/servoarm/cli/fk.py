"""`servoarm fk T1 T2`: where the tip is for two joint angles."""

import argparse
import math
from typing import TYPE_CHECKING

from servoarm.cli.arm_choice import chosen_arm
from servoarm.cli.exit_codes import EXIT_DONE
from servoarm.cli.parser import Parser, add_arm, add_command, add_json, number
from servoarm.cli.report import emit
from servoarm.cli.streams import note
from servoarm.words import say

if TYPE_CHECKING:
    from servoarm.cli.parser import Commands


def register(commands: "Commands") -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "fk",
        run,
        summary="the tip's place (mm) for two joint angles (degrees)",
        details="Nothing is sent to a board. Angles outside the limits are computed too,\n"
        "and the limits in the way are named.",
        examples="""\
servoarm fk 90 -90
servoarm fk -30 45 --json""",
    )
    add_angles(parser)
    add_arm(parser)
    add_json(parser)


def add_angles(parser: Parser) -> None:
    """Add the arguments T1 and T2."""
    parser.add_argument("t1", metavar="T1", type=number, help="shoulder: degrees from +x to link 1")
    parser.add_argument(
        "t2", metavar="T2", type=number, help="elbow: degrees from link 1 to link 2"
    )


def run(args: argparse.Namespace) -> int:
    """Print tip and elbow."""
    from servoarm.cli.shapes import block_words, blocks_data, mm
    from servoarm.kinematics.joints import blocks_of, elbow_of

    arm = chosen_arm(args).config.kinematics()
    theta1, theta2 = math.radians(args.t1), math.radians(args.t2)
    x, y = arm.forward(theta1, theta2)
    elbow_x, elbow_y = arm.elbow_point(theta1)
    side = elbow_of(theta2)
    blocks = blocks_of(theta1, theta2, arm.limits)
    data = {
        "theta1_deg": args.t1,
        "theta2_deg": args.t2,
        "x_mm": x,
        "y_mm": y,
        "elbow_x_mm": elbow_x,
        "elbow_y_mm": elbow_y,
        "elbow": side and side.value,
        "allowed": not blocks,
        "blocked_by": blocks_data(blocks),
    }
    text = f"tip ({mm(x)}, {mm(y)}) mm, elbow joint ({mm(elbow_x)}, {mm(elbow_y)}) mm"
    emit(args, data, text)
    if blocks:
        note(say("limit in the way", blocks=tuple(map(block_words, blocks))))
    return EXIT_DONE
