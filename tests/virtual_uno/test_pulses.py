"""The servo pulses of the real firmware, measured in CPU cycles."""

import itertools

import pytest

from .lines import framed
from .uno import CYCLES_PER_MS, CYCLES_PER_TICK, VirtualUno

pytestmark = pytest.mark.xdist_group("virtual_uno")

FRAME = 320_000  # 20 ms
BOTH = ("D9", "D10")

# Both joints the same, so that every frame must show two equal widths.
TWINS = b"joint 2 -4500 22500 18000 72000\nservo 2 10 500 2500 27000 4500 1\n"


def periods(uno: VirtualUno, pin: str, since: int) -> set[int]:
    rises = [pulse.rise for pulse in uno.pulses(pin, since)]
    return {b - a for a, b in itertools.pairwise(rises)}


def saturate(uno: VirtualUno, milliseconds: int) -> int:
    """Moves to ever new places, back to back on the line; returns how many."""
    uno.ask(framed(1, "hello 1 7"), 60)
    uno.read()
    sent = 0
    end = uno.cycle + milliseconds * CYCLES_PER_MS
    while uno.cycle < end:
        lines = []
        for _ in range(20):
            sent += 1
            goal = (sent * 7919) % 18000
            lines.append(framed(1 + sent, f"move {goal} {goal}"))
        data = b"".join(lines)
        uno.send(data)
        uno.run_cycles(len(data) * 1360)
    uno.run_ms(20)
    return sent


def test_no_pulse_and_low_pins_before_a_person_attaches(uno: VirtualUno) -> None:
    uno.ask(b"move 0 0\n")
    uno.ask(b"pose 9000 -9000\n")
    uno.run_ms(3000)
    assert uno.edges == {"PB1": [], "PB2": []}


@pytest.mark.parametrize("wait_us", range(0, 20_000, 1999))
def test_the_first_pulse_is_whole_and_the_wanted_one(uno: VirtualUno, wait_us: int) -> None:
    uno.ask(b"pose 2345 -6789\n")
    uno.run_ms(wait_us / 1000)
    uno.ask(b"attach\n", 60)
    # 2*500 + floor((servo * 4000 + 13500) / 27000), servo = 4500 + 2345 and 13500 - 6789
    assert {pulse.ticks for pulse in uno.pulses("D9")} == {2014}
    assert {pulse.ticks for pulse in uno.pulses("D10")} == {1994}
    assert len(uno.pulses("D9")) >= 2


def test_no_jitter_at_rest(holding: VirtualUno) -> None:
    start = holding.cycle
    holding.run_ms(2000)
    for pin, ticks in zip(BOTH, (3000, 1667), strict=True):
        assert {pulse.ticks for pulse in holding.pulses(pin, start)} == {ticks}
        assert periods(holding, pin, start) == {FRAME}


def test_no_jitter_and_no_torn_frame_on_a_saturated_line(uno: VirtualUno) -> None:
    uno.ask(TWINS, 40)
    uno.ask(b"pose 9000 9000\nattach\n", 60)
    start = uno.cycle
    sent = saturate(uno, 4000)
    left, right = (uno.pulses(pin, start) for pin in BOTH)
    assert len({pulse.ticks for pulse in left}) > 50  # it did move
    assert [(p.rise, p.fall) for p in left] == [(p.rise, p.fall) for p in right]
    assert periods(uno, "D9", start) == {FRAME}
    assert all(pulse.ticks == int(pulse.ticks) for pulse in left)
    assert uno.count("lost") == 0
    assert uno.read().count(b" ok*") == sent


@pytest.mark.parametrize("frame_us", [20_000, 3_000])
def test_relaxing_never_cuts_a_pulse(uno: VirtualUno, frame_us: int) -> None:
    uno.ask(f"servo 1 9 500 2800 27000 4500 1\nframe {frame_us}\n".encode(), 60)
    for step in range(23):
        # 3 ms frames and 2.8 ms pulses: hardly room between two
        uno.ask(b"pose 22500 0\nattach\n", 60)
        start = uno.cycle
        uno.run_ms(frame_us / 1000 * (1 + step / 23))
        uno.ask(b"^", 2.5 * frame_us / 1000 + 1)
        stopped = uno.cycle
        uno.run_ms(50)
        assert [uno.level(pin) for pin in BOTH] == [0, 0]
        assert {pulse.ticks for pulse in uno.pulses("D9", start)} == {5600}
        assert {pulse.ticks for pulse in uno.pulses("D10", start)} == {3000}
        assert not uno.pulses("D9", stopped)


