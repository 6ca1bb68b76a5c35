# ruff: noqa: N818 - NoBoard and LinkLost say what they are without "Error" behind them
"""What can go wrong, as types with fields. The sentences are in `servoarm.words`.

`str(error)` is what a person should read: what happened, then what to do about it.
Where a type has several cases, one field (`why`, `kind`, `by`) says which; each case has its words.
"""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from servoarm import words
from servoarm.words import Audience, Fact

if TYPE_CHECKING:
    from servoarm.kinematics.planar import Elbow, Inverse

NoBoardCase = Literal[
    "none found",
    "several found",
    "none to flash",
    "no such port",
    "no port",
    "cannot be opened",
    "no name",
    "another serial",
    "not listed",
]
FirmwareKind = Literal["another sketch", "no version", "older", "newer"]
PortBusyCase = Literal["in use", "held", "open here"]
NoAnswerCase = Literal[
    "not opened",
    "silent",
    "damaged",
    "no reply",
    "not ready",
    "gone silent",
    "status",
    "settings",
    "relax",
]
LinkLostCase = Literal["gone", "closed", "failed"]
RefusedCase = Literal[
    "by the board", "attach while attached", "settings while attached", "not taken", "pin", "range"
]
NotAttachedCase = Literal["relaxed", "pose unknown"]
Doubt = Literal[
    "cut off", "damaged", "another calibration", "outside the limits", "another rest pose"
]
LimitCase = Literal["target", "start", "no angle"]
PathCase = Literal[
    "empty",
    "shape",
    "no number",
    "too long",
    "gap",
    "rounding",
    "angle",
    "controls",
    "limit",
    "percent",
    "law",
    "too slow",
    "no pose",
]
InterruptedBy = Literal["stop", "relax", "another move", "host lost", "fault", "board", "signal"]


def error_kind(error: type[ServoarmError]) -> str:
    """The class's name in words, as in "no-board": the first part of its words' keys."""
    words_of_name = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", error.__name__).lower()
    return words_of_name.removesuffix("-error")


@dataclass(eq=False, repr=False, match_args=False)
class ServoarmError(Exception):
    """Base of all errors of this package: fields, and the sentences made of them.

    A subclass is a dataclass. The name of the field that tells its cases apart is `_CASES`.
    """

    _CASES: ClassVar[str] = ""

    @property
    def words_key(self) -> str:
        """The key of the words for this error and its case."""
        kind = error_kind(type(self))
        return f"{kind}.{getattr(self, self._CASES)}" if self._CASES else kind

    @property
    def facts(self) -> dict[str, object]:
        """What the words may name."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    @property
    def fact(self) -> Fact:
        """This error as a field of another one."""
        return Fact(self.words_key, self.facts)

    @property
    def message(self) -> str:
        """What happened."""
        return words.message(self.words_key, self.facts)

    @property
    def remedy(self) -> str:
        """What a script, or whoever writes it, can do about it; may be empty."""
        return self.remedy_for("script")

    def remedy_for(self, audience: Audience) -> str:
        """What can be done about it at this place."""
        return words.remedy(self.words_key, self.facts, audience)

    def __str__(self) -> str:
        return f"{self.message} {self.remedy}".strip()

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), tuple(getattr(self, each.name) for each in dataclasses.fields(self))


class LinkError(ServoarmError):
    """The board cannot be talked to: it is absent, busy, foreign, silent or gone."""


@dataclass(eq=False, repr=False, match_args=False)
class NoBoard(LinkError):
    """The port does not exist, or no board was found. `found`: the ports that there are."""

    _CASES = "why"
    why: NoBoardCase
    port: str = ""
    found: tuple[str, ...] = ()
    detail: str = ""


@dataclass(eq=False, repr=False, match_args=False)
class PortDenied(NoBoard):
    """The port exists, but this user may not open it. `group`: whose members may, where known."""

    _CASES = ""
    why: NoBoardCase = "cannot be opened"
    group: str = ""


@dataclass(eq=False, repr=False, match_args=False)
class PortBusy(LinkError):
    """The port is open already; `holders` are the programs that have it, where they are known."""

    _CASES = "why"
    port: str
    why: PortBusyCase = "in use"
    holders: tuple[str, ...] = ()


@dataclass(eq=False, repr=False, match_args=False)
class WrongFirmware(LinkError):
    """What answers is not a firmware that this program can drive. Nothing but hello was sent.

    `said`: a line of it. `theirs`, `ours`: the protocol versions, where they differ.
    """

    _CASES = "kind"
    kind: FirmwareKind
    port: str
    said: str = ""
    theirs: str = ""
    ours: str = ""


@dataclass(eq=False, repr=False, match_args=False)
class NoAnswer(LinkError):
    """The board did not answer within `timeout_s` seconds, or `said` what cannot be understood."""

    _CASES = "why"
    why: NoAnswerCase
    port: str
    timeout_s: float = 0.0
    verb: str = ""
    said: str = ""


@dataclass(eq=False, repr=False, match_args=False)
class UnreadableAnswer(NoAnswer):
    """Bytes came, but no text: nearly always another baud rate than `baud`."""

    _CASES = ""
    why: NoAnswerCase = "damaged"
    port: str = ""
    baud: int = 0


@dataclass(eq=False, repr=False, match_args=False)
class LinkLost(LinkError):
    """The connection is gone: unplugged, or closed."""

    _CASES = "why"
    why: LinkLostCase
    port: str
    detail: str = ""


@dataclass(eq=False, repr=False, match_args=False)
class BoardRestarted(LinkError):
    """The board was reset in mid-session: no pulses, pose unknown, until `attach` is called."""

    reason: str = "unknown"


@dataclass(eq=False, repr=False, match_args=False)
class ArmNotChosen(ServoarmError):
    """The board has another arm's settings, and nobody has said which arm file is its own."""

    port: str


