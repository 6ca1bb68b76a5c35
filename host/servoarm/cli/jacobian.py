"""`servoarm jacobian T1 T2`: the arm's Jacobian at a pose."""

import argparse
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from servoarm.cli.arm_choice import chosen_arm
from servoarm.cli.exit_codes import EXIT_DONE
from servoarm.cli.fk import add_angles
from servoarm.cli.parser import add_arm, add_command, add_json
from servoarm.cli.report import emit

if TYPE_CHECKING:
    from servoarm.cli.parser import Commands

TWIST_ROWS = ("omega_x", "omega_y", "omega_z", "v_x", "v_y", "v_z")
MEANINGS = {
    "space": "space twist (omega, v) of the last link per joint rate, in the space frame. v is the "
    "velocity of the\npoint that passes the ORIGIN, not of the tip",
    "body": "twist (omega, v) of the last link per joint rate, in the tip's own frame. v is the "
    "tip's velocity\nalong that frame's axes",
    "tip": "velocity of the tip in x and y per joint rate",
}


def register(commands: "Commands") -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "jacobian",
        run,
        summary="the space, body or tip Jacobian at two joint angles (degrees)",
        details="Twists are (omega, v) as in Lynch & Park, Modern Robotics; lengths in mm, angles "
        "in radians.",
        examples="""\
servoarm jacobian 30 45
servoarm jacobian 30 45 --frame tip --json""",
    )
    add_angles(parser)
    parser.add_argument(
        "--frame",
        choices=("space", "body", "tip"),
        default="space",
        help="space: 6x2, body: 6x2 in the tip's frame, tip: 2x2, x and y speed (default: space)",
    )
    add_arm(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the Jacobian, and the tip Jacobian's measures."""
    from servoarm.kinematics import velocity

    config = chosen_arm(args).config
    links = config.link1_mm, config.link2_mm
    theta2 = math.radians(args.t2)
    rows = ("v_x", "v_y") if args.frame == "tip" else TWIST_ROWS
    matrix = _matrix(args.frame, links, math.radians(args.t1), theta2)
    larger, smaller = velocity.singular_values(*links, theta2)
    distance = velocity.singularity_distance(*links, theta2)
    tip = {
        "determinant_mm2": velocity.tip_determinant(*links, theta2) + 0.0,
        "manipulability_mm2": velocity.manipulability(*links, theta2),
        "singular_values_mm": [larger, smaller],
        "singularity": distance.nearest.value,
        "singularity_distance_deg": math.degrees(distance.joint),
    }
    data = {
        "theta1_deg": args.t1,
        "theta2_deg": args.t2,
        "frame": args.frame,
        "rows": rows,
        "jacobian": matrix,
        "tip": tip,
    }
    lines = [f"{args.frame} Jacobian: {MEANINGS[args.frame]}"]
    lines += [
        f"{name:8} {first:z12.6f} {second:z12.6f}"
        for name, (first, second) in zip(rows, matrix, strict=True)
    ]
    lines.append(
        f"tip: det J {tip['determinant_mm2']:z.3f} mm^2, singular values {larger:.3f} and "
        f"{smaller:.3f} mm, {math.degrees(distance.joint):.3f} deg from {distance.nearest.value}"
    )
    emit(args, data, "\n".join(lines))
    return EXIT_DONE


def _matrix(
    frame: str, links: tuple[float, float], theta1: float, theta2: float
) -> list[list[float]]:
    from servoarm.kinematics import screws, velocity

    matrix: Sequence[Sequence[float]]
    if frame == "tip":
        matrix = velocity.tip_jacobian(*links, theta1, theta2)
    else:
        pose = screws.two_link_screws(*links, theta1, theta2)
        matrix = pose.space_jacobian if frame == "space" else pose.body_jacobian
    return [[value + 0.0 for value in row] for row in matrix]
