"""`servoarm derive`: the derivation of the space Jacobian, each equation checked by numbers."""

import argparse
import math
from typing import TYPE_CHECKING

from servoarm.cli.arm_choice import chosen_arm
from servoarm.cli.exit_codes import EXIT_DONE, EXIT_FAILED
from servoarm.cli.parser import add_arm, add_command, add_json
from servoarm.cli.report import emit
from servoarm.words import say

if TYPE_CHECKING:
    from servoarm.cli.parser import Commands

WORST_ALLOWED = 1e-12


def register(commands: "Commands") -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "derive",
        run,
        summary="check the 22 equations that lead to the space Jacobian",
        details="Each is evaluated on both sides, on a random 6R chain and on the two links of the "
        "arm;\nthe residual is the relative difference. Exit code 1 if one is above 1e-12.",
        examples="""\
servoarm derive
servoarm derive --seed 7 --json""",
    )
    parser.add_argument(
        "--seed", metavar="N", type=_seed, default=0, help="another random chain and pose"
    )
    add_arm(parser)
    add_json(parser)


def _seed(text: str) -> int:
    if not text.strip().isdecimal():
        raise argparse.ArgumentTypeError(say("usage.seed", text=text.strip()))
    return int(text)


def _finite(residual: float) -> float | None:
    """None for a side that could not be worked out: JSON knows no infinity."""
    return residual if math.isfinite(residual) else None


def run(args: argparse.Namespace) -> int:
    """Print every equation with its residual."""
    from servoarm.kinematics.screws.derivation import self_test

    config = chosen_arm(args).config
    results = self_test(args.seed, config.link1_mm, config.link2_mm)
    worst = max(result.residual for result in results)
    equations = [
        {
            "number": result.number,
            "text": result.text,
            "residual": _finite(result.residual),
            "six_joint_residual": _finite(result.six_joint_residual),
            "two_link_residual": _finite(result.two_link_residual),
        }
        for result in results
    ]
    lines = [f"({r.number:2})  {r.residual:8.1e}  {r.text}" for r in results]
    lines.append(
        f"worst {worst:.1e}, allowed {WORST_ALLOWED:g}; two-link arm {config.link1_mm:g} mm + "
        f"{config.link2_mm:g} mm"
    )
    data = {
        "link1_mm": config.link1_mm,
        "link2_mm": config.link2_mm,
        "equations": equations,
        "worst": _finite(worst),
    }
    emit(args, data, "\n".join(lines))
    return EXIT_DONE if worst <= WORST_ALLOWED else EXIT_FAILED
