"""One arm's configuration, as the program uses it."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from servoarm.armfile.checks import check
from servoarm.armfile.values import ArmValues, JointConfig

if TYPE_CHECKING:
    from servoarm.kinematics.planar import TwoLinkArm


@dataclass(frozen=True)
class ArmConfig(ArmValues):
    """One arm: lengths in mm, angles in degrees, pulses and frame in microseconds.

    `rest_deg` is the pose in which the arm is parked, `port` the port to open when none is named,
    `host_lost` what the board does when the host is silent for `watchdog_ms` (0: never).

    Raises ArmFileError for values that the board would refuse or that contradict each other.
    """

    def __post_init__(self) -> None:
        check(self)

    def kinematics(self) -> "TwoLinkArm":
        """Return the arm's geometry: lengths in mm, limits in radians."""
        joints = self.shoulder, self.elbow
        return _kinematics(self.link1_mm, self.link2_mm, *(joint.limits_deg for joint in joints))


@lru_cache(maxsize=16)  # asked for again and again, and its rims are made with exact fractions
def _kinematics(
    link1_mm: float,
    link2_mm: float,
    shoulder_deg: tuple[float, float],
    elbow_deg: tuple[float, float],
) -> "TwoLinkArm":
    from servoarm.kinematics.planar import Limits, TwoLinkArm

    return TwoLinkArm(link1_mm, link2_mm, Limits(_radians(shoulder_deg), _radians(elbow_deg)))


def _radians(pair_deg: tuple[float, float]) -> tuple[float, float]:
    return math.radians(pair_deg[0]), math.radians(pair_deg[1])


DEFAULT = ArmConfig(
    name="servoarm",
    link1_mm=100.0,
    link2_mm=100.0,
    shoulder=JointConfig(
        pin=9,
        pulse_us=(500, 2500),
        travel_deg=270.0,
        zero_deg=45.0,
        direction=1,
        limits_deg=(-45.0, 225.0),
        speed_deg_s=180.0,
        acceleration_deg_s2=720.0,
    ),
    elbow=JointConfig(
        pin=10,
        pulse_us=(500, 2500),
        travel_deg=270.0,
        zero_deg=135.0,
        direction=1,
        limits_deg=(-135.0, 135.0),
        speed_deg_s=180.0,
        acceleration_deg_s2=720.0,
    ),
    rest_deg=(90.0, -90.0),
    port=None,
    frame_us=20000,
    watchdog_ms=1000,
    host_lost="hold",
    first_move_percent=25,
)
"""Two 270-degree servos, 100 mm links: what the manual's tables call the defaults."""
