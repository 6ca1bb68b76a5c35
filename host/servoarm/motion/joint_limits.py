"""How fast the joints may turn, and how often they get a setpoint."""

from __future__ import annotations

import math
from dataclasses import dataclass

from servoarm.armfile import ArmConfig
from servoarm.errors import PathInvalid


@dataclass(frozen=True)
class JointLimits:
    """Speed (radians a second) and acceleration (radians a second squared) of each joint, and the
    time from setpoint to setpoint (s).
    """

    speed: tuple[float, float]
    acceleration: tuple[float, float]
    frame_s: float

    def __post_init__(self) -> None:
        for value in (*self.speed, *self.acceleration, self.frame_s):
            if not 1e-6 <= value <= 1e6:
                raise PathInvalid("limit", value=value)

    @classmethod
    def of(cls, config: ArmConfig, percent: float = 100.0) -> JointLimits:
        """The arm file's limits, with `percent` of the speed. Raises PathInvalid."""
        if not 1.0 <= percent <= 100.0:
            raise PathInvalid("percent", value=percent)
        joints = config.shoulder, config.elbow
        speed1, speed2 = (math.radians(joint.speed_deg_s) * percent / 100.0 for joint in joints)
        grown1, grown2 = (math.radians(joint.acceleration_deg_s2) for joint in joints)
        return cls((speed1, speed2), (grown1, grown2), config.frame_us * 1e-6)
