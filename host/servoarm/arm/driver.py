"""One board kept in line with one arm file: settings, reports, memory, and telling of events."""

from __future__ import annotations

import contextlib
import logging
import math
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

from servoarm.arm.keeper import PoseKeeper
from servoarm.arm.provision import provide
from servoarm.arm.settings import board_settings
from servoarm.arm.types import ArmEvent, BoardReset, LinkDown, StatusChanged, status_of
from servoarm.arm.watch import MotionWatch
from servoarm.armfile import ArmChoice, ArmConfig
from servoarm.errors import (
    ArmNotChosen,
    BoardRestarted,
    Interrupted,
    LinkError,
    LinkLost,
    NoAnswer,
    NotArrived,
    NotAttached,
    NotAttachedCase,
    Refused,
    RefusedCase,
    ServoarmError,
)
from servoarm.link.conversation import HAND_BACK_TIMEOUT_S, ask_status, hand_back, ready_within
from servoarm.link.session import ATTEMPT_S, POLL_RESTING_S, REQUEST_TIMEOUT_S, Event, Session
from servoarm.link.time_limit import TimeLimit
from servoarm.link.transport import open_port
from servoarm.wire import codec
from servoarm.wire.error_table import ERRORS, ErrorCode
from servoarm.wire.messages import Ok, State, StatusReport

SETTINGS_TIMEOUT_S = 8.0
RELAX_TIMEOUT_S = 1.0
STOP_TIMEOUT_S = 2.0
CLOSE_TIMEOUT_S = 0.5
BUSY_TIMEOUT_S = 2.0
# the sum of what a close may wait for
CLOSED_WITHIN_S = 6.5

_NOT_ATTACHED: dict[int, NotAttachedCase] = {
    ErrorCode.RELAXED: "relaxed",
    ErrorCode.POSE_UNKNOWN: "pose unknown",
}

_log = logging.getLogger("servoarm")


