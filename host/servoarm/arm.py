"""The arm: the one object that the window, the commands and scripts use.

    with Arm.open("mock://") as arm:
        arm.attach()
        arm.move_to(120, 60)
        print(arm.pose)

What it returns is what the board reported. Every method may be called from any thread; those that
ask the board wait a stated time at most. Nothing moves unless a method that says so is called.
"""

from __future__ import annotations

import contextlib
import logging
import math
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from servoarm import state
from servoarm.arm_motion import MotionWatch, patience_s
from servoarm.arm_settings import board_settings, setpoint_cdeg
from servoarm.arm_types import (
    ArmEvent,
    ArmPose,
    ArmStatus,
    AssumedPose,
    BoardReset,
    LinkDown,
    Moved,
    StatusChanged,
    status_of,
)
from servoarm.armfile import DEFAULT, ArmConfig, load
from servoarm.errors import LimitExceeded, LinkError, NoAnswer, NotAttached, Refused, ServoarmError
from servoarm.kinematics.planar import Branch, Elbow, Pose, TwoLinkArm
from servoarm.link.ports import only_board
from servoarm.link.session import HELLO_TIMEOUT_S, POLL_RESTING_S, Event, Session
from servoarm.link.transport import open_port
from servoarm.targets import KEPT, choose_branch, side_of
from servoarm.wire import codec
from servoarm.wire.messages import Flags, Hello, Ok, State, StatusReport

_ATTACHED = 15
_NOT_ATTACHED = (13, 14)
RELAX_TIMEOUT_S = 1.0
STOP_TIMEOUT_S = 2.0
CLOSE_TIMEOUT_S = 0.5

_log = logging.getLogger("servoarm")


