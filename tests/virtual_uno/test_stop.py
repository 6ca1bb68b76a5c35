"""A stop, or a relax, is obeyed at once, whatever stands before it on the line."""

import itertools
from collections.abc import Callable

import pytest

from .lines import framed
from .uno import CYCLES_PER_MS, VirtualUno

pytestmark = pytest.mark.xdist_group("virtual_uno")

BYTE_CYCLES = 1360  # ten bits at 115200
FRAME = 20 * CYCLES_PER_MS

NOISES = {
    "status questions": b"?" * 300,
    "lines that are refused": b"x\n" * 150,
    "framed lines without a text": b":\n" * 190,
    "moves": b"move 20000 9000\n" * 20,
}


def typed(uno: VirtualUno) -> None:
    uno.ask(b"pose 0 0\nattach\n", 100)
    uno.ask(b"move 20000 9000\n", 400)


def strict(uno: VirtualUno) -> None:
    uno.ask(b"pose 0 0\n", 20)
    uno.ask(framed(1, "hello 1 7") + framed(2, "attach"), 100)
    uno.ask(framed(3, "move 20000 9000"), 400)


def send_behind(uno: VirtualUno, noise: bytes, byte: bytes) -> int:
    """Returns the cycle of the byte's last bit."""
    uno.read()
    data = noise + byte
    uno.send(data)
    uno.run_cycles(len(data) * BYTE_CYCLES + BYTE_CYCLES)
    return next(b.cycle for b in reversed(uno.line) if b.kind == "rx" and b.value == byte[0])


@pytest.mark.parametrize("noise", NOISES.values(), ids=NOISES)
@pytest.mark.parametrize("state", [typed, strict])
def test_a_stop_behind_noise_is_obeyed_within_two_frames(
    uno: VirtualUno, state: Callable[[VirtualUno], None], noise: bytes
) -> None:
    """At a quarter of the speed limit the arm needs 62 ms, four frames, to stand."""
    state(uno)
    came = send_behind(uno, noise, b"!")
    uno.run_ms(1000)
    pulses = uno.pulses("D9", came - 3 * FRAME)
    steps = {b.rise: b.ticks - a.ticks for a, b in itertools.pairwise(pulses)}
    full = max(steps.values())
    assert full >= 12  # it was under way
    assert all(step < full for rise, step in steps.items() if rise > came + 2 * FRAME)
    assert not any(step for rise, step in steps.items() if rise > came + 7 * FRAME)
    uno.read()
    assert b"status holding" in uno.ask(b"?", 20)


@pytest.mark.parametrize("noise", NOISES.values(), ids=NOISES)
@pytest.mark.parametrize("state", [typed, strict])
def test_a_relax_behind_noise_is_obeyed_within_two_frames(
    uno: VirtualUno, state: Callable[[VirtualUno], None], noise: bytes
) -> None:
    state(uno)
    came = send_behind(uno, noise, b"^")
    uno.run_ms(1000)
    assert not uno.pulses("D9", came + 2 * FRAME)


@pytest.mark.parametrize("noise", NOISES.values(), ids=NOISES)
def test_a_relax_behind_noise_is_obeyed_in_the_shortest_frames_too(
    uno: VirtualUno, noise: bytes
) -> None:
    uno.ask(b"frame 3000\n", 20)
    typed(uno)
    came = send_behind(uno, noise, b"^")
    uno.run_ms(1000)
    assert uno.pulses("D9", came - 3 * FRAME)
    assert not uno.pulses("D9", came + 2 * 3 * CYCLES_PER_MS)
    assert all(1000 <= pulse.ticks <= 5000 for pulse in uno.pulses("D9"))  # none was cut


def test_a_stop_does_not_take_back_the_relax_before_it(uno: VirtualUno) -> None:
    typed(uno)
    """The answer to hello keeps the loop from both for long enough."""
    came = send_behind(uno, b"hello\n^", b"!")
    uno.run_ms(1000)
    assert not uno.pulses("D9", came + 2 * FRAME)


