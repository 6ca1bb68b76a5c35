"""Which ports there are, and which of them looks like a board."""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass

from servoarm.errors import NoBoard
from servoarm.link.pyserial import pyserial

MOCK_URL = "mock://"

_log = logging.getLogger("servoarm")


@dataclass(frozen=True, slots=True)
class PortInfo:
    """A port that can be opened. `usb` outlives a renumbering: `VID:PID:SERIAL`, `VID:PID:` for a
    board without a serial number, None for what is not on USB. `likely`: whether a board may be
    there; not so for a computer's built-in port, and where the system knows of no device.
    """

    device: str
    description: str
    usb: str | None
    likely: bool = True


def serial_ports() -> list[PortInfo]:
    """The serial ports of this computer: USB ones first, those that look built in last.

    Where they cannot be listed there are none, and the log says why.
    """
    try:
        return listed_ports()
    except NoBoard as error:
        _log.warning("%s", error.message)
        return []


def listed_ports() -> list[PortInfo]:
    """As `serial_ports`. Raises NoBoard where they cannot be listed."""
    list_ports = pyserial().tools.list_ports
    try:
        found = [
            PortInfo(port.device, port.description or "", _identity(port), _likely(port))
            for port in list_ports.comports()
        ]
    except Exception as error:  # it asks the system in ways of its own
        raise NoBoard("not listed", detail=str(error) or type(error).__name__) from None
    return sorted(found, key=lambda port: (port.usb is None, not port.likely, port.device))


def ports() -> list[PortInfo]:
    """All ports, the likeliest first: this computer's, and the mock before those built in."""
    found = serial_ports()
    mock = PortInfo(MOCK_URL, "simulated board, no hardware", None)
    likely = [port for port in found if port.likely]
    return [*likely, mock, *(port for port in found if not port.likely)]


def stable_name(port: str) -> str:
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
    """The one USB serial port there is, never the mock.

    Raises NoBoard for none or several, or where the ports cannot be listed.
    """
    boards = [port for port in listed_ports() if port.usb is not None]
    if len(boards) == 1:
        return boards[0].device
    if boards:
        names = tuple(f"{port.device} ({port.description})" for port in boards)
        raise NoBoard("several found", found=names)
    raise NoBoard("none found")


def _likely(port: object) -> bool:
    """No device has the hardware id "n/a"; a built-in port that of a PC's serial chip, PNP05.."""
    hwid = str(getattr(port, "hwid", None) or "n/a")
    return getattr(port, "vid", None) is not None or not (hwid == "n/a" or "PNP05" in hwid)


def _identity(port: object) -> str | None:
    vid, pid = getattr(port, "vid", None), getattr(port, "pid", None)
    if vid is None or pid is None:
        return None
    return f"{vid:04x}:{pid:04x}:{getattr(port, 'serial_number', None) or ''}"
