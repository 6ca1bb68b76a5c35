"""Settings outlive the power; what is damaged is never believed."""

import itertools
import zlib

import pytest

from .uno import VirtualUno

pytestmark = pytest.mark.xdist_group("virtual_uno")

STORED_SIZE = 4 * 24 + 4 + 1  # PROTOCOL.md, "Settings"
STORING = 16
BEGIN = 16  # not at address 0


def restart(uno: VirtualUno) -> str:
    """Power off and on; returns the word on where the settings came from."""
    uno.reset("power")
    uno.run_ms(50)
    uno.read()
    hello = uno.ask(b"hello\n").decode().split()
    return hello[hello.index("settings") + 2]


def save(uno: VirtualUno) -> int:
    """Save and wait until it is done; returns the milliseconds it took."""
    uno.read()
    assert uno.ask(b"save\n", 2) == b"ok\n"
    for waited in range(0, 1000, 8):
        flags = int(uno.ask(b"status\n", 8).split()[-1])
        if not flags & STORING:
            return waited
    pytest.fail("the settings were never stored")


def test_a_new_board_has_the_defaults(uno: VirtualUno) -> None:
    assert restart(uno) == "defaults"


def test_saved_settings_are_in_force_after_power_off(uno: VirtualUno) -> None:
    uno.ask(b"first 33\nwatchdog 2500 1\n")
    save(uno)
    assert restart(uno) == "stored"
    assert uno.ask(b"first\nwatchdog\n") == b"ok first 33\nok watchdog 2500 1\n"


def test_unsaved_settings_are_gone_after_power_off(uno: VirtualUno) -> None:
    uno.ask(b"first 33\n")
    assert restart(uno) == "defaults"
    assert uno.ask(b"first\n") == b"ok first 25\n"


@pytest.mark.parametrize("milliseconds", [4, 20, 100, 200, 300])
def test_a_write_cut_by_power_off_leaves_the_defaults(uno: VirtualUno, milliseconds: int) -> None:
    uno.ask(b"first 33\n")
    uno.send(b"save\n")
    uno.run_ms(milliseconds)
    assert restart(uno) == "damaged"
    assert uno.ask(b"first\n") == b"ok first 25\n"


@pytest.mark.parametrize("address", [0, 1, 50, STORED_SIZE - 5, STORED_SIZE - 1])
def test_one_flipped_bit_leaves_the_defaults(uno: VirtualUno, address: int) -> None:
    uno.ask(b"first 33\n")
    save(uno)
    uno.poke(BEGIN + address, bytes([uno.eeprom()[BEGIN + address] ^ 0x10]))
    assert restart(uno) == "damaged"
    assert uno.ask(b"first\n") == b"ok first 25\n"


def test_a_flipped_first_cell_of_the_eeprom_is_not_ours(uno: VirtualUno) -> None:
    uno.ask(b"first 33\n")
    save(uno)
    uno.poke(0, b"\x00")
    assert restart(uno) == "stored"


def test_another_layout_version_leaves_the_defaults(uno: VirtualUno) -> None:
    save(uno)
    stored = uno.eeprom()[BEGIN : BEGIN + STORED_SIZE]
    assert stored[-5:-1] == zlib.crc32(stored[:-5]).to_bytes(4, "little")
    uno.poke(BEGIN + STORED_SIZE - 1, b"\x02")
    assert restart(uno) == "damaged"


def test_only_changed_bytes_are_written(uno: VirtualUno) -> None:
    whole = save(uno)
    uno.ask(b"first 33\n")
    one_number_and_the_crc = save(uno)
    nothing = save(uno)
    assert whole > 100
    assert one_number_and_the_crc < 40
    assert nothing < 8


def test_the_pulses_do_not_notice_a_save(holding: VirtualUno) -> None:
    start = holding.cycle
    holding.ask(b"save\n", 600)
    pulses = holding.pulses("D9", start)
    assert {pulse.ticks for pulse in pulses} == {3000}
    assert {b.rise - a.rise for a, b in itertools.pairwise(pulses)} == {320_000}
