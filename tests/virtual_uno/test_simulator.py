"""The simulator against the ATmega328P's datasheet: every value here follows from it.

The probes are bare programs (firmware/simulator/probes) whose comments derive what to expect.
"""

import itertools
import os
import select
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from . import build
from .uno import SIMULATOR, VirtualUno

pytestmark = pytest.mark.xdist_group("virtual_uno")


@pytest.fixture(scope="module")
def probe() -> Iterator[Callable[[str], Path]]:
    build.simulator()
    build.need({"avr-gcc": "gcc-avr avr-libc"})

    def get(name: str) -> Path:
        build.make(build.SIMULATOR, f"build/{name}.elf")
        return build.SIMULATOR / "build" / f"{name}.elf"

    yield get


def run(elf: Path, milliseconds: float = 300, send: bytes = b"") -> VirtualUno:
    with VirtualUno(elf) as uno:
        uno.run_ms(1)
        uno.send(send)
        uno.run_ms(milliseconds - 1)
    return uno


def widths(uno: VirtualUno, pin: str) -> list[int]:
    return [pulse.fall - pulse.rise for pulse in uno.pulses(pin)]


def periods(uno: VirtualUno, pin: str) -> list[int]:
    rises = [pulse.rise for pulse in uno.pulses(pin)]
    return [b - a for a, b in itertools.pairwise(rises)]


def fields(uno: VirtualUno) -> dict[str, str]:
    lines = uno.read().decode("latin-1").split("\n")
    return dict(line.split("=", 1) for line in lines if "=" in line)


def test_mode_14_takes_a_width_over_at_bottom_and_the_period_at_once(
    probe: Callable[[str], Path],
) -> None:
    uno = run(probe("fastpwm"))
    assert widths(uno, "D9")[:8] == [24000] * 3 + [32000] * 3 + [4000] * 2
    assert set(widths(uno, "D10")) == {16000}
    assert periods(uno, "D9")[:11] == [320000] * 8 + [160000] * 3


def test_mode_10_takes_a_width_over_at_top(probe: Callable[[str], Path]) -> None:
    uno = run(probe("phase"))
    assert widths(uno, "D9")[:7] == [24000] * 4 + [32000] * 3
    assert periods(uno, "D9")[:6] == [320000] * 3 + [316000] + [320000] * 2


def test_mode_12_toggles_and_interrupts_every_top_plus_one(probe: Callable[[str], Path]) -> None:
    uno = run(probe("ctc"))
    assert set(widths(uno, "D9")) == set(widths(uno, "D10")) == {8000}


def test_icr1_keeps_its_value_in_the_modes_that_do_not_use_it(probe: Callable[[str], Path]) -> None:
    seen = fields(run(probe("icr"), 20))
    assert (seen["early"], seen["late"]) == ("0", "1234")


def test_a_pin_held_from_outside_reads_so(probe: Callable[[str], Path]) -> None:
    with VirtualUno(probe("icr")) as uno:
        uno.run_ms(9)
        uno.hold("D9", 1)
        uno.run_ms(11)
    seen = fields(uno)
    assert (seen["low"], seen["high"]) == ("0", "1")


def test_entering_an_interrupt_takes_four_cycles(probe: Callable[[str], Path]) -> None:
    assert 1009 <= int(fields(run(probe("latency")))["tcnt"]) <= 1011


def test_instruction_times(probe: Callable[[str], Path]) -> None:
    datasheet = {
        "nop": 1, "ldi": 1, "mul": 2, "adiw": 6, "push_pop": 4, "lds": 2, "sts": 2, "ld_z": 2,
        "ldd_z": 2, "st_z": 4, "lpm_z": 3, "out": 2, "sbi": 2, "sbis_skip1": 4, "sbis_noskip": 4,
        "sbis_skip2": 5, "cpse_skip": 2, "brne_taken": 3, "brne_not": 2, "rjmp": 2, "jmp": 3,
        "rcall_ret": 7, "call_ret": 8, "ijmp": 6, "icall": 11,
    }  # fmt: skip
    seen = fields(run(probe("insn")))
    assert {name: int(seen[name]) for name in datasheet} == datasheet