def test_the_line_that_a_stop_cut_in_two_is_not_obeyed(uno: VirtualUno) -> None:
    """Neither its beginning, which may still have waited, nor what comes behind the stop."""
    typed(uno)
    send_behind(uno, b"x\n" * 100 + b"move 0 ", b"!")
    uno.ask(b"move 100 100\n", 1000)
    uno.read()
    goal = uno.ask(b"status\n", 20).split()[-8 + 2 : -8 + 4]
    assert b"100" not in goal


def test_a_framed_line_behind_the_stop_counts(uno: VirtualUno) -> None:
    strict(uno)
    send_behind(uno, b"?" * 300 + b":5 mo", b"!")
    assert b":9 ok*" in uno.ask(framed(9, "relax"), 200)
    assert not uno.pulses("D9", uno.cycle - 2 * FRAME)


def gaps(uno: VirtualUno) -> int:
    """How often the receiver has lost bytes."""
    uno.read()
    return int(uno.ask(b"counters\n", 40).split()[3])


@pytest.mark.parametrize("byte", [b"!", b"^"])
@pytest.mark.parametrize("overtaken", [b"x\n", b"x\nx\n", b"x\r", b"\r\n", b"x\n  "])
def test_the_line_behind_a_stop_that_overtook_whole_lines_counts(
    uno: VirtualUno, overtaken: bytes, byte: bytes
) -> None:
    uno.ask(b"hello\n" + overtaken + byte + b"pose 700 800\n", 100)
    assert gaps(uno) == 1
    assert b"relaxed 700 800" in uno.ask(b"status\n", 40)


@pytest.mark.parametrize("overtaken", [b"stop", b"x\ns", b"p", b":"])
def test_the_rest_of_a_line_that_waited_when_a_stop_cut_it_is_not_obeyed(
    uno: VirtualUno, overtaken: bytes
) -> None:
    said = uno.ask(b"hello\n" + overtaken + b"!pose 700 800\npose 1 2\n", 100)
    assert gaps(uno) == 1
    assert said.count(b"ok\n") == 1
    assert b"err" not in said
    assert b"relaxed 1 2" in uno.ask(b"status\n", 40)


def test_the_line_behind_a_stop_counts_wherever_the_stop_found_the_loop(uno: VirtualUno) -> None:
    """In short frames the loop is often at one when the stop comes, in mid-line or behind it."""
    uno.ask(b"frame 3000\npose 0 0\nattach\nmove 20000 9000 1\n", 40)
    start = gaps(uno)
    for n in range(300):
        uno.run_ms(5.37)
        said = uno.ask(b"joint 2\n!first %d\n" % (n % 100 + 1), 10)
        assert b"ok first %d\n" % (n % 100 + 1) in said or b"err 15 attached\n" in said
    assert gaps(uno) - start > 10


@pytest.mark.parametrize("pin", [None, "D9"])
def test_pulses_end_within_a_frame_while_the_board_is_busy(
    uno: VirtualUno, pin: str | None
) -> None:
    """Lines that keep it from looking at the gap of 0.2 ms between pulses of 2.8 ms."""
    uno.ask(b"servo 1 9 500 2800 27000 4500 1\nframe 3000\n", 60)
    if pin is not None:
        uno.hold(pin, 1)
    for step in range(20):
        uno.ask(b"pose 22500 0\nattach\n", 60)
        start = uno.cycle
        uno.run_ms(3 * step / 20)
        data = b"^" + b"servo 1\nstatus\n" * 10
        uno.send(data)
        uno.run_cycles(2 * BYTE_CYCLES)
        came = uno.cycle
        uno.run_cycles(len(data) * BYTE_CYCLES + 20 * CYCLES_PER_MS)
        assert not uno.pulses("D9", came + 2 * 3 * CYCLES_PER_MS)
        assert {pulse.ticks for pulse in uno.pulses("D9", start)} == {5600}  # none was cut
        assert {pulse.ticks for pulse in uno.pulses("D10", start)} == {3000}
