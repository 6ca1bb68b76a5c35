"""What the window knows: the arm's configuration, the link, the reported status, the assumed pose.

Panels and canvas listen to it. Where the arm is to go is in `servoarm.gui.aim`.
"""

from __future__ import annotations

import enum
import math
from dataclasses import replace
from typing import TYPE_CHECKING

from PyQt5.QtCore import QObject, pyqtSignal

from servoarm import words
from servoarm.arm.types import ArmEvent, ArmStatus, AssumedPose, BoardReset, LinkDown, StatusChanged
from servoarm.armfile import ArmChoice, ArmConfig
from servoarm.errors import BoardRestarted, LinkError, NoAnswer, ServoarmError, WrongFirmware
from servoarm.gui.commander import Commander
from servoarm.kinematics.planar import Pose, TwoLinkArm

if TYPE_CHECKING:
    from servoarm.arm import Arm


FLASHING_HELPS = {"silent", "damaged"}
"""Ways of a board not to answer that are often those of another sketch."""


class Link(enum.Enum):
    """The connection, as the window sees it."""

    OFFLINE = "offline"
    CONNECTING = "connecting"
    ONLINE = "online"
    LOST = "lost"


class ArmModel(QObject):
    """The window's one picture of the arm. All methods belong to the GUI thread."""

    config_changed = pyqtSignal()
    status_changed = pyqtSignal()
    link_changed = pyqtSignal()
    assumed_changed = pyqtSignal()
    noticed = pyqtSignal(str, str, str)  # level (info, warning, error), text, remedy
    notice_over = pyqtSignal()
    refused = pyqtSignal(str)  # why a move was not made
    attaching = pyqtSignal()
    pose_lost = pyqtSignal()  # relaxed, reset or gone: what was wanted before is over
    stopped = pyqtSignal()  # a person pressed stop: whatever still asks for moves must end

    def __init__(
        self, choice: ArmChoice, commander: Commander, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.choice = choice
        self.kinematics: TwoLinkArm = choice.config.kinematics()
        self.commander = commander
        self.link = Link.OFFLINE
        self.port = ""
        self.status: ArmStatus | None = None
        self.wrong_firmware = False  # flashing the board may well help
        self.assumed_deg: tuple[float, float] = choice.config.rest_deg
        self.assumed_source: AssumedPose | None = None
        self._arm: Arm | None = None
        commander.opened.connect(self._on_opened)
        commander.closed.connect(self._on_closed)
        commander.attached.connect(lambda _pose: self.notice_over.emit())
        commander.reported.connect(self._on_status)
        commander.happened.connect(self._on_event)
        commander.failed.connect(self._on_failed)

    # What is so.

    @property
    def config(self) -> ArmConfig:
        """The arm's values in use."""
        return self.choice.config

    @property
    def attached(self) -> bool:
        """Whether the servos have pulses."""
        return self.status is not None and self.status.state.attached

    @property
    def pose(self) -> Pose | None:
        """Where the board says the arm is (radians); None while it is not known."""
        if self.status is None or not self.attached:
            return None
        return Pose(math.radians(self.status.theta1_deg), math.radians(self.status.theta2_deg))

    @property
    def goal(self) -> Pose | None:
        """Where the board is taking the arm (radians)."""
        if self.status is None or not self.attached:
            return None
        return Pose(math.radians(self.status.goal1_deg), math.radians(self.status.goal2_deg))

    @property
    def shown_pose(self) -> Pose:
        """The reported pose, else the assumed one (radians): what drawings and read-outs use."""
        assumed = Pose(math.radians(self.assumed_deg[0]), math.radians(self.assumed_deg[1]))
        return self.pose or assumed

    # What a person asks for.

    def connect_to(self, port: str) -> None:
        """Open the port. Nothing moves."""
        self.port = port
        self.wrong_firmware = False
        self._set_link(Link.CONNECTING)
        self.notice_over.emit()
        self.commander.open(port, self.choice)

    def disconnect_arm(self) -> None:
        """Close the port, or give up opening it; a moving arm eases to a stop and holds."""
        if self.link is Link.CONNECTING:
            self._set_link(Link.OFFLINE)
        self.commander.close()

    def assume(self, theta1_deg: float, theta2_deg: float) -> None:
        """Say where the arm stands, before the first pulse."""
        self.assumed_deg = (theta1_deg, theta2_deg)
        self.assumed_changed.emit()

    def attach(self) -> None:
        """Begin pulses at the assumed pose."""
        if self.link is Link.ONLINE and not self.attached:
            self.attaching.emit()
            self.commander.attach(*self.assumed_deg)

    def relax(self) -> None:
        """End the pulses."""
        self.commander.relax()
        self.stopped.emit()

    def stop(self) -> None:
        """Stop, whatever is under way; a drag or jog in progress ends too."""
        self.commander.stop()
        self.stopped.emit()

    def set_lengths(self, link1_mm: float, link2_mm: float) -> None:
        """Other links: geometry alone, nothing moves."""
        if (link1_mm, link2_mm) == (self.config.link1_mm, self.config.link2_mm):
            return
        self.set_config(replace(self.config, link1_mm=link1_mm, link2_mm=link2_mm))
        self.commander.configure(self.config)

    def set_config(self, config: ArmConfig) -> None:
        """Other values, from where they were before."""
        self.set_choice(replace(self.choice, config=config))

    def set_choice(self, choice: ArmChoice) -> None:
        """Another arm file, or a changed one."""
        self.choice = choice
        self.kinematics = choice.config.kinematics()
        self.config_changed.emit()

    # What the arm says.

    def _set_link(self, link: Link) -> None:
        self.link = link
        if link is not Link.ONLINE:
            self.status = None
        self.link_changed.emit()
        self.status_changed.emit()

    def _on_opened(self, arm: Arm) -> None:
        if self.link is not Link.CONNECTING:
            return  # given up meanwhile; it is being closed
        self._arm = arm
        if arm.config != self.config:
            self.set_config(arm.config)
        self._set_link(Link.ONLINE)
        self._take_assumed()

    def _take_assumed(self) -> None:
        if self._arm is not None:
            self.assumed_source = self._arm.assumed_pose()
            self.assume(self.assumed_source.theta1_deg, self.assumed_source.theta2_deg)

    def _on_closed(self) -> None:
        if self.link is Link.ONLINE:
            self._forget()  # asks the arm where it was last, closed or not
            self._set_link(Link.OFFLINE)
        self._arm = None

    def _on_status(self, status: ArmStatus) -> None:
        before = self.status
        if self.link is not Link.ONLINE or not _differs(status, before):
            return
        self.status = status
        if before is not None and before.state.attached and not self.attached:
            self._forget()  # whoever ended the pulses
        self.status_changed.emit()
        if status.host_lost and not (before is not None and before.host_lost):
            self._tell_host_lost()

    def _tell_host_lost(self) -> None:
        key = "host lost.stopped" if self.attached else "host lost.relaxed"
        self.noticed.emit("warning", words.message(key, {}), words.remedy(key, {}, "window"))

    def _on_event(self, event: ArmEvent) -> None:
        if isinstance(event, StatusChanged):
            self._on_status(event.status)
        elif isinstance(event, BoardReset):
            self._on_reset(event)
        elif isinstance(event, LinkDown):
            self._on_lost(event)

    def _on_reset(self, event: BoardReset) -> None:
        self._forget()
        self.status = None
        self.status_changed.emit()
        self._tell_error(BoardRestarted(event.reason))

    def _on_lost(self, event: LinkDown) -> None:
        self._forget()
        self._set_link(Link.LOST)
        self.commander.close()
        self._tell_error(event.error)

    def _forget(self) -> None:
        self.pose_lost.emit()
        self._take_assumed()

    def _on_failed(self, job: str, error: Exception) -> None:
        if job == "open":
            self.wrong_firmware = isinstance(error, WrongFirmware) or (
                isinstance(error, NoAnswer) and error.why in FLASHING_HELPS
            )
            self._set_link(Link.OFFLINE)
        if self.link is Link.LOST:
            return  # the link's own event tells it
        if not isinstance(error, ServoarmError):
            self.noticed.emit("error", f"{type(error).__name__}: {error}", "")
        elif job == "move" and not isinstance(error, LinkError):
            self.refused.emit(f"{error.message} {error.remedy_for('window')}".strip())
        else:
            self._tell_error(error)

    def _tell_error(self, error: ServoarmError) -> None:
        self.noticed.emit("error", error.message, error.remedy_for("window"))


def _differs(new: ArmStatus, old: ArmStatus | None) -> bool:
    """Whether there is anything new to draw; the age alone is not."""
    return old is None or replace(new, age_s=0.0) != replace(old, age_s=0.0)
