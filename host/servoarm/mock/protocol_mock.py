"""pyserial's handler for `mock://` URLs. Found by name; see `servoarm.link.transport`."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Iterator
from typing import Any

import serial

from servoarm.mock.device import MockDevice, mock_device
from servoarm.mock.options import MockOptions, Refusal, parse_url

try:
    import termios

    TERMINAL_ERROR: type[Exception] = termios.error
except ImportError:  # Windows
    TERMINAL_ERROR = OSError

_REFUSALS: dict[Refusal, int] = {
    "busy": errno.EBUSY,
    "denied": errno.EACCES,
    "missing": errno.ENOENT,
}

Failure = Callable[[], BaseException]


def _io_error(kind: Callable[..., BaseException]) -> Failure:
    return lambda: kind(errno.EIO, os.strerror(errno.EIO))


VANISHED: dict[str, Failure] = {
    "read": lambda: serial.SerialException("device reports readiness to read but returned no data"),
    "write": lambda: serial.SerialException("write failed: [Errno 5] Input/output error"),
    "in_waiting": _io_error(OSError),
    "flush": _io_error(TERMINAL_ERROR),
    "reset_input_buffer": _io_error(TERMINAL_ERROR),
}
"""What each call raises on a Linux port whose other end is gone."""


class Serial(serial.SerialBase):  # type: ignore[misc]
    """A port whose other end is a `MockDevice`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._device: MockDevice | None = None
        self._cancelled = False
        self.is_open = False
        self.failures = dict(VANISHED)
        super().__init__(*args, **kwargs)

    def open(self) -> None:
        """Plug in, which resets the board. Raises as pyserial does, ValueError for a bad URL."""
        if self.is_open:
            raise serial.SerialException("Port is already open.")
        name, options = parse_url(self.port)
        self._refuse(options)
        device = mock_device(name)
        try:
            device.plug_in(options)
        except BlockingIOError as error:
            raise serial.SerialException(errno.EBUSY, str(error)) from error
        self._device = device
        self._cancelled = False
        self.is_open = True

    def close(self) -> None:
        """Unplug."""
        if self.is_open:
            self.is_open = False
            self._cancelled = True
            device, self._device = self._device, None
            if device is not None:
                device.unplug()

    def read(self, size: int = 1) -> bytes:
        """Read `size` bytes, or what has come when the timeout ends."""
        with self._failing("read") as device:
            data = device.read(size, self._timeout, lambda: self._cancelled)
            if not self.is_open:
                raise TypeError("the port was closed while it was read")
            self._cancelled = False
            return data

    def write(self, data: bytes) -> int:
        """Send bytes; the line buffers any number."""
        with self._failing("write") as device:
            device.write(bytes(data))
            return len(data)

    @property
    def in_waiting(self) -> int:
        """How many bytes can be read at once."""
        with self._failing("in_waiting") as device:
            return device.waiting()

    def flush(self) -> None:
        """Wait until all is sent: it always is."""
        with self._failing("flush") as device:
            device.waiting()

    def reset_input_buffer(self) -> None:
        """Throw away what was not read."""
        with self._failing("reset_input_buffer") as device:
            device.forget_arrived()

    def reset_output_buffer(self) -> None:
        """Nothing waits here."""

    def cancel_read(self) -> None:
        """Let a read that waits return."""
        if self._device is not None:
            self._cancelled = True
            self._device.wake()

    @contextlib.contextmanager
    def _failing(self, call: str) -> Iterator[MockDevice]:
        if not self.is_open or self._device is None:
            raise serial.PortNotOpenError
        try:
            yield self._device
        except ConnectionError:
            raise self.failures[call]() from None

    @staticmethod
    def _refuse(options: MockOptions) -> None:
        if number := _REFUSALS.get(options.refuse):
            raise serial.SerialException(number, f"could not open port: {os.strerror(number)}")

    def _reconfigure_port(self) -> None:
        """A mock has no line settings."""

    def _update_dtr_state(self) -> None:
        """Taking DTR away and giving it back resets a board, as its capacitor does."""
        if self._device is not None and self._dtr_state:
            self._device.reset()

    def _update_rts_state(self) -> None:
        """Nothing hangs on RTS."""

    @property
    def cts(self) -> bool:
        """Always ready."""
        return True

    @property
    def dsr(self) -> bool:
        """Always ready."""
        return True

    @property
    def ri(self) -> bool:
        """Never rings."""
        return False

    @property
    def cd(self) -> bool:
        """Always there."""
        return True
