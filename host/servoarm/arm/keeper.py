"""Keeps the memory of where the arm stands up to date, and says what to make of it afterwards."""

from __future__ import annotations

import contextlib
import math
import time

from servoarm.arm import memory
from servoarm.arm.settings import setpoint_cdeg
from servoarm.arm.types import AssumedPose
from servoarm.armfile import ArmConfig
from servoarm.errors import LimitExceeded, PoseUncertain
from servoarm.link.ports import lasting_name
from servoarm.wire.messages import Flags, State, StatusReport

# a moving arm's pose is written down this often: for a person to read, not to move from
REFRESH_S = 0.25


class PoseKeeper:
    """Writes poses down as reports come in: at each rest, and a few times a second on the way.

    An arm that was on its way when it was last heard of, whatever ended that (a killed program, a
    pulled plug, a reset), is remembered as unfinished: nobody knows how far it went.
    """

    def __init__(self, port: str) -> None:
        self._key = lasting_name(port)
        self._written_at = -math.inf
        self._expected: tuple[int, int] | None = None

    def expect(self, goal_cdeg: tuple[int, int] | None) -> None:
        """A move there is going out, of which no report tells yet; None: it did not go out."""
        self._expected = goal_cdeg

    def note(self, config: ArmConfig, before: StatusReport, report: StatusReport) -> None:
        """A report has come after the one `before`."""
        if report.state.under_way or report.goal_cdeg == self._expected:
            self._expected = None
        if before.state.attached and not report.state.attached:
            self.keep(config, before)  # the last report with a pose
        elif report.state.under_way:
            if not before.state.under_way or time.monotonic() - self._written_at >= REFRESH_S:
                self.keep(config, report)
        elif report.state is State.HOLDING and before.state is not State.HOLDING:
            self.keep(config, report)

    def keep(self, config: ArmConfig, report: StatusReport) -> None:
        """Write the pose of this report down, if it has one."""
        if not report.state.attached or Flags.POSE_KNOWN not in report.flags:
            return
        goal = report.goal_cdeg if report.state.under_way else self._expected
        memory.remember_pose(
            config.name,
            self._key,
            *_degrees(report.theta_cdeg),
            rest_deg=config.rest_deg,
            goal_deg=goal and _degrees(goal),
        )
        self._written_at = time.monotonic()

    def assumed(self, config: ArmConfig) -> AssumedPose:
        """Where a relaxed arm most likely stands (`Arm.assumed_pose` has the rules)."""
        last = memory.remembered_pose(config.name, self._key)
        if last is None:
            return AssumedPose(*config.rest_deg, "rest", None)
        angles = last.theta1_deg, last.theta2_deg
        if last.goal_deg is not None:
            return AssumedPose(*angles, "unfinished", last.when)
        if last.rest_deg in (None, config.rest_deg):
            with contextlib.suppress(LimitExceeded):
                setpoint_cdeg(config, *angles)
                return AssumedPose(*angles, "remembered", last.when)
        return AssumedPose(*config.rest_deg, "rest", None)


def uncertain(pose: AssumedPose) -> PoseUncertain:
    """The error for pulses wanted at a pose that nobody can know."""
    return PoseUncertain(
        "Nobody knows where the arm stands: it was cut off while it moved, last reported at"
        f" shoulder {pose.theta1_deg:.2f} deg, elbow {pose.theta2_deg:.2f} deg.",
        "Look where it stands, and say so: attach(theta1_deg, theta2_deg). No pulse was sent.",
    )


def _degrees(cdeg: tuple[int, int]) -> tuple[float, float]:
    return cdeg[0] / 100, cdeg[1] / 100
