"""The stack keeps away from the variables, whatever the firmware is asked to do."""

import subprocess
from pathlib import Path

import pytest

from ..conversation.script import read_script
from .uno import VirtualUno

pytestmark = pytest.mark.xdist_group("virtual_uno")

RAM_START = 0x800100  # as avr-nm counts
AFTER_POWER_ON = bytes(0x55 ^ (i * 37) & 0xFF for i in range(2048))


def test_the_stack_leaves_a_quarter_of_the_ram_alone(firmware: Path) -> None:
    names = subprocess.run(["avr-nm", firmware], capture_output=True, text=True, check=True).stdout
    line = next(line for line in names.splitlines() if line.endswith(" _end"))
    variables = int(line.split()[0], 16) - RAM_START
    with VirtualUno(firmware) as uno:
        for exchange in read_script():
            uno.ask(exchange.data, exchange.frames * 20)
        uno.send(b":1 hello 1 7*326e039b\n" * 30 + b"?" * 40)
        uno.run_ms(500)
        ram = uno.ram()
    changed = [i for i in range(variables, 2048) if ram[i] != AFTER_POWER_ON[i]]
    assert changed[0] - variables >= 512
    assert changed[0] < 2000  # the stack was seen at all
