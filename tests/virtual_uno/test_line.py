"""The serial line at full rate: nothing lost, nothing damaged obeyed."""

import itertools
import random
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from . import build
from .lines import answers, framed
from .uno import CYCLES_PER_MS, VirtualUno

pytestmark = pytest.mark.xdist_group("virtual_uno")

DAMAGED_LINES = 10_000
BYTE_CYCLES = 1360  # ten bits at 115200

# For what takes long and does not depend on the compiler.
one_compiler = pytest.mark.parametrize("firmware", ["arduino"], indirect=True)


def flip(line: bytes, chance: random.Random) -> bytes:
    at, bit = chance.randrange(len(line)), chance.randrange(8)
    return line[:at] + bytes([line[at] ^ 1 << bit]) + line[at + 1 :]


def drop(line: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(line))
    return line[:at] + line[at + 1 :]


def burst(line: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(line) - 3)
    return line[:at] + chance.randbytes(3) + line[at + 3 :]


def cut(line: bytes, chance: random.Random) -> bytes:
    return line[: chance.randrange(len(line))]


def swap(line: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(line) - 1)
    return line[:at] + line[at + 1 : at + 2] + line[at : at + 1] + line[at + 2 :]


DAMAGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (flip, drop, burst, cut, swap)


def intact(data: bytes) -> list[bytes]:
    """Framed lines that came through whole, e.g. where a burst replaced a lost LF by another."""
    lines = re.findall(rb":([^:*\r\n]*)\*([0-9a-f]{8})(?=[\r\n])", data)
    return [body for body, crc in lines if zlib.crc32(body) == int(crc, 16)]


def damaged(sequence: int, chance: random.Random) -> bytes:
    """Fifty moves to beyond 120 degrees, each spoiled, none whole, and no stop among them."""
    while True:
        data = b""
        for n in range(50):
            line = framed((sequence + n) & 0xFFFF, f"move {chance.randrange(12000, 22000)} 0")
            data += chance.choice(DAMAGES)(line, chance)
        data = data.translate(None, b"!^?")
        if not intact(data + b"\n"):
            return data


