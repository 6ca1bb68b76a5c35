"""From an arm file's values to the numbers that the board stores."""

from __future__ import annotations

import math
from zlib import crc32

from servoarm.armfile import ArmConfig, JointConfig
from servoarm.calibration.pulse_map import centidegrees, whole_centidegrees
from servoarm.errors import LimitExceeded
from servoarm.wire.settings import BoardSettings, JointSettings

_RELAX = 1
_HOLD = 0


def board_settings(config: ArmConfig) -> BoardSettings:
    """The settings of a board that drives this arm."""
    return BoardSettings(
        frame_us=config.frame_us,
        watchdog_ms=config.watchdog_ms,
        watchdog_action=_RELAX if config.host_lost == "relax" else _HOLD,
        first_percent=config.first_move_percent,
        shoulder=_joint_settings(config.shoulder),
        elbow=_joint_settings(config.elbow),
    )


def calibration_of(config: ArmConfig) -> str:
    """A short name for what turns angles into pulses: pin, pulses, travel, zero and direction.

    Lengths, limits and speeds are no part of it.
    """
    servos = [_joint_settings(joint).servo() for joint in (config.shoulder, config.elbow)]
    return f"{crc32(repr(servos).encode()):08x}"


def _joint_settings(joint: JointConfig) -> JointSettings:
    low_cdeg, high_cdeg = limits_cdeg(joint)
    return JointSettings(
        pin=joint.pin,
        low_us=joint.pulse_us[0],
        high_us=joint.pulse_us[1],
        travel_cdeg=centidegrees(joint.travel_deg),
        zero_cdeg=centidegrees(joint.zero_deg),
        direction=joint.direction,
        min_cdeg=low_cdeg,
        max_cdeg=high_cdeg,
        speed_cdeg_s=centidegrees(joint.speed_deg_s),
        acceleration_cdeg_s2=centidegrees(joint.acceleration_deg_s2),
    )


def limits_cdeg(joint: JointConfig) -> tuple[int, int]:
    """The joint's limits in whole centidegrees, never wider than the arm file's."""
    return whole_centidegrees(*joint.limits_deg)


def setpoint_cdeg(config: ArmConfig, theta1_deg: float, theta2_deg: float) -> tuple[int, int]:
    """Both angles as the board gets them. Raises LimitExceeded outside the arm file's limits."""
    return (
        _joint_cdeg(1, config.shoulder, theta1_deg),
        _joint_cdeg(2, config.elbow, theta2_deg),
    )


def _joint_cdeg(index: int, joint: JointConfig, theta_deg: float) -> int:
    low, high = joint.limits_deg
    if not math.isfinite(theta_deg):
        raise LimitExceeded(index, theta_deg, math.nan, joint.limits_deg, "no angle")
    low_cdeg, high_cdeg = limits_cdeg(joint)
    nearest = min(max(centidegrees(theta_deg), low_cdeg), high_cdeg)
    # only the rounding to whole centidegrees may be taken back, never a degree
    if low <= theta_deg <= high or low_cdeg <= centidegrees(theta_deg) <= high_cdeg:
        return nearest
    limit = low if theta_deg < low else high
    raise LimitExceeded(index, theta_deg, limit, joint.limits_deg)
