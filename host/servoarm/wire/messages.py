"""What the board says, as types. Units are the wire's: centidegrees, ticks of 0.5 us."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class State(enum.Enum):
    """The board's state machine (PROTOCOL.md, States)."""

    RELAXED = "relaxed"
    HOLDING = "holding"
    MOVING = "moving"
    STREAMING = "streaming"
    STOPPING = "stopping"
    FAULT = "fault"

    @property
    def under_way(self) -> bool:
        """Whether the pulses are changing."""
        return self in (State.MOVING, State.STREAMING, State.STOPPING)

    @property
    def attached(self) -> bool:
        """Whether pulses go out."""
        return self not in (State.RELAXED, State.FAULT)


class Flags(enum.IntFlag):
    """The last number of a status line."""

    POSE_KNOWN = 1
    HOST_LOST = 2
    UNSAVED = 4
    FIRST_MOVE = 8
    STORING = 16
    STRICT = 32


@dataclass(frozen=True, slots=True)
class Banner:
    """The open line printed after a reset."""

    firmware: str
    protocol: tuple[int, int]
    reset: str


@dataclass(frozen=True, slots=True)
class Hello:
    """The answer to `hello`."""

    firmware: str
    protocol: tuple[int, int]
    frame_us: int
    queue: int
    settings_hash: int
    settings_source: str
    reset: str


@dataclass(frozen=True, slots=True)
class Ok:
    """A request was done. `seq` is the request's, None on an open line."""

    seq: int | None
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Err:
    """A request was refused. `seq` is None where the board could not trust it, or when open."""

    seq: int | None
    code: int
    name: str
    words: tuple[str, ...]
    framed: bool


@dataclass(frozen=True, slots=True)
class StatusReport:
    """Where the arm is commanded now (theta), where it goes (goal), and the pulses (0: none)."""

    state: State
    theta1_cdeg: int
    theta2_cdeg: int
    goal1_cdeg: int
    goal2_cdeg: int
    shoulder_ticks: int
    elbow_ticks: int
    free: int
    flags: Flags

    @property
    def theta_cdeg(self) -> tuple[int, int]:
        """Both angles."""
        return self.theta1_cdeg, self.theta2_cdeg

    @property
    def goal_cdeg(self) -> tuple[int, int]:
        """Both goals."""
        return self.goal1_cdeg, self.goal2_cdeg


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A line that is no message, and why. It changes nothing; it is only counted."""

    line: bytes
    why: str


Message = Banner | Ok | Err | StatusReport | Unreadable
