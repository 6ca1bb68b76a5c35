"""Which ports there are, and which of them looks like a board."""

from __future__ import annotations

from dataclasses import dataclass

from servoarm.errors import NoBoard

MOCK_URL = "mock://"


@dataclass(frozen=True, slots=True)
class PortInfo:
    """A port that can be opened. `usb` (`VID:PID:SERIAL`, or None) outlives a renumbering."""

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


def only_board() -> str:
    """The one USB serial port there is, never the mock. Raises NoBoard for none or several."""
    boards = [port for port in serial_ports() if port.usb is not None]
    if len(boards) == 1:
        return boards[0].device
    if boards:
        names = ", ".join(f"{port.device} ({port.description})" for port in boards)
        raise NoBoard("There are several boards.", f"Name one as the port: {names}.")
    raise NoBoard(
        "No board was found.",
        f"Plug it in with a cable that carries data, or use {MOCK_URL} to try without hardware.",
    )


def _identity(port: object) -> str | None:
    vid, pid = getattr(port, "vid", None), getattr(port, "pid", None)
    if vid is None or pid is None:
        return None
    return f"{vid:04x}:{pid:04x}:{getattr(port, 'serial_number', None) or ''}"
