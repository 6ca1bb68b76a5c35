"""The sketch for every board, without a warning, within its budget of memory."""

import itertools
import shutil
import subprocess
from pathlib import Path

import pytest

from . import build
from .uno import VirtualUno

pytestmark = pytest.mark.xdist_group("virtual_uno")

BOARDS = ("uno", "nano", "nano-old", "mega", "leonardo")
RAM_BUDGET = 1228  # 1.2 KB of an Uno's 2 KB
FLASH_BUDGET = 12 * 1024  # of an Uno's 32 KB
USB_FLASH_BUDGET = 16 * 1024  # of a Leonardo's, where the Arduino core's USB port comes to it


def sizes(elf: Path) -> tuple[int, int]:
    """Bytes of flash and of RAM."""
    done = subprocess.run(["avr-size", elf], capture_output=True, text=True, check=True)
    text, data, bss = (int(field) for field in done.stdout.splitlines()[1].split()[:3])
    return text + data, data + bss


@pytest.mark.parametrize("compiler", build.COMPILERS)
@pytest.mark.parametrize("board", BOARDS)
def test_the_sketch_builds_within_its_budget(board: str, compiler: str) -> None:
    flash, ram = sizes(build.firmware(board, compiler=compiler))
    print(f"{board} by {compiler}'s compiler: {flash} bytes of flash, {ram} of static RAM")
    assert ram <= RAM_BUDGET
    assert flash <= (USB_FLASH_BUDGET if board == "leonardo" else FLASH_BUDGET)


@pytest.mark.parametrize("baud", [250_000, 500_000, 1_000_000])
def test_the_other_rates_are_the_lines_own(baud: int) -> None:
    build.simulator()
    with VirtualUno(build.firmware("uno", baud), host_baud=baud) as uno:
        uno.run_ms(50)
        assert uno.ask(b"hello\n", 50).count(b"servoarm") == 2  # the banner and the answer
        assert not uno.count("framing")
        sent = [byte.cycle for byte in uno.line if byte.kind == "tx"]
        gaps = [b - a for a, b in itertools.pairwise(sent)]
        assert min(gaps) == 10 * 16_000_000 // baud


@pytest.mark.parametrize("compiler", build.COMPILERS)
def test_no_line_of_ours_earns_a_warning(compiler: str) -> None:
    """Built anew with `--warnings all`; the stock core has some of its own."""
    build.firmware("uno")
    shutil.rmtree(build.BUILD / "warnings", ignore_errors=True)
    other = [f"COMPILER={build.arduino_compiler()}"] if compiler == "arduino" else []
    said = build.make(build.ROOT / "firmware", "-f", "avr.mk", "NAME=warnings", *other, "uno")
    assert [line for line in said.splitlines() if "warning" in line and "/sketch/" in line] == []


def test_the_cores_serial_is_not_linked_beside_our_own(firmware: Path) -> None:
    """Its receive interrupt would take ours, and its buffers a seventh of the RAM."""
    names = subprocess.run(
        ["avr-nm", "-C", firmware], capture_output=True, text=True, check=True
    ).stdout
    assert "HardwareSerial" not in names
    assert "__vector_18" in names


def test_other_boards_get_the_servo_library_and_serial(tmp_path: Path) -> None:
    """Compiled against stand-ins that declare what any Arduino core and the Servo library have."""
    (tmp_path / "Arduino.h").write_text(
        "#pragma once\n#include <stdint.h>\n#include <string.h>\n"
        "#define LOW 0\n#define HIGH 1\n#define OUTPUT 1\n#define LED_BUILTIN 13\n"
        "void pinMode(uint8_t, uint8_t); void digitalWrite(uint8_t, uint8_t);\n"
        "unsigned long micros();\n"
        "struct SerialLike { void begin(unsigned long); int read(); int available();\n"
        "  int availableForWrite(); unsigned write(uint8_t); };\n"
        "extern SerialLike Serial;\n"
    )
    (tmp_path / "Servo.h").write_text(
        "#pragma once\nstruct Servo { uint8_t attach(int, int, int); void detach();\n"
        "  void writeMicroseconds(int); };\n"
    )
    sources = sorted((build.ROOT / "firmware" / "servo_arm" / "src" / "board").glob("*.cpp"))
    subprocess.run(
        ["g++", "-std=c++11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{tmp_path}"]
        + [str(source) for source in sources],
        check=True,
    )


def test_the_servo_librarys_first_pulse_keeps_to_our_range(tmp_path: Path) -> None:
    """The library clamps to 544 .. 2400 us until attach tells it another range."""
    (tmp_path / "Arduino.h").write_text(
        "#pragma once\n#include <stdint.h>\n"
        "#define LOW 0\n#define OUTPUT 1\n"
        "void pinMode(uint8_t, uint8_t); void digitalWrite(uint8_t, uint8_t);\n"
        "unsigned long micros();\n"
    )
    (tmp_path / "Servo.h").write_text(
        "#pragma once\nextern int widths[2], attached;\n"
        "struct Servo { int least = 544, most = 2400, width = 1500, channel = -1;\n"
        "  int attach(int pin, int a, int b)\n"
        "  { channel = pin - 9; least = a; most = b; ++attached;\n"
        "    return widths[channel] = width; }\n"
        "  void detach() { --attached; }\n"
        "  void writeMicroseconds(int us)\n"
        "  { width = us < least ? least : us > most ? most : us;\n"
        "    if (channel >= 0) widths[channel] = width; } };\n"
    )
    board = build.ROOT / "firmware" / "servo_arm" / "src" / "board"
    (tmp_path / "main.cpp").write_text(
        "#include <cstdio>\n"
        f'#include "{board / "pulses.h"}"\n'
        "int widths[2], attached;\n"
        "void pinMode(uint8_t, uint8_t) {}\nvoid digitalWrite(uint8_t, uint8_t) {}\n"
        "unsigned long micros() { return 0; }\n"
        "int main() {\n"
        "  servoarm::Pulses pulses{};\n"
        "  pulses.hand_over(20000, 2 * 2800, 2 * 300);\n"
        '  std::printf("%d %d %d", attached, widths[0], widths[1]);\n'
        "}\n"
    )
    program = tmp_path / "servo"
    sources = [str(tmp_path / "main.cpp"), str(board / "servo_pulses.cpp")]
    subprocess.run(["g++", "-std=c++14", f"-I{tmp_path}", "-o", program, *sources], check=True)
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    assert done.stdout == "2 2800 300"
