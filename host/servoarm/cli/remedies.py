"""What to do about an error, in the words of the command line.

An error's own remedy speaks to everybody who uses the package, or to whoever writes a script. Here
stands what somebody at a prompt can type instead.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from servoarm.errors import (
    BoardRestarted,
    LimitExceeded,
    NoBoard,
    NotArrived,
    NotAttached,
    OtherElbowOnly,
    PoseUncertain,
    Refused,
    ServoarmError,
)
from servoarm.wire.error_table import ErrorCode

if TYPE_CHECKING:
    from servoarm.armfile import ArmConfig

_KEPT = "Nothing was sent and the arm keeps its pose."
_LOOK = "Look where the arm stands, then say it with --from T1 T2 (degrees)."

_REMEDIES: dict[type[ServoarmError], Callable[[Any], str]] = {
    BoardRestarted: lambda _: f"{_LOOK} After a brown-out, give the servos a supply of their own.",
    NotArrived: lambda _: "The arm was stopped and holds. Allow it more time with --timeout S.",
    NotAttached: lambda _: "Give the command again: it attaches the arm first.",
    OtherElbowOnly: lambda error: (
        f"With the elbow on the {error.elbow.value} it can: --elbow {error.elbow.value}. {_KEPT}"
    ),
    PoseUncertain: lambda _: _LOOK,
    Refused: lambda error: (
        "Relax it first, with `servoarm relax`: it will go limp."
        if error.code == ErrorCode.ATTACHED
        else error.remedy
    ),
}


def remedy(error: ServoarmError) -> str:
    """Return the remedy to print with an error."""
    kind = next((kind for kind in type(error).__mro__ if kind in _REMEDIES), None)
    return error.remedy if kind is None else _REMEDIES[kind](error)


def about_start(error: LimitExceeded, config: "ArmConfig") -> LimitExceeded:
    """Return the error for a pose after --from that the arm cannot be in."""
    name, joint = (("shoulder", config.shoulder), ("elbow", config.elbow))[error.joint - 1]
    low, high = joint.limits_deg
    return LimitExceeded(
        f"--from says that the {name} stands at {error.wanted_deg:g} deg; the arm file allows "
        f"{low:g} to {high:g} deg.",
        f"Say where the arm stands now, or mend limits_deg. {_KEPT}",
        error.joint,
        error.wanted_deg,
        error.limit_deg,
    )


def about_upload(error: NoBoard) -> NoBoard:
    """Return the error for an upload that finds no board, or several: the mock would not do."""
    return NoBoard(
        error.message,
        "Plug in the one board, with a cable that carries data, or name its port with --port; "
        "`servoarm ports` lists them.",
    )
