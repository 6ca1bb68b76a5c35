"""What `move` and `joints` share: attach where the arm stands, one move, and Ctrl-C."""

import argparse
import contextlib
import dataclasses
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from servoarm.cli.arm_choice import chosen_arm
from servoarm.cli.board import port_of
from servoarm.cli.exit_codes import EXIT_DONE
from servoarm.cli.parser import Parser, add_arm, add_from, add_json, add_port, add_speed
from servoarm.cli.report import emit
from servoarm.cli.stop_signals import STOP_SIGNALS, as_stopped
from servoarm.cli.streams import note
from servoarm.cli.worker_thread import WorkerThread
from servoarm.errors import Interrupted, LimitExceeded, NotAttached, ServoarmError
from servoarm.words import Fact

if TYPE_CHECKING:
    from servoarm.arm import Arm
    from servoarm.arm.types import AssumedPose, Moved
    from servoarm.armfile import ArmChoice, ArmConfig
    from servoarm.kinematics.planar import Pose

STOPPED_WITHIN_S = 3.0
AGAIN_S = 0.05

DETAILS = """\
Opening the port resets most boards, and a hobby servo cannot tell its angle.
So the command assumes that the arm stands at the pose of --from, else at the last pose
remembered, else at the arm file's rest pose. It says on stderr which one it took.
--from is needed after a move that did not come to its end, and after the arm file's pulses,
limits or rest pose have changed. The first move is slow. At the end the arm holds.
Ctrl-C stops it."""


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
    choice = chosen_arm(args)
    config = choice.config
    check(config, None)
    if args.start:
        _check_start(config, *args.start)

    def attach_and_go(arm: "Arm") -> "tuple[AssumedPose, Moved]":
        stop_count = arm.stop_count
        assumed = _attach(arm, args, lambda pose: check(config, pose))
        if arm.stop_count != stop_count:  # Ctrl-C since then: the move is not wanted any more
            raise Interrupted("stop")
        return assumed, go(arm)

    assumed, moved = _with_arm(args, choice, attach_and_go)
    data = dataclasses.asdict(moved) | {
        "elbow": moved.elbow.value,
        "assumed": {
            "theta1_deg": assumed.theta1_deg,
            "theta2_deg": assumed.theta2_deg,
            "source": assumed.source,
            "when": assumed.when and assumed.when.isoformat(timespec="seconds"),
        },
    }
    text = (
        f"at ({moved.x_mm:.2f}, {moved.y_mm:.2f}) mm: shoulder {moved.theta1_deg:.2f} deg, elbow "
        f"{moved.theta2_deg:.2f} deg ({moved.elbow.value}); {moved.error_mm:.3f} mm off"
    )
    emit(args, data, text)
    return EXIT_DONE


def _check_start(config: "ArmConfig", theta1_deg: float, theta2_deg: float) -> None:
    """Refuse a pose outside the limits: the arm cannot be there."""
    from servoarm.arm.settings import setpoint_cdeg

    try:
        setpoint_cdeg(config, theta1_deg, theta2_deg)
    except LimitExceeded as error:
        raise dataclasses.replace(error, why="start") from None


def _with_arm(
    args: argparse.Namespace,
    choice: "ArmChoice",
    work: "Callable[[Arm], tuple[AssumedPose, Moved]]",
) -> "tuple[AssumedPose, Moved]":
    """Open the arm, do the work, and close it; stop it first where a signal ends the program."""
    from servoarm.arm import Arm

    try:
        url = port_of(args, choice)
        arm = Arm.open(url, choice, timeout_s=args.timeout)
    except KeyboardInterrupt as interrupt:
        raise as_stopped(interrupt, Fact("outcome.nothing sent", {})) from None
    working = WorkerThread(lambda: work(arm))
    try:
        return working.result()
    except KeyboardInterrupt as interrupt:
        with STOP_SIGNALS.ignored():
            outcome = _stop(arm, working)
        raise as_stopped(interrupt, outcome) from None
    finally:
        with STOP_SIGNALS.ignored():  # the pose is remembered, the board handed back
            arm.close()


def _stop(arm: "Arm", working: "WorkerThread[tuple[AssumedPose, Moved]]") -> Fact:
    """Stop the arm until nobody moves it any more, and say what the board then reports."""
    deadline = time.monotonic() + STOPPED_WITHIN_S
    try:
        arm.stop()
        while not working.ended(AGAIN_S) and time.monotonic() < deadline:
            arm.stop()  # the move may have begun after the stop before
        with contextlib.suppress(NotAttached):
            _ = arm.pose  # asks the board, so that the status is newer than the stop
    except ServoarmError as error:
        return Fact("outcome.unconfirmed", {"problem": error.fact})
    return Fact("outcome.holds" if arm.status.state.attached else "outcome.relaxed", {})


def _attach(
    arm: "Arm", args: argparse.Namespace, check: "Callable[[Pose], object]"
) -> "AssumedPose":
    from math import radians

    from servoarm.arm.keeper import uncertain
    from servoarm.kinematics.planar import Pose

    if args.start:
        start = args.start
    elif arm.status.state.attached:
        start = arm.status.theta1_deg, arm.status.theta2_deg
    else:
        assumed = arm.assumed_pose()
        start = assumed.theta1_deg, assumed.theta2_deg
        if assumed.source == "uncertain":
            raise uncertain(assumed)
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