class Driver:
    """The session with a board, the newest of its reports, and who wants to know of them."""

    def __init__(self, port: str, choice: ArmChoice, timeout_s: float) -> None:
        """Open the port. Raises as `open_port`."""
        self.port = port
        self.choice = choice
        self.kinematics = choice.config.kinematics()
        self._listeners: tuple[Callable[[ArmEvent], object], ...] = ()
        self.busy = threading.RLock()
        """Held for what takes several requests, and for a motion: one after the other."""
        self._closing = threading.Lock()
        self._closed = threading.Event()
        self._reset_told = False
        self.session = Session(open_port(port, timeout_s=timeout_s), self._on_event)
        self.watch = MotionWatch(self.session.realtime, self.session.halt)
        self.keeper = PoseKeeper(port)

    @property
    def config(self) -> ArmConfig:
        """The values in use."""
        return self.choice.config

    def start(self, limit: TimeLimit, hello_s: float) -> None:
        """Greet the board and give it the arm file's settings; on failure the port is closed."""
        self.session.start(limit.at_most(hello_s))
        try:
            self._begin(limit.reserving(HAND_BACK_TIMEOUT_S))
        except BaseException:
            hand_back(self.session, limit.at_most(HAND_BACK_TIMEOUT_S))
            raise

    def start_again(self) -> None:
        """Greet a board that was reset."""
        self.session.greet()
        self._begin(TimeLimit(SETTINGS_TIMEOUT_S))

    def ask(self, timeout_s: float = REQUEST_TIMEOUT_S) -> StatusReport:
        """Ask for a status. The watch has taken it in as well when this returns."""
        return ask_status(self.session, timeout_s)

    def configure(self, config: ArmConfig) -> None:
        """Use other values. Raises Refused where the board's own differ and it is attached."""
        self.check_open()
        choice = replace(self.choice, config=config)
        if board_settings(config) != board_settings(self.config):
            choice = ArmChoice(config)
        self._send_settings(choice, TimeLimit(SETTINGS_TIMEOUT_S))
        self.kinematics = config.kinematics()
        self.choice = choice

    def attach(self, pose_cdeg: tuple[int, int], stop_count: int) -> None:
        """Say where the arm stands, and begin the pulses there. Raises Interrupted for a stop or
        relax since `stop_count`.
        """
        # a refusal halfway may have left others
        self._send_settings(self.choice, TimeLimit(SETTINGS_TIMEOUT_S))
        self._begin_motion(stop_count)
        self.keeper.forget()
        self.session.request("pose", *pose_cdeg)
        self.session.request("attach", stop_count=stop_count)
        self.ask()

    def move(
        self, target_cdeg: tuple[int, int], percent: int, stop_count: int, limit: TimeLimit
    ) -> tuple[int, StatusReport]:
        """Send a move: its number, and the last report before it.

        Raises NotAttached; Interrupted for a stop or relax since `stop_count`; Refused
        and what `Session.request` raises.
        """
        with self._busy_within(limit):
            self.check_open()
            self.session.check_alive()
            before = self.watch.newest
            if not before.state.attached:
                raise NotAttached("relaxed")
            number = self._begin_motion(stop_count)
            self.keeper.begin(self.config, before, target_cdeg)
            try:
                left_s = min(max(limit.left_s, ATTEMPT_S), REQUEST_TIMEOUT_S)
                numbers = (*target_cdeg, percent)
                self.session.request("move", *numbers, stop_count=stop_count, timeout_s=left_s)
            except (Refused, Interrupted) as error:
                if isinstance(error, Refused) and error.code in _NOT_ATTACHED:
                    raise NotAttached(_NOT_ATTACHED[error.code]) from None
                raise
            finally:
                self.keeper.answered()
        return number, before

    def subscribe(self, callback: Callable[[ArmEvent], object]) -> Callable[[], None]:
        """Tell `callback` of every event, until the result is called."""
        self._listeners = (*self._listeners, callback)

        def unsubscribe() -> None:
            self._listeners = tuple(each for each in self._listeners if each is not callback)

        return unsubscribe

    def relax(self) -> None:
        """End the pulses, and see that they have ended. Raises NoAnswer, LinkLost."""
        self.watch.halt(codec.RELAX, "relax")
        if self.session.in_reader or self.session.restarted:
            return
        if not self.watch.wait_for(lambda report: report.state is State.RELAXED, RELAX_TIMEOUT_S):
            self.session.check_alive()
            raise NoAnswer("relax", self.port, RELAX_TIMEOUT_S)

    def check_open(self) -> None:
        """Raise LinkLost once `close` has begun. For who holds `busy`: then it stays so."""
        if self._closing.locked():
            raise LinkLost("closed", self.port)

    def close(self) -> None:
        """Stop a moving arm, remember where it is, hand the board back, and close the port.

        No motion goes out once this has begun. A second call waits for the first. From a listener
        it goes on in a thread of its own.
        """
        if not self._closing.acquire(blocking=False):
            if not self.session.in_reader:
                self._closed.wait(CLOSED_WITHIN_S)
        elif self.session.in_reader:  # it must go on reading: the arm has to be seen at a stand
            threading.Thread(target=self._close, name="servoarm closing").start()
        else:
            self._close()

    def _close(self) -> None:
        try:
            with self._busy_if_free():
                try:
                    self._stop_and_remember()
                finally:
                    hand_back(self.session)
        finally:
            self._closed.set()

    @contextlib.contextmanager
    def _busy_if_free(self) -> Iterator[None]:
        """Hold `busy`, to let a motion end that is just going out; without it if that lasts."""
        held = self.busy.acquire(timeout=BUSY_TIMEOUT_S)
        try:
            yield
        finally:
            if held:
                self.busy.release()

    @contextlib.contextmanager
    def _busy_within(self, limit: TimeLimit) -> Iterator[None]:
        """Hold `busy`. Raises NotArrived for a move whose time is over before its turn."""
        if not self.busy.acquire(timeout=min(max(limit.left_s, 0.0), threading.TIMEOUT_MAX)):
            raise NotArrived(limit.seconds)
        try:
            yield
        finally:
            self.busy.release()

    def _stop_and_remember(self) -> None:
        """See a moving arm to a stand, and remember where."""
        if self.keeper.expecting:
            with contextlib.suppress(ServoarmError, RuntimeError):
                self.ask(CLOSE_TIMEOUT_S)
        with contextlib.suppress(ServoarmError, RuntimeError):
            if self.watch.newest.state.under_way and not self.session.restarted:
                self.watch.halt(codec.STOP, "stop")
                self.watch.wait_for(lambda report: not report.state.under_way, STOP_TIMEOUT_S)
        self.keeper.keep(self.config, self.watch.newest, durable=True)

    def _begin_motion(self, stop_count: int) -> int:
        """The number of a motion that was asked for at `stop_count`. Raises Interrupted."""
        return self.watch.begin(lambda: self.session.stops.check(stop_count))

    def _begin(self, limit: TimeLimit) -> None:
        """After each hello: nothing is known of the board but what it says now."""
        self._reset_told = False
        with ready_within(limit, self.port):
            self.ask(limit.at_most(REQUEST_TIMEOUT_S))
            self._send_settings(self.choice, limit)

    def _send_settings(self, choice: ArmChoice, limit: TimeLimit) -> None:
        config = choice.config
        if board_settings(config).hash() != self.session.hello.settings_hash:
            if choice.by_default:
                raise ArmNotChosen(self.port)
            if self.ask(limit.at_most(REQUEST_TIMEOUT_S)).state.attached:
                raise attached("settings while attached")
            provide(self.session, config, limit)
            self.ask(limit.at_most(REQUEST_TIMEOUT_S))
        watchdog_s = config.watchdog_ms / 1000 or math.inf
        self.session.resting_poll_s = min(POLL_RESTING_S, watchdog_s / 4)

    # Events: all below runs in the reader's thread.

    def _on_event(self, event: Event) -> None:
        if isinstance(event, LinkError):
            self.keeper.keep(self.config, self.watch.newest)
            self.watch.wake()
            self._tell(LinkDown(event))
        elif self.session.restarted:
            self._on_reset()
        elif isinstance(event, StatusReport):
            self._on_report(event)
        elif isinstance(event, Ok) and (report := codec.status_report(event.words)):
            self._on_report(report)

    def _on_report(self, report: StatusReport) -> None:
        before = self.watch.newest
        new = self.watch.put(report)
        self.keeper.note(self.config, before, report)
        if new:
            self._tell(StatusChanged(status_of(report, self.kinematics, 0.0)))
        self.watch.told()

    def _on_reset(self) -> None:
        if self._reset_told:
            return
        self._reset_told = True
        self.keeper.keep(self.config, self.watch.newest)
        self.watch.forget()
        try:
            self.session.check_alive()
        except BoardRestarted as error:
            self._tell(BoardReset(error.reason))

    def _tell(self, event: ArmEvent) -> None:
        for callback in self._listeners:
            try:
                callback(event)
            except BaseException:  # SystemExit, too, would end the reader
                _log.exception("a listener failed at %s", event)


def attached(why: RefusedCase) -> Refused:
    """The error for what needs a relaxed arm."""
    return Refused(why, ErrorCode.ATTACHED, ERRORS[ErrorCode.ATTACHED].name)
