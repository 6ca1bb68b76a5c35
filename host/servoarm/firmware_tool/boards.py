"""The boards the firmware is made for, as arduino-cli names them."""

from typing import NamedTuple


class BoardKind(NamedTuple):
    """A kind of board: its fully qualified name, and what a person calls it."""

    fqbn: str
    title: str


BOARDS = {
    "uno": BoardKind("arduino:avr:uno", "Arduino Uno"),
    "nano": BoardKind("arduino:avr:nano:cpu=atmega328", "Arduino Nano"),
    "nano-old": BoardKind("arduino:avr:nano:cpu=atmega328old", "Arduino Nano, old bootloader"),
    "mega": BoardKind("arduino:avr:mega:cpu=atmega2560", "Arduino Mega 2560"),
    "leonardo": BoardKind("arduino:avr:leonardo", "Arduino Leonardo"),
}
