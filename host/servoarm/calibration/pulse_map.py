"""The linear pulse map, with the same arithmetic as the board (PROTOCOL.md, "Settings").

The board alone decides the pulses of a move. The host has this map to show them and to check an
arm file before anything is sent.
"""

import math
from dataclasses import dataclass

TICKS_PER_US = 2
"""The board's timer counts half microseconds."""

# 33.33 * 100 is 3333.0000000000005: what floating point adds is no part of the limit
_ROUNDING = 1e-6


def centidegrees(angle_deg: float) -> int:
    """Return the angle as the board knows it: a whole number of 1/100 degree, the nearest one.

    Raises ValueError for NaN and infinity.
    """
    if not math.isfinite(angle_deg):
        raise ValueError(f"an angle must be a finite number of degrees, not {angle_deg}")
    return round(angle_deg * 100)


def whole_centidegrees(low_deg: float, high_deg: float) -> tuple[int, int]:
    """Return a joint's limits as the board stores them: whole centidegrees, never wider.

    The board allows no pose but whole centidegrees, and wants the first below the second; limits
    closer together than that come back as equal or crossed numbers. Raises ValueError for NaN and
    infinity.
    """
    if not (math.isfinite(low_deg) and math.isfinite(high_deg)):
        raise ValueError(f"limits must be finite numbers of degrees, not {low_deg} and {high_deg}")
    return (
        math.ceil(low_deg * 100 - _ROUNDING),
        math.floor(high_deg * 100 + _ROUNDING),
    )


@dataclass(frozen=True)
class PulseMap:
    """A servo that turns `travel_deg` between the pulses `lo_us` and `hi_us`.

    `zero_deg` is the servo's own angle (0 at `lo_us`) where the joint's angle is 0; `direction` is
    1, or -1 when the servo is mounted the other way round, so that its angle falls as the joint's
    rises.
    """

    lo_us: int
    hi_us: int
    travel_deg: float
    zero_deg: float
    direction: int

    def __post_init__(self) -> None:
        if not 0 < self.lo_us < self.hi_us:
            raise ValueError(
                f"the pulses must rise from above 0 us, not {self.lo_us} to {self.hi_us}"
            )
        if centidegrees(self.travel_deg) < 1:
            raise ValueError(f"travel_deg must be above 0, not {self.travel_deg}")
        if self.direction not in (1, -1):
            raise ValueError(f"direction must be 1 or -1, not {self.direction}")
        centidegrees(self.zero_deg)

    @property
    def range_deg(self) -> tuple[float, float]:
        """The joint's smallest and largest angle within the servo's travel, in degrees."""
        ends = (
            self.direction * -self.zero_deg,
            self.direction * (self.travel_deg - self.zero_deg),
        )
        return min(ends) + 0.0, max(ends) + 0.0  # no -0

    def ticks(self, theta_cdeg: int) -> int:
        """Return the pulse in ticks of 0.5 us for a joint angle in centidegrees, as the board does.

        Raises ValueError outside the servo's travel.
        """
        travel = centidegrees(self.travel_deg)
        servo = centidegrees(self.zero_deg) + self.direction * theta_cdeg
        if not 0 <= servo <= travel:
            raise ValueError(self._outside(theta_cdeg / 100))
        span = TICKS_PER_US * (self.hi_us - self.lo_us)
        return TICKS_PER_US * self.lo_us + (servo * span + travel // 2) // travel

    def pulse_us(self, theta_deg: float) -> float:
        """Return the pulse in microseconds for a joint angle in degrees, without rounding.

        Raises ValueError where the board would refuse: outside the servo's travel, seen to the
        nearest centidegree.
        """
        self.ticks(centidegrees(theta_deg))
        servo_deg = min(max(self.zero_deg + self.direction * theta_deg, 0.0), self.travel_deg)
        return self.lo_us + servo_deg * (self.hi_us - self.lo_us) / self.travel_deg

    def theta_deg(self, pulse_us: float) -> float:
        """Return the joint angle in degrees that this pulse holds.

        Raises ValueError for a pulse outside `lo_us` to `hi_us`.
        """
        if not self.lo_us <= pulse_us <= self.hi_us:
            raise ValueError(
                f"a pulse of {pulse_us} us is outside the servo's {self.lo_us} to {self.hi_us} us"
            )
        servo_deg = (pulse_us - self.lo_us) * self.travel_deg / (self.hi_us - self.lo_us)
        return self.direction * (servo_deg - self.zero_deg)

    def _outside(self, theta_deg: float) -> str:
        low, high = self.range_deg
        return (
            f"{theta_deg:g} deg is outside the servo's travel: it turns the joint from {low:g} to "
            f"{high:g} deg"
        )
