"""What the tests of the arm share."""

from __future__ import annotations

import threading
from collections.abc import Callable

from servoarm.arm import Arm
from servoarm.arm.types import ArmEvent
from servoarm.mock.device import MockDevice


def sent_verbs(device: MockDevice) -> list[str]:
    """The verbs of all framed lines that the board was sent."""
    lines = bytes(device.received).replace(b"?", b"").split(b"\n")
    return [line.split()[1].split(b"*")[0].decode() for line in lines if line.startswith(b":")]


class Events:
    """What an arm tells, with a way to wait for it."""

    def __init__(self, arm: Arm) -> None:
        self.seen: list[ArmEvent] = []
        self._changed = threading.Condition()
        arm.subscribe(self._note)

    def _note(self, event: ArmEvent) -> None:
        with self._changed:
            self.seen.append(event)
            self._changed.notify_all()

    def of(self, kind: type[ArmEvent]) -> list[ArmEvent]:
        return [event for event in self.seen if isinstance(event, kind)]

    def wait_for(self, condition: Callable[[list[ArmEvent]], bool], timeout_s: float = 5.0) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: condition(self.seen), timeout_s)

    def wait_of(self, kind: type[ArmEvent]) -> bool:
        return self.wait_for(lambda seen: any(isinstance(event, kind) for event in seen))


class Caller:
    """A call in another thread, and what became of it."""

    def __init__(self, call: Callable[[], object]) -> None:
        self.error: BaseException | None = None
        self._call = call
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._call()
        except Exception as error:
            self.error = error

    def end(self, timeout_s: float = 5.0) -> BaseException | None:
        self._thread.join(timeout_s)
        assert not self._thread.is_alive()
        return self.error


def moving(device: MockDevice) -> bool:
    """Let a move begin: wait until the pulses have changed a few times."""
    before = len(device.history)
    return device.wait_for(lambda board: len(board.history) > before + 2, 3.0)
