"""Checks on a whole configuration: each value by itself, then what must fit together."""

import math
from collections.abc import Iterator

from servoarm.armfile.error import ArmFileError
from servoarm.armfile.schema import SECTIONS, as_found, show
from servoarm.armfile.values import ArmValues, JointConfig
from servoarm.calibration.pulse_map import centidegrees, whole_centidegrees
from servoarm.words import Fact

PULSE_SPAN_US = 100


def value_of(config: ArmValues, section: str, name: str) -> object:
    """Return the value that a key of the file has in this configuration."""
    owner: object = getattr(config, section) if section in ("shoulder", "elbow") else config
    return getattr(owner, name)


def wrong(
    key: str,
    found: object,
    allowed: Fact,
    hint: Fact | None = None,
    places: tuple[str, ...] = (),
) -> ArmFileError:
    """Return the error for a key with a value that is not allowed."""
    return ArmFileError(
        "not allowed", key=key, found=as_found(found), allowed=allowed, hint=hint, places=places
    )


def check(config: ArmValues) -> None:
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
        if not joint.limits_deg[0] <= rest <= joint.limits_deg[1]:
            raise wrong(
                "arm.rest_deg",
                config.rest_deg,
                Fact("allowed.rest", {"section": name, "limits_deg": joint.limits_deg}),
                Fact("hint.rest", {}),
                places=("arm", f"{name}.limits_deg"),
            )
    if config.shoulder.pin == config.elbow.pin:
        found = str(config.elbow.pin)
        raise ArmFileError("same pins", key="elbow.pin", found=found, places=("shoulder.pin",))


def _check_joint(name: str, joint: JointConfig) -> None:
    lo_us, hi_us = joint.pulse_us
    if hi_us - lo_us < PULSE_SPAN_US:
        hint = Fact("hint.direction", {}) if lo_us > hi_us else None
        allowed = Fact("allowed.pulses", {"apart_us": PULSE_SPAN_US})
        raise wrong(f"{name}.pulse_us", joint.pulse_us, allowed, hint)
    low, high = whole_centidegrees(*joint.limits_deg)
    if low >= high:
        ordered = joint.limits_deg[0] < joint.limits_deg[1]
        allowed = Fact("allowed.wider limits" if ordered else "allowed.limits in order", {})
        raise wrong(f"{name}.limits_deg", joint.limits_deg, allowed)
    zero, travel = centidegrees(joint.zero_deg), centidegrees(joint.travel_deg)
    if not all(0 <= zero + joint.direction * limit <= travel for limit in (low, high)):
        servo = {
            "range_deg": joint.pulse_map().range_deg,
            "travel_deg": joint.travel_deg,
            "zero_deg": joint.zero_deg,
            "direction": joint.direction,
        }
        allowed = Fact("allowed.travel", servo)
        raise wrong(f"{name}.limits_deg", joint.limits_deg, allowed)


def doubts(config: ArmValues) -> Iterator[tuple[str, Fact]]:
    """Yield the dotted key and the fact for what is allowed but looks like a slip."""
    if config.link1_mm < 2 and config.link2_mm < 2:
        yield (
            "arm.link1_mm",
            Fact("doubt.metres", {"link1_mm": config.link1_mm, "link2_mm": config.link2_mm}),
        )
    for name, joint in (("shoulder", config.shoulder), ("elbow", config.elbow)):
        low, high = joint.limits_deg
        if max(-low, high) <= 2 * math.pi and high - low < 10:
            key = f"{name}.limits_deg"
            meant_deg = math.degrees(low), math.degrees(high)
            found = {"key": key, "found": show(joint.limits_deg), "meant_deg": meant_deg}
            yield key, Fact("doubt.radians", found)
        if joint.travel_deg == 360:
            key = f"{name}.travel_deg"
            yield key, Fact("doubt.turns without end", {"key": key})
    if config.watchdog_ms == 0:
        yield "board.watchdog_ms", Fact("doubt.no watchdog", {})