@dataclass(eq=False, repr=False, match_args=False)
class Refused(ServoarmError):
    """The board refused a request and changed nothing. `code` and `name` as in errors.csv."""

    _CASES = "why"
    why: RefusedCase
    code: int = 0
    name: str = ""
    section: str = ""
    pin: int = 0
    values: tuple[str, ...] = ()

    @property
    def words_key(self) -> str:
        """The board's own errors have words each, as far as this program knows them."""
        own = f"board.{self.name}"
        return own if self.why == "by the board" and words.has(own) else super().words_key


@dataclass(eq=False, repr=False, match_args=False)
class NotAttached(ServoarmError):
    """The arm is relaxed, or nobody has said where it stands."""

    _CASES = "why"
    why: NotAttachedCase


@dataclass(eq=False, repr=False, match_args=False)
class PoseUncertain(ServoarmError):
    """No pose can be assumed: a person must say where the arm stands.

    The angles are the last ones known.
    """

    _CASES = "why"
    theta1_deg: float
    theta2_deg: float
    why: Doubt = "cut off"


@dataclass(eq=False, repr=False, match_args=False)
class Unreachable(ServoarmError):
    """The target cannot be reached; nothing was sent.

    `refusal` says why, `inverse` has the figures, `nearest_mm` is the nearest point to which the
    arm would go, if there is one.
    """

    refusal: Fact
    inverse: Inverse
    nearest_mm: tuple[float, float] | None


@dataclass(eq=False, repr=False, match_args=False)
class OtherElbowOnly(Unreachable):
    """Only the elbow on the other side, `elbow`, reaches the target, and nobody asked for it."""

    elbow: Elbow


@dataclass(eq=False, repr=False, match_args=False)
class LongWayOnly(Unreachable):
    """A limit blocks the short way; the shoulder would swing by more than half a turn, unasked.

    The angles are those of the target by the long way.
    """

    theta1_deg: float
    theta2_deg: float


@dataclass(eq=False, repr=False, match_args=False)
class PathInvalid(ServoarmError, ValueError):
    """What was given is no path, or no way to go it. `start` and `end` are points (mm)."""

    _CASES = "why"
    why: PathCase
    index: int = 0
    count: int = 0
    most: int = 0
    value: object = None
    start: tuple[float, float] = (0.0, 0.0)
    end: tuple[float, float] = (0.0, 0.0)


@dataclass(eq=False, repr=False, match_args=False)
class PathRefused(ServoarmError):
    """The arm cannot go a path. `spots` has every bad stretch; `other_elbow` the side that can."""

    spots: tuple[Fact, ...]
    other_elbow: str = ""


@dataclass(eq=False, repr=False, match_args=False)
class LimitExceeded(ServoarmError):
    """A joint angle is outside its limits; nothing was sent. `joint` is 1 or 2."""

    _CASES = "why"
    joint: int
    wanted_deg: float
    limit_deg: float
    allowed_deg: tuple[float, float]
    why: LimitCase = "target"


@dataclass(eq=False, repr=False, match_args=False)
class Interrupted(ServoarmError):
    """A move that was waited for ended elsewhere; `by` says why.

    `signal` ends the program (Ctrl-C is SIGINT); `outcome` says what that did to the arm.
    """

    _CASES = "by"
    by: InterruptedBy
    signal: str = ""
    outcome: Fact | None = None


@dataclass(eq=False, repr=False, match_args=False)
class NotArrived(ServoarmError):
    """A move that was waited for took longer than allowed. The arm may still be under way."""

    timeout_s: float
