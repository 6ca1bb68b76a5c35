"""What `move` and `joints` share: attach where the arm stands, one move, and Ctrl-C."""

import argparse
import dataclasses
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from servoarm.cli.arm_choice import arm_path, chosen_arm
from servoarm.cli.parser import Parser, add_arm, add_from, add_json, add_port, add_speed
from servoarm.cli.report import EXIT_DONE, EXIT_INTERRUPTED, emit, note, report
from servoarm.errors import Interrupted

if TYPE_CHECKING:
    from servoarm.arm import Arm
    from servoarm.arm.types import AssumedPose, Moved
    from servoarm.armfile import ArmConfig
    from servoarm.kinematics.planar import Pose

DETAILS = """\
Opening the port resets most boards, and a hobby servo cannot tell its angle. So the
arm is taken to stand at the pose of --from, else at the last pose remembered or the arm
file's rest pose, whichever is newer; which one is said on stderr. The first move is slow.
At the end the arm holds. Ctrl-C stops it."""


def add_driving_options(parser: Parser) -> None:
    """Add the options of a command that moves the arm."""
    add_from(
        parser,
        "where the arm stands now, in degrees (default: the last pose remembered, else the arm "
        "file's rest pose)",
    )
    add_speed(parser)
    add_port(parser, "; also for the move to end (default there: as long as its speed needs)")
    add_arm(parser)
    add_json(parser)


def drive(
    args: argparse.Namespace,
    check: "Callable[[ArmConfig, Pose | None], object]",
    go: "Callable[[Arm], Moved]",
) -> int:
    """Attach and make one move.

    `check` raises for a target that would be refused; it is asked before the port is opened, and,
    with the pose (radians) from which the arm starts, before the first pulse.
    """
    from servoarm.arm.settings import setpoint_cdeg

    config = chosen_arm(args)
    check(config, None)
    if args.start:
        setpoint_cdeg(config, *args.start)  # a pose outside the limits cannot be where the arm is
    from servoarm.arm import Arm

    # the file rather than what was read: a rest pose newer than the memory counts
    with Arm.open(args.port, arm_path(args.arm), **_connect_timeout(args)) as arm:
        try:
            assumed = _attach(arm, args, lambda pose: check(config, pose))
            moved = go(arm)
        except KeyboardInterrupt:
            arm.stop()
            report(Interrupted("Stopped with Ctrl-C; the arm holds where it stopped."), args.json)
            return EXIT_INTERRUPTED
    data = dataclasses.asdict(moved) | {
        "elbow": moved.elbow.value,
        "assumed": dataclasses.asdict(assumed)
        | {"when": assumed.when and assumed.when.isoformat(timespec="seconds")},
    }
    text = (
        f"at ({moved.x_mm:.2f}, {moved.y_mm:.2f}) mm: shoulder {moved.theta1_deg:.2f} deg, elbow "
        f"{moved.theta2_deg:.2f} deg ({moved.elbow.value}); {moved.error_mm:.3f} mm off"
    )
    emit(args, data, text)
    return EXIT_DONE


def _connect_timeout(args: argparse.Namespace) -> dict[str, float]:
    return {} if args.timeout is None else {"timeout_s": args.timeout}


def _attach(
    arm: "Arm", args: argparse.Namespace, check: "Callable[[Pose], object]"
) -> "AssumedPose":
    from math import radians

    from servoarm.kinematics.planar import Pose

    present = arm.status if arm.status.state.attached else arm.assumed_pose()
    start = args.start or (present.theta1_deg, present.theta2_deg)
    check(Pose(radians(start[0]), radians(start[1])))
    attached = arm.attach(*args.start) if args.start else arm.attach()
    note(describe(attached, datetime.now(UTC)))
    return attached


def describe(assumed: "AssumedPose", now: datetime) -> str:
    """Say where the arm is taken to stand, and how that is known."""
    sources = {
        "given": "as given with --from",
        "rest": "rest pose of the arm file",
        "board": "as the board says",
        "remembered": "remembered",
    }
    source = sources[assumed.source]
    if assumed.source == "remembered" and assumed.when is not None:
        source += f" {ago((now - assumed.when).total_seconds())}"
    pose = f"shoulder {assumed.theta1_deg:.2f} deg, elbow {assumed.theta2_deg:.2f} deg"
    slow = "" if assumed.source == "board" else "; the first move is slow"
    return f"assumed pose: {pose} ({source}){slow}."


def ago(seconds: float) -> str:
    """Return a time that has passed in words."""
    for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60)):
        count = int(seconds // length)
        if count >= 1:
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "just now"
