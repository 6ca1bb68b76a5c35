"""The real firmware in the virtual Uno against a tutorial's sketch: pulses, line, memory.

    python benchmarks/virtual_uno.py

Both run in the same simulator, cycle by cycle. The peer (benchmarks/servo_style) takes text lines
and makes its pulses as the Servo library does, one servo after the other by interrupts.
"""

import itertools
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.virtual_uno import build  # noqa: E402
from tests.virtual_uno.lines import answers, framed  # noqa: E402
from tests.virtual_uno.uno import CLOCK_HZ, CYCLES_PER_MS, Pulse, VirtualUno  # noqa: E402

US = CLOCK_HZ // 1_000_000
FRAME = 20 * CYCLES_PER_MS
BAUDS = (115_200, 250_000, 500_000, 1_000_000)
TWINS = b"joint 2 -4500 22500 18000 72000\nservo 2 10 500 2500 27000 4500 1\n"
FIRMWARE = build.ROOT / "firmware"

Lines = Iterator[bytes]


def build_peer() -> Path:
    """Build the tutorial's sketch."""
    sketch = "SKETCH=../benchmarks/servo_style/servo_style.ino"
    build.make(FIRMWARE, "-f", "avr.mk", sketch, "NAME=servo-style", "uno")
    return build.BUILD / "servo-style" / "servo_style.ino.elf"


def attach(uno: VirtualUno, pose: bytes = b"pose 9000 9000\n") -> None:
    """Bring our firmware to pulses, both joints with the same map, in a strict session."""
    uno.run_ms(50)
    uno.ask(TWINS, 40)
    uno.ask(b"joint 1 -4500 22500 200000 2000000\njoint 2 -4500 22500 200000 2000000\n", 40)
    uno.ask(pose, 20)
    uno.ask(framed(1, "hello 1 7"), 40)
    uno.ask(framed(2, "attach"), 100)
    uno.read()


def our_moves(goals: Iterator[int]) -> Lines:
    """Framed moves of both joints to the same angle."""
    for sequence, goal in enumerate(goals, 3):
        yield framed(sequence & 0xFFFF, f"move {goal} {goal}")


def peer_moves(widths: Iterator[int]) -> Lines:
    """The tutorial's lines, both servos the same."""
    for width in widths:
        yield f"{width},{width}\n".encode()


def saturate(uno: VirtualUno, lines: Lines, milliseconds: int, byte_cycles: float) -> int:
    """Send lines back to back for a time; return how many."""
    end = uno.cycle + milliseconds * CYCLES_PER_MS
    sent = 0
    while uno.cycle < end:
        chunk = list(itertools.islice(lines, 20))
        sent += len(chunk)
        data = b"".join(chunk)
        uno.send(data)
        uno.run_cycles(round(len(data) * byte_cycles))
    uno.run_ms(60)
    return sent


def spread_us(values: list[int]) -> float:
    """Largest less smallest, in microseconds."""
    return (max(values) - min(values)) / US if values else 0.0


def pulse_figures(uno: VirtualUno, since: int) -> tuple[float, float]:
    """Peak-to-peak jitter of width and of period, of the worse pin, in microseconds."""
    widths, periods = [], []
    for pin in ("D9", "D10"):
        pulses = uno.pulses(pin, since)
        widths.append(spread_us([p.fall - p.rise for p in pulses]))
        rises = [p.rise for p in pulses]
        periods.append(spread_us([b - a for a, b in itertools.pairwise(rises)]))
    return max(widths), max(periods)


def torn(uno: VirtualUno, since: int, tolerance_us: float) -> float:
    """Percent of frames whose two pulses come from different commands."""
    pairs: list[tuple[Pulse, Pulse]] = list(
        zip(uno.pulses("D9", since), uno.pulses("D10", since), strict=False)
    )
    apart = [abs((a.fall - a.rise) - (b.fall - b.rise)) / US > tolerance_us for a, b in pairs]
    return 100 * sum(apart) / len(apart)


def to_pulse_ms(elf: Path, start: Callable[[VirtualUno], None], lines: Lines) -> list[float]:
    """For single lines at odd times, at rest: from the last byte to the first changed pulse."""
    waits = []
    with VirtualUno(elf) as uno:
        start(uno)
        for number, line in enumerate(itertools.islice(lines, 100)):
            uno.run_ms(300 + number * 0.37 % 20)
            rest = uno.pulses("D9")[-1]
            got = arrival(uno, line, 80)
            changed = (
                p.rise
                for p in uno.pulses("D9", got)
                if abs((p.fall - p.rise) - (rest.fall - rest.rise)) > 8 * US
            )
            waits.append((next(changed) - got) / CYCLES_PER_MS)
    return waits


def to_answer_ms(elf: Path, start: Callable[[VirtualUno], None], lines: Lines) -> list[float]:
    """For single lines at odd times, under way: from the last byte until the answer begins.

    The answer begins when the command has been carried out.
    """
    waits = []
    with VirtualUno(elf) as uno:
        start(uno)
        uno.ask(next(lines), 30)
        for number, line in enumerate(itertools.islice(lines, 100)):
            uno.run_ms(number * 0.37 % 20)
            mark = len(uno.line)
            got = arrival(uno, line, 12)
            sent = min(byte.cycle for byte in uno.line[mark:] if byte.kind == "tx")
            waits.append((sent - 10 * 136 - got) / CYCLES_PER_MS)
    return waits


def arrival(uno: VirtualUno, line: bytes, milliseconds: float) -> int:
    """Send, let time pass, and return the cycle of the last byte's stop bit."""
    uno.send(line)
    uno.run_ms(milliseconds)
    return max(byte.cycle for byte in uno.line if byte.kind == "rx")