def test_the_receiver_keeps_two_bytes_and_the_newest(probe: Callable[[str], Path]) -> None:
    uno = run(probe("uart"), send=b"ABCDEF")
    sent = [byte.cycle for byte in uno.line if byte.kind == "tx"]
    assert [b - a for a, b in itertools.pairwise(sent)][:3] == [1360] * 3  # ten bits
    assert uno.count("lost") == 3
    text = uno.read().decode("latin-1")
    assert "got=3\nABF\ndor=1\n" in text


def test_eeprom_times_and_a_watchdog_reset(probe: Callable[[str], Path]) -> None:
    uno = run(probe("eeprom"))
    assert 54300 <= widths(uno, "D9")[0] <= 54420  # 3.4 ms
    assert 255000 <= widths(uno, "D10")[0] <= 257000  # 16 ms
    power_on, watchdog, kept = "mcusr=1", "mcusr=8", "byte=167"
    assert uno.read().decode().split() == [power_on, "byte=255", watchdog, kept]


def test_a_page_is_erased_written_and_read_back(probe: Callable[[str], Path]) -> None:
    seen = fields(run(probe("spm")))
    assert seen["ok"] == "1"
    assert all(abs(int(seen[name]) - 4500) < 5 for name in ("erase_us", "write_us"))


def test_two_runs_are_the_same_run(probe: Callable[[str], Path]) -> None:
    runs = [run(probe("echo"), 20, b"abcdef\n") for _ in range(2)]
    assert runs[0].read() == runs[1].read() == b"abcdef\n"
    assert (runs[0].line, runs[0].edges) == (runs[1].line, runs[1].edges)


def test_a_byte_arrives_in_the_middle_of_its_stop_bit(probe: Callable[[str], Path]) -> None:
    with VirtualUno(probe("echo")) as uno:
        uno.run_ms(10)
        sent_at = uno.cycle
        uno.ask(b"d")
    received = next(byte.cycle for byte in uno.line if byte.kind == "rx")
    assert received - sent_at == 1292  # 9.5 bits of 136 cycles


def test_bytes_to_a_receiver_that_is_off_are_reported(probe: Callable[[str], Path]) -> None:
    assert run(probe("fastpwm"), 20, b"AB").count("off") == 2


def test_a_wrong_baud_rate_gives_framing_errors(probe: Callable[[str], Path]) -> None:
    with VirtualUno(probe("echo"), host_baud=9600) as uno:
        uno.run_ms(1)
        uno.ask(b"U" * 20, 60)
    assert uno.count("framing") == 20


def test_a_sleeping_cpu_wakes_for_the_uart(probe: Callable[[str], Path]) -> None:
    with VirtualUno(probe("sleep")) as uno:
        uno.run_ms(10)
        assert uno.ask(b"A") + uno.ask(b"B") == b"AB"
    rx = [byte.cycle for byte in uno.line if byte.kind == "rx"]
    tx = [byte.cycle for byte in uno.line if byte.kind == "tx"]
    assert all(8 <= sent - 1360 - got <= 40 for got, sent in zip(rx, tx, strict=True))


def test_on_a_pty_it_is_a_serial_port_at_the_lines_pace(
    probe: Callable[[str], Path], tmp_path: Path
) -> None:
    link = tmp_path / "uno"
    elf = probe("echo")
    with subprocess.Popen([SIMULATOR, "--link", link, elf], stdout=subprocess.PIPE) as simulator:
        assert simulator.stdout is not None
        assert simulator.stdout.readline() == f"port {link}\n".encode()
        port = os.open(link, os.O_RDWR | os.O_NOCTTY)
        data = bytes(range(256)) * 8
        start = time.monotonic()
        os.write(port, data)
        back = b""
        while len(back) < len(data) and select.select([port], [], [], 2)[0]:
            back += os.read(port, 4096)
        took = time.monotonic() - start
        os.close(port)
        simulator.terminate()
    assert back == data
    assert took >= 2048 * 1360 / 16e6 - 0.01
    assert not link.is_symlink()
