"""The window's way to the arm: one worker thread for requests, one for stop and relax.

The window itself never waits.

Requests run in order. Moves do not queue: a newer one takes the place of one that has not gone out
yet, so a drag never lags behind the mouse. Reports come by themselves: the arm asks its board often
while it moves, seldom at rest, and tells what is new.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PyQt5.QtCore import QObject, pyqtSignal

from servoarm.armfile import ArmChoice, ArmConfig

if TYPE_CHECKING:
    from servoarm.arm import Arm

CLOSE_S = 3.0
GIVE_UP_S = 0.2

OpenArm = Callable[[str, ArmChoice], "Arm"]


@dataclass(frozen=True)
class _Job:
    name: str
    run: Callable[[], None]


class Commander(QObject):
    """Takes orders from the GUI thread and answers with signals. All methods return at once."""

    opened = pyqtSignal(object)  # Arm
    attached = pyqtSignal(object)  # AssumedPose
    moved = pyqtSignal()  # the board took the newest move
    closed = pyqtSignal()
    reported = pyqtSignal(object)  # ArmStatus
    happened = pyqtSignal(object)  # ArmEvent, from the arm itself
    failed = pyqtSignal(str, object)  # the job's name, the exception

    def __init__(self, open_arm: OpenArm, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open_arm = open_arm
        self._arm: Arm | None = None
        self._wake = threading.Condition()
        self._jobs: deque[_Job] = deque()
        self._move: _Job | None = None
        self._config: ArmConfig | None = None
        self._urgent: deque[_Job] = deque()
        self._over = False
        self._wanted_open = 0  # counts the ports asked for; closing takes the newest back
        self._opening = False
        self._threads = [
            threading.Thread(
                target=self._work, args=(self._next_job,), name="servoarm requests", daemon=True
            ),
            threading.Thread(
                target=self._work, args=(self._next_urgent,), name="servoarm stop", daemon=True
            ),
        ]
        for thread in self._threads:
            thread.start()

    # Orders, called in the GUI thread.

    def open(self, port: str, choice: ArmChoice) -> None:
        """Connect; `opened` or `failed("open", ...)` follows. Nothing moves."""
        self._wanted_open += 1
        number = self._wanted_open
        self._enqueue(_Job("open", lambda: self._do_open(port, choice, number)))

    def close(self) -> None:
        """Disconnect; `closed` follows. A port that is being opened is given up without a word."""
        self._wanted_open += 1
        self._drop_move()
        self._enqueue(_Job("close", self._do_close))

    def attach(self, theta1_deg: float, theta2_deg: float) -> None:
        """The arm stands there, pulses begin; `attached` follows."""
        arm = self._arm
        if arm is not None:
            attach = partial(self._do_attach, arm, theta1_deg, theta2_deg, arm.stop_count)
            self._enqueue(_Job("attach", attach))

    def move_joints(self, theta1_deg: float, theta2_deg: float, speed_percent: int = 100) -> None:
        """Go there; replaces a move that has not gone out yet."""
        self._set_move(
            lambda arm, stop_count: arm.move_joints(
                theta1_deg,
                theta2_deg,
                wait=False,
                speed_percent=speed_percent,
                stop_count=stop_count,
            )
        )

    def configure(self, config: ArmConfig) -> None:
        """Use these lengths from now on; a newer call replaces one not done yet."""
        with self._wake:
            waiting = self._config is not None
            self._config = config
        if not waiting:
            self._enqueue(_Job("configure", self._do_configure))

    def stop(self) -> None:
        """Stop now: past every request that waits or runs."""
        self._hurry("stop", lambda arm: arm.stop())

    def relax(self) -> None:
        """End the pulses now."""
        self._hurry("relax", lambda arm: arm.relax())

    def shut_down(self) -> None:
        """Close the arm and end the threads; waits CLOSE_S at most.

        A port that is still being opened has moved nothing, so nothing is waited for.
        """
        self.close()
        with self._wake:
            self._over = True
            self._wake.notify_all()
        for thread in self._threads:
            thread.join(GIVE_UP_S if self._opening else CLOSE_S)

    # The queues.

    def _enqueue(self, job: _Job) -> None:
        with self._wake:
            self._jobs.append(job)
            self._wake.notify_all()

    def _set_move(self, send: Callable[[Arm, int], object]) -> None:
        """``send`` gets the arm's count of stops at this moment: a stop from now on cancels it."""
        arm = self._arm
        if arm is None:
            return
        with self._wake:
            self._move = _Job(
                "move", partial(self._do_move, arm, partial(send, arm, arm.stop_count))
            )
            self._wake.notify_all()

    def _drop_move(self) -> None:
        with self._wake:
            self._move = None

    def _hurry(self, name: str, send: Callable[[Arm], object]) -> None:
        with self._wake:
            self._urgent.append(_Job(name, lambda: self._with_arm(send)))
            self._wake.notify_all()

    def _next_urgent(self) -> _Job | None:
        with self._wake:
            self._wake.wait_for(lambda: self._urgent or self._over)
            return self._urgent.popleft() if self._urgent else None

    def _next_job(self) -> _Job | None:
        with self._wake:
            while True:
                if self._jobs:
                    return self._jobs.popleft()
                if self._over:
                    return None
                if self._move is not None:
                    move, self._move = self._move, None
                    return move
                self._wake.wait()

    # What the threads do.

    def _work(self, next_job: Callable[[], _Job | None]) -> None:
        while (job := next_job()) is not None:
            try:
                job.run()
            except Exception as error:  # whatever it is, the window says it and the thread lives on
                self.failed.emit(job.name, error)

    def _with_arm(self, send: Callable[[Arm], object]) -> None:
        arm = self._arm
        if arm is not None:
            send(arm)

    def _do_open(self, port: str, choice: ArmChoice, number: int) -> None:
        self._do_close()
        self._opening = number == self._wanted_open
        if not self._opening:
            return
        try:
            arm = self._open_arm(port, choice)
        except Exception:
            if number == self._wanted_open:
                raise
            return
        finally:
            self._opening = False
        if number != self._wanted_open:
            arm.close()
            return
        self._arm = arm
        self.opened.emit(arm)
        arm.subscribe(self.happened.emit)
        self.reported.emit(arm.status)

    def _do_close(self) -> None:
        arm, self._arm = self._arm, None
        if arm is not None:
            arm.close()
            self.closed.emit()

    def _do_attach(self, arm: Arm, theta1_deg: float, theta2_deg: float, stop_count: int) -> None:
        if arm is self._arm:
            self.attached.emit(arm.attach(theta1_deg, theta2_deg, stop_count=stop_count))

    def _do_configure(self) -> None:
        with self._wake:
            config, self._config = self._config, None
        if self._arm is not None and config is not None:
            self._arm.configure(config)

    def _do_move(self, arm: Arm, send: Callable[[], object]) -> None:
        if arm is self._arm:
            send()
            self.moved.emit()