@one_compiler
def test_damaged_moves_never_move_the_arm_and_the_next_good_line_counts(uno: VirtualUno) -> None:
    """Every damaged line asks for more than 120 degrees, every good one for less than 90."""
    chance = random.Random(4)
    uno.ask(b"joint 1 -4500 22500 200000 2000000\npose 8000 0\n", 30)
    uno.ask(framed(1, "hello 1 7") + framed(2, "attach"), 100)
    good = []
    start = uno.cycle
    for sequence in range(3, 3 + DAMAGED_LINES + DAMAGED_LINES // 50, 51):
        good.append(f"{(sequence + 50) & 0xFFFF} ok")
        data = damaged(sequence, chance)
        data += framed((sequence + 50) & 0xFFFF, f"move {chance.randrange(0, 9000)} 0")
        uno.send(data)
        uno.run_cycles(len(data) * BYTE_CYCLES)
    uno.run_ms(100)
    assert [line for line in answers(uno.read()) if line.endswith(" ok")] == good
    widths = [pulse.ticks for pulse in uno.pulses("D9", start)]
    ninety_degrees = 1000 + (4500 + 9000) * 4000 // 27000
    assert max(widths) <= ninety_degrees
    assert len(set(widths)) > 20
    assert uno.count("lost") == 0


def test_a_line_that_comes_again_is_stale(holding: VirtualUno) -> None:
    holding.ask(framed(1, "hello 1 7"))
    again = framed(2, "move 5000 0")
    said = [line for line in answers(holding.ask(again + again, 40)) if line.startswith("2 ")]
    assert said == ["2 ok", "2 err 4 stale-sequence"]


def test_a_program_at_the_wrong_baud_rate_is_not_half_understood(firmware: Path) -> None:
    with VirtualUno(firmware, host_baud=9600) as uno:
        uno.run_ms(50)
        uno.read()
        assert b"ok" not in uno.ask(b"pose 9000 -9000\nattach\n", 100)
        assert not uno.edges["PB1"]


@pytest.fixture
def flooded() -> Iterator[VirtualUno]:
    """At 1 MBd bytes come faster than the chip can obey: the receiver must lose some."""
    build.simulator()
    with VirtualUno(build.firmware("uno", 1_000_000)) as uno:
        uno.run_ms(50)
        uno.ask(b"pose 9000 9000\n")
        uno.ask(b"attach\n", 100)
        yield uno


def test_typed_lines_that_lost_bytes_do_nothing(flooded: VirtualUno) -> None:
    """A `move 12000 9000` without one of its digits would be another move."""
    start = flooded.cycle
    flooded.send(b"".join(b"move 12000" + b" " * (i % 23) + b"9000\n" for i in range(1, 2000)))
    flooded.run_ms(1000)
    widths = [pulse.ticks for pulse in flooded.pulses("D9", start)]
    assert widths == sorted(widths)
    assert widths[-1] == 1000 + (4500 + 12000) * 4000 // 27000
    assert {pulse.ticks for pulse in flooded.pulses("D10", start)} == {4333}
    flooded.read()
    flooded.ask(b"\n")
    counted = flooded.ask(b"counters\n").split()
    assert int(counted[3]) > 0


def test_a_flood_is_survived(flooded: VirtualUno) -> None:
    flooded.ask(framed(1, "hello 1 7"), 50)
    flooded.send(b"".join(framed(2 + i, f"move {i % 180 * 100} 0") for i in range(2000)))
    flooded.run_ms(1000)
    flooded.read()
    assert "5000 ok" in answers(flooded.ask(framed(5000, "stop"), 60))


def test_a_stop_is_obeyed_in_the_midst_of_a_full_line(uno: VirtualUno) -> None:
    uno.ask(b"pose 9000 0\n")
    uno.ask(framed(1, "hello 1 7") + framed(2, "attach"), 100)
    moves = b"".join(framed(3 + i, f"move {i % 2 * 18000} 0") for i in range(40))
    uno.send(moves + b"!" + b":9")
    uno.run_cycles(len(moves) * BYTE_CYCLES)
    asked = uno.cycle
    uno.run_ms(500)
    pulses = uno.pulses("D9", asked + 320 * CYCLES_PER_MS)
    assert len({pulse.ticks for pulse in pulses}) == 1


def test_a_silent_host_is_noticed_in_the_set_time(uno: VirtualUno) -> None:
    """Eases to a stop: the widths change ever more slowly, and then no more."""
    uno.ask(b"watchdog 300 0\njoint 1 -4500 22500 6000 12000\npose 0 0\n", 40)
    uno.ask(framed(1, "hello 1 7") + framed(2, "attach") + framed(3, "move 20000 0 100"), 10)
    silent = uno.cycle
    uno.run_ms(2500)
    pulses = uno.pulses("D9", silent)
    steps = [b.ticks - a.ticks for a, b in itertools.pairwise(pulses)]
    last = max(i for i, step in enumerate(steps) if step)
    stopped_after = (pulses[last].rise - silent) / CYCLES_PER_MS
    # the first move is slow (25 %): 1500 cdeg/s, stopped at 12000 cdeg/s^2 within 125 ms
    assert 300 <= stopped_after <= 300 + 125 + 4 * 20
    assert all(step >= 0 for step in steps)
    assert answers(uno.read())[-1].startswith("- status holding")


def test_a_silent_host_relaxes_the_arm_where_so_set(uno: VirtualUno) -> None:
    uno.ask(b"watchdog 300 1\npose 9000 0\n", 40)
    uno.ask(framed(1, "hello 1 7") + framed(2, "attach"), 10)
    silent = uno.cycle
    uno.run_ms(2000)
    last = uno.pulses("D9", silent)[-1]
    # time is whole frames, and that of the last line does not count; the last pulse begins a
    # frame before the next that is missing
    assert 300 <= (last.rise - silent) / CYCLES_PER_MS + 20 <= 300 + 2 * 20
    assert uno.level("D9") == 0


@one_compiler
def test_twenty_minutes_change_nothing(holding: VirtualUno) -> None:
    """More than 65536 frames: the counters of 8 and 16 bits have all gone round."""
    holding.ask(framed(1, "hello 1 7"))
    holding.ask(framed(2, "open"))
    holding.edges["PB1"].clear()
    holding.edges["PB2"].clear()
    for minute in range(22):
        holding.run_ms(60_000)
        assert holding.ask(f"move {9000 - minute} -9000\n".encode(), 100).startswith(b"ok\n")
    rises = [pulse.rise for pulse in holding.pulses("D9")]
    assert len(rises) > 65536
    assert {b - a for a, b in itertools.pairwise(rises)} == {320_000}
    assert holding.pulses("D9")[-1].ticks == 1000 + ((4500 + 9000 - 21) * 4000 + 13500) // 27000
    assert not holding.count("lost")


SPOILT_BAUD = 127_000  # the chip itself is 2 % above 115200


def spoilt(text: bytes) -> bytes:
    """Bytes that the simulator delivers as `text`, each without its stop bit, at SPOILT_BAUD.

    At a rate so far off it makes 167 * byte + 13 of a byte, and tells a framing error.
    """
    back = pow(167, -1, 256)
    return bytes((byte - 13) * back % 256 for byte in text)


@pytest.mark.parametrize("text", [b"pose 9000 -9000\n", b"\npose 9000 -9000\n", b"!", b"^"])
def test_bytes_without_their_stop_bit_are_no_text(firmware: Path, text: bytes) -> None:
    with VirtualUno(firmware, host_baud=SPOILT_BAUD) as uno:
        uno.run_ms(50)
        uno.read()
        assert uno.ask(spoilt(text), 100) == b""
        assert [byte.value for byte in uno.line if byte.kind == "framing"] == list(text)


def test_a_line_that_the_receiver_overran_is_refused() -> None:
    """At 2 MBd the receive interrupt itself is too slow, and the chip drops bytes."""
    build.simulator()
    overrun = 0
    with VirtualUno(build.firmware("uno", 2_000_000)) as uno:
        uno.run_ms(50)
        for n in range(100):
            before = uno.count("lost")
            uno.read()
            said = uno.ask(b"pose %d %d\n" % (1000 + n, 2000 + n), 20)
            if uno.count("lost") == before:
                assert said == b"ok\n"
            elif said:
                overrun += 1
                assert said.startswith(b"err ")
            uno.ask(b"\n")
    assert overrun > 10
