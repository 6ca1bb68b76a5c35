# ruff: noqa: N818 - NoBoard and LinkLost say what they are without "Error" behind them
"""What can go wrong, as types. Every message is a plain sentence and every error knows its remedy.

`str(error)` is what a person should read: what happened, then what to do about it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from servoarm.kinematics.planar import Elbow, Inverse

FirmwareKind = Literal["another sketch", "no version", "older", "newer"]
InterruptedBy = Literal["stop", "relax", "another move", "host lost", "fault", "board"]


class ServoarmError(Exception):
    """Base of all errors of this package. `message` says what happened, `remedy` what to do."""

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message, remedy)
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.message} {self.remedy}".strip()


class LinkError(ServoarmError):
    """The board cannot be talked to: it is absent, busy, foreign, silent or gone."""


class NoBoard(LinkError):
    """The port does not exist, or no board was found."""


class PortDenied(NoBoard):
    """The port exists, but this user may not open it."""


class PortBusy(LinkError):
    """Another program has the port open."""


class WrongFirmware(LinkError):
    """What answers is not a firmware that this program can drive. Nothing but hello was sent."""

    def __init__(self, message: str, remedy: str, kind: FirmwareKind) -> None:
        super().__init__(message, remedy)
        self.kind = kind


class NoAnswer(LinkError):
    """The board did not answer within `timeout_s` seconds."""

    def __init__(self, message: str, remedy: str = "", timeout_s: float = 0.0) -> None:
        super().__init__(message, remedy)
        self.timeout_s = timeout_s


class UnreadableAnswer(NoAnswer):
    """Bytes came, but no text: nearly always another baud rate."""


class LinkLost(LinkError):
    """The connection is gone: unplugged, or closed."""


class BoardRestarted(LinkError):
    """The board was reset in mid-session: no pulses, pose unknown, until `attach` is called."""

    def __init__(self, message: str, remedy: str = "", reason: str = "unknown") -> None:
        super().__init__(message, remedy)
        self.reason = reason


class Refused(ServoarmError):
    """The board refused a request and changed nothing. `code` and `name` as in errors.csv."""

    def __init__(self, message: str, remedy: str = "", code: int = 0, name: str = "") -> None:
        super().__init__(message, remedy)
        self.code = code
        self.name = name


class NotAttached(ServoarmError):
    """The arm is relaxed, or nobody has said where it stands."""


class PoseUncertain(ServoarmError):
    """The arm was cut off in mid-move, so that no pose can be assumed: a person must say it."""


class Unreachable(ServoarmError):
    """The target cannot be reached; nothing was sent.

    `inverse` is the `servoarm.kinematics.planar.Inverse` with the figures (this module stands below
    all others, so it cannot name the type).
    """

    def __init__(self, message: str, remedy: str, inverse: Inverse) -> None:
        super().__init__(message, remedy)
        self.inverse = inverse


class OtherElbowOnly(Unreachable):
    """Only the elbow on the other side, `elbow`, reaches the target, and nobody asked for it."""

    def __init__(self, message: str, remedy: str, inverse: Inverse, elbow: Elbow) -> None:
        super().__init__(message, remedy, inverse)
        self.elbow = elbow


class LongWayOnly(Unreachable):
    """A limit blocks the short way; the shoulder would swing by more than half a turn, unasked."""


class LimitExceeded(ServoarmError):
    """A joint angle is outside its limits; nothing was sent. `joint` is 1 or 2."""

    def __init__(
        self, message: str, remedy: str, joint: int, wanted_deg: float, limit_deg: float
    ) -> None:
        super().__init__(message, remedy)
        self.joint = joint
        self.wanted_deg = wanted_deg
        self.limit_deg = limit_deg


class Interrupted(ServoarmError):
    """A move that was waited for ended elsewhere; `by` says why."""

    def __init__(self, message: str, remedy: str = "", by: InterruptedBy = "stop") -> None:
        super().__init__(message, remedy)
        self.by = by


class NotArrived(ServoarmError):
    """A move that was waited for took longer than allowed. The arm may still be under way."""
