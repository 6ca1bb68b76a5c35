"""What else may run on a board: nothing, another sketch, another version. None has servos."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol
from zlib import crc32

from servoarm.mock.options import MockOptions
from servoarm.wire.codec import PROTOCOL
from servoarm.wire.error_table import ERRORS, ErrorCode

FRAME_US = 20000
_FRAMES_A_SECOND = 1_000_000 // FRAME_US


class Firmware(Protocol):
    """What a mock device runs; `servoarm.mock.core.Board` is the real one."""

    @property
    def frame_us(self) -> int:
        """Length of a servo frame in microseconds."""

    def start(self, reason: int) -> None:
        """Begin after a reset."""

    def receive(self, data: bytes) -> None:
        """Take bytes from the host."""

    def frame(self) -> tuple[int, int]:
        """Advance one servo frame; the pulses in ticks, 0 for none."""

    def transmit(self, limit: int) -> bytes:
        """At most `limit` bytes for the host."""


class OtherSketch:
    """A board that is not ours, and says nothing at all."""

    frame_us = FRAME_US

    def __init__(self) -> None:
        self._out = bytearray()
        self._frames = 0

    def start(self, reason: int) -> None:
        """Begin after a reset."""

    def receive(self, data: bytes) -> None:
        """Take bytes from the host."""

    def frame(self) -> tuple[int, int]:
        """Advance one servo frame."""
        self._frames += 1
        if self._frames % _FRAMES_A_SECOND == 1:
            self.each_second(self._frames // _FRAMES_A_SECOND)
        return 0, 0

    def each_second(self, second: int) -> None:
        """What is done once a second."""

    def transmit(self, limit: int) -> bytes:
        """At most `limit` bytes for the host."""
        sent, self._out = bytes(self._out[:limit]), self._out[limit:]
        return sent

    def say(self, line: bytes) -> None:
        """Send a line."""
        self._out += line + b"\r\n"


class Counter(OtherSketch):
    """Prints a number a second."""

    def each_second(self, second: int) -> None:
        """Print the number."""
        self.say(b"%d" % second)


class Garbage(OtherSketch):
    """A board at another baud rate: noise without line ends."""

    def __init__(self) -> None:
        super().__init__()
        self._rng = random.Random(1)

    def each_second(self, second: int) -> None:
        """Make noise."""
        self._out += bytes(
            self._rng.choice(b"\x00\x06\x18\x66\x80\x98\xe0\xf8\xfe") for _ in range(255)
        )


class NoVersion(OtherSketch):
    """An early trial: it names itself, but no version."""

    def start(self, reason: int) -> None:
        """Print the name."""
        self.say(b"servoarm")

    def receive(self, data: bytes) -> None:
        """Answer every line with the name."""
        for _ in range(data.count(b"\n")):
            self.say(b"servoarm")


_OTHER_PROTOCOL = b"%d %b" % (
    ErrorCode.PROTOCOL_VERSION,
    ERRORS[ErrorCode.PROTOCOL_VERSION].name.encode(),
)


class OtherProtocol(OtherSketch):
    """A servoarm of another protocol version: banner and refusal of hello keep their form."""

    def __init__(self, version: tuple[int, int]) -> None:
        super().__init__()
        self._version = version
        self._line = b""

    def start(self, reason: int) -> None:
        """Print the banner."""
        self.say(b"servoarm 9.9.9 protocol %d.%d reset button" % self._version)

    def receive(self, data: bytes) -> None:
        """Refuse each hello."""
        *lines, self._line = (self._line + data).split(b"\n")
        for line in lines:
            head, _, _ = line.rpartition(b":")[2].partition(b" ")
            if b"hello" in line and head.isdigit():
                body = b"%b err %b %d %d" % (head, _OTHER_PROTOCOL, *self._version)
                self.say(b":%b*%08x" % (body, crc32(body)))


class NewerMinor:
    """Our firmware as a later MINOR of its protocol would be: more words at the end of hello."""

    def __init__(self, firmware: Firmware, version: tuple[int, int]) -> None:
        self._firmware = firmware
        self._ours = b" protocol %d.%d " % PROTOCOL
        self._theirs = b" protocol %d.%d " % version
        self._line = b""
        self._out = b""

    @property
    def frame_us(self) -> int:
        """Length of a servo frame in microseconds."""
        return self._firmware.frame_us

    def start(self, reason: int) -> None:
        """Begin after a reset."""
        self._firmware.start(reason)

    def receive(self, data: bytes) -> None:
        """Take bytes from the host."""
        self._firmware.receive(data)

    def frame(self) -> tuple[int, int]:
        """Advance one servo frame."""
        return self._firmware.frame()

    def transmit(self, limit: int) -> bytes:
        """At most `limit` bytes for the host."""
        *lines, self._line = (self._line + self._firmware.transmit(limit)).split(b"\n")
        self._out += b"".join(self._renamed(line) + b"\n" for line in lines)
        sent, self._out = self._out[:limit], self._out[limit:]
        return sent

    def _renamed(self, line: bytes) -> bytes:
        if self._ours not in line:
            return line
        body = line.partition(b"*")[0].replace(self._ours, self._theirs)
        if b"*" not in line:
            return body
        body += b" added 1"
        return b"%b*%08x" % (body, crc32(body[1:]))


def firmware_of(options: MockOptions, own: Callable[[], Firmware]) -> Firmware:
    """The sketch that the options ask for; without any, our `own` firmware."""
    if options.protocol is not None:
        if options.protocol[0] == PROTOCOL[0]:
            return NewerMinor(own(), options.protocol)
        return OtherProtocol(options.protocol)
    kinds: dict[str, type[OtherSketch]] = {
        "silent": OtherSketch,
        "counter": Counter,
        "noversion": NoVersion,
        "garbage": Garbage,
    }
    return kinds[options.sketch]() if options.sketch else own()
