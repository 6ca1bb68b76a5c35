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
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

from servoarm.errors import LinkError, LinkLost, NoAnswer, NoBoard, PortBusy, PortDenied
from servoarm.link.pyserial import pyserial

BAUD = 115200
READ_TIMEOUT_S = 0.04
WRITE_TIMEOUT_S = 1.0
# wireless ports and those over a network can take long
OPEN_PORT_TIMEOUT_S = 10.0
# their writing goes to a socket, which has its own
_NO_WRITE_TIMEOUT = "rfc2217://"

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
            raise LinkLost("gone", self.url) from None


def open_port(url: str, baud: int = BAUD, timeout_s: float = OPEN_PORT_TIMEOUT_S) -> Transport:
    """Open a device name or any pyserial URL; opening resets most boards.

    Raises NoBoard, PortDenied or PortBusy, the first with the ports that there are; NoAnswer where
    the system has not opened the port in `timeout_s`.
    """
    if not url.strip():
        raise NoBoard("no name")
    # imported in the caller's thread: in another one it would wait for an import under way in this
    serial_for_url = pyserial().serial_for_url
    opened: Future[Transport] = Future()

    def work() -> None:
        try:
            opened.set_result(_open_now(serial_for_url, url, baud))
        except BaseException as error:
            opened.set_exception(error)

    threading.Thread(target=work, name="servoarm opening", daemon=True).start()
    try:
        return opened.result(min(timeout_s, threading.TIMEOUT_MAX))
    except TimeoutError:
        opened.add_done_callback(_close_late)
        raise NoAnswer("not opened", url, timeout_s) from None
    except KeyboardInterrupt:
        opened.add_done_callback(_close_late)
        raise


def _close_late(opened: Future[Transport]) -> None:
    """Nobody waits any more for this port."""
    if opened.exception() is None:
        opened.result().close()


def _open_now(serial_for_url: Callable[..., Any], url: str, baud: int) -> Transport:
    settings = {"baudrate": baud, "timeout": READ_TIMEOUT_S, "exclusive": True}
    if not url.lower().startswith(_NO_WRITE_TIMEOUT):
        settings["write_timeout"] = WRITE_TIMEOUT_S
    try:
        port = serial_for_url(url, **settings)
    except ValueError as error:
        raise NoBoard("no port", url, _ports_found(), _words(error)) from None
    except Exception as error:  # the handlers of URLs raise whatever their parts do
        raise _why_not_open(url, error) from None
    return Transport(port, url, baud)


def _why_not_open(url: str, error: BaseException) -> LinkError:
    text = _words(error)
    number = getattr(error, "errno", None)
    if number == errno.EBUSY and "is open already" in text:
        return PortBusy(url, "open here")
    if number in (errno.EBUSY, errno.EAGAIN) or (
        sys.platform == "win32" and "PermissionError" in text
    ):
        return PortBusy(url)
    if number in (errno.EACCES, errno.EPERM):
        return PortDenied(port=url, group="dialout" if sys.platform == "linux" else "")
    if number == errno.ENOENT or "FileNotFoundError" in text:
        return NoBoard("no such port", url, _ports_found())
    return NoBoard("cannot be opened", url, _ports_found(), text)


def _ports_found() -> tuple[str, ...]:
    """The ports that do exist."""
    from servoarm.link.ports import serial_ports

    return tuple(port.device for port in serial_ports())


def _words(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
