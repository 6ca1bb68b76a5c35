"""Mock boards for tests: each with a name of its own, so that no test meets another's board."""

from __future__ import annotations

import itertools
from dataclasses import replace

from servoarm.armfile import DEFAULT, ArmConfig, JointConfig
from servoarm.mock.device import MockDevice, mock_device

_numbers = itertools.count()


def fresh_board(**options: object) -> tuple[str, MockDevice]:
    """The URL of a board that nobody has used, and the board."""
    name = f"test-{next(_numbers)}"
    query = "&".join(f"{key}={value}" for key, value in ({"boot_ms": 0} | options).items())
    return f"mock://{name}?{query}", mock_device(name)


def brisk(joint: JointConfig, speed_deg_s: float) -> JointConfig:
    """The same joint, so fast that a test need not wait."""
    return replace(
        joint, speed_deg_s=speed_deg_s, acceleration_deg_s2=min(20 * speed_deg_s, 20000.0)
    )


def brisk_arm(speed_deg_s: float = 1500.0, name: str = "test arm") -> ArmConfig:
    """The default arm at this speed, with no slow first move."""
    return replace(
        DEFAULT,
        name=name,
        shoulder=brisk(DEFAULT.shoulder, speed_deg_s),
        elbow=brisk(DEFAULT.elbow, speed_deg_s),
        first_move_percent=100,
    )
