"""One arm's configuration, as the program uses it."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from servoarm.armfile.checks import check
from servoarm.calibration.pulse_map import PulseMap

if TYPE_CHECKING:
    from servoarm.kinematics.planar import TwoLinkArm

JOINT_NAMES = ("shoulder", "elbow")
"""Joint 1 and joint 2, as people and the file's sections call them."""


@dataclass(frozen=True)
class JointConfig:
    """One joint and its servo.

    `pulse_us` are the pulses at both ends of the servo's travel, `travel_deg` is how far the servo
    turns between them, `zero_deg` the servo's own angle (0 at `pulse_us[0]`) where the joint's
    angle is 0, and `direction` is -1 for a servo mounted the other way round.
    """

    pin: int
    pulse_us: tuple[int, int]
    travel_deg: float
    zero_deg: float
    direction: int
    limits_deg: tuple[float, float]
    speed_deg_s: float
    acceleration_deg_s2: float

    def pulse_map(self) -> PulseMap:
        """Return the map from the joint's angle to its pulse."""
        return PulseMap(*self.pulse_us, self.travel_deg, self.zero_deg, self.direction)


@dataclass(frozen=True)
class ArmConfig:
    """One arm: lengths in mm, angles in degrees, pulses and frame in microseconds.

    `rest_deg` is the pose in which the arm is parked, `port` the port to open when none is named,
    `host_lost` what the board does when the host is silent for `watchdog_ms` (0: never).

    Raises ArmFileError for values that the board would refuse or that contradict each other.
    """

    name: str
    link1_mm: float
    link2_mm: float
    shoulder: JointConfig
    elbow: JointConfig
    rest_deg: tuple[float, float]
    port: str | None
    frame_us: int
    watchdog_ms: int
    host_lost: str
    first_move_percent: int

    def __post_init__(self) -> None:
        check(self)

    def kinematics(self) -> "TwoLinkArm":
        """Return the arm's geometry: lengths in mm, limits in radians."""
        from servoarm.kinematics.planar import Limits, TwoLinkArm

        limits = Limits(_radians(self.shoulder.limits_deg), _radians(self.elbow.limits_deg))
        return TwoLinkArm(self.link1_mm, self.link2_mm, limits)


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
