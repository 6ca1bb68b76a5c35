"""A time that several waits share."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import Self


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """So many seconds from `started` on. `reserve_s` at their end are kept for something else."""

    seconds: float
    started: float = field(default_factory=time.monotonic)
    reserve_s: float = 0.0

    @property
    def left_s(self) -> float:
        """How much of it is left, without the reserve; below 0 once it is over."""
        return self.started + self.seconds - self.reserve_s - time.monotonic()

    def at_most(self, seconds: float) -> float:
        """This time, or what is left where that is less; never below 0."""
        return max(0.0, min(seconds, self.left_s))

    def reserving(self, seconds: float) -> Self:
        """The same limit, over sooner by this time, or by half of what is left if that is less."""
        return replace(self, reserve_s=self.reserve_s + min(seconds, self.left_s / 2))
