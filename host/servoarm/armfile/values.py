"""The values of an arm file, as plain data."""

from dataclasses import dataclass

from servoarm.calibration.pulse_map import PulseMap

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
class ArmValues:
    """The values of one arm, unchecked. `ArmConfig` says what they mean."""

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