@pytest.mark.parametrize("frame_us", [20_000, 3_000])
@pytest.mark.parametrize("pin", BOTH)
@pytest.mark.parametrize("end", [b"^", b"relax\n"])
def test_relaxing_ends_the_pulses_of_a_pin_that_is_held_high(
    uno: VirtualUno, pin: str, end: bytes, frame_us: int
) -> None:
    """A wiring fault: 5 V on the signal wire. Neither servo is driven on."""
    uno.ask(f"servo 1 9 500 2800 27000 4500 1\nframe {frame_us}\n".encode(), 60)
    uno.ask(b"pose 22500 0\nattach\n", 60)
    uno.hold(pin, 1)
    uno.run_ms(30)
    uno.ask(end, 2)
    stopped = uno.cycle + 2 * frame_us * CYCLES_PER_MS // 1000
    uno.run_ms(300)
    assert [uno.pulses(each, stopped) for each in BOTH] == [[], []]
    assert [uno.level(each) for each in BOTH] == [0, 0]
    assert {pulse.ticks for pulse in uno.pulses("D9")} == {5600}  # nor was a pulse cut
    assert {pulse.ticks for pulse in uno.pulses("D10")} == {3000}


@pytest.mark.parametrize("pin", [None, *BOTH])
def test_a_fault_ends_the_pulses_too(uno: VirtualUno, pin: str | None) -> None:
    """The shoulder's travel, 27000, damaged in memory to 10616: 220 degrees are beyond it."""
    uno.ask(b"pose 22000 0\nattach\n", 100)
    if pin is not None:
        uno.hold(pin, 1)
    uno.damage(uno.ram().index((27000).to_bytes(4, "little")), (10616).to_bytes(4, "little"))
    damaged = uno.cycle
    uno.run_ms(300)
    assert b"status fault" in uno.read()
    assert [uno.pulses(each, damaged + 2 * FRAME) for each in BOTH] == [[], []]
    assert [uno.level(each) for each in BOTH] == [0, 0]


def test_a_new_frame_is_taken_over_while_a_pin_is_held_high(uno: VirtualUno) -> None:
    uno.hold("D9", 1)
    uno.ask(b"frame 5000\npose 9000 0\nattach\n", 80)
    start = uno.cycle
    uno.run_ms(100)
    assert periods(uno, "D9", start) == periods(uno, "D10", start) == {5000 * 16}


@pytest.mark.parametrize("frame_us", [3_000, 3_003, 10_000, 20_001, 25_000])
def test_the_frame_is_what_is_set(uno: VirtualUno, frame_us: int) -> None:
    uno.ask(f"frame {frame_us}\npose 9000 0\nattach\n".encode(), 80)
    start = uno.cycle
    uno.run_ms(500)
    assert periods(uno, "D9", start) == periods(uno, "D10", start) == {frame_us * 16}
    assert {pulse.ticks for pulse in uno.pulses("D9", start)} == {3000}


@pytest.mark.parametrize("wait_ms", range(0, 25, 2))
def test_a_shorter_frame_is_taken_over_at_once(uno: VirtualUno, wait_ms: int) -> None:
    """Wherever the counter stands, also beyond the new frame's end: it would run on to 65535."""
    uno.ask(b"frame 25000\n", 60 + wait_ms)
    uno.ask(b"frame 3000\npose 0 0\nattach\n", 80)
    sent = max(byte.cycle for byte in uno.line if byte.kind == "rx")
    longest_ms = 25 + 2 * 3  # the old frame, and two new ones
    assert uno.pulses("D9")[0].rise - sent < longest_ms * CYCLES_PER_MS


def test_a_new_frame_waits_for_the_last_pulse(holding: VirtualUno) -> None:
    start = holding.cycle - FRAME
    holding.ask(b"relax\nframe 5000\npose 0 0\nattach\n", 100)
    pulses = holding.pulses("D9", start)
    old, new = 3000, round(2 * 500 + 4500 * 4000 / 27000)
    assert {pulse.ticks for pulse in pulses} == {old, new}
    assert periods(holding, "D9", pulses[-5].rise) == {5000 * 16}


@pytest.mark.parametrize("wait_ms", range(20))
def test_a_command_reaches_the_pulses_within_a_frame(holding: VirtualUno, wait_ms: int) -> None:
    """The wait for the frame's end, and at most the board's lead of 4 ms before it."""
    holding.run_ms(wait_ms)
    holding.ask(b"move 9500 -9000\n", 60)
    arrived = max(byte.cycle for byte in holding.line if byte.kind == "rx")
    first = next(p for p in holding.pulses("D9", arrived) if p.ticks != 3000)
    assert first.rise - arrived <= FRAME + 4 * CYCLES_PER_MS


def test_widths_are_the_pulse_map_to_the_tick(uno: VirtualUno) -> None:
    uno.ask(b"servo 1 9 544 2400 18000 9000 -1\njoint 1 -9000 9000 200000 2000000\n", 40)
    for theta in (-9000, -8999, -1, 0, 1, 4321, 9000):
        uno.ask(f"pose {theta} 0\nattach\n".encode(), 60)
        servo = 9000 - theta
        expected = 2 * 544 + (servo * 2 * (2400 - 544) + 18000 // 2) // 18000
        assert uno.pulses("D9")[-1].ticks == expected
        assert (uno.pulses("D9")[-1].fall - uno.pulses("D9")[-1].rise) % CYCLES_PER_TICK == 0
        uno.ask(b"relax\n", 40)
