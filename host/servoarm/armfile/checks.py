"""Checks on a whole configuration: each value by itself, then what must fit together."""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from servoarm.armfile.error import ArmFileError
from servoarm.armfile.schema import SECTIONS, show
from servoarm.calibration.pulse_map import centidegrees, whole_centidegrees

if TYPE_CHECKING:
    from servoarm.armfile.config import ArmConfig, JointConfig

PULSE_SPAN_US = 100
FRAME_MARGIN_US = 200


def value_of(config: "ArmConfig", section: str, name: str) -> object:
    """Return the value that a key of the file has in this configuration."""
    owner: object = getattr(config, section) if section in ("shoulder", "elbow") else config
    return getattr(owner, name)


def wrong(
    key: str, found: object, allowed: str, remedy: str = "", places: tuple[str, ...] = ()
) -> ArmFileError:
    """Return the error for a key with a value that is not allowed."""
    problem = f"{key} is {show(found)}; allowed: {allowed}"
    return ArmFileError(problem, key=key, remedy=remedy, places=places)


def check(config: "ArmConfig") -> None:
    """Raise ArmFileError at the first value that the board would refuse."""
    for keys in SECTIONS.values():
        for key in keys:
            value = value_of(config, key.section, key.name)
            if value is None and key.name == "port":
                continue
            if not key.accepts(value):
                raise wrong(key.dotted, value, key.allowed)
    joints = {"shoulder": config.shoulder, "elbow": config.elbow}
    for name, joint in joints.items():
        _check_joint(name, joint)
    for joint, rest, name in zip(joints.values(), config.rest_deg, joints, strict=True):
        low, high = joint.limits_deg
        if not low <= rest <= high:
            raise wrong(
                "arm.rest_deg",
                config.rest_deg,
                f"a pose within the limits, for the {name} {low:g} to {high:g} deg",
                "Write the pose in which the arm is parked: rest_deg = [SHOULDER, ELBOW].",
                places=("arm", f"{name}.limits_deg"),
            )
    if config.shoulder.pin == config.elbow.pin:
        raise ArmFileError(
            f"shoulder.pin and elbow.pin are both {config.elbow.pin}; allowed: two different pins",
            key="elbow.pin",
            places=("shoulder.pin",),
        )
    longest_us = max(config.shoulder.pulse_us[1], config.elbow.pulse_us[1])
    if config.frame_us < longest_us + FRAME_MARGIN_US:
        allowed = f"at least {longest_us + FRAME_MARGIN_US} us, to hold a pulse of {longest_us} us"
        places = ("shoulder.pulse_us", "elbow.pulse_us")
        raise wrong("board.frame_us", config.frame_us, allowed, places=places)


def _check_joint(name: str, joint: "JointConfig") -> None:
    lo_us, hi_us = joint.pulse_us
    if hi_us - lo_us < PULSE_SPAN_US:
        remedy = ""
        if lo_us > hi_us:
            remedy = "For a servo mounted the other way round write direction = -1."
        allowed = f"the smaller pulse first, {PULSE_SPAN_US} us or more apart"
        raise wrong(f"{name}.pulse_us", joint.pulse_us, allowed, remedy)
    low, high = whole_centidegrees(*joint.limits_deg)
    if low >= high:
        allowed = "the smaller angle first"
        if joint.limits_deg[0] < joint.limits_deg[1]:
            allowed = "angles with two whole hundredths of a degree between them"
        raise wrong(f"{name}.limits_deg", joint.limits_deg, allowed)
    zero, travel = centidegrees(joint.zero_deg), centidegrees(joint.travel_deg)
    if not all(0 <= zero + joint.direction * limit <= travel for limit in (low, high)):
        reach = joint.pulse_map().range_deg
        allowed = (
            f"within the servo's travel, {reach[0]:g} to {reach[1]:g} deg "
            f"(travel_deg = {joint.travel_deg:g}, zero_deg = {joint.zero_deg:g}, "
            f"direction = {joint.direction})"
        )
        raise wrong(f"{name}.limits_deg", joint.limits_deg, allowed)


def doubts(config: "ArmConfig") -> Iterator[tuple[str, str]]:
    """Yield (dotted key, words) for what is allowed but looks like a slip."""
    if config.link1_mm < 2 and config.link2_mm < 2:
        yield (
            "arm.link1_mm",
            f"links of {config.link1_mm:g} and {config.link2_mm:g} mm look like metres: "
            "lengths are in millimetres",
        )
    for name, joint in (("shoulder", config.shoulder), ("elbow", config.elbow)):
        low, high = joint.limits_deg
        if max(-low, high) <= 2 * math.pi and high - low < 10:
            yield (
                f"{name}.limits_deg",
                f"{name}.limits_deg = {show(joint.limits_deg)} looks like radians: limits are in "
                f"degrees ({math.degrees(low):.1f} to {math.degrees(high):.1f}?)",
            )
        if joint.travel_deg == 360:
            yield (
                f"{name}.travel_deg",
                f'{name}.travel_deg = 360: most servos sold as "360 degree" turn without end and '
                "cannot hold an angle; if yours can, measure how far it turns between its pulses",
            )
    if config.watchdog_ms == 0:
        yield (
            "board.watchdog_ms",
            "board.watchdog_ms = 0: the arm goes on when the host is lost",
        )
