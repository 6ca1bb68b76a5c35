"""Servoarm: drive a two-servo planar arm.

    import servoarm

    with servoarm.Arm.open("mock://") as arm:
        arm.attach()
        arm.move_to(120, 60)
        print(arm.pose)

Names are loaded when they are first used, so that `import servoarm` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from servoarm.arm import Arm
    from servoarm.arm.types import (
        ArmEvent,
        ArmPose,
        ArmStatus,
        AssumedPose,
        BoardReset,
        LinkDown,
        Moved,
        StatusChanged,
    )
    from servoarm.armfile import DEFAULT, ArmChoice, ArmConfig, ArmFileError, choose_arm
    from servoarm.errors import (
        ArmNotChosen,
        BoardRestarted,
        Interrupted,
        LimitExceeded,
        LinkError,
        LinkLost,
        LongWayOnly,
        NoAnswer,
        NoBoard,
        NotArrived,
        NotAttached,
        OtherElbowOnly,
        PortBusy,
        PortDenied,
        PoseUncertain,
        Refused,
        ServoarmError,
        Unreachable,
        UnreadableAnswer,
        WrongFirmware,
    )
    from servoarm.kinematics.planar import Elbow, TwoLinkArm
    from servoarm.wire.messages import State

__version__ = "0.1.0"

__all__ = [
    "DEFAULT",
    "Arm",
    "ArmChoice",
    "ArmConfig",
    "ArmEvent",
    "ArmFileError",
    "ArmNotChosen",
    "ArmPose",
    "ArmStatus",
    "AssumedPose",
    "BoardReset",
    "BoardRestarted",
    "Elbow",
    "Interrupted",
    "LimitExceeded",
    "LinkDown",
    "LinkError",
    "LinkLost",
    "LongWayOnly",
    "Moved",
    "NoAnswer",
    "NoBoard",
    "NotArrived",
    "NotAttached",
    "OtherElbowOnly",
    "PortBusy",
    "PortDenied",
    "PoseUncertain",
    "Refused",
    "ServoarmError",
    "State",
    "StatusChanged",
    "TwoLinkArm",
    "Unreachable",
    "UnreadableAnswer",
    "WrongFirmware",
    "__version__",
    "choose_arm",
]

_ELSEWHERE = {
    "Arm": "arm",
    "ArmChoice": "armfile",
    "ArmConfig": "armfile",
    "ArmFileError": "armfile",
    "DEFAULT": "armfile",
    "Elbow": "kinematics.planar",
    "State": "wire.messages",
    "TwoLinkArm": "kinematics.planar",
    "choose_arm": "armfile",
} | dict.fromkeys(
    (
        "ArmEvent",
        "ArmPose",
        "ArmStatus",
        "AssumedPose",
        "BoardReset",
        "LinkDown",
        "Moved",
        "StatusChanged",
    ),
    "arm.types",
)


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"servoarm.{_ELSEWHERE.get(name, 'errors')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