def start_peer(uno: VirtualUno) -> None:
    """Wait for the tutorial's sketch."""
    uno.run_ms(100)
    uno.read()


def without_loss(elf: Path, baud: int) -> tuple[float, float]:
    """Moves a second that are all obeyed, and the most that the line could carry."""
    byte_cycles = 10 * 8 * round(CLOCK_HZ / 8 / baud)
    length = len(framed(10000, "move 10000 10000"))
    most = CLOCK_HZ / (length * byte_cycles)
    low, high = 0.0, most
    if all_obeyed(elf, length * byte_cycles):
        return most, most
    while high - low > most / 100:
        middle = (low + high) / 2
        low, high = (middle, high) if all_obeyed(elf, CLOCK_HZ / middle) else (low, middle)
    return low, most


def all_obeyed(elf: Path, line_cycles: float) -> bool:
    """Whether every one of two seconds' moves is obeyed at this pace."""
    with VirtualUno(elf) as uno:
        attach(uno)
        end = uno.cycle + 2 * CLOCK_HZ
        sent = 0
        due = float(uno.cycle)
        lines = our_moves(itertools.cycle(range(10000, 14000, 37)))
        while uno.cycle < end:
            uno.send(next(lines))
            sent += 1
            due += line_cycles
            uno.run_cycles(max(0, round(due) - uno.cycle))
        uno.run_ms(60)
        return sum(line.endswith(" ok") for line in answers(uno.read())) == sent


def ready_ms(elf: Path, bootloader: Path | None, word: bytes) -> float:
    """From the reset button to the end of the sketch's first line."""
    with VirtualUno(elf, bootloader=bootloader) as uno:
        uno.run_ms(200)
        uno.read()
        uno.reset("button")
        pressed = uno.cycle
        mark = len(uno.line)
        uno.run_ms(2500)
        said = [byte for byte in uno.line[mark:] if byte.kind == "tx"]
        assert word in bytes(byte.value for byte in said)
        end = next(byte.cycle for byte in said if byte.value == 0x0A)
        return (end - pressed) / CYCLES_PER_MS


def memory(elf: Path) -> tuple[int, int]:
    """Bytes of flash and of static RAM."""
    done = subprocess.run(["avr-size", elf], capture_output=True, text=True, check=True)
    text, data, bss = (int(field) for field in done.stdout.splitlines()[1].split()[:3])
    return text + data, data + bss


def row(name: str, ours: str, peer: str = "") -> None:
    """Print one line of the table."""
    print(f"{name:56} {ours:>24} {peer:>24}", flush=True)


def pulses_table(ours: Path, peer: Path) -> None:
    """Jitter and torn frames."""
    bit = 136
    for name, milliseconds in (("idle", 0), ("line saturated", 4000)):
        with VirtualUno(ours) as uno:
            attach(uno)
            start = uno.cycle
            saturate(uno, our_moves(itertools.repeat(9000)), milliseconds, 10 * bit)
            uno.run_ms(2000)
            a = pulse_figures(uno, start)
        with VirtualUno(peer) as uno:
            start_peer(uno)
            start = uno.cycle
            saturate(uno, peer_moves(itertools.repeat(1500)), milliseconds, 10 * bit)
            uno.run_ms(2000)
            b = pulse_figures(uno, start)
        row(f"jitter of width / period, us, {name}", *(f"{w:.2f} / {p:.2f}" for w, p in (a, b)))
    with VirtualUno(ours) as uno:
        attach(uno)
        start = uno.cycle
        saturate(uno, our_moves(itertools.cycle((3000, 15000, 9000))), 8000, 10 * bit)
        a_torn = torn(uno, start, 0)
    with VirtualUno(peer) as uno:
        start_peer(uno)
        start = uno.cycle
        saturate(uno, peer_moves(itertools.cycle((1000, 2000, 1500))), 8000, 10 * bit)
        b_torn = torn(uno, start, 50)
    row("frames with the servos from two commands, %", f"{a_torn:.1f}", f"{b_torn:.1f}")


def line_table(ours: Path, peer: Path) -> None:
    """Latency and throughput."""
    for name, measure in (
        ("first changed pulse", to_pulse_ms),
        ("answer, while moving", to_answer_ms),
    ):
        a = measure(ours, attach, our_moves(itertools.cycle((13000, 9000))))
        b = measure(peer, start_peer, peer_moves(itertools.cycle((1700, 1500))))
        figures = (f"{statistics.median(v):.2f} / {max(v):.2f}" for v in (a, b))
        row(f"last byte -> {name}, ms, median / worst", *figures)
    for baud in BAUDS:
        reached, most = without_loss(build.firmware("uno", baud), baud)
        row(f"moves a second without loss, {baud} Bd", f"{reached:.0f} of {most:.0f}")


def main() -> None:
    """Print the table, or which tool is missing."""
    try:
        build.simulator()
        build.firmware("uno")
    except pytest.skip.Exception as missing:
        print(missing.msg)
        return
    build.make(build.SIMULATOR, "bootloader")
    ours, peer = build.firmware("uno"), build_peer()
    row("", "servoarm", "tutorial sketch")
    pulses_table(ours, peer)
    line_table(ours, peer)
    sizes = [memory(elf) for elf in (ours, peer)]
    row("flash / static RAM, bytes", *(f"{flash} / {ram}" for flash, ram in sizes))
    boot = build.SIMULATOR / "build" / "optiboot.hex"
    for name, loader in (("", None), (", through the bootloader", boot)):
        times = (ready_ms(ours, loader, b"servoarm"), ready_ms(peer, loader, b"ready"))
        row(f"reset -> ready, ms{name}", *(f"{t:.1f}" for t in times))


if __name__ == "__main__":
    main()