class Arm:
    """An arm on an open port. Made by `Arm.open`; close it, or use it in a `with` block."""

    def __init__(self, session_url: str, config: ArmConfig, rest_since: datetime | None) -> None:
        """Not for callers; see `open`."""
        self.port = session_url
        self.config = config
        self.kinematics: TwoLinkArm = config.kinematics()
        self._rest_since = rest_since
        self._listeners: tuple[Callable[[ArmEvent], None], ...] = ()
        self._asking = threading.RLock()
        self._closed = False
        self._reset_told = False
        self._session = Session(open_port(session_url), self._on_event)
        self._watch = MotionWatch(self._session.realtime)

    @classmethod
    def open(
        cls,
        port: str | None = None,
        arm: ArmConfig | str | Path | None = None,
        *,
        timeout_s: float = HELLO_TIMEOUT_S,
    ) -> Self:
        """Connect, greet the board, and bring its settings up to the arm file's. Moves nothing.

        Without `port`: the arm file's, else the only board found (never the mock). Without `arm`:
        the default arm.

        Raises ArmFileError, NoBoard, PortDenied, PortBusy, NoAnswer, UnreadableAnswer,
        WrongFirmware, LinkLost; Refused where settings differ and the board is not relaxed.
        """
        rest_since = None
        if isinstance(arm, str | Path):
            rest_since = datetime.fromtimestamp(Path(arm).stat().st_mtime, UTC)
            arm = load(arm).config
        config = arm or DEFAULT
        opened = cls(port or config.port or only_board(), config, rest_since)
        opened._session.start(timeout_s)
        try:
            opened._begin_session()
        except BaseException:
            opened._session.close()
            raise
        return opened

    # Where the arm is.

    @property
    def hello(self) -> Hello:
        """What the board said of itself."""
        return self._session.hello

    @property
    def status(self) -> ArmStatus:
        """The newest report of the board, without asking it. While the link lives it is some 40 ms
        old at most when the arm moves, a quarter second when it rests.
        """
        return status_of(self._watch.newest, self.kinematics, self._watch.age_s)

    @property
    def pose(self) -> ArmPose:
        """Where the arm is commanded to be now: asks the board.

        Raises NotAttached while nobody has said where the arm stands; NoAnswer, LinkLost,
        BoardRestarted.
        """
        report = self._ask()
        if Flags.POSE_KNOWN not in report.flags:
            raise NotAttached("The board does not know where the arm stands.", "Attach first.")
        status = status_of(report, self.kinematics, 0.0)
        return ArmPose(status.theta1_deg, status.theta2_deg, status.x_mm, status.y_mm)

    def assumed_pose(self) -> AssumedPose:
        """Where the arm most likely stands while it is relaxed: the last pose reported on this port,
        or the arm file's rest pose, whichever is newer. A servo cannot be asked.
        """
        remembered = state.remembered_pose(self.config.name, self._memory_key)
        if remembered is not None and not (self._rest_since and self._rest_since > remembered.when):
            angles = remembered.theta1_deg, remembered.theta2_deg
            with contextlib.suppress(LimitExceeded):
                setpoint_cdeg(self.config, *angles)
                return AssumedPose(*angles, "remembered", remembered.when)
        return AssumedPose(*self.config.rest_deg, "rest", self._rest_since)

    # Moving.

    def attach(
        self, theta1_deg: float | None = None, theta2_deg: float | None = None
    ) -> AssumedPose:
        """Say where the arm stands (without angles: `assumed_pose`), then let the pulses begin there.

        The move after this one is slow. After a reset of the board this also greets it anew. On an
        attached arm it says what the board says.

        Raises LimitExceeded; Refused for angles while attached; NoAnswer, LinkLost.
        """
        if (theta1_deg is None) != (theta2_deg is None):
            raise ValueError("attach wants both angles, or none")
        with self._asking:
            if self._session.restarted:
                self._session.greet()
                self._begin_session()
            report = self._ask()
            if report.state.attached:
                if theta1_deg is not None:
                    raise _attached("say where it stands")
                return AssumedPose(
                    report.theta1_cdeg / 100, report.theta2_cdeg / 100, "board", datetime.now(UTC)
                )
            pose = self.assumed_pose()
            if theta1_deg is not None and theta2_deg is not None:
                pose = AssumedPose(theta1_deg, theta2_deg, "given", datetime.now(UTC))
            self._watch.begin()
            self._session.request(
                "pose", *setpoint_cdeg(self.config, pose.theta1_deg, pose.theta2_deg)
            )
            self._session.request("attach")
            self._ask()
        return pose

    def plan(self, x_mm: float, y_mm: float, *, elbow: Elbow | None = None) -> Branch:
        """The pose (radians) that `move_to` would choose from where the arm is, or is assumed to be.

        Sends nothing. Raises Unreachable, OtherElbowOnly, LongWayOnly.
        """
        near = self._present()
        if near is None:
            assumed = self.assumed_pose()
            near = Pose(math.radians(assumed.theta1_deg), math.radians(assumed.theta2_deg))
        return choose_branch(self.kinematics, x_mm, y_mm, elbow, near)

    def move_to(
        self,
        x_mm: float,
        y_mm: float,
        *,
        elbow: Elbow | None = None,
        wait: bool = True,
        speed_percent: int = 100,
        timeout_s: float | None = None,
    ) -> Moved:
        """Bring the tip to a point, by the board's own speed-limited profile.

        Without `elbow` the elbow keeps its side: the arm never swings through unasked. With `wait`
        it returns when the board reports the arm there, at most after `timeout_s` (None: from the
        arm's speeds). A move that comes while another is under way takes over from it.

        Raises before anything is sent: Unreachable, OtherElbowOnly, LongWayOnly, NotAttached.
        Raises later: Interrupted, NotArrived, Refused, NoAnswer, LinkLost, BoardRestarted.
        """
        branch = choose_branch(self.kinematics, x_mm, y_mm, elbow, self._present())
        angles = math.degrees(branch.theta1), math.degrees(branch.theta2)
        return self._move(angles, (x_mm, y_mm), branch.elbow, wait, speed_percent, timeout_s)

    def move_joints(
        self,
        theta1_deg: float,
        theta2_deg: float,
        *,
        wait: bool = True,
        speed_percent: int = 100,
        timeout_s: float | None = None,
    ) -> Moved:
        """Bring both joints to these angles; as `move_to`, but LimitExceeded instead of Unreachable."""
        setpoint_cdeg(self.config, theta1_deg, theta2_deg)
        theta1, theta2 = math.radians(theta1_deg), math.radians(theta2_deg)
        wish = self.kinematics.forward(theta1, theta2)
        angles = theta1_deg, theta2_deg
        return self._move(angles, wish, side_of(theta2), wait, speed_percent, timeout_s)

    def stop(self) -> None:
        """Ease to a stop and hold. Goes out at once, past every request; does not wait.

        Raises LinkLost.
        """
        self._watch.halt(codec.STOP, "stop")

    def relax(self) -> None:
        """End the pulses, from any state: the arm goes limp. Goes out at once.

        Returns when the board confirms it (from a listener: at once). Raises NoAnswer, LinkLost.
        """
        self._watch.halt(codec.RELAX, "relax")
        if self._session.in_reader or self._session.restarted:
            return
        if not self._watch.wait_for(lambda report: report.state is State.RELAXED, RELAX_TIMEOUT_S):
            self._session.check_alive()
            raise NoAnswer(
                "The board has not confirmed that the arm is relaxed.",
                "Switch off the servos' supply if it must not hold.",
                RELAX_TIMEOUT_S,
            )

    # The rest of a session.

    def subscribe(self, callback: Callable[[ArmEvent], None]) -> Callable[[], None]:
        """Call `callback` for every event, in the reader's thread; call the result to end it.

        A callback must be quick and may not ask the board (`stop` and `relax` are allowed).
        """
        self._listeners = (*self._listeners, callback)

        def unsubscribe() -> None:
            self._listeners = tuple(each for each in self._listeners if each is not callback)

        return unsubscribe

    def configure(self, config: ArmConfig) -> None:
        """Use another arm file's values from now on.

        Lengths change at any time; what the board stores only while the arm is relaxed.
        Raises Refused otherwise, and then nothing has changed; NoAnswer, LinkLost.
        """
        with self._asking:
            self._send_settings(config)
            self.kinematics = config.kinematics()
            self.config = config

    def close(self) -> None:
        """Hand the board back to whoever types next: a moving arm eases to a stop, then holds."""
        if self._closed:
            return
        self._closed = True
        with contextlib.suppress(ServoarmError, RuntimeError):
            report = self._watch.newest
            if report.state.under_way and not self._session.restarted:
                self.stop()
                self._watch.wait_for(lambda report: not report.state.under_way, STOP_TIMEOUT_S)
            self._remember()
            self._session.request("open", timeout_s=CLOSE_TIMEOUT_S)
        self._session.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    # Inside.

    @property
    def _memory_key(self) -> str:
        return self.port.partition("?")[0]

    def _begin_session(self) -> None:
        """After each hello: nothing is known of the board but what it says now."""
        self._reset_told = False
        self._ask()
        self._send_settings(self.config)

    def _send_settings(self, config: ArmConfig) -> None:
        settings = board_settings(config)
        if settings.hash() != self._session.hello.settings_hash:
            if self._ask().state.attached:
                raise _attached("change the board's settings")
            for verb, numbers in settings.requests():
                self._session.request(verb, *numbers)
            if self._session.greet().settings_hash != settings.hash():
                raise Refused("The board did not take the settings.", "Flash matching firmware.")
            self._session.request("save")
            self._ask()
        watchdog_s = config.watchdog_ms / 1000 or math.inf
        self._session.resting_poll_s = min(POLL_RESTING_S, watchdog_s / 4)

    def _ask(self) -> StatusReport:
        """Ask for a status. The listener has taken it in as well when this returns."""
        answer = self._session.request("status")
        report = codec.status_report(answer.words)
        if report is None:
            raise NoAnswer("The board's status cannot be read.", "Flash matching firmware.")
        return report

    def _present(self) -> Pose | None:
        report = self._watch.newest
        if Flags.POSE_KNOWN not in report.flags:
            return None
        return Pose(*(math.radians(angle / 100) for angle in report.theta_cdeg))

    def _move(
        self,
        angles_deg: tuple[float, float],
        wish_mm: tuple[float, float],
        elbow: Elbow,
        wait: bool,
        speed_percent: int,
        timeout_s: float | None,
    ) -> Moved:
        if speed_percent not in range(1, 101):
            raise ValueError(f"speed_percent must be a whole number from 1 to 100: {speed_percent}")
        target = setpoint_cdeg(self.config, *angles_deg)
        with self._asking:
            number, before = self._watch.begin(), self._watch.newest
            self._session.check_alive()
            if not before.state.attached:
                raise NotAttached("The arm is relaxed.", f"Attach first. {KEPT}")
            try:
                self._session.request("move", *target, int(speed_percent))
            except Refused as refused:
                if refused.code in _NOT_ATTACHED:
                    raise NotAttached(refused.message, refused.remedy) from refused
                raise
        end = target
        if wait:
            if timeout_s is None:
                timeout_s = patience_s(self.config, before, target, speed_percent)
            end = self._watch.wait_arrival(
                number, target, timeout_s, self._ask, self._session.check_alive
            ).theta_cdeg
        x, y = self.kinematics.forward(*(math.radians(angle / 100) for angle in end))
        error_mm = math.dist((x, y), wish_mm)
        return Moved(end[0] / 100, end[1] / 100, x, y, elbow, error_mm, wait)

    # Events: all below runs in the reader's thread.

    def _on_event(self, event: Event) -> None:
        if isinstance(event, LinkError):
            self._remember()
            self._watch.wake()
            self._tell(LinkDown(event))
        elif self._session.restarted:
            self._on_reset()
        elif isinstance(event, StatusReport):
            self._on_report(event)
        elif isinstance(event, Ok) and (report := codec.status_report(event.words)):
            self._on_report(report)

    def _on_report(self, report: StatusReport) -> None:
        before = self._watch.newest
        if before.state.attached and not report.state.attached:
            self._remember()  # from the report before: the last one with a pose
        if self._watch.put(report):
            if report.state is State.HOLDING and before.state is not State.HOLDING:
                self._remember()
            self._tell(StatusChanged(status_of(report, self.kinematics, 0.0)))

    def _on_reset(self) -> None:
        if self._reset_told:
            return
        self._reset_told = True
        self._remember()
        self._watch.forget()
        try:
            self._session.check_alive()
        except ServoarmError as error:
            self._tell(BoardReset(getattr(error, "reason", "unknown")))

    def _remember(self) -> None:
        report = self._watch.newest
        if report.state.attached and Flags.POSE_KNOWN in report.flags:
            angles = report.theta1_cdeg / 100, report.theta2_cdeg / 100
            state.remember_pose(self.config.name, self._memory_key, *angles)

    def _tell(self, event: ArmEvent) -> None:
        for callback in self._listeners:
            try:
                callback(event)
            except Exception:
                _log.exception("a listener failed at %s", event)


def _attached(what: str) -> Refused:
    return Refused(
        f"The arm is attached; to {what} it must be relaxed.",
        "Relax it first: it will go limp.",
        _ATTACHED,
        "attached",
    )
