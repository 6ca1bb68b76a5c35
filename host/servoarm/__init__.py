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
        PathInvalid,
        PathRefused,
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
    from servoarm.motion.path import Path
    from servoarm.motion.preflight import Preflight, plan_joints, plan_line, plan_path, preflight
    from servoarm.motion.trajectory import Trajectory
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
    "Path",
    "PathInvalid",
    "PathRefused",
    "PortBusy",
    "PortDenied",
    "PoseUncertain",
    "Preflight",
    "Refused",
    "ServoarmError",
    "State",
    "StatusChanged",
    "Trajectory",
    "TwoLinkArm",
    "Unreachable",
    "UnreadableAnswer",
    "WrongFirmware",
    "__version__",
    "choose_arm",
    "plan_joints",
    "plan_line",
    "plan_path",
    "preflight",
]

_ELSEWHERE = {
    "Arm": "arm",
    "ArmChoice": "armfile",
    "ArmConfig": "armfile",
    "ArmFileError": "armfile",
    "DEFAULT": "armfile",
    "Elbow": "kinematics.planar",
    "Path": "motion.path",
    "Preflight": "motion.preflight",
    "State": "wire.messages",
    "Trajectory": "motion.trajectory",
    "TwoLinkArm": "kinematics.planar",
    "choose_arm": "armfile",
    "plan_joints": "motion.preflight",
    "plan_line": "motion.preflight",
    "plan_path": "motion.preflight",
    "preflight": "motion.preflight",
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
