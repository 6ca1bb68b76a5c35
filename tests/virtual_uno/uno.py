"""Drive the virtual Uno from a test: simulated time passes only when the test says so."""

import subprocess
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Literal, NamedTuple, Self

CLOCK_HZ = 16_000_000
CYCLES_PER_MS = CLOCK_HZ // 1000
CYCLES_PER_TICK = 8  # the pulses' unit: 0.5 microseconds
PINS = ("D9", "D10")
CHIP_NAME = {"D8": "PB0", "D9": "PB1", "D10": "PB2", "D13": "PB5"}
ResetCause = Literal["button", "brownout", "power"]

SIMULATOR = Path(__file__).parents[2] / "firmware" / "simulator" / "build" / "avrsim"


class Edge(NamedTuple):
    """A level change of a pin, at a CPU cycle."""

    cycle: int
    level: int


@dataclass(frozen=True)
class Pulse:
    """A whole pulse, in CPU cycles."""

    rise: int
    fall: int

    @property
    def ticks(self) -> float:
        """Its width in the wire's ticks of 0.5 us; whole unless something is wrong."""
        return (self.fall - self.rise) / CYCLES_PER_TICK


class Byte(NamedTuple):
    """A byte on the serial line: `kind` is tx (from the board), rx, lost, off or framing."""

    cycle: int
    kind: str
    value: int


class VirtualUno:
    """The simulator in a child process. Raises RuntimeError when the simulated CPU stops."""

    def __init__(
        self,
        firmware: Path | None,
        *,
        bootloader: Path | None = None,
        pins: tuple[str, ...] = PINS,
        host_baud: int = 0,
    ) -> None:
        command: list[str] = [str(SIMULATOR), "--control", "--host-baud", str(host_baud)]
        for pin in pins:
            command += ["--pin", pin]
        if bootloader is not None:
            command += ["--bootloader", str(bootloader)]
        if firmware is not None:
            command.append(str(firmware))
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.cycle = 0
        self.edges: dict[str, list[Edge]] = {CHIP_NAME[pin]: [] for pin in pins}
        self.line: list[Byte] = []
        self._read_until = 0
        self._answer: str = ""
        self._events_until("ready")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the simulator."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait(timeout=10)
        if self._process.stdout is not None:
            self._process.stdout.close()

    def run_cycles(self, cycles: int) -> None:
        """Let simulated time pass."""
        self._command(f"run {cycles}")

    def run_ms(self, milliseconds: float) -> None:
        """Let simulated time pass."""
        self.run_cycles(round(milliseconds * CYCLES_PER_MS))

    def send(self, data: bytes) -> None:
        """Put bytes on the line, back to back, from now on; returns at once."""
        self._command(f"send {data.hex()}")

    def ask(self, data: bytes, milliseconds: float = 20.0) -> bytes:
        """Send, let time pass, and return what the board sent since the last reading."""
        self.send(data)
        self.run_ms(milliseconds)
        return self.read()

    def read(self) -> bytes:
        """Everything the board has sent since the last call."""
        new = self.line[self._read_until :]
        self._read_until = len(self.line)
        return bytes(byte.value for byte in new if byte.kind == "tx")

    def reset(self, cause: ResetCause) -> None:
        """Reset the chip: its button, a dip of the supply, or power off and on."""
        self._command(f"reset {cause}")

    def freeze(self) -> None:
        """Hang the main program until a reset; interrupts go on."""
        self._command("freeze")

    def hold(self, pin: str, level: int | None) -> None:
        """From outside: a watched pin reads this level, whatever the chip drives; None lets go.

        `pulses` and `level` go on telling what the chip drives.
        """
        self._command(f"hold {pin} {-1 if level is None else level}")

    def eeprom(self) -> bytes:
        """The 1024 bytes of the EEPROM."""
        self._command("eeprom")
        return bytes.fromhex(self._answer)

    def ram(self) -> bytes:
        """The 2048 bytes of RAM."""
        self._command("ram")
        return bytes.fromhex(self._answer)

    def poke(self, address: int, data: bytes) -> None:
        """Write the EEPROM from outside, as wear or a torn write would."""
        self._command(f"poke {address} {data.hex()}")

    def damage(self, offset: int, data: bytes) -> None:
        """Write the RAM, as a cosmic ray or a bug would; `offset` counts as in `ram()`."""
        self._command(f"damage {offset} {data.hex()}")

    def count(self, kind: str) -> int:
        """How many bytes of a kind (`lost`, `off`, ...) there have been."""
        return sum(byte.kind == kind for byte in self.line)

    def level(self, pin: str) -> int:
        """The present level of a watched pin."""
        edges = self.edges[CHIP_NAME[pin]]
        return edges[-1].level if edges else 0

    def pulses(self, pin: str, since: int = 0) -> list[Pulse]:
        """The whole pulses of a watched pin that rose at or after a cycle."""
        edges = [edge for edge in self.edges[CHIP_NAME[pin]] if edge.cycle >= since]
        if edges and edges[0].level == 0:
            edges = edges[1:]
        return [
            Pulse(rise.cycle, fall.cycle)
            for rise, fall in zip(edges[::2], edges[1::2], strict=False)
        ]

    def _command(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        self._events_until("at")

    def _events_until(self, last: str) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            kind, *fields = line.split()
            if kind == "pin":
                self.edges[fields[1]].append(Edge(int(fields[0]), int(fields[2])))
            elif kind in ("eeprom", "ram"):
                self._answer = fields[0]
            elif kind == "at":
                self.cycle = int(fields[0])
            elif kind != "ready":
                self.line.append(Byte(int(fields[0]), kind, int(fields[1], 16)))
            if kind == last:
                return
        raise RuntimeError(f"the virtual Uno stopped at cycle {self.cycle}")
