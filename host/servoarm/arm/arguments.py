"""What callers may say: checked at the entry, before anything is sent. Pure."""

from __future__ import annotations

import math
from numbers import Real
from pathlib import Path
from typing import Any

from servoarm.armfile import ArmChoice, ArmConfig, choose_arm
from servoarm.kinematics.planar import Elbow


def chosen(arm: object) -> ArmChoice:
    """The arm to use: a choice made before, values, a file, or None for the one in use here.

    Raises TypeError for anything else; ArmFileError.
    """
    if isinstance(arm, ArmChoice):
        return arm
    if isinstance(arm, ArmConfig):
        return ArmChoice(arm)
    if arm is None or isinstance(arm, str | Path):
        return choose_arm(arm)
    raise TypeError(f"arm must be an arm file's name or an ArmConfig, not {arm!r}")


def port_name(port: object) -> str | None:
    """A port's name or URL, or None for the one in use here. Raises TypeError for anything else."""
    if port is None or isinstance(port, str):
        return port
    raise TypeError(f"port must be a port's name or URL as text, not {port!r}")


def real(name: str, value: object) -> float:
    """The number as a float. Raises TypeError for anything else, such as text of digits."""
    if not isinstance(value, Real) or isinstance(value, bool):
        raise TypeError(f"{name} must be a number, not {value!r}")
    number: Any = value
    try:
        return float(number)
    except OverflowError:  # beyond all floats; what it is for refuses infinity in its own words
        return math.copysign(math.inf, 1 if number > 0 else -1)


def seconds_or_none(timeout_s: object) -> float | None:
    """A time to wait in seconds, or None. Raises TypeError, and ValueError for NaN."""
    if timeout_s is None:
        return None
    seconds = real("timeout_s", timeout_s)
    if math.isnan(seconds):
        raise ValueError("timeout_s must be a number of seconds, not NaN")
    return seconds


def opening_time(timeout_s: object) -> float | None:
    """A time in which to open an arm, or None. Raises TypeError; ValueError unless above 0."""
    seconds = seconds_or_none(timeout_s)
    if seconds is not None and seconds <= 0:
        raise ValueError(f"timeout_s must be more than 0 seconds, not {seconds:g}")
    return seconds


def percent(value: object) -> int:
    """A speed. Raises ValueError unless it is a whole number from 1 to 100."""
    if isinstance(value, Real) and value in range(1, 101):
        return int(float(value))
    raise ValueError(f"speed_percent must be a whole number from 1 to 100: {value!r}")


def side(elbow: Elbow | str | None) -> Elbow | None:
    """The asked side of the elbow. Raises ValueError for a word other than left and right."""
    return None if elbow is None else Elbow(elbow)
