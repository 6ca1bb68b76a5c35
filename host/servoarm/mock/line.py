"""The serial line between host and board: its pace, its delay, and the bad cable it may be.

Times are the device's own clock; nothing here waits.
"""

from __future__ import annotations

import random
from collections import deque

from servoarm.mock.faults import BadCable
from servoarm.mock.options import MockOptions
from servoarm.mock.sketches import Firmware

BYTE_S = 10 / 115200
_UNPACED_BYTES = 4096


class SerialLine:
    """Both directions. Bytes for the board are taken one by one; bytes for the host pile up in
    `arrived`.
    """

    def __init__(self, options: MockOptions) -> None:
        rng = random.Random(options.seed)
        self._to_board, self._to_host = (
            BadCable(options.drop, options.flip, options.cut, rng) for _ in range(2)
        )
        self._byte_s = BYTE_S if options.pace else 0.0
        self._delay_s = options.delay_ms / 1000
        self._inward: deque[tuple[float, int]] = deque()
        self._outward: deque[tuple[float, bytes]] = deque()
        self._inward_free_at = 0.0
        self._sent_until = 0.0
        self._sending = False
        self.arrived = bytearray()

    @property
    def busy(self) -> bool:
        """Whether the board has bytes to send, or some are on their way to the host."""
        return self._sending or bool(self._outward)

    @property
    def next_at(self) -> float:
        """When the next byte reaches the board."""
        return self._inward[0][0] if self._inward else float("inf")

    def send(self, data: bytes, now: float) -> None:
        """The host hands over bytes."""
        start = max(now, self._inward_free_at)
        self._inward_free_at = start + len(data) * self._byte_s
        for index, byte in enumerate(self._to_board.carry(data), start=1):
            self._inward.append((start + self._delay_s + index * self._byte_s, byte))

    def take(self) -> bytes:
        """The byte that has reached the board."""
        return bytes((self._inward.popleft()[1],))

    def begin_event(self, now: float) -> None:
        """Something is about to happen on the board: an idle line has saved no time up."""
        if not self._sending:
            self._sent_until = now

    def fetch(self, firmware: Firmware, now: float) -> bool:
        """Take what the line has had time to carry; whether something arrived at the host."""
        limit = int((now - self._sent_until) / BYTE_S) if self._byte_s else _UNPACED_BYTES
        data = firmware.transmit(limit) if limit > 0 else b""
        self._sending = len(data) == limit
        if data:
            self._sent_until += len(data) * self._byte_s
            self._outward.append((now + self._delay_s, self._to_host.carry(data)))
        before = len(self.arrived)
        while self._outward and self._outward[0][0] <= now:
            self.arrived += self._outward.popleft()[1]
        return len(self.arrived) > before

    def cut(self) -> None:
        """The plug is pulled: what is on the way is lost."""
        self._inward.clear()
        self._outward.clear()
