"""Which ports there are, and which of them looks like a board."""

from __future__ import annotations

import os
from dataclasses import dataclass

from servoarm.errors import NoBoard

MOCK_URL = "mock://"


@dataclass(frozen=True, slots=True)
class PortInfo:
    """A port that can be opened. `usb` outlives a renumbering: `VID:PID:SERIAL`, `VID:PID:` for a
    board without a serial number, None for what is not on USB.
    """

    device: str
    description: str
    usb: str | None


def serial_ports() -> list[PortInfo]:
    """The serial ports of this computer, USB ones first."""
    from serial.tools.list_ports import comports

    found = [PortInfo(port.device, port.description or "", _identity(port)) for port in comports()]
    return sorted(found, key=lambda port: (port.usb is None, port.device))


def ports() -> list[PortInfo]:
    """All ports: this computer's, and the mock."""
    return [*serial_ports(), PortInfo(MOCK_URL, "simulated board, no hardware", None)]


def find_again(usb: str) -> PortInfo | None:
    """The port on which the board with this USB identity (`PortInfo.usb`) is now.

    None where it is not plugged in, or where several boards without a serial number share it.
    """
    found = [port for port in serial_ports() if port.usb == usb]
    return found[0] if len(found) == 1 else None


def lasting_name(port: str) -> str:
    """A name for the board on this port that outlives a renumbering of the ports.

    Its USB identity if that has a serial number; else the port as it was named, a URL without its
    options.
    """
    if "://" in port:
        return port.partition("?")[0]
    device = os.path.realpath(port)
    for info in serial_ports():
        if os.path.realpath(info.device) == device and _is_one_of_a_kind(info.usb):
            return f"usb {info.usb}"
    return port


def _is_one_of_a_kind(usb: str | None) -> bool:
    return usb is not None and not usb.endswith(":")


def only_board() -> str:
    """The one USB serial port there is, never the mock. Raises NoBoard for none or several."""
    boards = [port for port in serial_ports() if port.usb is not None]
    if len(boards) == 1:
        return boards[0].device
    if boards:
        names = tuple(f"{port.device} ({port.description})" for port in boards)
        raise NoBoard("several found", found=names)
    raise NoBoard("none found")


def _identity(port: object) -> str | None:
    vid, pid = getattr(port, "vid", None), getattr(port, "pid", None)
    if vid is None or pid is None:
        return None
    return f"{vid:04x}:{pid:04x}:{getattr(port, 'serial_number', None) or ''}"
