"""The virtual Uno in real time on a pty, as a program sees it on its USB cable."""

import contextlib
import csv
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from . import build
from .uno import CHIP_NAME, CLOCK_HZ, SIMULATOR


@dataclass(frozen=True)
class PtyUno:
    """Its port, and the file that keeps every edge of the servo pins."""

    port: str
    edges: Path

    def pulse_us(self) -> tuple[float, float] | None:
        """The newest whole pulses of D9 and D10; None before the first."""
        widths: dict[str, float] = {}
        rises: dict[str, int] = {}
        with self.edges.open(encoding="ascii") as file:
            for row in csv.DictReader(file):
                if row["level"] == "1":
                    rises[row["pin"]] = int(row["cycle"])
                elif row["level"] == "0" and row["pin"] in rises:
                    widths[row["pin"]] = (int(row["cycle"]) - rises[row["pin"]]) * 1e6 / CLOCK_HZ
        both = [widths.get(CHIP_NAME[pin]) for pin in ("D9", "D10")]
        return None if None in both else (both[0] or 0.0, both[1] or 0.0)


@contextlib.contextmanager
def plugged_in(folder: Path, firmware: Path | None) -> Iterator[PtyUno]:
    """A Uno with its bootloader and, if given, the firmware; opening the port resets it."""
    build.simulator()
    build.make(build.SIMULATOR, "bootloader")
    uno = PtyUno(str(folder / "uno"), folder / "edges.csv")
    command = [
        str(SIMULATOR), "--auto-reset", "--link", uno.port, "--pulses", str(uno.edges),
        "--bootloader", str(build.SIMULATOR / "build" / "optiboot.hex"),
    ]  # fmt: skip
    if firmware is not None:
        command.append(str(firmware))
    with subprocess.Popen(command, stdout=subprocess.PIPE) as simulator:
        assert simulator.stdout is not None
        simulator.stdout.readline()
        try:
            yield uno
        finally:
            simulator.terminate()
