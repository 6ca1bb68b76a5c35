"""Whatever resets the board in whatever state: no pulse until somebody attaches again."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from . import build
from .lines import framed
from .uno import ResetCause, VirtualUno

pytestmark = pytest.mark.xdist_group("virtual_uno")

MAPPED = b"servo 1 9 500 2500 27000 4500 1\n"


def relaxed(uno: VirtualUno) -> None:
    uno.ask(b"pose 9000 -9000\n")


def holding(uno: VirtualUno) -> None:
    uno.ask(b"pose 9000 -9000\nattach\n", 100)


def moving(uno: VirtualUno) -> None:
    holding(uno)
    uno.ask(b"move 0 0\n", 100)


def stopping(uno: VirtualUno) -> None:
    moving(uno)
    uno.run_ms(300)
    uno.ask(b"!", 22)


def strict(uno: VirtualUno) -> None:
    uno.ask(framed(1, "hello 1 7"))
    uno.ask(framed(2, "pose 9000 -9000") + framed(3, "attach"), 100)


def storing(uno: VirtualUno) -> None:
    uno.ask(b"first 30\nsave\n", 30)


STATES = (relaxed, holding, moving, stopping, strict, storing)


def assert_safe(uno: VirtualUno, reset_at: int) -> None:
    """No pulses, pins low, and only a pose and an attach bring pulses back."""
    for line in (b"move 0 0\n", b"attach\n", b"stop\n", b"!", b"status\n"):
        uno.ask(line, 40)
    uno.run_ms(500)
    assert not uno.pulses("D9", reset_at)
    assert not uno.pulses("D10", reset_at)
    assert (uno.level("D9"), uno.level("D10")) == (0, 0)
    uno.ask(b"pose 9000 -9000\nattach\n", 100)
    assert uno.pulses("D9", reset_at)[0].ticks == 3000


@pytest.mark.parametrize("cause", ["button", "brownout", "power"])
@pytest.mark.parametrize("state", STATES)
def test_a_reset_ends_the_pulses_and_says_why(
    uno: VirtualUno, state: Callable[[VirtualUno], None], cause: ResetCause
) -> None:
    state(uno)
    uno.read()
    uno.reset(cause)
    reset_at = uno.cycle
    uno.run_ms(100)
    assert uno.read() == f"servoarm 0.1.0 protocol 1.0 reset {cause}\n".encode()
    assert_safe(uno, reset_at)


@pytest.mark.parametrize("state", [holding, moving, strict])
def test_a_hang_ends_in_a_restart_without_pulses(
    uno: VirtualUno, state: Callable[[VirtualUno], None]
) -> None:
    state(uno)
    uno.read()
    uno.freeze()
    uno.run_ms(600)  # half a second of patience
    assert uno.read() == b"servoarm 0.1.0 protocol 1.0 reset watchdog\n"
    widths = {pulse.ticks for pulse in uno.pulses("D9")}
    assert all(width == int(width) and 1000 <= width <= 5000 for width in widths)  # none cut
    assert_safe(uno, uno.cycle)


@pytest.fixture
def with_bootloader(firmware: Path) -> VirtualUno:
    """The firmware behind the Uno's own bootloader, which hides why it was reset."""
    build.make(build.SIMULATOR, "bootloader")
    return VirtualUno(firmware, bootloader=build.SIMULATOR / "build" / "optiboot.hex")


def test_behind_the_bootloader_power_and_hangs_are_told(with_bootloader: VirtualUno) -> None:
    with with_bootloader as uno:
        uno.run_ms(100)
        assert uno.read() == b"servoarm 0.1.0 protocol 1.0 reset power\n"
        holding(uno)
        uno.read()
        uno.freeze()
        uno.run_ms(1200)
        assert uno.read() == b"servoarm 0.1.0 protocol 1.0 reset watchdog\n"
        assert_safe(uno, uno.cycle)


@pytest.mark.parametrize("wait_us", range(0, 20_000, 666))
def test_behind_the_bootloader_a_hang_cuts_no_pulse(
    with_bootloader: VirtualUno, wait_us: int
) -> None:
    with with_bootloader as uno:
        uno.run_ms(100)
        holding(uno)
        uno.run_ms(wait_us / 1000)
        uno.freeze()
        uno.run_ms(1200)
        assert uno.read().endswith(b"servoarm 0.1.0 protocol 1.0 reset watchdog\n")
        assert {pulse.ticks for pulse in uno.pulses("D9")} == {3000}
        assert {pulse.ticks for pulse in uno.pulses("D10")} == {1667}


@pytest.mark.parametrize("cause", ["button", "brownout"])
def test_behind_the_bootloader_the_other_resets_are_unknown(
    with_bootloader: VirtualUno, cause: ResetCause
) -> None:
    with with_bootloader as uno:
        uno.run_ms(100)
        holding(uno)
        uno.read()
        uno.reset(cause)
        reset_at = uno.cycle
        uno.run_ms(1300)  # the bootloader waits a second for an upload
        assert uno.read() == b"servoarm 0.1.0 protocol 1.0 reset unknown\n"
        assert_safe(uno, reset_at)


OLD_BOOTLOADER = build.ARDUINO / "bootloaders" / "atmega" / "ATmegaBOOT_168_atmega328.hex"


def test_an_old_bootloader_is_no_trap(firmware: Path) -> None:
    """It leaves the watchdog on after a watchdog reset, which then resets it for ever."""
    with VirtualUno(firmware, bootloader=OLD_BOOTLOADER) as uno:
        uno.run_ms(2000)
        assert uno.read() == b"servoarm 0.1.0 protocol 1.0 reset power\n"
        for _ in range(3):
            holding(uno)
            uno.read()
            uno.freeze()
            uno.run_ms(1200)
            assert uno.read() == b"servoarm 0.1.0 protocol 1.0 reset watchdog\n"
            assert_safe(uno, uno.cycle)
            uno.ask(b"^", 60)
        uno.reset("button")
        uno.run_ms(3000)
        assert uno.read().endswith(b"servoarm 0.1.0 protocol 1.0 reset button\n")


def test_the_bootloader_is_the_size_it_may_have(with_bootloader: VirtualUno) -> None:
    with_bootloader.close()
    size = subprocess.run(
        ["avr-size", build.SIMULATOR / "build" / "optiboot.elf"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(size.stdout.split("\n")[1].split()[0]) <= 510
