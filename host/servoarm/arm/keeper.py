"""Keeps the memory of where the arm stands up to date, and says what to make of it afterwards."""

from __future__ import annotations

import math
import threading
import time

from servoarm.arm import memory
from servoarm.arm.settings import calibration_of, setpoint_cdeg
from servoarm.arm.types import AssumedPose, PoseSource
from servoarm.armfile import ArmConfig
from servoarm.errors import Doubt, LimitExceeded, PoseUncertain
from servoarm.link.ports import stable_name
from servoarm.wire.messages import Flags, State, StatusReport

# a moving arm's pose is written down this often: for a person to read, not to move from
REFRESH_S = 0.25


class PoseKeeper:
    """Writes poses down: before each move, a few times a second on the way, and at each rest.

    An arm that was on its way when it was last heard of, whatever ended that (a killed program, a
    pulled plug, a reset), is remembered as cut off: nobody knows how far it went.

    `begin` and `answered` are for the one thread that moves, `note` is for the reader's: it never
    waits for a disk to have written through, since it keeps the board's watchdog content.
    """

    def __init__(self, port: str) -> None:
        self._key = stable_name(port)
        self._written_at = -math.inf
        self._lock = threading.Lock()
        self._expected: tuple[int, int] | None = None
        self._answered = False
        self._open_entry: str | None = None
        """The arm (its name) whose entry on the disk is unfinished."""

    def begin(self, config: ArmConfig, newest: StatusReport, goal_cdeg: tuple[int, int]) -> None:
        """A move there goes out after this: the entry on the disk is unfinished from now on.

        An entry that is so already is left as it is: a drag does not wait for the disk.
        """
        with self._lock:
            self._expected, self._answered = goal_cdeg, False
            if self._open_entry == config.name:
                return
            self._open_entry = config.name
        # past the lock: what the reader writes meanwhile is unfinished, too
        self._write(config, newest, goal_cdeg, durable=True)

    def answered(self) -> None:
        """The move was taken or refused: the next report knows of it."""
        self._answered = True

    def forget(self) -> None:
        """Somebody says where the arm stands: what was expected before is over."""
        with self._lock:
            self._expected, self._answered = None, False

    @property
    def expecting(self) -> bool:
        """Whether a move was sent of which no report tells yet."""
        return self._expected is not None

    def note(self, config: ArmConfig, before: StatusReport, report: StatusReport) -> None:
        """A report has come after the one `before`."""
        if before.state.attached and not report.state.attached:
            self.keep(config, before)  # the last report with a pose
        with self._lock:
            if self._answered:
                self._expected, self._answered = None, False
            is_open = self._open_entry == config.name
        if report.state.under_way:
            if not is_open or time.monotonic() - self._written_at >= REFRESH_S:
                self.keep(config, report)
        elif report.state is State.HOLDING and (
            before.state is not State.HOLDING or (is_open and not self.expecting)
        ):
            self.keep(config, report)

    def keep(self, config: ArmConfig, report: StatusReport, *, durable: bool = False) -> None:
        """Write the pose of this report down, if it has one."""
        if not report.state.attached or Flags.POSE_KNOWN not in report.flags:
            return
        with self._lock:
            goal = report.goal_cdeg if report.state.under_way else self._expected
            self._open_entry = config.name if goal else None
            self._write(config, report, goal, durable=durable)

    def _write(
        self,
        config: ArmConfig,
        report: StatusReport,
        goal_cdeg: tuple[int, int] | None,
        *,
        durable: bool,
    ) -> None:
        memory.remember_pose(
            config.name,
            self._key,
            *_degrees(report.theta_cdeg),
            calibration=calibration_of(config),
            rest_deg=config.rest_deg,
            goal_deg=goal_cdeg and _degrees(goal_cdeg),
            durable=durable,
        )
        self._written_at = time.monotonic()

    def assumed(self, config: ArmConfig) -> AssumedPose:
        """Where a relaxed arm most likely stands (`Arm.assumed_pose` has the rules)."""
        last = memory.remembered_pose(config.name, self._key)
        if last is None:
            return AssumedPose(*config.rest_deg, "rest", None)
        if isinstance(last, memory.DamagedPose):
            return AssumedPose(*config.rest_deg, "uncertain", last.when, "damaged")
        doubt = _doubt(config, last)
        source: PoseSource = "remembered" if doubt is None else "uncertain"
        return AssumedPose(last.theta1_deg, last.theta2_deg, source, last.when, doubt)


def _doubt(config: ArmConfig, last: memory.RememberedPose) -> Doubt | None:
    """Why the arm may stand elsewhere than remembered, if it may."""
    if last.goal_deg is not None:
        return "cut off"
    if last.calibration != calibration_of(config):
        return "another calibration"
    try:
        setpoint_cdeg(config, last.theta1_deg, last.theta2_deg)
    except LimitExceeded:
        return "outside the limits"
    return None if last.rest_deg == config.rest_deg else "another rest pose"


def uncertain(pose: AssumedPose) -> PoseUncertain:
    """The error for pulses wanted at a pose that nobody can know."""
    return PoseUncertain(pose.theta1_deg, pose.theta2_deg, pose.doubt or "cut off")


def _degrees(cdeg: tuple[int, int]) -> tuple[float, float]:
    return cdeg[0] / 100, cdeg[1] / 100
