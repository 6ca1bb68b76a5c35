"""What the arm was asked to do, what the board says it does, and waiting until both agree."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable

from servoarm.armfile import ArmConfig
from servoarm.errors import Interrupted, InterruptedBy, LinkError, NoAnswer, NotArrived
from servoarm.link.session import REQUEST_TIMEOUT_S
from servoarm.link.time_limit import TimeLimit
from servoarm.wire.codec import STOP
from servoarm.wire.messages import Flags, State, StatusReport

# a state that the board has not pushed by itself (a lost line) is asked for this often
_ASK_EVERY_S = 0.5
# so many reports in a row must show a halt obeyed: the first may be older than the halt
_HALTED_REPORTS = 2
UNKNOWN = StatusReport(State.RELAXED, 0, 0, 0, 0, 0, 0, 0, Flags(0))
"""What is known of a board that has not reported since its reset: no pulses, no pose."""

_SLACK = 1.5
_SLACK_S = 2.0


class MotionWatch:
    """The newest report, and the newest motion. A motion ends every older one.

    A stop or relax, sent by `halt_board`, is insisted on: `send` gets the byte again until the
    board's reports obey it.
    """

    def __init__(
        self,
        send: Callable[[bytes], None],
        halt_board: Callable[[bytes, InterruptedBy], None],
    ) -> None:
        self._send, self._halt_board = send, halt_board
        self._changed = threading.Condition()
        self._newest = self._told = UNKNOWN
        self._heard_at = time.monotonic()
        self._motion = 0
        self._woken = 0
        self._ended_by: InterruptedBy = "stop"
        self._halt: bytes | None = None
        self._halted_reports = 0

    @property
    def newest(self) -> StatusReport:
        """The newest report; `UNKNOWN` before the first."""
        return self._newest

    @property
    def age_s(self) -> float:
        """How old the newest report is."""
        return time.monotonic() - self._heard_at

    def begin(self, check_stops: Callable[[], None]) -> int:
        """A new motion goes out: its number. Every older one is over, a stop obeyed or not.

        `check_stops` raises if this motion was itself asked for before a stop.
        """
        with self._changed:
            check_stops()
            self._end("another move")
            self._halt = None
            return self._motion

    def halt(self, byte: bytes, by: InterruptedBy) -> None:
        """Send a stop or relax at once, and see to it that it is obeyed."""
        with self._changed:
            self._end(by)
            self._halt, self._halted_reports = byte, 0
            self._halt_board(byte, by)

    def put(self, report: StatusReport) -> bool:
        """Take in a report; whether it says anything new."""
        with self._changed:
            new = report != self._newest
            self._newest, self._heard_at = report, time.monotonic()
            self._changed.notify_all()
            if self._halt is not None:
                self._repeat_halt(report)
            return new

    def told(self) -> None:
        """The listeners know the newest report: who waits for an arrival may know it, too."""
        with self._changed:
            self._told = self._newest
            self._changed.notify_all()

    def wake(self) -> None:
        """Let those who wait look whether the link is still there."""
        with self._changed:
            self._woken += 1
            self._changed.notify_all()

    def forget(self) -> None:
        """The board was reset: it has no pulses, and knows nothing of what was before."""
        with self._changed:
            self._newest = self._told = UNKNOWN
            self._halt = None
            self._changed.notify_all()

    def wait_for(self, condition: Callable[[StatusReport], bool], timeout_s: float) -> bool:
        """Wait until a report fulfils the condition."""
        with self._changed:
            return self._changed.wait_for(lambda: condition(self._newest), timeout_s)

    def wait_arrival(
        self,
        number: int,
        target: tuple[int, int],
        limit: TimeLimit,
        ask: Callable[[float], StatusReport],
        check: Callable[[], None],
    ) -> StatusReport:
        """Wait until motion `number` has brought the arm to `target` (centidegrees).

        `check` raises when the link is gone; `ask` gets the seconds it may take. Raises
        Interrupted, NotArrived, or what these raise.
        """
        asked = False
        while True:
            with self._changed:
                if self._motion != number:
                    raise Interrupted(self._ended_by)
                report, seen = self._told, (self._motion, self._woken, self._told)
                if _standing_at(report, target):
                    return report
                if asked or not report.state.attached:
                    check()  # a board that was reset counts as relaxed, too
                    self._check_under_way(report, target)
            check()
            if limit.left_s <= 0:
                raise NotArrived(limit.seconds)
            asked = not self._wait_for_news(seen, min(limit.left_s, _ASK_EVERY_S))
            if asked and limit.left_s > 0:
                self._ask_within(limit, ask)

    @staticmethod
    def _ask_within(limit: TimeLimit, ask: Callable[[float], StatusReport]) -> None:
        """Ask. That the move's own time cut the question short says nothing of the board."""
        try:
            ask(limit.at_most(REQUEST_TIMEOUT_S))
        except NoAnswer:
            if limit.left_s <= 0:
                raise NotArrived(limit.seconds) from None
            raise

    def _wait_for_news(self, seen: tuple[int, int, StatusReport], timeout_s: float) -> bool:
        with self._changed:
            return self._changed.wait_for(
                lambda: (self._motion, self._woken, self._told) != seen, timeout_s
            )

    def _end(self, by: InterruptedBy) -> None:
        self._motion += 1
        self._ended_by = by
        self._changed.notify_all()

    def _repeat_halt(self, report: StatusReport) -> None:
        obeyed = report.state is State.RELAXED or (
            self._halt == STOP and report.state not in (State.MOVING, State.STREAMING)
        )
        self._halted_reports = self._halted_reports + 1 if obeyed else 0
        if self._halted_reports >= _HALTED_REPORTS:
            self._halt = None
        elif not obeyed and self._halt is not None:
            with contextlib.suppress(LinkError):  # the reader finds the link gone, and says so
                self._send(self._halt)

    @staticmethod
    def _check_under_way(report: StatusReport, target: tuple[int, int]) -> None:
        if report.state.under_way and report.goal_cdeg == target:
            return
        by: InterruptedBy = "board"
        if Flags.HOST_LOST in report.flags:
            by = "host lost"
        elif report.state is State.FAULT:
            by = "fault"
        elif report.state is State.RELAXED:
            by = "relax"
        raise Interrupted(by)


def _standing_at(report: StatusReport, target: tuple[int, int]) -> bool:
    return (
        report.state is State.HOLDING and report.theta_cdeg == target and report.goal_cdeg == target
    )


def move_timeout_s(
    config: ArmConfig, report: StatusReport, target: tuple[int, int], percent: float
) -> float:
    """How long a move from where the arm is may take before something must be wrong."""
    if Flags.FIRST_MOVE in report.flags:
        percent = min(percent, config.first_move_percent)
    longest_s = 0.0
    for joint, now, goal in zip(
        (config.shoulder, config.elbow), report.theta_cdeg, target, strict=True
    ):
        speed_deg_s = joint.speed_deg_s * percent / 100
        braking_s = 2 * joint.speed_deg_s / joint.acceleration_deg_s2
        longest_s = max(longest_s, abs(goal - now) / 100 / speed_deg_s + 2 * braking_s)
    return _SLACK * longest_s + _SLACK_S
