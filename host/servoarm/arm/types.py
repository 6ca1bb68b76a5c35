"""What an `Arm` returns and reports. Degrees, millimetres, microseconds; all frozen."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from servoarm.errors import Doubt, LinkError
from servoarm.kinematics.planar import Elbow, TwoLinkArm
from servoarm.wire.messages import Flags, State, StatusReport

PoseSource = Literal["remembered", "uncertain", "rest", "given", "board"]


@dataclass(frozen=True, slots=True)
class ArmPose:
    """Where the board commands the arm to be."""

    theta1_deg: float
    theta2_deg: float
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class ArmStatus:
    """The newest report of the board, `age_s` seconds old.

    Angles and tip mean nothing while `pose_known` is false. `pulse_us` is None while no pulses go
    out.
    """

    state: State
    theta1_deg: float
    theta2_deg: float
    goal1_deg: float
    goal2_deg: float
    x_mm: float
    y_mm: float
    pulse_us: tuple[float, float] | None
    flags: Flags
    age_s: float

    @property
    def pose_known(self) -> bool:
        """Whether somebody has said where the arm stands since the board's last reset."""
        return Flags.POSE_KNOWN in self.flags

    @property
    def first_move(self) -> bool:
        """Whether the next move is a first move, which the board makes slow."""
        return Flags.FIRST_MOVE in self.flags

    @property
    def host_lost(self) -> bool:
        """Whether the board's watchdog has stopped the arm for want of a host."""
        return Flags.HOST_LOST in self.flags


@dataclass(frozen=True, slots=True)
class AssumedPose:
    """Where the arm is taken to stand before its first pulse, and how that is known.

    `remembered`: the last pose a board reported. `uncertain`: no more than a hint, since the arm
    may stand elsewhere; `doubt` says why. It is the last pose reported, or the rest pose where the
    memory is damaged. `rest`: the arm file's parking pose, of an arm of which nothing is
    remembered. `given`: said by the caller. `board`: the arm is attached and the board says so.
    `when`: of the two from the memory, when they were reported; of the last two, now.

    `doubt` is `cut off` (in mid-move), `damaged` (the memory), or what the arm file has had changed
    since: `another calibration`, `outside the limits`, `another rest pose`.
    """

    theta1_deg: float
    theta2_deg: float
    source: PoseSource
    when: datetime | None
    doubt: Doubt | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """The end of a move as the board reported it, or, without waiting, the goal it accepted.

    `error_mm` is the distance from that point to the one asked for.
    """

    theta1_deg: float
    theta2_deg: float
    x_mm: float
    y_mm: float
    elbow: Elbow
    error_mm: float
    arrived: bool


@dataclass(frozen=True, slots=True)
class StatusChanged:
    """The board reported something new."""

    status: ArmStatus


@dataclass(frozen=True, slots=True)
class BoardReset:
    """The board restarted: no pulses, pose unknown. Nothing moves until `attach`."""

    reason: str


@dataclass(frozen=True, slots=True)
class LinkDown:
    """The connection is gone. It comes once; open the arm anew."""

    error: LinkError


ArmEvent = StatusChanged | BoardReset | LinkDown


def status_of(report: StatusReport, kinematics: TwoLinkArm, age_s: float) -> ArmStatus:
    """A report of the wire in degrees, mm and microseconds."""
    x, y = kinematics.forward(*(math.radians(angle / 100) for angle in report.theta_cdeg))
    ticks = report.shoulder_ticks, report.elbow_ticks
    return ArmStatus(
        state=report.state,
        theta1_deg=report.theta1_cdeg / 100,
        theta2_deg=report.theta2_cdeg / 100,
        goal1_deg=report.goal1_cdeg / 100,
        goal2_deg=report.goal2_cdeg / 100,
        x_mm=x,
        y_mm=y,
        pulse_us=(ticks[0] / 2, ticks[1] / 2) if all(ticks) else None,
        flags=report.flags,
        age_s=age_s,
    )
