"""Bytes to and from a port. Whatever a vanished port raises becomes `LinkLost`.

pyserial lets SerialException, OSError, termios.error or TypeError through, depending on the call
and the system; nothing above this module knows of them.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import sys
import threading
from collections.abc import Iterator
from typing import Any

import serial

from servoarm.errors import LinkError, LinkLost, NoBoard, PortBusy, PortDenied

BAUD = 115200
READ_TIMEOUT_S = 0.04
WRITE_TIMEOUT_S = 1.0
_MOCK_PACKAGE = "servoarm.mock"

_log = logging.getLogger("servoarm")

_port_failures: list[type[BaseException]] = [OSError, TypeError, ValueError, AttributeError]
with contextlib.suppress(ImportError):  # not on Windows
    import termios

    _port_failures.append(termios.error)
PORT_FAILURES = tuple(_port_failures)
"""What pyserial's calls raise on a port that is gone (SerialException is an OSError)."""


class Transport:
    """An open port. One thread reads; any thread writes. Every failure closes it for good."""

    def __init__(self, port: Any, url: str, baud: int = BAUD) -> None:
        self._port = port
        self._write_lock = threading.Lock()
        self.url = url
        self.baud = baud

    def read(self) -> bytes:
        """What has come, after at most READ_TIMEOUT_S. Raises LinkLost."""
        with self._failing():
            first: bytes = self._port.read(1)
            return first + self._port.read(self._port.in_waiting) if first else first

    def write(self, data: bytes) -> None:
        """Hand `data` to the port, whole, in WRITE_TIMEOUT_S. Raises LinkLost."""
        with self._write_lock, self._failing():
            self._port.write(data)

    def cancel_read(self) -> None:
        """Let a waiting `read` return at once, where the port can do that."""
        with contextlib.suppress(*PORT_FAILURES):
            self._port.cancel_read()

    def close(self) -> None:
        """Close the port; closing twice, or a port that is gone, is no error."""
        with contextlib.suppress(*PORT_FAILURES):
            self._port.close()

    @contextlib.contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except PORT_FAILURES as error:
            self.close()
            _log.info("%s: %s", self.url, _words(error))
            raise LinkLost(
                f"The connection to {self.url} is gone.",
                "Check the cable and the board's power, then connect again.",
            ) from None


def open_port(url: str, baud: int = BAUD) -> Transport:
    """Open a device name or any pyserial URL; opening resets most boards.

    Raises NoBoard, PortDenied or PortBusy, each with its remedy.
    """
    if _MOCK_PACKAGE not in serial.protocol_handler_packages:
        serial.protocol_handler_packages.append(_MOCK_PACKAGE)
    try:
        port = serial.serial_for_url(
            url,
            baudrate=baud,
            timeout=READ_TIMEOUT_S,
            write_timeout=WRITE_TIMEOUT_S,
            exclusive=True,
        )
    except ValueError as error:
        raise NoBoard(f"This is no port: {error}.", ports_remedy()) from None
    except PORT_FAILURES as error:
        raise _why_not_open(url, error) from None
    return Transport(port, url, baud)


def _why_not_open(url: str, error: BaseException) -> LinkError:
    text = _words(error)
    number = getattr(error, "errno", None)
    if number in (errno.EBUSY, errno.EAGAIN) or (
        sys.platform == "win32" and "PermissionError" in text
    ):
        return PortBusy(
            f"The port {url} is in use by another program.",
            "Close the Arduino IDE's Serial Monitor, another servoarm window, or what else has it.",
        )
    if number in (errno.EACCES, errno.EPERM):
        return PortDenied(f"This user may not open the port {url}.", _permission_remedy())
    if number == errno.ENOENT or "FileNotFoundError" in text:
        return NoBoard(f"There is no port {url}.", ports_remedy())
    return NoBoard(f"The port {url} cannot be opened ({text}).", ports_remedy())


def _permission_remedy() -> str:
    if sys.platform == "linux":
        return "Type `sudo usermod -a -G dialout $USER`, then log out and in again."
    return "Ask the owner of this computer for access to serial ports."


def ports_remedy() -> str:
    """A sentence that names the ports that do exist."""
    from servoarm.link.ports import serial_ports

    found = ", ".join(port.device for port in serial_ports())
    if not found:
        found = "none; plug the board in, with a cable that carries data"
    return f"Ports found: {found}. Without hardware: mock://."


def _words(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
