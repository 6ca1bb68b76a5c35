"""Settings outlive the power; what is damaged is never believed."""

import itertools
import struct
import zlib

import pytest

from .uno import VirtualUno

pytestmark = pytest.mark.xdist_group("virtual_uno")

VALUES_SIZE = 4 * 24  # PROTOCOL.md, "Settings"
SLOT_SIZE = VALUES_SIZE + 4 + 1 + 1
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
def test_the_first_save_cut_by_power_off_leaves_the_defaults(
    uno: VirtualUno, milliseconds: int
) -> None:
    uno.ask(b"first 33\n")
    uno.send(b"save\n")
    uno.run_ms(milliseconds)
    assert restart(uno) == "damaged"
    assert uno.ask(b"first\n") == b"ok first 25\n"


@pytest.mark.parametrize("milliseconds", [2, 4, 8, 20, 47, 100, 200, 300])
def test_a_save_cut_by_power_off_leaves_the_set_before(uno: VirtualUno, milliseconds: int) -> None:
    for first in (32, 33):
        uno.ask(f"first {first}\n".encode())
        save(uno)
    # many bytes differ from those of two saves ago
    uno.ask(b"first 34\nwatchdog 2500 1\njoint 1 -4321 21234 17654 54321\n", 60)
    uno.ask(b"joint 2 -12345 12345 12345 65432\nservo 1 9 544 2400 27000 4567 1\n", 60)
    uno.ask(b"servo 2 10 555 2444 26789 13456 1\n", 60)
    before = uno.eeprom()
    uno.send(b"save\n")
    uno.run_ms(milliseconds)
    whole = uno.eeprom()
    assert restart(uno) == "stored"
    done = uno.ask(b"first\n") == b"ok first 34\n"
    assert done == (milliseconds >= 200)
    if not done:
        assert uno.ask(b"first\nwatchdog\n") == b"ok first 33\nok watchdog 1000 0\n"
        untouched = slice(BEGIN + SLOT_SIZE, BEGIN + 2 * SLOT_SIZE)
        assert whole[untouched] == before[untouched]


def stored(first: int, version: int, counter: int) -> bytes:
    """A slot as PROTOCOL.md says it: the defaults but for the first move's percent."""
    joints = [[9, 500, 2500, 27000, 4500, 1, -4500, 22500, 18000, 72000]]
    joints += [[10, 500, 2500, 27000, 13500, 1, -13500, 13500, 18000, 72000]]
    values = struct.pack("<24i", 20000, 1000, 0, first, *joints[0], *joints[1])
    checked = values if version == 1 else values + bytes([version, counter])
    return values + struct.pack("<IBB", zlib.crc32(checked), version, counter)


def test_a_slot_is_as_the_page_says(uno: VirtualUno) -> None:
    uno.ask(b"first 33\n")
    save(uno)
    assert uno.eeprom()[BEGIN : BEGIN + SLOT_SIZE] == stored(33, 2, 1)
    uno.ask(b"first 34\n")
    save(uno)
    assert uno.eeprom()[BEGIN + SLOT_SIZE : BEGIN + 2 * SLOT_SIZE] == stored(34, 2, 2)


@pytest.mark.parametrize(
    ("first_slot", "second_slot", "in_force"),
    [
        (stored(40, 2, 7), stored(41, 2, 8), 41),
        (stored(40, 2, 9), stored(41, 2, 8), 40),
        (stored(40, 2, 0), stored(41, 2, 255), 40),  # the counter went round
        (stored(40, 2, 255), stored(41, 2, 0), 41),
        (stored(40, 1, 255), b"", 40),  # the layout of 0.1.0
        (stored(40, 1, 255), stored(41, 2, 0), 41),
        (b"", stored(41, 2, 3), 41),
        (stored(40, 2, 3), b"rubbish", 40),
    ],
)
def test_the_newest_whole_slot_is_in_force(
    uno: VirtualUno, first_slot: bytes, second_slot: bytes, in_force: int
) -> None:
    uno.poke(BEGIN, first_slot)
    uno.poke(BEGIN + SLOT_SIZE, second_slot)
    assert restart(uno) == "stored"
    assert uno.ask(b"first\n") == f"ok first {in_force}\n".encode()
    uno.ask(b"first 50\n")
    save(uno)
    assert restart(uno) == "stored"
    assert uno.ask(b"first\n") == b"ok first 50\n"


@pytest.mark.parametrize("address", [0, 1, 50, VALUES_SIZE, SLOT_SIZE - 2, SLOT_SIZE - 1])
def test_one_flipped_bit_in_both_slots_leaves_the_defaults(uno: VirtualUno, address: int) -> None:
    for first in (33, 34):
        uno.ask(f"first {first}\n".encode())
        save(uno)
    for slot in range(2):
        at = BEGIN + slot * SLOT_SIZE + address
        uno.poke(at, bytes([uno.eeprom()[at] ^ 0x10]))
    assert restart(uno) == "damaged"
    assert uno.ask(b"first\n") == b"ok first 25\n"


def test_a_flipped_first_cell_of_the_eeprom_is_not_ours(uno: VirtualUno) -> None:
    uno.ask(b"first 33\n")
    save(uno)
    uno.poke(0, b"\x00")
    assert restart(uno) == "stored"


def test_another_layout_version_leaves_the_defaults(uno: VirtualUno) -> None:
    uno.poke(BEGIN, stored(40, 3, 1))
    assert restart(uno) == "damaged"
    assert uno.ask(b"first\n") == b"ok first 25\n"


def test_only_changed_bytes_are_written(uno: VirtualUno) -> None:
    wholes = [save(uno)]
    uno.ask(b"first 33\n")
    wholes.append(save(uno))
    uno.ask(b"first 34\n")
    one_number_the_crc_and_the_counter = save(uno)
    nothing = save(uno)
    assert min(wholes) > 100
    assert one_number_the_crc_and_the_counter < 40
    assert nothing < 8


def test_the_pulses_do_not_notice_a_save(holding: VirtualUno) -> None:
    start = holding.cycle
    holding.ask(b"save\n", 600)
    pulses = holding.pulses("D9", start)
    assert {pulse.ticks for pulse in pulses} == {3000}
    assert {b.rise - a.rise for a, b in itertools.pairwise(pulses)} == {320_000}
