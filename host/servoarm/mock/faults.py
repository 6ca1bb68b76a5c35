"""A bad cable: bytes lost, bits flipped, lines cut short. The same seed spoils the same bytes."""

from __future__ import annotations

import random


class BadCable:
    """One direction of the line. Without faults, bytes pass untouched."""

    def __init__(self, drop: float, flip: float, cut: float, rng: random.Random) -> None:
        self._drop = drop
        self._flip = flip
        self._cut = cut
        self._rng = rng
        self._at_line_start = True
        self._cut_after: int | None = None

    def carry(self, data: bytes) -> bytes:
        """What comes out at the other end."""
        if not (self._drop or self._flip or self._cut):
            return data
        return b"".join(self._carry_byte(byte) for byte in data)

    def _carry_byte(self, byte: int) -> bytes:
        if self._at_line_start and self._rng.random() < self._cut:
            self._cut_after = self._rng.randrange(20)
        self._at_line_start = byte == 0x0A
        if self._cut_after is not None:
            if self._at_line_start:
                self._cut_after = None
                return b""
            self._cut_after -= 1
            if self._cut_after < 0:
                return b""
        if self._rng.random() < self._drop:
            return b""
        if self._rng.random() < self._flip:
            byte ^= 1 << self._rng.randrange(8)
        return bytes((byte,))
