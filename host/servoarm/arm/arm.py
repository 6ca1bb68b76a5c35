"""The arm: the one object that the window, the commands and scripts use.

    with Arm.open("mock://") as arm:
        arm.attach()
        arm.move_to(120, 60)
        print(arm.pose)

What it returns is what the board reported. Every method may be called from any thread; those that
ask the board wait a stated time at most. Nothing moves unless a method that says so is called.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from servoarm.arm.arguments import (
    chosen,
    opening_time,
    percent,
    port_name,
    real,
    seconds_or_none,
    side,
)
from servoarm.arm.driver import Driver
from servoarm.arm.moving import Mover
from servoarm.arm.types import ArmEvent, ArmPose, ArmStatus, AssumedPose, Moved, status_of
from servoarm.armfile import ArmChoice, ArmConfig
from servoarm.errors import NotAttached
from servoarm.kinematics.planar import Branch, Elbow, TwoLinkArm
from servoarm.link.ports import only_board
from servoarm.link.session import HELLO_TIMEOUT_S
from servoarm.link.time_limit import TimeLimit
from servoarm.wire import codec
from servoarm.wire.messages import Flags, Hello

OPEN_TIMEOUT_S = 10.0

_log = logging.getLogger("servoarm")


class Arm:
    """An arm on an open port. Made by `Arm.open`; close it, or use it in a `with` block."""

    def __init__(self, driver: Driver) -> None:
        """Not for callers: see `open`."""
        self._driver = driver
        self._watch = driver.watch
        self._mover = Mover(driver)

    @classmethod
    def open(
        cls,
        port: str | None = None,
        arm: ArmChoice | ArmConfig | str | Path | None = None,
        *,
        timeout_s: float | None = None,
    ) -> Self:
        """Connect, greet the board, and bring its settings up to the arm file's. Moves nothing.

        All of it is done within `timeout_s`. Without: within 10 s, of which the board has 4.5 s to
        answer at all. The board takes all settings or keeps those it had.

        Without `port`: the arm file's, else the only board found (never the mock). Without `arm`
        (a file's name or values): the file in SERVOARM_ARM, else servoarm.toml in the current
        folder, else the built-in defaults, as for the commands; the log and `arm_file` say which.
        The defaults never replace other settings on a board unasked.

        Raises ArmFileError, NoBoard, PortDenied, PortBusy, NoAnswer, UnreadableAnswer,
        WrongFirmware, LinkLost; ArmNotChosen where the board has other settings than the defaults;
        Refused where settings differ and the board is not relaxed.
        """
        port, given_s = port_name(port), opening_time(timeout_s)
        limit = TimeLimit(OPEN_TIMEOUT_S if given_s is None else given_s)
        choice = chosen(arm)
        url = choice.config.port if port is None else port
        _log.info("arm: %s", choice.source)
        url = only_board() if url is None else url
        driver = Driver(url, choice, limit.at_most(math.inf))
        driver.start(limit, HELLO_TIMEOUT_S if given_s is None else given_s)
        return cls(driver)

    @property
    def config(self) -> ArmConfig:
        """The arm file's values in use."""
        return self._driver.config

    @property
    def arm_file(self) -> Path | None:
        """The arm file in use; None for the built-in defaults, or values given by a program."""
        return self._driver.choice.path

    @property
    def kinematics(self) -> TwoLinkArm:
        """The arm's geometry, limits included."""
        return self._driver.kinematics

    @property
    def port(self) -> str:
        """The port's URL or device name."""
        return self._driver.port

    @property
    def hello(self) -> Hello:
        """What the board said of itself."""
        return self._driver.session.hello

    # Where the arm is.

    @property
    def status(self) -> ArmStatus:
        """The newest report of the board, without asking it.

        While the link lives it is some 50 ms old at most when the arm moves, 0.3 s when it rests.
        Once the link is lost or closed it stays the last one, and `age_s` grows.
        """
        return status_of(self._watch.newest, self.kinematics, self._watch.age_s)

    @property
    def pose(self) -> ArmPose:
        """Where the arm is commanded to be now: asks the board.

        Raises NotAttached while nobody has said where the arm stands; NoAnswer, LinkLost,
        BoardRestarted.
        """
        report = self._driver.ask()
        if Flags.POSE_KNOWN not in report.flags:
            raise NotAttached("pose unknown")
        status = status_of(report, self.kinematics, 0.0)
        return ArmPose(status.theta1_deg, status.theta2_deg, status.x_mm, status.y_mm)

    def assumed_pose(self) -> AssumedPose:
        """Where the arm most likely stands while it is relaxed: a servo cannot be asked.

        `remembered`: the last pose reported by this arm on this board. `rest`: the arm file's rest
        pose, where nothing is remembered. `uncertain`: no more than a hint, which `attach` does not
        take; see `AssumedPose`.
        """
        return self._driver.keeper.assumed(self.config)

    # Moving.

    def attach(
        self,
        theta1_deg: float | None = None,
        theta2_deg: float | None = None,
        *,
        stop_count: int | None = None,
    ) -> AssumedPose:
        """Say where the arm stands (without angles: `assumed_pose`); pulses begin there.

        The move after this one is slow. After a reset of the board this also greets it anew. On an
        attached arm it says what the board says. `stop_count` as of `move_to`.

        Raises LimitExceeded; PoseUncertain without angles, where `assumed_pose` is uncertain;
        Refused for angles while attached; Interrupted by a stop; NoAnswer, LinkLost.
        """
        given = None
        if theta1_deg is not None and theta2_deg is not None:
            angles = real("theta1_deg", theta1_deg), real("theta2_deg", theta2_deg)
            given = AssumedPose(*angles, "given", datetime.now(UTC))
        elif theta1_deg is not None or theta2_deg is not None:
            raise ValueError("attach wants both angles, or none")
        return self._mover.attach(given, self._asked_at(stop_count))

    def plan(self, x_mm: float, y_mm: float, *, elbow: Elbow | str | None = None) -> Branch:
        """The pose (radians) that `move_to` would choose from where the arm is, or is assumed.

        Sends nothing. Raises Unreachable, OtherElbowOnly, LongWayOnly; TypeError, ValueError for
        what is no number or no side.
        """
        return self._mover.plan(real("x_mm", x_mm), real("y_mm", y_mm), side(elbow))

    def move_to(
        self,
        x_mm: float,
        y_mm: float,
        *,
        elbow: Elbow | str | None = None,
        wait: bool = True,
        speed_percent: int = 100,
        timeout_s: float | None = None,
        stop_count: int | None = None,
    ) -> Moved:
        """Bring the tip to a point, by the board's own speed-limited profile.

        Without `elbow` ("left", "right" or an Elbow) it keeps its side: the arm never swings
        through unasked. With `wait` it returns when the board reports the arm there, at most after
        `timeout_s` (None: from the arm's speeds). A move during another takes over from it.
        A program with a queue of its own notes `Arm.stop_count` when the move is asked for and
        gives it as `stop_count`: after a stop or relax since then the move is not sent.

        Raises before anything is sent: Unreachable, OtherElbowOnly, LongWayOnly, NotAttached;
        TypeError, ValueError for what is no number or no side.
        Raises later: Interrupted, NotArrived, Refused, NoAnswer, LinkLost, BoardRestarted.
        """
        return self._mover.to_point(
            real("x_mm", x_mm),
            real("y_mm", y_mm),
            side(elbow),
            wait=wait,
            speed_percent=percent(speed_percent),
            timeout_s=seconds_or_none(timeout_s),
            stop_count=self._asked_at(stop_count),
        )

    def move_joints(
        self,
        theta1_deg: float,
        theta2_deg: float,
        *,
        wait: bool = True,
        speed_percent: int = 100,
        timeout_s: float | None = None,
        stop_count: int | None = None,
    ) -> Moved:
        """Bring both joints to these angles; as `move_to`, with LimitExceeded for Unreachable."""
        return self._mover.to_angles(
            real("theta1_deg", theta1_deg),
            real("theta2_deg", theta2_deg),
            wait=wait,
            speed_percent=percent(speed_percent),
            timeout_s=seconds_or_none(timeout_s),
            stop_count=self._asked_at(stop_count),
        )

    def rest(self, *, speed_percent: int = 100, timeout_s: float | None = None) -> Moved:
        """Park: go to the arm file's rest pose, and end the pulses there.

        A stop on the way keeps the arm attached. Raises as `move_joints` and `relax`.
        """
        parked = self.move_joints(
            *self.config.rest_deg, speed_percent=speed_percent, timeout_s=timeout_s
        )
        self.relax()
        return parked

    @property
    def stop_count(self) -> int:
        """How many stops and relaxes this arm was given since it was opened."""
        return self._driver.session.stops.value

    def stop(self) -> None:
        """Ease to a stop and hold. Goes out at once, past every request; does not wait.

        Raises LinkLost.
        """
        self._watch.halt(codec.STOP, "stop")

    def relax(self) -> None:
        """End the pulses, from any state: the arm goes limp. Goes out at once.

        Returns when the board confirms it (from a listener: at once). Raises NoAnswer, LinkLost.
        """
        self._driver.relax()

    # The rest of a session.

    def subscribe(self, callback: Callable[[ArmEvent], object]) -> Callable[[], None]:
        """Call `callback` for every event, in the reader's thread; call the result to end it.

        A callback must be quick and may not ask the board (`stop`, `relax` and `close` are
        allowed); what it returns or raises is passed over. When a move returns that was waited for,
        every callback has got its arrival.
        """
        return self._driver.subscribe(callback)

    def configure(self, config: ArmConfig) -> None:
        """Use another arm file's values from now on.

        Lengths change at any time; what the board stores only while the arm is relaxed.
        Raises Refused otherwise, and then nothing has changed; NoAnswer, LinkLost.
        """
        with self._driver.busy:
            self._driver.configure(config)

    def close(self) -> None:
        """Hand the board back to whoever types next: a moving arm eases to a stop, then holds.

        On return the port is free, also of a second call. Motions raise LinkLost from its begin on.
        Called from a listener it returns at once and closes behind it.
        """
        self._driver.close()

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

    def _asked_at(self, stop_count: int | None) -> int:
        return self.stop_count if stop_count is None else stop_count
