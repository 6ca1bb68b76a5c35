"""The board's settings: 24 numbers, their hash, and the requests that set them (PROTOCOL.md)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

Request = tuple[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class JointSettings:
    """One joint and its servo: microseconds, centidegrees, per second and per second squared."""

    pin: int
    low_us: int
    high_us: int
    travel_cdeg: int
    zero_cdeg: int
    direction: int
    min_cdeg: int
    max_cdeg: int
    speed_cdeg_s: int
    acceleration_cdeg_s2: int

    def servo(self) -> tuple[int, ...]:
        """The numbers of the verb `servo`, in its order."""
        return (
            self.pin,
            self.low_us,
            self.high_us,
            self.travel_cdeg,
            self.zero_cdeg,
            self.direction,
        )

    def joint(self) -> tuple[int, ...]:
        """The numbers of the verb `joint`, in its order."""
        return self.min_cdeg, self.max_cdeg, self.speed_cdeg_s, self.acceleration_cdeg_s2


@dataclass(frozen=True, slots=True)
class BoardSettings:
    """All that a board stores."""

    frame_us: int
    watchdog_ms: int
    watchdog_action: int
    first_percent: int
    shoulder: JointSettings
    elbow: JointSettings

    def numbers(self) -> tuple[int, ...]:
        """The 24 numbers, in the order of the hash."""
        return (
            self.frame_us,
            self.watchdog_ms,
            self.watchdog_action,
            self.first_percent,
            *self.shoulder.servo(),
            *self.shoulder.joint(),
            *self.elbow.servo(),
            *self.elbow.joint(),
        )

    def hash(self) -> int:
        """CRC-32 of the 24 numbers as little-endian 32-bit integers."""
        return crc32(struct.pack("<24i", *self.numbers()))

    def requests(self) -> Iterator[Request]:
        """Verb and numbers of each request that makes these settings a board's own."""
        yield "frame", (self.frame_us,)
        yield "watchdog", (self.watchdog_ms, self.watchdog_action)
        yield "first", (self.first_percent,)
        for index, joint in enumerate((self.shoulder, self.elbow), start=1):
            yield "servo", (index, *joint.servo())
            yield "joint", (index, *joint.joint())
