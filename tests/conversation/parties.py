"""With whom the conversation is held: the mock's core, the virtual Uno, a serial port."""

import time
from pathlib import Path
from typing import Any

from servoarm.mock.core import POWER, Board

from ..virtual_uno.uno import CYCLES_PER_TICK, VirtualUno

FRAME_MS = 20
FRAME_CYCLES = FRAME_MS * 16_000
ROOM = 1 << 20


class CoreParty:
    """The firmware's core as the mock has it, driven without a clock."""

    def __init__(self) -> None:
        self._board = Board()
        self._board.start(POWER)
        self.widths: list[tuple[int, int]] = []
        self._said = b""

    def send(self, data: bytes) -> None:
        """Receive at once."""
        self._board.receive(data)
        self._said += self._board.transmit(ROOM)

    def frames(self, count: int) -> None:
        """Call frame(), and keep every pair of widths."""
        for _ in range(count):
            self.widths.append(self._board.frame())
            self._said += self._board.transmit(ROOM)

    def pulses(self) -> tuple[int, int] | None:
        """The last frame's."""
        return self.widths[-1]

    def read(self) -> bytes:
        """All at once: there is no line to wait for."""
        said, self._said = self._said, b""
        return said


def frame_phase(firmware: Path) -> int:
    """The cycle, within a frame, at which a freshly powered board begins its frames."""
    with VirtualUno(firmware) as uno:
        uno.run_ms(50)
        uno.ask(b"pose 9000 0\nattach\n", 100)
        return uno.pulses("D9")[0].rise % FRAME_CYCLES


class UnoParty:
    """The real firmware in the simulator; what is sent begins just after a frame has."""

    def __init__(self, uno: VirtualUno, phase: int) -> None:
        self._uno = uno
        self._uno.run_cycles(phase + 1600 - uno.cycle)

    def send(self, data: bytes) -> None:
        """Put it on the line."""
        self._uno.send(data)

    def frames(self, count: int) -> None:
        """Let the simulator run."""
        self._uno.run_cycles(count * FRAME_CYCLES)

    def pulses(self) -> tuple[int, int] | None:
        """The pulses of the last whole frame: the script asks when they have settled."""
        since = self._uno.cycle - FRAME_CYCLES - 3200
        whole = [self._uno.pulses(pin, since) for pin in ("D9", "D10")]
        first, second = (round(pulses[0].ticks) if pulses else 0 for pulses in whole)
        return first, second

    def read(self) -> bytes:
        """What has left the board."""
        return self._uno.read()

    @property
    def widths(self) -> list[tuple[float, float]]:
        """Every pair of pulses, in ticks."""
        left, right = self._uno.pulses("D9"), self._uno.pulses("D10")
        return [
            ((a.fall - a.rise) / CYCLES_PER_TICK, (b.fall - b.rise) / CYCLES_PER_TICK)
            for a, b in zip(left, right, strict=True)
        ]


class PortParty:
    """Any serial port, in real time; the pulses cannot be seen."""

    def __init__(self, port: Any) -> None:
        self._port = port

    def send(self, data: bytes) -> None:
        """Write it."""
        self._port.write(data)

    def frames(self, count: int) -> None:
        """Wait, with a little over for the answers' way."""
        time.sleep((count + 1) * FRAME_MS / 1000)

    def pulses(self) -> tuple[int, int] | None:
        """Not from here."""
        return None

    def read(self) -> bytes:
        """What has come."""
        return bytes(self._port.read(self._port.in_waiting))
