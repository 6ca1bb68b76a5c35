"""A board on a desk: firmware, clock, serial line, reset button, and a plug that can be pulled.

Everything that happens has a time on the device's own clock, and happens in `_run_until`. The real
clock is a thread that calls it when something is due; the virtual clock is `advance`.
"""

from __future__ import annotations

import atexit
import contextlib
import math
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from servoarm.mock.core import BROWNOUT, BUTTON, POWER, Board
from servoarm.mock.line import SerialLine
from servoarm.mock.options import MockOptions
from servoarm.mock.sketches import Firmware, firmware_of

# how long a board goes on after its port was closed: long enough for a watchdog to be seen at work
RUN_ON_S = 3.0
_LINE_STEP_S = 0.002
# a board that has had nothing to do for a second has its frames stepped five at a time: the same
# frames in the same order, with a fifth of the wake-ups
_IDLE_AFTER_FRAMES = 50
_IDLE_LAG_FRAMES = 4
_MAX_HISTORY = 100_000


class Pulses(NamedTuple):
    """Both pulses in ticks of 0.5 us from this servo frame on; 0 is no pulse."""

    frame: int
    shoulder: int
    elbow: int


NO_PULSES = Pulses(0, 0, 0)


class MockDevice:
    """One simulated board, by name. It outlives the opening and closing of its port.

    For tests: `history` has every change of the pulses, `frames` counts servo frames, `received` is
    what the host has sent since the opening.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.history: deque[Pulses] = deque([NO_PULSES], maxlen=_MAX_HISTORY)
        self.frames = 0
        self.received = bytearray()
        lock = threading.RLock()
        self._changed = threading.Condition(lock)
        self._arrival = threading.Condition(lock)
        self._thread: threading.Thread | None = None
        self._board: Board | None = None
        self._was_on = False
        self._plugged = self._vanished = False
        self._firmware: Firmware | None = None
        self._options = MockOptions()
        self._line = SerialLine(self._options)
        self._faults: deque[tuple[float, str]] = deque()
        self._started_at = self._now = self._unplugged_at = 0.0
        self._boots_at = self._next_frame_at = math.inf
        self._stirred_at = 0
        self._reason = POWER

    # What a test looks at.

    @property
    def pulses(self) -> Pulses:
        """The pulses now."""
        return self.history[-1]

    @property
    def storage(self) -> bytes:
        """What the board has stored."""
        with self._changed:
            return self._own_board().storage

    def wait_for(self, condition: Callable[[MockDevice], bool], timeout_s: float) -> bool:
        """Wait until the condition, looked at after every servo frame, is true (real clock)."""
        with self._changed:
            return self._changed.wait_for(lambda: condition(self), timeout_s)

    def advance(self, seconds: float) -> None:
        """Let time pass (virtual clock only)."""
        with self._changed:
            if self._options.clock != "virtual" or self._firmware is None:
                raise RuntimeError("only a board opened with clock=virtual can be advanced")
            self._run_until(self._now + seconds)

    # What a person does to a board.

    def reset(self, reason: int = BUTTON) -> None:
        """Press the reset button, or let the supply sag."""
        with self._changed:
            self._reset(reason)
            self._changed.notify_all()

    def vanish(self) -> None:
        """Pull the plug of the data line; the servos' own supply goes on."""
        with self._changed:
            self._vanish()

    # The port's side.

    def plug_in(self, options: MockOptions) -> None:
        """Open the port: resets the board. Raises BlockingIOError where it is open already."""
        with self._changed:
            if self._plugged and not self._vanished:
                raise BlockingIOError(f"mock://{self.name} is open already")
            self._plugged, self._vanished = True, False
            self._options = options
            self._line = SerialLine(options)
            self._faults = _faults(options)
            self._firmware = firmware_of(options, self._own_board)
            self._started_at, self._now = time.monotonic(), 0.0
            self.received.clear()
            self._reset(BUTTON if self._was_on else POWER)
            self._was_on = True
            if options.clock == "real":
                self._start_clock()
            else:
                self._run_until(0.0)

    def unplug(self) -> None:
        """Close the port. The board runs on for RUN_ON_S."""
        with self._changed:
            self._plugged = False
            self._unplugged_at = self._now
            self._arrival.notify_all()

    def write(self, data: bytes) -> None:
        """Bytes from the host. Raises ConnectionError once vanished."""
        with self._changed:
            self._check_plugged()
            self.received += data
            if data != b"?":
                self._stirred_at = self.frames
            self._line.send(data, self._clock())
            if self._options.clock == "virtual":
                self._run_until(self._now)
            self._changed.notify_all()

    def read(self, size: int, timeout_s: float | None, cancelled: Callable[[], bool]) -> bytes:
        """At most `size` bytes, waiting until they are there, time is up, or cancelled."""
        with self._changed:
            self._arrival.wait_for(
                lambda: self._vanished or len(self._line.arrived) >= size or cancelled(), timeout_s
            )
            self._check_plugged()
            data = bytes(self._line.arrived[:size])
            del self._line.arrived[:size]
            return data

    def waiting(self) -> int:
        """How many bytes could be read now."""
        with self._changed:
            self._check_plugged()
            return len(self._line.arrived)

    def forget_arrived(self) -> None:
        """Throw away what was not read."""
        with self._changed:
            self._check_plugged()
            self._line.arrived.clear()

    def wake(self) -> None:
        """Let readers look at `cancelled` again."""
        with self._changed:
            self._arrival.notify_all()

    # Inside; all below is called with the lock held.

    def _own_board(self) -> Board:
        if self._board is None:
            self._board = Board()
        return self._board

    def _check_plugged(self) -> None:
        if self._vanished:
            raise ConnectionError("vanished")

    def _reset(self, reason: int) -> None:
        self._reason = reason
        self._boots_at = self._now + self._options.boot_ms / 1000
        self._next_frame_at = math.inf
        self._show((0, 0))

    def _vanish(self) -> None:
        self._vanished = True
        self._line.cut()
        self._changed.notify_all()
        self._arrival.notify_all()

    def _show(self, ticks: tuple[int, int]) -> None:
        if ticks != self.history[-1][1:]:
            self.history.append(Pulses(self.frames, *ticks))
            self._stirred_at = self.frames

    def _run_until(self, until: float) -> None:
        """Let everything happen that is due, in the order of time."""
        firmware = self._firmware
        assert firmware is not None
        while (due := self._next_event()) <= until:
            self._now = max(self._now, due)
            self._line.begin_event(self._now)
            self._happen(due, firmware)
            self._fetch(firmware)
        self._now = max(self._now, until)
        self._fetch(firmware)

    def _next_event(self) -> float:
        return min(self._next_but_frames(), self._next_frame_at)

    def _next_but_frames(self) -> float:
        fault = self._faults[0][0] if self._faults else math.inf
        return min(self._line.next_at, fault, self._boots_at)

    def _happen(self, due: float, firmware: Firmware) -> None:
        if self._faults and self._faults[0][0] == due:
            self._fail(self._faults.popleft()[1])
        elif self._boots_at == due:
            self._boots_at = math.inf
            self._next_frame_at = due
            firmware.start(self._reason)
        elif self._line.next_at == due:
            byte = self._line.take()
            if self._boots_at == math.inf:  # a board that boots does not read
                firmware.receive(byte)
        else:
            self.frames += 1
            self._show(firmware.frame())
            self._next_frame_at = due + firmware.frame_us / 1e6
            self._changed.notify_all()

    def _fail(self, name: str) -> None:
        if name == "vanish":
            self._vanish()
        else:
            self._reset(BROWNOUT if name == "brownout" else BUTTON)

    def _fetch(self, firmware: Firmware) -> None:
        if self._line.fetch(firmware, self._now):
            self._arrival.notify_all()

    # The real clock.

    def _clock(self) -> float:
        virtual = self._options.clock == "virtual"
        return self._now if virtual else time.monotonic() - self._started_at

    def _start_clock(self) -> None:
        self._changed.notify_all()
        if self._thread is None:
            name = f"servoarm mock {self.name}"
            self._thread = threading.Thread(target=self._tick, name=name, daemon=True)
            self._thread.start()

    def _tick(self) -> None:
        with self._changed:
            while self._firmware is not None and self._options.clock == "real":
                self._run_until(self._clock())
                if not self._plugged and self._now - self._unplugged_at > RUN_ON_S:
                    self._switch_off()
                    break
                self._changed.wait(max(self._wake_at() - self._clock(), 0.0) + 1e-4)
            self._thread = None

    def _wake_at(self) -> float:
        if self._line.busy:
            return min(self._next_event(), self._now + _LINE_STEP_S)
        if self.frames - self._stirred_at > _IDLE_AFTER_FRAMES and self._firmware:
            lag_s = _IDLE_LAG_FRAMES * self._firmware.frame_us / 1e6
            return min(self._next_but_frames(), self._next_frame_at + lag_s)
        return self._next_event()

    def _switch_off(self) -> None:
        self._firmware = None
        self._show((0, 0))
        self._changed.notify_all()

    def stop_clock(self) -> None:
        """Switch the board off and end its thread."""
        with self._changed:
            thread = self._thread
            self._switch_off()
        if thread is not None:
            thread.join(1.0)


def _faults(options: MockOptions) -> deque[tuple[float, str]]:
    planned = (
        (options.reset_after_s, "reset"),
        (options.brownout_after_s, "brownout"),
        (options.vanish_after_s, "vanish"),
    )
    return deque(sorted(fault for fault in planned if fault[0] < math.inf))


_devices: dict[str, MockDevice] = {}
_devices_lock = threading.Lock()


def mock_device(name: str = "") -> MockDevice:
    """The board behind `mock://NAME`, made at the first call."""
    with _devices_lock:
        return _devices.setdefault(name, MockDevice(name))


@atexit.register
def _switch_off_all() -> None:
    """End the clocks before the interpreter goes away under them."""
    with contextlib.suppress(Exception):
        for device in list(_devices.values()):
            device.stop_clock()
