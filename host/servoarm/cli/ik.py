"""`servoarm ik X Y`: the poses that bring the tip to a point."""

import argparse
import math
from typing import TYPE_CHECKING

from servoarm import words
from servoarm.cli.arm_choice import chosen_arm
from servoarm.cli.exit_codes import EXIT_DONE, EXIT_REFUSED
from servoarm.cli.parser import add_arm, add_command, add_elbow, add_from, add_json, number
from servoarm.cli.report import emit
from servoarm.cli.streams import note

if TYPE_CHECKING:
    from servoarm.armfile import ArmConfig
    from servoarm.cli.parser import Commands
    from servoarm.kinematics.planar import Branch, Elbow, Pose
    from servoarm.motion.target import Plan


def register(commands: "Commands") -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "ik",
        run,
        summary="the poses (degrees) that bring the tip to a point (mm)",
        details="Nothing is sent to a board. It lists both elbow sides, and the limits in the way.",
        examples="""\
servoarm ik 120 60
servoarm ik -50 120.5 --elbow left --json
servoarm ik 500 0                 # exit code 3, with the nearest point""",
    )
    parser.add_argument("x", metavar="X", type=number, help="mm to the right of the shoulder")
    parser.add_argument("y", metavar="Y", type=number, help="mm above the shoulder")
    add_elbow(
        parser,
        None,
        "only the pose with the elbow on this side of the line from shoulder to point; nearest: "
        "the one that `move` would take (default: both)",
    )
    add_from(
        parser,
        "angles come on the turn nearest this pose (degrees; default: nearest 0; for --elbow "
        "nearest the arm file's rest pose)",
    )
    add_arm(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the inverse; exit code 3 if no listed pose is allowed."""
    from servoarm.cli.shapes import branch_data, plan_data
    from servoarm.motion.refusal import refusal_of
    from servoarm.motion.target import plan_target

    config = chosen_arm(args).config
    arm, near = config.kinematics(), _near(args, config)
    plan = plan_target(arm, args.x, args.y, elbow=_side(args), near=near)
    branches = _wanted(plan, args.elbow)
    data = plan_data(plan) | {"solutions": [branch_data(branch) for branch in branches]}
    emit(args, data, _text(plan, branches))
    if any(branch.allowed for branch in branches):
        return EXIT_DONE
    note(words.message(*refusal_of(plan)))
    return EXIT_REFUSED


def _near(args: argparse.Namespace, config: "ArmConfig") -> "Pose | None":
    from servoarm.kinematics.planar import Pose

    start = args.start
    if start is None and args.elbow == "nearest":
        start = config.rest_deg
    return None if start is None else Pose(math.radians(start[0]), math.radians(start[1]))


def _side(args: argparse.Namespace) -> "Elbow | None":
    from servoarm.kinematics.planar import Elbow

    return None if args.elbow in {None, "nearest"} else Elbow(args.elbow)


def _wanted(plan: "Plan", elbow: str | None) -> "tuple[Branch, ...]":
    """The solutions to list; for "nearest" the one that the arm would take."""
    if elbow == "nearest" and plan.branch is not None:
        return (plan.branch,)
    if elbow is None or plan.elbow is None:
        return plan.inverse.branches
    return tuple(branch for branch in plan.inverse.branches if branch.elbow is plan.elbow)


def _text(plan: "Plan", branches: "tuple[Branch, ...]") -> str:
    from servoarm.cli.shapes import block_words, degrees, mm

    inverse = plan.inverse
    lines = [f"({inverse.x:g}, {inverse.y:g}) mm: {inverse.reach.value}"]
    for branch in branches:
        blocked = "".join(f"; blocked: {block_words(block)}" for block in branch.blocks)
        lines.append(
            f"elbow {branch.elbow.value:5}  shoulder {degrees(branch.theta1):9.3f} deg"
            f"  elbow {degrees(branch.theta2):9.3f} deg{blocked}"
        )
    nearest = plan.nearest
    if nearest is not None and not inverse.allowed:
        lines.append(
            f"nearest reachable point ({mm(nearest.x)}, {mm(nearest.y)}) mm, "
            f"{mm(nearest.distance)} mm away: shoulder {degrees(nearest.pose.theta1):.3f} deg, "
            f"elbow {degrees(nearest.pose.theta2):.3f} deg"
        )
    return "\n".join(lines)
